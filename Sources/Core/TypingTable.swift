// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements
import Presentation
import Translation
import Typing

/// By which table what is typed is read.
struct TypingTable: Equatable, Sendable {
  var table: TableName
  /// Whether it is read word by word.
  var isContracted: Bool
  /// Whether each cell is a character by itself.
  var hasEightDots = false
}

extension Engine {
  /// How what is typed in an element is read.
  ///
  /// What is never contracted when it is read is not when it is written either: addresses, code,
  /// terminals, secrets.
  func typing(in element: Element) -> TypingTable {
    let tables = typedTables
    guard element.isProtected || element.isNeverContracted else {
      return tables.table(typingMode)
    }
    return tables.table(typingMode == .computer ? .computer : .uncontracted)
  }

  /// How what is typed is read where anything may be.
  var typingMode: BrailleMode {
    switch settings.typingMode {
    case .asRead: readMode
    case .contracted: typedTables.contracted == nil ? .uncontracted : .contracted
    case .uncontracted: .uncontracted
    case .computer: .computer
    }
  }

  /// How braille is read; a table that was chosen by name is what its languages have it for.
  private var readMode: BrailleMode {
    if !settings.inputTable.isEmpty {
      return mode(ofInput: TableName(settings.inputTable))
    }
    guard !settings.table.isEmpty else { return settings.mode }
    return resources.languages.mode(of: TableName(settings.table)) ?? settings.mode
  }

  /// How a table reads that was chosen for what is typed.
  ///
  /// One that no language has is for what the reader wants to type by it.
  private func mode(ofInput table: TableName) -> BrailleMode {
    if table == BackTranslation.unicode { return .uncontracted }
    if let mode = resources.languages.mode(of: table) { return mode }
    switch settings.typingMode {
    case .asRead: return settings.mode
    case .contracted: return .contracted
    case .uncontracted: return .uncontracted
    case .computer: return .computer
    }
  }

  /// The tables that what is typed can be read by.
  private var typedTables: TypedTables {
    let languages = resources.languages
    let own = languages.tables(for: settings.language) ?? languages.tables(for: "en")
    var tables = TypedTables(
      contracted: own?.contractedInput, uncontracted: own?.input ?? own?.table(.uncontracted),
      computer: own?.computer)
    if settings.inputTable.isEmpty {
      // A table that is read by name is typed by it, too, if it can be.
      guard !settings.table.isEmpty else { return tables }
      let table = TableName(settings.table)
      switch languages.mode(of: table) {
      case .contracted? where languages.canBeTyped(table): tables.contracted = table
      case .uncontracted?: tables.uncontracted = table
      case .computer?: tables.computer = table
      default: break
      }
      return tables
    }
    let table = TableName(settings.inputTable)
    switch mode(ofInput: table) {
    case .contracted:
      tables.contracted = table
      tables.uncontracted = languages.uncontracted(for: table) ?? tables.uncontracted
    case .computer: tables.computer = table
    case .uncontracted: tables.uncontracted = table
    }
    return tables
  }

  /// The next way of typing that the reader's tables have.
  mutating func nextTypingMode() {
    let all: [(mode: BrailleMode, setting: Settings.TypingMode, answer: Answer)] = [
      (.contracted, .contracted, .contracted), (.uncontracted, .uncontracted, .uncontracted),
      (.computer, .computer, .computerBraille),
    ]
    let tables = typedTables
    let offered = all.filter { tables.has($0.mode) }
    let place = offered.firstIndex { $0.mode == typingMode } ?? offered.count - 1
    guard let next = offered.element(at: (place + 1) % max(1, offered.count)) else {
      tell(.notAvailable)
      return
    }
    settings.typingMode = next.setting
    tell("\(words.setting("typing.mode")): \(words.answer(next.answer))")
  }
}

/// The tables that what is typed can be read by.
private struct TypedTables {
  var contracted: TableName?
  var uncontracted: TableName?
  var computer: TableName?

  func has(_ mode: BrailleMode) -> Bool {
    switch mode {
    case .contracted: contracted != nil
    case .uncontracted: uncontracted != nil
    case .computer: computer != nil
    }
  }

  func table(_ mode: BrailleMode) -> TypingTable {
    if mode == .contracted, let contracted {
      return TypingTable(table: contracted, isContracted: true)
    }
    let table = mode == .computer ? computer ?? uncontracted : uncontracted ?? computer
    return TypingTable(
      table: table ?? TableName("en-us-comp8.ctb"), isContracted: false,
      hasEightDots: table == computer || table == nil || table == BackTranslation.unicode)
  }
}
