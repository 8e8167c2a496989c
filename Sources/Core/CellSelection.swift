// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation

/// Where the reader has begun to select by a routing key.
struct SelectionStart: Equatable, Sendable {
  var program: ProgramID
  /// The number of the focus, which is another one each time.
  var focus: Int
  var place: TextOffset
  /// The state of the text that the place is in.
  var revision: Int
}

/// Selecting by routing keys: from one cell to another, what both stand for included (K1).
extension Engine {
  mutating func selectCells(
    _ part: Action.CellSelection, _ press: KeyPress, on frame: Frame?, of id: ProgramID
  ) {
    guard guardedUntil == nil, let (frame, content) = felt(press, on: frame, of: id),
      let cells = press.key.cells
    else { return }
    guard let text = content.element.text,
      case .text = frame.route(of: cells.lowerBound), case .text = frame.route(of: cells.upperBound)
    else {
      tell(.notAvailable)
      return
    }
    guard let first = characters(in: cells.lowerBound, frame, content),
      let last = characters(in: cells.upperBound, frame, content)
    else {
      tell(.changed)
      return
    }
    switch part {
    case .from: begin(at: first.lowerBound, text, of: id, content)
    case .range, .copy:
      let start = cells.count > 1 ? first : start(text, of: id, content) ?? first
      select(from: start, to: last, isToCopy: part == .copy, text, of: id, content)
    case .to:
      guard let start = start(text, of: id, content) else {
        tell(.notAvailable)
        return
      }
      select(from: start, to: last, isToCopy: false, text, of: id, content)
    }
  }

  private mutating func begin(
    at place: TextOffset, _ text: TextContent, of id: ProgramID, _ content: Content
  ) {
    selectionStart = SelectionStart(
      program: id, focus: content.number, place: place, revision: content.history.revision)
    if text.caret == nil {
      tell(.selectionStart)
    } else {
      send(.setCaret(place), to: id, element: content.element.id, version: text.version)
    }
  }

  /// Where a selection starts whose end is named alone: where it was begun, else where the one
  /// that is there starts, or at the caret.
  private func start(
    _ text: TextContent, of id: ProgramID, _ content: Content
  ) -> Range<TextOffset>? {
    if let begun = selectionStart, begun.program == id, begun.focus == content.number,
      let place = content.history.carry(begun.place, from: begun.revision)
    {
      return place..<text.characterEnd(at: place)
    }
    return (text.selection == nil ? text.caret : text.anchor).map { $0..<$0 }
  }

  private mutating func select(
    from start: Range<TextOffset>, to end: Range<TextOffset>, isToCopy: Bool,
    _ text: TextContent, of id: ProgramID, _ content: Content
  ) {
    let isForward = start.lowerBound <= end.lowerBound
    let select = Command.select(
      anchor: isForward ? start.lowerBound : start.upperBound,
      isForward ? end.upperBound : end.lowerBound)
    let element = content.element.id
    guard let program = programs[id], program.takes(select), !isToCopy || program.takes(.copy)
    else {
      tell(.notAvailable)
      return
    }
    send(select, to: id, element: element, version: text.version)
    if isToCopy { send(.copy, to: id, element: element) }
  }

  /// The characters that a cell stands for, in the text as it is now; nil if they have gone.
  ///
  /// They end where those of another cell begin, or with the line, but without the blanks that
  /// only end a row. Of the last cell of a display nobody knows more than where its first character
  /// ends, or in contracted braille its word.
  private func characters(
    in cell: Int, _ frame: Frame, _ content: Content
  ) -> Range<TextOffset>? {
    guard case .text(let place) = frame.route(of: cell), let text = content.element.text,
      let start = carry(place, frame.source, content)
    else { return nil }
    // Where a secret has words or lines is told nobody (T4).
    if content.element.isProtected { return start..<text.characterEnd(at: start) }
    // Behind a line its end is meant.
    if let scalar = text.scalars(start..<start + 1).first, TextContent.endsLine(scalar) {
      return start..<start
    }
    let places = frame.routes.compactMap { route in
      if case .text(let other) = route, other > place { other } else { nil }
    }
    let revision = frame.source?.revision ?? content.history.revision
    var end = text.characterEnd(at: start)
    if let next = places.min() {
      end = max(end, content.history.carryNearest(next, from: revision))
    } else if settings.mode == .contracted {
      end = max(end, text.wordEnd(after: start))
    }
    return start..<text.withoutBlanks(end, from: text.characterEnd(at: start))
  }
}

extension TextContent {
  /// Where the character at a place ends; the place itself at the end of the text.
  fileprivate func characterEnd(at place: TextOffset) -> TextOffset {
    let scalars = scalars(place..<TextOffset(place.value + 32))
    let first = String(String.UnicodeScalarView(scalars)).first
    return place + (first?.unicodeScalars.count ?? 0)
  }

  /// Where the word that a place is in ends.
  fileprivate func wordEnd(after place: TextOffset) -> TextOffset {
    let rest = scalars(place..<TextOffset(place.value + TextContent.longestLine))
    return place + rest.prefix { !$0.properties.isWhitespace }.count
  }

  /// A place without the blanks and ends of lines before it, but not before another one.
  fileprivate func withoutBlanks(_ place: TextOffset, from first: TextOffset) -> TextOffset {
    guard first < place else { return place }
    let blanks = scalars(first..<place).reversed().prefix { $0.properties.isWhitespace }
    return TextOffset(place.value - blanks.count)
  }
}
