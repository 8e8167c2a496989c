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

  /// A reason why a setting cannot be what was asked.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

extension Settings {
  /// All settings with their values, in the order of `Setting.all`.
  public var values: [SettingValue] {
    Setting.all.map { SettingValue(name: $0.name, value: $0.get(self)) }
  }

  /// Sets a setting by its name to a value as a file writes it: durations may have a unit, `ms`
  /// or `s`.
  ///
  /// `tables` are the tables of liblouis that there are; empty: any. Errors: no such setting; a
  /// value that it cannot have; both with what is nearest, or what there is.
  public mutating func set(
    _ name: String, to value: String, tables: Set<String> = []
  ) throws(InvalidSetting) {
    guard let setting = Setting.named(name) else {
      throw InvalidSetting(name: name, reason: "is no setting; \(Setting.remedy(for: name))")
    }
    switch setting.kind.value(value, tables: tables) {
    case .some(let value): setting.set(&self, value)
    case nil:
      let shown = value.isEmpty ? "empty" : value.count > 80 ? value.prefix(80) + "…" : value
      let remedy = setting.kind.remedy(for: value, tables: tables)
      throw InvalidSetting(name: name, reason: "cannot be \(shown); \(remedy)")
    }
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

  static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
