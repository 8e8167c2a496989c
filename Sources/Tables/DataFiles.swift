// SPDX-License-Identifier: GPL-3.0-or-later
public import Commands
public import Core
private import Presentation
private import Spelling
private import Translation

/// Reads words, keys, languages, substitutes and names; what is wrong in them is collected.
public struct DataFiles: Sendable {
  /// What was read.
  public internal(set) var resources = Resources()
  /// The keys of a terminal's keyboard, by their names.
  public private(set) var terminalKeys: [String: KeyPress] = [:]
  /// What is wrong, in the order in which it was found.
  public internal(set) var findings: [Finding] = []

  /// The dictionaries that a language may name; empty: all.
  private var dictionaries: Set<String> = []

  /// The presets that others are read over, by the names of these, with the place that says so.
  var presetsBelow: [String: (name: String, place: Finding)] = [:]

  /// Nothing is read yet.
  public init() {}

  /// The tables of liblouis that there are, and its dictionaries of where words may be parted.
  public mutating func setTables(_ names: Set<String>, dictionaries: Set<String> = []) {
    resources.tables = names
    self.dictionaries = dictionaries
  }

  /// Notes that something is wrong.
  mutating func note(_ finding: Finding) {
    findings.append(finding)
  }

  /// Reads a file of words over those that are there already.
  public mutating func readWords(_ file: IniFile, language: String) {
    findings += file.findings
    let key = language.lowercased()
    var words = resources.words[key] ?? Words(language: language)
    for entry in file.entries {
      guard let section = Words.Section(rawValue: entry.section) else {
        let sections = Words.Section.allCases.map(\.rawValue)
        noteSection(file, entry, among: sections)
        continue
      }
      guard DataFiles.isName(entry.name, of: section) else {
        let names = DataFiles.names(of: section)
        let remedy = nearestName(to: entry.name, among: names).map { "; did you mean \($0)?" } ?? ""
        note(file, entry, "\(entry.name) is no name of [\(entry.section)]\(remedy)")
        continue
      }
      words.set(entry.value, for: entry.name, in: section)
    }
    resources.words[key] = words
  }

  private static func isName(_ name: String, of section: Words.Section) -> Bool {
    if section == .actions { return Action(parsing: name)?.description == name }
    if section == .settings {
      // What stands for values of several settings has no setting before it.
      return !name.contains(".")
        || Setting.all.contains { name == $0.name || name.hasPrefix($0.name + ".") }
    }
    let known = names(of: section)
    return known.isEmpty || known.contains(name)
  }

  /// The names that a section of a file of words can have; none if it can have others.
  private static func names(of section: Words.Section) -> [String] {
    switch section {
    case .actions: Action.names
    case .settings: Setting.all.map(\.name)
    default: Words.required(section)
    }
  }

  /// Notes what a language has no words for, in the file that comes with brailled; a style
  /// of a language (`-x-`) need not have all.
  mutating func checkWords(_ language: String, file: String) {
    guard !language.contains("-x-"), let words = resources.words[language.lowercased()] else {
      return
    }
    let missing = words.missing(from: resources.words["en"] ?? words)
    guard !missing.isEmpty else { return }
    let names = missing.map { "\($0.name) of [\($0.section)]" }.joined(separator: ", ")
    note(Finding(file: file, reason: "has no words for \(names); add them"))
  }

  /// Reads which keys of a terminal's keyboard are which keys of a display.
  public mutating func readTerminalKeys(_ file: IniFile) {
    findings += file.findings
    for entry in file.entries {
      if let press = key(named: entry.value, entry, file) { terminalKeys[entry.name] = press }
    }
  }

  /// Reads which tables each language has.
  public mutating func readLanguages(_ file: IniFile) {
    findings += file.findings
    for entry in file.entries {
      var tables = resources.languages[language: entry.section] ?? Languages.Tables()
      switch entry.name {
      case "words": tables.words = entry.value.lowercased()
      case "name": tables.name = entry.value
      case "hyphenation":
        guard liblouisHas("dictionary", among: dictionaries, file, entry) else { continue }
        tables.hyphenation = TableName(entry.value)
      default:
        guard let table = DataFiles.tablesOfLanguages[entry.name] else {
          let names = ["name", "words", "hyphenation"] + DataFiles.tablesOfLanguages.keys.sorted()
          let remedy = remedy(for: entry.name, among: names)
          note(file, entry, "\(entry.name) is no name of a language's; \(remedy)")
          continue
        }
        guard liblouisHas("table", among: resources.tables, file, entry) else { continue }
        tables[keyPath: table] = TableName(entry.value)
      }
      resources.languages[language: entry.section] = tables
    }
  }

  private static let tablesOfLanguages:
    [String: any WritableKeyPath<Languages.Tables, TableName?> & Sendable] = [
      "contracted": \.contracted, "uncontracted": \.uncontracted, "computer": \.computer,
      "input": \.input, "contractedInput": \.contractedInput,
    ]

  /// Whether liblouis has the file that an entry names; if not, that is noted.
  private mutating func liblouisHas(
    _ kind: String, among known: Set<String>, _ file: IniFile, _ entry: IniFile.Entry
  ) -> Bool {
    if known.isEmpty || known.contains(entry.value) { return true }
    let remedy = nearestName(to: entry.value, among: known.sorted())
    note(
      file, entry,
      "liblouis has no \(kind) \(entry.value)" + (remedy.map { "; did you mean \($0)?" } ?? ""))
    return false
  }

  /// Reads what stands for characters that a table does not know.
  public mutating func readSubstitutes(_ file: IniFile) {
    findings += file.findings
    for entry in file.entries {
      guard let scalar = DataFiles.scalar(entry.name) else {
        note(file, entry, "\(entry.name) is no character; write it as U+2013")
        continue
      }
      let text = DataFiles.scalar(entry.value).map { String($0) } ?? entry.value
      resources.substitutes.add(text, for: scalar)
    }
  }

  /// Takes a file of names over those that are there already, as it is (`NamesFile`).
  public mutating func takeNames(_ bytes: [UInt8], language: String) {
    let names = CharacterNames(file: bytes)
    let key = language.lowercased()
    resources.names[key] = resources.names[key].map { names.or($0) } ?? names
  }

  private static func scalar(_ text: String) -> Unicode.Scalar? {
    guard text.hasPrefix("U+"), let code = UInt32(text.dropFirst(2), radix: 16) else { return nil }
    return Unicode.Scalar(code)
  }

  /// Notes that a section of a file is none of those that there are.
  mutating func noteSection(_ file: IniFile, _ entry: IniFile.Entry, among sections: [String]) {
    let remedy = remedy(for: "[\(entry.section)]", among: sections.map { "[\($0)]" })
    note(file, entry, "there is no section [\(entry.section)]; \(remedy)")
  }

  mutating func note(_ file: IniFile, _ entry: IniFile.Entry, _ reason: String) {
    findings.append(Finding(file: file.path, line: entry.line, reason: reason))
  }
}
