// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation

/// What the reader does with the display itself, whatever the program.
extension Engine {
  /// Contracted braille or uncontracted.
  mutating func contract(_ key: KeyPress.Key) {
    // A table that was chosen by name is what it is.
    guard settings.table.isEmpty else {
      tell(.notAvailable)
      return
    }
    let isContracted = key.wants(settings.mode != .contracted)
    var new = settings
    new.mode = isContracted ? .contracted : .uncontracted
    if new != settings { apply(new) }
    tell(isContracted ? .contracted : .uncontracted)
  }

  /// Takes another of the reader's favourites: a language with its tables, or a table.
  mutating func chooseFavourite(_ direction: Command.Direction) {
    guard !favourites.isEmpty else {
      tell(.notAvailable)
      return
    }
    let name = take(direction, among: favourites)
    tell(name)
  }

  /// The languages and tables that the reader likes to have at hand.
  private var favourites: [String] {
    settings.favourites.split(separator: " ").map(String.init).filter {
      $0.contains(".") || resources.languages.tables(for: $0) != nil
    }
  }

  /// What the menu goes through: the reader's favourites, else all languages that brailled itself
  /// has words in.
  var readerTables: [String] {
    let favourites = favourites
    guard favourites.isEmpty else { return favourites }
    return resources.words.values.map(\.language).sorted().filter {
      !$0.contains("-x-") && resources.languages.tables(for: $0) != nil
    }
  }

  /// Takes the next of the languages and tables that the menu goes through, or the one before.
  mutating func takeTable(_ direction: Command.Direction) {
    _ = take(direction, among: readerTables)
  }

  /// Takes another language with its tables, or a table; gives what its readers call it.
  private mutating func take(
    _ direction: Command.Direction, among choices: [String]
  ) -> String {
    let now = settings.table.isEmpty ? settings.language : settings.table
    // Who has none of them begins with the first, or the last.
    let step = direction == .next ? 1 : choices.count - 1
    let place = choices.firstIndex { $0.lowercased() == now.lowercased() }
    let start = place ?? (direction == .next ? choices.count - 1 : 0)
    let choice = choices[(start + step) % choices.count]
    var new = settings
    var name: String?
    if choice.contains(".") {
      new.table = choice
    } else {
      new.table = ""
      new.language = choice
      name = resources.languages.tables(for: choice)?.name
    }
    if new != settings { apply(new) }
    return name ?? choice
  }

  /// Lets the display follow the caret, or stay where the reader has it.
  mutating func follow(_ key: KeyPress.Key) {
    let isToFollow = key.wants(settings.follow == .off)
    var new = settings
    new.follow = isToFollow ? .on : .off
    if new != settings { apply(new) }
    if isToFollow, let shown { programs[shown]?.content?.reading.wantCaret() }
    tell(isToFollow ? .followOn : .followOff)
  }

  /// Keeps what is shown although it changes, or lets it change again.
  mutating func freeze(_ key: KeyPress.Key, _ id: ProgramID, _ content: Content) {
    let isToFreeze = key.wants(frozen == nil)
    guard isToFreeze != (frozen != nil) else {
      tell(isToFreeze ? .frozen : .thawed)
      return
    }
    frozen = isToFreeze ? Frozen(program: id, content: content) : nil
    tell(isToFreeze ? .frozen : .thawed)
  }

  /// Says what character stands in a cell: itself, its name as readers know it or in Unicode, its
  /// code points.
  mutating func describe(_ key: KeyPress.Key, on frame: Frame?, of id: ProgramID) {
    guard case .command(_, let cell, _) = key,
      let cell = settings.statusArea.contentCell(
        of: CellOffset(cell), content: style.size, on: fullSize),
      let character = character(at: cell, on: frame, of: id)
    else {
      tell(.notAvailable)
      return
    }
    let codes = character.unicodeScalars.map { scalar in
      let code = String(scalar.value, radix: 16, uppercase: true)
      return "U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)"
    }
    if let name = resources.names(for: settings.language).name(of: character.unicodeScalars) {
      tell("\(character) \(name) \(codes.joined(separator: " "))", for: .seconds(4))
      return
    }
    let names = zip(character.unicodeScalars, codes).map { scalar, code in
      "\((scalar.properties.name ?? scalar.properties.nameAlias ?? "").lowercased()) \(code)"
    }
    tell("\(character) \(names.joined(separator: ", "))", for: .seconds(4))
  }

  /// The character in a cell of what the finger felt: a message, which takes the last row, or the
  /// content.
  private mutating func character(
    at cell: CellOffset, on frame: Frame?, of id: ProgramID
  ) -> Character? {
    let lastRow = (style.size.rows - 1) * style.size.columns
    if frame?.kind == .message, cell.value >= lastRow {
      var reading = messages.shown?.reading
      return reading?.character(at: CellOffset(cell.value - lastRow), oneRow, &translator)
    }
    var reading = frozen?.content.reading ?? programs[id]?.content?.reading
    return reading?.character(at: cell, style, &translator)
  }
}

/// What is kept on the display although it changes.
struct Frozen: Sendable {
  var program: ProgramID
  var content: Content
}

extension KeyPress.Key {
  /// Whether a key that may say on or off switches on; `flipped` is what it does else.
  func wants(_ flipped: Bool) -> Bool {
    guard case .command(_, _, let toggle) = self else { return flipped }
    return toggle == .flip ? flipped : toggle == .on
  }
}
