// SPDX-License-Identifier: GPL-3.0-or-later

/// How braille is contracted.
public enum BrailleMode: String, CaseIterable, Sendable {
  /// Each letter has its cell.
  case uncontracted
  /// Shortened, as in books.
  case contracted
  /// Eight dots, a cell for each character.
  case computer
}

/// Which tables there are for which language (tables/languages.conf).
public struct Languages: Equatable, Sendable {
  /// The tables of a language.
  public struct Tables: Equatable, Sendable {
    /// For contracted braille.
    public var contracted: TableName?
    /// For uncontracted braille.
    public var uncontracted: TableName?
    /// For computer braille.
    public var computer: TableName?
    /// For braille that is typed without contractions.
    public var input: TableName?
    /// For contracted braille that is typed: a table that translates back.
    public var contractedInput: TableName?
    /// The dictionary of where its words may be parted, which is a part of a table.
    public var hyphenation: TableName?

    /// What its readers call it.
    public var name: String?

    /// The language, in lower case, whose words are said to its readers; nil: its own.
    public var words: String?

    /// None yet.
    public init() {}

    /// The table of a mode, or the nearest that there is.
    public func table(_ mode: BrailleMode) -> TableName? {
      switch mode {
      case .contracted: contracted ?? uncontracted ?? computer
      case .uncontracted: uncontracted ?? computer ?? contracted
      case .computer: computer ?? uncontracted ?? contracted
      }
    }
  }

  private var tables: [String: Tables] = [:]

  /// No language yet.
  public init() {}

  /// The tables of exactly this language.
  public subscript(language language: String) -> Tables? {
    get { tables[language.lowercased()] }
    set { tables[language.lowercased()] = newValue }
  }

  /// The table without contractions that belongs to a table: itself, or that of its language;
  /// nil if no language has it.
  public func uncontracted(for table: TableName) -> TableName? {
    var found: TableName?
    for (_, tables) in self.tables.sorted(by: { $0.key < $1.key }) {
      if tables.uncontracted == table || tables.computer == table { return table }
      if tables.contracted == table, found == nil { found = tables.table(.uncontracted) }
    }
    return found
  }

  /// How a table is used by the languages that have it; nil if none has.
  ///
  /// A table for two modes, as of a language that has no contractions, is for the plainer one.
  public func mode(of table: TableName) -> BrailleMode? {
    var modes: Set<BrailleMode> = []
    for tables in self.tables.values {
      if tables.computer == table { modes.insert(.computer) }
      if tables.uncontracted == table || tables.input == table { modes.insert(.uncontracted) }
      if tables.contracted == table || tables.contractedInput == table { modes.insert(.contracted) }
    }
    return [.computer, .uncontracted, .contracted].first { modes.contains($0) }
  }

  /// Whether contracted braille can be typed by a table.
  public func canBeTyped(_ table: TableName) -> Bool {
    tables.values.contains { $0.contractedInput == table }
  }

  /// All languages that have tables, in order.
  public var all: [String] { tables.keys.sorted() }

  /// The tables of a language in BCP 47, or of the wider language that it belongs to: those of
  /// `en` for `en-GB` (RFC 4647, lookup).
  public func tables(for language: String) -> Tables? {
    var tag = Substring(language.lowercased())
    while true {
      if let found = tables[String(tag)] { return found }
      guard let cut = tag.lastIndex(of: "-") else { return nil }
      tag = tag[..<cut]
    }
  }
}

/// Which table a text gets.
public struct TableChoice: Equatable, Sendable {
  /// The tables by language.
  public let languages: Languages
  /// The reader's language, in BCP 47; also that of texts that name none.
  public var language: String
  /// How the reader has braille.
  public var mode: BrailleMode
  /// The table for the reader's language that was chosen by name.
  public let table: TableName?
  /// The one that goes with it for what is never contracted.
  private let uncontractedTable: TableName?

  /// A choice without a table chosen by name.
  public init(languages: Languages, language: String, mode: BrailleMode, table: TableName? = nil) {
    self.languages = languages
    self.language = language
    self.mode = mode
    self.table = table
    uncontractedTable = table.flatMap { languages.uncontracted(for: $0) }
  }

  /// Whether a language is the reader's, or the wider one that it belongs to: `zh` for a reader
  /// of `zh-TW`.
  private func isReaders(_ other: String) -> Bool {
    let (mine, other) = (language.lowercased(), other.lowercased())
    return mine == other || mine.hasPrefix(other + "-")
  }

  /// The table for a text.
  ///
  /// A table chosen by name is for the reader's own language only. A language without tables
  /// is read with those of the reader's language, and that with English ones.
  public func table(for language: String?, uncontracted: Bool = false) -> TableName {
    let isReaders = language.map { self.isReaders($0) } ?? true
    if isReaders, let table {
      if !uncontracted { return table }
      if let uncontractedTable { return uncontractedTable }
    }
    let mode = uncontracted && self.mode == .contracted ? .uncontracted : self.mode
    let other = isReaders ? nil : language
    return other.flatMap { languages.tables(for: $0)?.table(mode) }
      ?? languages.tables(for: self.language)?.table(mode)
      ?? languages.tables(for: "en")?.table(mode)
      ?? TableName("en-us-comp8.ctb")
  }

  /// The table that parts the words of a language: one of its own with its dictionary.
  ///
  /// Nil if it has none: words are not parted by the dictionary of another language.
  public func hyphenation(for language: String?) -> TableName? {
    guard let tables = languages.tables(for: language ?? self.language),
      let dictionary = tables.hyphenation, let table = tables.table(.uncontracted)
    else { return nil }
    return TableName("\(table.name),\(dictionary.name)")
  }
}
