// SPDX-License-Identifier: GPL-3.0-or-later
import Spelling

/// What is told to somebody who wrote a setting wrong.
extension Setting {
  /// The section of the configuration file that it is in: `braille`.
  public var section: String { Setting.parts(of: name).section }

  /// What it is called in that section: `mode`.
  public var key: String { Setting.parts(of: name).key }

  /// The sections of the configuration file, in the order in which the settings are listed.
  public static let sections: [String] = all.map(\.section).reduce(into: []) { sections, section in
    if !sections.contains(section) { sections.append(section) }
  }

  private static func parts(of name: String) -> (section: String, key: String) {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : ("", name)
  }

  /// What to write in the place of a name that no setting has.
  static func remedy(for name: String) -> String {
    if let nearest = nearest(to: name) { return "did you mean \(nearest)?" }
    let section = parts(of: name).section
    guard sections.contains(section) else {
      return "the sections are \(sections.joined(separator: ", "))"
    }
    let keys = all.filter { $0.section == section }.map(\.key)
    return "[\(section)] has \(keys.joined(separator: ", "))"
  }

  /// The name that was probably meant; nil if none is near.
  ///
  /// Section and name are each looked at by themselves, so that what is in a section is near to
  /// nothing in another one; but a name that is right is near to itself in another section.
  private static func nearest(to name: String) -> String? {
    let (section, key) = parts(of: name)
    let near = all.compactMap { setting -> (name: String, slips: Int)? in
      guard let ofSection = spellingDistance(of: section, from: setting.section),
        let ofKey = spellingDistance(of: key, from: setting.key)
      else { return nil }
      return (setting.name, ofSection + ofKey)
    }
    return near.min { $0.slips < $1.slips }?.name
      ?? all.first { $0.key == key }?.name
      ?? (section.isEmpty ? nearestName(to: name, among: all.map(\.name)) : nil)
  }
}

extension Setting.Kind {
  /// What to write in the place of a value that it does not take.
  func remedy(for value: String, tables: Set<String>) -> String {
    guard let nearest = nearest(to: value, tables: tables) else { return "it can be \(range)" }
    switch self {
    // There are hundreds of these.
    case .table, .language, .languages: return "did you mean \(nearest)?"
    case .word, .number, .wordOrNumber, .list, .text:
      return "did you mean \(nearest)? It can be \(range)"
    }
  }

  /// What was probably meant; nil if nothing is near.
  private func nearest(to value: String, tables: Set<String>) -> String? {
    switch self {
    case .word(let words), .wordOrNumber(let words, _, _):
      nearestName(to: value, among: words)
    case .list(let words, let presets):
      nearest(ofNoneAmong: words, in: value, presets.keys.sorted() + words)
    case .table: nearestName(to: value, among: tables.sorted())
    case .language: Setting.Kind.language(of: value)
    case .languages: Setting.Kind.nearest(ofNoneIn: value, tables.sorted())
    case .number, .text: nil
    }
  }

  private func nearest(
    ofNoneAmong words: [String], in value: String, _ names: [String]
  ) -> String? {
    let parts = value.split { $0 == " " || $0 == "," }.map(String.init)
    return parts.first { !words.contains($0) }.flatMap { nearestName(to: $0, among: names) }
  }

  private static func nearest(ofNoneIn value: String, _ tables: [String]) -> String? {
    let wrong = value.split { $0 == " " || $0 == "," }.map(String.init).first { part in
      part.contains(".") ? !tables.contains(part) : !isLanguage(part)
    }
    return wrong.flatMap { nearestName(to: $0, among: tables) ?? language(of: $0) }
  }

  /// The language that a locale's name stands for: `de-DE` of `de_DE.UTF-8`; nil for what is none.
  private static func language(of locale: String) -> String? {
    let name = String(locale.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
    return name != locale && isLanguage(name) ? name : nil
  }

  /// What it takes, as a list or a range.
  private var range: String {
    switch self {
    case .word(let words): Setting.Kind.list(words)
    case .number(let range, let unit): Setting.Kind.number(range, unit)
    case .wordOrNumber(let words, let range, let unit):
      "\(Setting.Kind.list(words)), or \(Setting.Kind.number(range, unit))"
    case .list(let words, let presets):
      "\(presets.keys.sorted().joined(separator: ", ")), or a list of "
        + "\(words.joined(separator: " ")), each once"
    case .text: "any text"
    case .table: "empty, or the name of a table that liblouis has, as en-ueb-g2.ctb"
    case .language: "a language, as en, de or pt-BR"
    case .languages: "a list of languages, as de, and of tables, as en-ueb-g2.ctb, each once"
    }
  }

  private static func list(_ words: [String]) -> String {
    words.map { $0.isEmpty ? "empty" : $0 }.joined(separator: ", ")
  }

  private static func number(_ range: ClosedRange<Int>, _ unit: String) -> String {
    "a number from \(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " ")\(unit)"
  }
}
