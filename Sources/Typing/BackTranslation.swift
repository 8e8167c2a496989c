// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Translation

/// Reads typed cells as text: liblouis' back-translation, mended by data where it is known to be
/// wrong.
public struct BackTranslation: Equatable, Sendable {
  /// What is known of a table's wrong readings (tables/typing).
  public var corrections: [TableName: Corrections] = [:]

  /// Reads cells as liblouis does.
  public init() {}

  /// What some cells have come to.
  public struct Reading: Equatable, Sendable {
    /// The text, without control characters.
    public var text: [Unicode.Scalar]
    /// What holds for the cells behind them.
    public var context: Context

    /// A text, and what holds behind it.
    public init(text: [Unicode.Scalar], context: Context) {
      self.text = text
      self.context = context
    }
  }

  /// What has been typed before a word and still holds in it, such as a passage of capitals.
  public struct Context: Equatable, Sendable {
    /// Whether a passage of capitals has begun and not ended (UEB 8.5).
    public var isCapitals = false

    /// Nothing holds.
    public init() {}
  }

  /// The table whose cells are the text: Unicode braille.
  public static let unicode = TableName("unicode-braille.utb")

  /// The text of the cells of a word, without blanks; nil: not known yet.
  ///
  /// `isPartial`: the word goes on in front or behind, so that no cell is read as a whole word;
  /// `beginsWord`: not in front, so that cells that are punctuation there are that, although nothing
  /// is behind them yet.
  public func read(
    _ cells: [Cell], after context: Context = Context(), isPartial: Bool = false,
    beginsWord: Bool = false, in table: TableName, with translator: inout some Translator
  ) -> Reading? {
    if table == BackTranslation.unicode {
      return Reading(text: cells.map(\.scalar), context: context)
    }
    let corrections = self.corrections[table] ?? Corrections()
    if isPartial, beginsWord, let text = corrections.before[cells] {
      return Reading(text: text, context: context)
    }
    let (stretches, context) = corrections.signs.stretches(of: cells, after: context)
    let all = stretches.flatMap(\.cells)
    guard
      let text = corrections.plain(all, isPartial: isPartial, in: table, with: &translator)
    else { return nil }
    guard stretches.contains(where: \.isCapitals) else {
      return Reading(text: text, context: context)
    }
    var parts: [Unicode.Scalar] = []
    var isAllCapitals = true
    for stretch in stretches {
      let part = corrections.plain(stretch.cells, isPartial: true, in: table, with: &translator)
      let alone = corrections.plain(
        stretch.cells, isPartial: isPartial, in: table, with: &translator)
      guard let part, let alone else { return nil }
      if !stretch.isCapitals, alone.contains(where: \.isLetter) { isAllCapitals = false }
      parts += stretch.isCapitals ? part.map(\.capital) : part
    }
    // Signs beside the passage, such as a full stop behind it, are read best with its word.
    return Reading(text: isAllCapitals ? text.map(\.capital) : parts, context: context)
  }
}

extension Corrections {
  /// The text of the cells of a word without a passage of capitals; nil: not known yet.
  fileprivate func plain(
    _ cells: [Cell], isPartial: Bool, in table: TableName, with translator: inout some Translator
  ) -> [Unicode.Scalar]? {
    if !isPartial, let text = word(cells) { return text }
    if let initials = initials(of: cells) {
      return abbreviation(initials, in: table, with: &translator)
    }
    let parts = parted(cells)
    guard let text = word(parts.word, isPartial, in: table, with: &translator) else { return nil }
    return parts.before + text + parts.behind
  }

  /// The letters of an abbreviation such as `e.g.`, each with its sign of a capital; nil for anything
  /// else: nothing in it stands alone, so no cell is a word by itself (UEB 2.6).
  private func initials(of cells: [Cell]) -> [[Cell]]? {
    guard let stop = signs.stop, stop.count == 1 else { return nil }
    let parts = cells.split(separator: stop[0], omittingEmptySubsequences: false).map(Array.init)
    guard parts.count > 2, parts.last?.isEmpty == true else { return nil }
    let letters = parts.dropLast()
    let isAbbreviation = letters.allSatisfy { part in
      let letter = signs.capital.map {
        part.starts(with: $0) ? part.dropFirst($0.count) : part[...]
      }
      return (letter ?? part[...]).count == 1
    }
    return isAbbreviation ? Array(letters) : nil
  }

  private func abbreviation(
    _ letters: [[Cell]], in table: TableName, with translator: inout some Translator
  ) -> [Unicode.Scalar]? {
    var text: [Unicode.Scalar] = []
    for letter in letters {
      guard let read = word(letter, true, in: table, with: &translator) else { return nil }
      text += read + ["."]
    }
    return text
  }

  /// The text of a word without what `before` and `behind` take from it.
  private func word(
    _ cells: [Cell], _ isPartial: Bool, in table: TableName, with translator: inout some Translator
  ) -> [Unicode.Scalar]? {
    guard !cells.isEmpty else { return [] }
    if !isPartial, let text = word(cells) { return text }
    let typed = mended(cells)
    if let text = spelled(typed) { return text }
    guard let read = translator.backTranslate(typed, isPartial: isPartial, in: table) else {
      return nil
    }
    let text = mended(read).filter(\.isText)
    // liblouis forgets the sign of a capital before some contractions.
    guard let sign = signs.capital, cells.starts(with: sign),
      !text.contains(where: { $0 != $0.small })
    else { return text }
    return text.capitalized
  }
}

extension Corrections.Signs {
  /// Cells that are all in a passage of capitals, or all not.
  fileprivate struct Stretch {
    var cells: [Cell] = []
    var isCapitals: Bool
  }

  /// The cells of a word without the signs of passages, and what holds behind them.
  fileprivate func stretches(
    of cells: [Cell], after context: BackTranslation.Context
  ) -> ([Stretch], BackTranslation.Context) {
    var context = context
    var stretches = [Stretch(isCapitals: context.isCapitals)]
    var rest = cells[...]
    while let cell = rest.first {
      if let sign = context.isCapitals ? passageEnd : passage, rest.starts(with: sign) {
        context.isCapitals.toggle()
        rest = rest.dropFirst(sign.count)
        stretches.append(Stretch(isCapitals: context.isCapitals))
      } else {
        stretches[stretches.count - 1].cells.append(cell)
        rest.removeFirst()
      }
    }
    return (stretches.filter { !$0.cells.isEmpty }, context)
  }
}
