// SPDX-License-Identifier: GPL-3.0-or-later

/// A setting's name with its value.
public struct SettingValue: Equatable, Sendable {
  /// Section and name, joined by a dot.
  public var name: String
  /// The value.
  public var value: Setting.Value
}

/// Why a setting cannot be what was asked.
public struct InvalidSetting: Error, Equatable, Sendable {
  /// The setting's name as it was given.
  public let name: String
  /// What is wrong and what would be right, as a sentence without its full stop.
  public let reason: String
}

extension Settings {
  /// All settings with their values, in the order of `Setting.all`.
  public var values: [SettingValue] {
    Setting.all.map { SettingValue(name: $0.name, value: $0.get(self)) }
  }

  /// Sets a setting by its name to a value as a file writes it: durations may have a unit, `ms`
  /// or `s`.
  ///
  /// `tables` are the tables of liblouis that there are; empty: any. Errors: no such setting,
  /// with the nearest name; a value that it cannot have, with those that it can.
  public mutating func set(
    _ name: String, to value: String, tables: Set<String> = []
  ) throws(InvalidSetting) {
    guard let setting = Setting.named(name) else {
      throw InvalidSetting(name: name, reason: "is no setting" + Settings.remedy(for: name))
    }
    switch setting.kind.value(value, tables: tables) {
    case .some(let value): setting.set(&self, value)
    case nil:
      throw InvalidSetting(name: name, reason: "cannot be \(value); \(setting.kind.remedy)")
    }
  }
}

extension Settings {
  /// What to do about a name that is none, if anything is like it.
  ///
  /// To compare is work: nobody means one of ours by what is much longer, and the reader's keys
  /// wait meanwhile.
  private static func remedy(for name: String) -> String {
    let names = Setting.all.map(\.name)
    let longest = names.map(\.utf8.count).max() ?? 0
    guard name.utf8.count <= 2 * longest else { return "" }
    let distances = names.map { (name: $0, distance: editDistance($0, name)) }
    let nearest = distances.min { $0.distance < $1.distance }
    return nearest.map { "; the nearest is \($0.name)" } ?? ""
  }
}

extension Setting.Kind {
  fileprivate func value(_ text: String, tables: Set<String>) -> Setting.Value? {
    switch self {
    case .word(let words): words.contains(text) ? .text(text) : nil
    case .number(let range, let unit): Setting.Kind.number(text, range, unit)
    case .wordOrNumber(let words, let range, let unit):
      words.contains(text) ? .text(text) : Setting.Kind.number(text, range, unit)
    case .list(let words, let presets): Setting.Kind.list(text, words, presets)
    case .text: .text(text)
    case .table: text.isEmpty || tables.isEmpty || tables.contains(text) ? .text(text) : nil
    case .language: Setting.Kind.isLanguage(text) ? .text(text) : nil
    case .languages: Setting.Kind.languages(text, tables)
    }
  }

  private static func number(
    _ text: String, _ range: ClosedRange<Int>, _ unit: String
  ) -> Setting.Value? {
    var digits = Substring(text)
    var factor = 1
    if unit == "ms" {
      if digits.hasSuffix("ms") {
        digits = digits.dropLast(2)
      } else if digits.hasSuffix("s") {
        digits = digits.dropLast()
        factor = 1000
      }
    }
    while digits.last == " " { digits.removeLast() }
    guard let number = Int(digits) else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: factor)
    return !overflow && range.contains(value) ? .number(value) : nil
  }

  private static func list(
    _ text: String, _ words: [String], _ presets: [String: [String]]
  ) -> Setting.Value? {
    if let preset = presets[text] { return .text(preset.joined(separator: " ")) }
    let parts = text.split { $0 == " " || $0 == "," }.map(String.init)
    guard Set(parts).count == parts.count, parts.allSatisfy({ words.contains($0) }) else {
      return nil
    }
    return .text(parts.joined(separator: " "))
  }

  private static func languages(_ text: String, _ tables: Set<String>) -> Setting.Value? {
    let parts = text.split { $0 == " " || $0 == "," }.map(String.init)
    let areRight = parts.allSatisfy { part in
      part.contains(".") ? tables.isEmpty || tables.contains(part) : isLanguage(part)
    }
    let isOnce = Set(parts.map { $0.lowercased() }).count == parts.count
    return areRight && isOnce ? .text(parts.joined(separator: " ")) : nil
  }

  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .word(let words): "one of \(words.joined(separator: ", ")) is"
    case .number(let range, let unit):
      "a number from \(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " ")\(unit) is"
    case .wordOrNumber(let words, let range, let unit):
      "\(words.joined(separator: ", ")) or a number from \(range.lowerBound) to "
        + "\(range.upperBound)\(unit.isEmpty ? "" : " ")\(unit) is"
    case .list(let words, let presets):
      "\(presets.keys.sorted().joined(separator: ", ")), or a list of "
        + "\(words.joined(separator: " ")), each once, is"
    case .text: "a text is"
    case .table: "the name of a table that liblouis has, as en-ueb-g2.ctb, is"
    case .language: "a language as en, de or pt-BR is"
    case .languages: "a list of languages as de, and of tables as en-ueb-g2.ctb, each once, is"
    }
  }
}

/// How many letters have to be put in, left out or replaced to make one word another.
func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right.unicodeScalars)
  var row = Array(0...right.count)
  for (index, scalar) in left.unicodeScalars.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in right.indices {
      let replaced = diagonal + (right[column] == scalar ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
