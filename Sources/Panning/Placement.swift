// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation
import Translation

/// Where the viewport is put when something else than the reader moves it.
extension Reading {
  /// Asks for the caret to be in sight when the display is next laid out.
  public mutating func wantCaret() {
    if placement == nil { placement = .caret }
  }

  /// Asks for the viewport to be somewhere when the display is next laid out.
  public mutating func want(_ placement: Placement) {
    self.placement = placement
  }

  /// Puts the viewport where it belongs, if anything has happened to it.
  mutating func settle(_ style: ReadingStyle, _ translator: inout some Translator) {
    restoreAnchor(style, &translator)
    guard let placement else { return }
    self.placement = nil
    if passage.hasNeighbours, !placement.isPlace {
      showCurrent(isNew: placement != .caret, style, &translator)
      if style.followsCaret { followCaret(isNew: placement != .caret, style, &translator) }
      return
    }
    kept = nil
    switch placement {
    case .start where !style.followsCaret, .caret where !style.followsCaret:
      break
    case .start:
      followCaret(isNew: true, style, &translator)
    case .element, .longElement:
      skipContext(onlyIfLong: placement == .longElement, style, &translator)
      if style.followsCaret { followCaret(isNew: true, style, &translator) }
    case .top:
      viewport = Viewport(line: passage.currentLines.lowerBound)
      if passage.isTable { setGridLine(viewport.line, style) }
    case .tail:
      showTail(style, &translator)
    case .from(let place):
      show(from: place, style, &translator)
    case .before(let place):
      show(from: place, style, &translator)
      stepBack(rows: style.size.rows, style, &translator)
    case .caret:
      followCaret(isNew: false, style, &translator)
    }
  }

  private mutating func show(
    from place: TextOffset, _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    anchor = .text(place)
    restoreAnchor(style, &translator)
    if endsLine(at: place, style, &translator) {
      viewport = Viewport(line: passage.lineIndex(of: place) + 1)
      return
    }
    let line = line(viewport.line, style, &translator)
    var start = viewport.start
    while line.isBreakingBlank(start) { start.value += 1 }
    if start.value < line.cells.count { viewport.start = start }
  }

  /// Whether only what ends a line stands behind a place in it, and another line of the element
  /// follows.
  private mutating func endsLine(
    at place: TextOffset, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    let index = passage.lineIndex(of: place)
    guard passage.currentLines.contains(index + 1) else { return false }
    let line = line(index, style, &translator)
    guard let start = line.line.textStart, place > start, var cell = line.cell(of: place) else {
      return false
    }
    while cell.value < line.cells.count, line.isBreakingBlank(cell) { cell.value += 1 }
    return cell.value >= line.cells.count
  }

  /// Shows the rows that end with the element's last one, whatever stands behind it.
  private mutating func showTail(_ style: ReadingStyle, _ translator: inout some Translator) {
    let last = passage.currentLines.upperBound - 1
    if passage.isTable {
      showTailOfRow(last, style, &translator)
    } else if passage.hasNeighbours {
      viewport = Viewport(line: last)
      viewport.start = starts(of: last, style, &translator).last ?? .zero
      stepBack(rows: style.size.rows - 1, style, &translator)
    } else {
      panToTail(style, &translator)
      leaveOthers(style, &translator)
    }
  }

  /// Shows the last row that the element itself is in, if others stand behind it.
  private mutating func leaveOthers(_ style: ReadingStyle, _ translator: inout some Translator) {
    let last = passage.count - 1
    let line = line(last, style, &translator)
    guard let ownEnd = line.line.ownEnd else { return }
    let end = line.map.cell(of: TextOffset(ownEnd))
    let start = starts(of: last, style, &translator).last { $0 < end } ?? .zero
    guard start < viewport.start || last < viewport.line else { return }
    viewport = Viewport(line: last, start: start)
    stepBack(rows: style.size.rows - 1, style, &translator)
  }

  /// Starts at the element itself: what is around it is reached by panning back.
  ///
  /// `onlyIfLong`: unless all of it fits on the display.
  private mutating func skipContext(
    onlyIfLong: Bool, _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    let line = line(0, style, &translator)
    let end = line.line.ownEnd.map { line.map.cell(of: TextOffset($0)).value }
    guard !passage.isGrid, !onlyIfLong || (end ?? line.cells.count) > style.size.count,
      let span = line.line.spans.first(where: { $0.origin.isElement })
    else { return }
    viewport.start = line.map.groupStart(line.map.cell(of: TextOffset(span.range.lowerBound)))
  }
}

extension Reading.Placement {
  /// Whether it says where the viewport belongs, not only what must be in sight.
  fileprivate var isPlace: Bool {
    switch self {
    case .top, .tail, .from, .before: true
    case .start, .element, .longElement, .caret: false
    }
  }
}
