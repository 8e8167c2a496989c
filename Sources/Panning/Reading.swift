// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Elements
public import Presentation
public import Translation

/// How a passage is laid on a display.
public struct ReadingStyle: Equatable, Sendable {
  /// How lines become braille.
  public var translation: LineTranslation
  /// How lines are cut into rows.
  public var wrap: Wrap
  /// The display.
  public var size: DisplaySize
  /// The dots of the caret; blank hides it.
  public var cursor: Cell
  /// The dots under what is selected; blank hides it.
  public var selection: Cell
  /// The dots under what is marked among others.
  public var mark = Cell.dots78
  /// Whether marks stand over the letters, because there are no dots under them: they blink then.
  public var marksCover = false
  /// Whether the viewport goes where the caret goes.
  public var followsCaret: Bool

  /// A way to lay passages on a display.
  public init(
    translation: LineTranslation, wrap: Wrap, size: DisplaySize, cursor: Cell,
    selection: Cell = .dots78, followsCaret: Bool = true
  ) {
    self.followsCaret = followsCaret
    self.translation = translation
    self.wrap = wrap
    self.size = size
    self.cursor = cursor
    self.selection = selection
  }
}

/// A passage that is being read: its lines in braille, and the part of them that is shown.
///
/// Lines are translated when they come into sight, and kept. What only changes the passage
/// translates nothing: the viewport finds its place when it is next looked at.
public struct Reading: Sendable {
  /// What is read.
  public private(set) var passage: Passage
  /// The caret and the selection in the passage's text.
  public private(set) var marks: Marks
  /// Whether the word at the caret is spelled out (behaviour T2).
  public private(set) var spellsWord: Bool
  /// Whether the caret was in sight when the display was last laid out; true without a caret.
  public internal(set) var sawCaret = true
  /// Where the part that is shown starts.
  var viewport = Viewport()
  var lines: [Int: TranslatedLine] = [:]
  var syllables = Syllables()
  /// The columns of a table; nil until they have been measured.
  var columns: TableColumns?
  /// Where the display was among the same neighbours before.
  var kept: Place?
  /// What stands under the first cell, if that has to be found again.
  var anchor: Anchor?
  /// Where the viewport is to be put; nil where it is.
  var placement: Placement?

  /// Where the viewport is to be put when it is next looked at.
  public enum Placement: Equatable, Sendable {
    /// At the start, or at a caret that is not in the first window (behaviour V2).
    case start
    /// At the element itself, behind its context (L3).
    case element
    /// The same, but at the start where the element fits on the display with its context.
    case longElement
    /// At the start, wherever the caret is.
    case top
    /// At the last rows (V1).
    case tail
    /// At this place in the text, or behind the blanks there.
    case from(TextOffset)
    /// At the rows before this place in the text.
    case before(TextOffset)
    /// Where it is, moved as little as it takes to have the caret in sight.
    case caret
  }

  /// The caret and the selection in a text.
  public struct Marks: Equatable, Sendable {
    /// Where the next character goes; nil where the text has no caret.
    public var caret: TextOffset?
    /// Where it is in what is typed: the number of the open word's scalars before it, below 0 before
    /// the word; nil: it is not there.
    public var pending: Int?
    /// The selected scalars.
    public var selection: Range<TextOffset>?

    /// The marks of a text.
    public init(of text: TextContent?) {
      caret = text?.caret
      selection = text?.selection
    }
  }

  /// A place in a passage: a cell of one of its lines.
  struct Viewport: Equatable, Comparable, Sendable {
    var line = 0
    var start = CellOffset.zero

    static func < (left: Viewport, right: Viewport) -> Bool {
      (left.line, left.start) < (right.line, right.start)
    }
  }

  /// A place among neighbours: what is in the first row, how far to the right, and the columns of
  /// a table.
  public struct Place: Equatable, Sendable {
    var member: String
    var start: CellOffset
    var columns: TableColumns?
  }

  /// A passage that is read from a place on.
  ///
  /// Among neighbours the display stays where it was (`kept`) as far as it can.
  public init(
    _ passage: Passage, marks: Marks = Marks(of: nil), spellsWord: Bool = false,
    from placement: Placement = .start, keeping kept: Place? = nil
  ) {
    self.kept = kept
    self.passage = passage
    columns = kept?.columns?.carried(to: passage.table)
    self.marks = marks
    self.spellsWord = spellsWord
    self.placement = placement
  }

