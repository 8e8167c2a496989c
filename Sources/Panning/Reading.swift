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
  /// Whether the viewport goes where the caret goes.
  public var followsCaret: Bool

  /// A way to lay passages on a display.
  public init(
    translation: LineTranslation, wrap: Wrap, size: DisplaySize, cursor: Cell,
    followsCaret: Bool = true
  ) {
    self.followsCaret = followsCaret
    self.translation = translation
    self.wrap = wrap
    self.size = size
    self.cursor = cursor
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
  private var anchor: Anchor?
  private var placement: Placement?

  /// Where the viewport is to be put when it is next looked at.
  public enum Placement: Equatable, Sendable {
    /// At the start, or at a caret that is not in the first window (behaviour V2).
    case start
    /// At the element itself, if its context makes it too long for the display (L3).
    case element
    /// At the last rows (V1).
    case tail
    /// Where it is, moved as little as it takes to have the caret in sight.
    case caret
  }

  /// The caret and the selection in a text.
  public struct Marks: Equatable, Sendable {
    /// Where the next character goes; nil where the text has no caret.
    public var caret: TextOffset?
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

  /// What stands under the first cell, to be found again in other words or by another table.
  private enum Anchor: Equatable {
    case lineStart(Int)
    case part(Part, Int)
    case context(Int, Int)
    case member(String, Int)
    case text(TextOffset)
  }

  /// A passage that is read from a place on.
  public init(
    _ passage: Passage, marks: Marks = Marks(of: nil), spellsWord: Bool = false,
    from placement: Placement = .start
  ) {
    self.passage = passage
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
    let line = style.translation.translate(
      print, spelled: spelledWord.flatMap { print.range(of: $0) }, with: &translator)
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
    return line.cell(of: caret)
  }

  func row(
    from start: CellOffset, of line: TranslatedLine, _ index: Int, _ style: ReadingStyle
  ) -> Row {
    style.wrap.row(
      of: line, from: start, end: end(of: line, index), columns: style.size.columns,
      caret: caretCell(in: line, index))
  }
}

extension Reading {
  /// Whether a part that is shown waits for its own table.
  public var isProvisional: Bool { lines.values.contains { $0.isProvisional } }

  /// Lets lines be translated again: their table has an answer now, or is another one.
  ///
  /// The text under the first cell stays there (behaviour V2).
  public mutating func retranslate(onlyProvisional: Bool) {
    rememberAnchor()
    lines = onlyProvisional ? lines.filter { !$0.value.isProvisional } : [:]
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
  }

  /// Lets the lines of some words be translated again.
  private mutating func respell(_ words: [Range<TextOffset>]) {
    rememberAnchor()
    for word in words { lines[passage.lineIndex(of: word.lowerBound)] = nil }
  }

  /// Asks for the caret to be in sight when the display is next laid out.
  public mutating func wantCaret() {
    if placement == nil { placement = .caret }
  }

  /// Puts the viewport where it belongs, if anything has happened to it.
  mutating func settle(_ style: ReadingStyle, _ translator: inout some Translator) {
    restoreAnchor(style, &translator)
    guard let placement else { return }
    self.placement = nil
    switch placement {
    case .start where !style.followsCaret, .caret where !style.followsCaret:
      break
    case .start:
      followCaret(isNew: true, style, &translator)
    case .element:
      skipContext(style, &translator)
      if style.followsCaret { followCaret(isNew: true, style, &translator) }
    case .tail:
      panToTail(style, &translator)
    case .caret:
      followCaret(isNew: false, style, &translator)
    }
  }

  /// Starts at the element itself if the line does not fit on the display.
  private mutating func skipContext(_ style: ReadingStyle, _ translator: inout some Translator) {
    let line = line(0, style, &translator)
    guard line.cells.count > style.size.count,
      let span = line.line.spans.first(where: { $0.origin.isElement })
    else { return }
    viewport.start = line.map.groupStart(line.map.cell(of: TextOffset(span.range.lowerBound)))
  }

  private mutating func rememberAnchor() {
    // What was not looked at since the last change has its anchor still.
    guard anchor == nil, placement == nil || placement == .caret else { return }
    guard viewport.start != .zero else {
      anchor = .lineStart(viewport.line)
      // The line that is shown first stays so, also when lines before it come or go.
      if viewport.line > 0, let line = lines[viewport.line],
        let span = line.line.spans.first, case .text(let place) = span.origin
      {
        anchor = .text(place)
      }
      return
    }
    guard let line = lines[viewport.line] else { return }
    let scalar = line.map.scalar(of: viewport.start)
    guard let span = line.line.span(at: scalar) else { return }
    let offset = scalar.value - span.range.lowerBound
    switch span.origin {
    case .part(let part): anchor = .part(part, offset)
    case .context(let index): anchor = .context(index, offset)
    case .text(let place): anchor = .text(place + offset)
    case .mark(let place): anchor = .text(place)
    case .member(let id): anchor = .member(id, offset)
    case .gap: anchor = .lineStart(viewport.line)
    }
  }

  private mutating func restoreAnchor(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    guard let anchor else { return }
    self.anchor = nil
    switch anchor {
    case .lineStart(let line):
      viewport = Viewport(line: min(line, passage.count - 1))
    case .text(let place):
      let index = passage.lineIndex(of: place)
      let line = line(index, style, &translator)
      let cell = line.cell(of: place) ?? .zero
      let isStart = index > 0 && cell == line.cell(of: line.line.textStart ?? place)
      viewport = Viewport(line: index, start: isStart ? .zero : line.map.groupStart(cell))
    case .part(let part, let offset):
      restore(.part(part), offset, style, &translator)
    case .context(let index, let offset):
      restore(.context(index), offset, style, &translator)
    case .member(let id, let offset):
      restore(.member(id), offset, style, &translator)
    }
    let count = line(viewport.line, style, &translator).cells.count
    if viewport.start > .zero, viewport.start.value >= count {
      // What stood there has gone: the end of what is left is shown.
      let starts = starts(of: viewport.line, style, &translator)
      viewport.start = starts.last { $0.value < count } ?? .zero
    }
  }

  private mutating func restore(
    _ origin: Line.Origin, _ offset: Int, _ style: ReadingStyle,
    _ translator: inout some Translator
  ) {
    let line = line(0, style, &translator)
    viewport = Viewport()
    guard let span = line.line.spans.first(where: { $0.origin == origin }) else { return }
    let scalar = TextOffset(min(span.range.lowerBound + offset, span.range.upperBound - 1))
    viewport.start = line.map.groupStart(line.map.cell(of: scalar))
  }
}

extension Line.Origin {
  /// Whether it is the element itself, not its context.
  fileprivate var isElement: Bool {
    switch self {
    case .part, .text, .mark, .member: true
    case .context, .gap: false
    }
  }
}

extension TranslatedLine {
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
