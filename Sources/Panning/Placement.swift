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
    if passage.hasNeighbours {
      showCurrent(isNew: placement != .caret, style, &translator)
      if style.followsCaret { followCaret(isNew: placement != .caret, style, &translator) }
      return
    }
    switch placement {
    case .start where !style.followsCaret, .caret where !style.followsCaret:
      break
    case .start:
      followCaret(isNew: true, style, &translator)
    case .element, .longElement:
      skipContext(onlyIfLong: placement == .longElement, style, &translator)
      if style.followsCaret { followCaret(isNew: true, style, &translator) }
    case .top:
      viewport = Viewport()
    case .tail:
      panToTail(style, &translator)
      leaveOthers(style, &translator)
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
    let line = line(viewport.line, style, &translator)
    var start = viewport.start
    while line.isBreakingBlank(start) { start.value += 1 }
    if start.value < line.cells.count { viewport.start = start }
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
