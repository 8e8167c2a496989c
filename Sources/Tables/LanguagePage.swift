// SPDX-License-Identifier: GPL-3.0-or-later
private import Translation
public import Core

/// The languages with their tables, as lines for people.
public struct LanguagePage: Sendable {
  private let languages: Languages
  private let tables: Set<String>
  private let dictionaries: Set<String>

  /// What `tables/languages.conf` has, read with all names, and the tables and dictionaries that
  /// are installed.
  public init(_ resources: Resources, tables: Set<String>, dictionaries: Set<String>) {
    languages = resources.languages
    self.tables = tables
    self.dictionaries = dictionaries
  }

  /// All languages, a line each, and below them what is missing.
  public var lines: [String] {
    let missing = missing
    return languages.all.compactMap { language in
      languages[language: language].map { tables in
        let uses = uses(of: tables).map { "\($0.use) \(told($0.table, $0.isDictionary))" }
        return "\(language) \(tables.name ?? ""): \(uses.joined(separator: ", "))"
      }
    } + (missing.isEmpty ? [] : [remedy(missing)])
  }

  /// The names of tables that languages have and that are not installed.
  public var missing: [String] {
    let all = languages.all.compactMap { languages[language: $0] }.flatMap { uses(of: $0) }
    return Set(all.filter { !isThere($0.table, $0.isDictionary) }.map(\.table)).sorted()
  }

  /// The tables of a language, a line each; nil if neither it nor a wider one has any.
  ///
  /// `titles` are what tables say of themselves, `others` those that are for this language besides.
  public func lines(
    for language: String, titles: (String) -> String, others: [String]
  ) -> [String]? {
    guard let found = languages.tables(for: language) else { return nil }
    let key = languages.all.filter { languages[language: $0] == found }
      .first { language.lowercased().hasPrefix($0) }
    var lines = ["\(language): \(found.name ?? "")"]
    if let key, key != language.lowercased() {
      lines = ["\(language): as \(key), \(found.name ?? "")"]
    }
    let uses = uses(of: found)
    for use in LanguagePage.allUses {
      guard let (_, table, isDictionary) = uses.first(where: { $0.use == use }) else {
        lines.append("\(use): none")
        continue
      }
      let title = isDictionary ? "" : titles(table)
      lines.append(
        "\(use): \(told(table, isDictionary))\(title.isEmpty ? "" : ", \(title)")")
    }
    let mine = Set(uses.map(\.table))
    for table in others where !mine.contains(table) {
      lines.append("also installed: \(table), \(titles(table))")
    }
    lines.append("to read by them: braillectl settings braille.language=\(language)")
    if lines.contains(where: { $0.hasPrefix("also installed") }) {
      lines.append("to read by another one: braillectl settings braille.table=NAME")
    }
    let missing = uses.filter { !isThere($0.table, $0.isDictionary) }.map(\.table)
    return missing.isEmpty ? lines : lines + [remedy(missing)]
  }

  private static let allUses = [
    "contracted", "uncontracted", "computer", "input", "contractedInput", "hyphenation",
  ]

  private func uses(
    of tables: Languages.Tables
  ) -> [(use: String, table: String, isDictionary: Bool)] {
    let all = [
      tables.contracted, tables.uncontracted, tables.computer, tables.input,
      tables.contractedInput, tables.hyphenation,
    ]
    return zip(LanguagePage.allUses, all).compactMap { use, table in
      table.map { (use, $0.name, use == "hyphenation") }
    }
  }

  private func isThere(_ table: String, _ isDictionary: Bool) -> Bool {
    (isDictionary ? dictionaries : tables).contains(table)
  }

  private func told(_ table: String, _ isDictionary: Bool) -> String {
    isThere(table, isDictionary) ? table : "\(table) (missing)"
  }

  private func remedy(_ missing: [String]) -> String {
    "missing: \(missing.joined(separator: ", ")); install liblouis-data, or name others in "
      + "tables/languages.conf"
  }
}