  /// A line in braille; line numbers from 0 to below `passage.count`.
  mutating func line(
    _ index: Int, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> TranslatedLine {
    if let line = lines[index] { return line }
    let print = passage.line(index)
    var line = style.translation.translate(
      print, spelled: spelledWord.flatMap { print.range(of: $0) }, with: &translator)
    if passage.isGrid {
      line = line.aligned(
        at: passage.isTable ? stops(of: line, style, &translator) : print.stops)
    }
    // What is far from the viewport is not kept: a long text is read a little at a time.
    if lines.count >= 64 { lines = lines.filter { abs($0.key - viewport.line) < 16 } }
    lines[index] = line
    return line
  }

  /// The word that is spelled out, in the passage's text.
  private var spelledWord: Range<TextOffset>? {
    spellsWord ? marks.caret.flatMap { passage.word(at: $0) } : nil
  }

  /// Where a line ends, with the spare cell for a caret behind its last cell: at the end of the
  /// text, or where only what is not shown follows.
  func end(of line: TranslatedLine, _ index: Int) -> CellOffset {
    let hasSpareCell = caretCell(in: line, index)?.value == line.cells.count
    return CellOffset(line.cells.count + (hasSpareCell ? 1 : 0))
  }

  /// The cell of the caret in a line; nil if it is in another one.
  func caretCell(in line: TranslatedLine, _ index: Int) -> CellOffset? {
    guard let caret = marks.caret, passage.lineIndex(of: caret) == index else { return nil }
    if let pending = marks.pending, let cell = line.cell(ofPending: pending) { return cell }
    return line.cell(of: caret)
  }

  mutating func row(
    from start: CellOffset, of line: TranslatedLine, _ index: Int, _ style: ReadingStyle,
    _ translator: inout some Translator
  ) -> Row {
    if passage.isGrid { return gridRow(from: start, of: line, index, style) }
    let end = end(of: line, index)
    let caret = caretCell(in: line, index)
    var row = style.wrap.row(
      of: line, from: start, end: end, columns: style.size.columns, caret: caret
    ) { word in syllables.places(of: word, style.translation, &translator) }
    // A neighbour has one row; what is cut is read by going there (behaviour V4).
    if passage.hasNeighbours, !passage.currentLines.contains(index) {
      row.next = nil
      row.mark = nil
    }
    return row
  }
}

extension Reading {
  /// Whether a part that is shown waits for its own table, or a word for where it may be parted.
  public var isProvisional: Bool {
    syllables.isWaiting || lines.values.contains { $0.isProvisional }
  }

  /// Lets lines be translated again: their table has an answer now, or is another one.
  ///
  /// The text under the first cell stays there (behaviour V2).
  public mutating func retranslate(onlyProvisional: Bool) {
    rememberAnchor()
    // A word of another length moves whole columns.
    let isWhole = !onlyProvisional || passage.isTable
    lines = isWhole ? [:] : lines.filter { !$0.value.isProvisional }
    if onlyProvisional { columns?.forgetProvisional() } else { columns = nil }
    if onlyProvisional { syllables.askAgain() } else { syllables = Syllables() }
  }

  /// Puts another passage in the place of this one, which is of the same element.
  ///
  /// `carry` tells where a place of the old text is in the new one. The text under the first
  /// cell stays there (behaviour V2).
  public mutating func replace(
    _ passage: Passage, marks: Marks, spellsWord: Bool = false,
    carry: (TextOffset) -> TextOffset
  ) {
    let spelled = spelledWord
    self.marks = marks
    self.spellsWord = spellsWord
    guard passage != self.passage else {
      if spelledWord != spelled { respell([spelled, spelledWord].compactMap { $0 }) }
      return
    }
    rememberAnchor()
    if case .text(let place) = anchor { anchor = .text(carry(place)) }
    self.passage = passage
    lines = [:]
    columns = columns?.carried(to: passage.table)
    syllables.prune()
  }

  /// Lets the lines of some words be translated again.
  private mutating func respell(_ words: [Range<TextOffset>]) {
    rememberAnchor()
    for word in words { lines[passage.lineIndex(of: word.lowerBound)] = nil }
  }
}

extension TranslatedLine {
  /// The cell of a place in what is typed; nil if it is not in this line.
  func cell(ofPending place: Int) -> CellOffset? {
    for span in line.spans.reversed() {
      guard case .pending(let start) = span.origin, place >= start else { continue }
      let scalar = span.range.lowerBound + place - start
      guard scalar <= span.range.upperBound else { return nil }
      return scalar < line.scalars.count
        ? map.cell(of: TextOffset(scalar)) : CellOffset(cells.count)
    }
    return nil
  }

  /// The cell of a place in the element's text; nil if it is not in this line.
  func cell(of place: TextOffset) -> CellOffset? {
    if place == line.textEnd { return CellOffset(cells.count) }
    for span in line.spans.reversed() {
      guard case .text(let start) = span.origin else { continue }
      let offset = place - start
      if (0..<span.range.count).contains(offset) {
        return map.cell(of: TextOffset(span.range.lowerBound + offset))
      }
    }
    // Between the end of a line and its break: what ends the line is shown nowhere.
    guard let end = line.textEnd, place > end else { return nil }
    return CellOffset(cells.count)
  }
}
