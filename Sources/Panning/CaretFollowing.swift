// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation
import Translation

/// Keeping the caret in sight (behaviour V2).
extension Reading {
  /// Whether the caret is in the part that is shown; true where there is none.
  mutating func showsCaret(_ style: ReadingStyle, _ translator: inout some Translator) -> Bool {
    guard let caret = marks.caret else { return true }
    let index = passage.lineIndex(of: caret)
    let line = line(index, style, &translator)
    guard let cell = caretCell(in: line, index) else { return true }
    return rows(style, &translator).contains { $0.line == index && $0.row.range.contains(cell) }
  }

  /// Moves the viewport as little as it takes to have the caret in sight, on a single row with
  /// a quarter of its width on both sides where there is text.
  ///
  /// `isNew`: the passage has just come up; then a caret in its first window is well there.
  mutating func followCaret(
    isNew: Bool, _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    guard let caret = marks.caret else { return }
    let index = passage.lineIndex(of: caret)
    let line = line(index, style, &translator)
    guard let cell = caretCell(in: line, index) else { return }
    if passage.isGrid {
      return followGridCaret(at: cell, in: index, isNew: isNew, style, &translator)
    }
    if style.size.rows > 1 || isNew, showsCaret(style, &translator) { return }
    if style.size.rows > 1 {
      viewport = Viewport(line: index)
      viewport.start = starts(of: index, style, &translator).last { $0 <= cell } ?? .zero
      stepBack(rows: style.size.rows / 2, style, &translator)
      stepBack(rows: style.size.rows - rows(style, &translator).count, style, &translator)
      return
    }
    let isHere = viewport.line == index
    let search = CaretSearch(line: line, caret: cell, columns: style.size.columns)
    let start = viewport.start
    let place = search.place(from: isHere ? start : nil) { start in
      row(from: start, of: line, index, style, &translator)
    }
    if let place { viewport = Viewport(line: index, start: place) }
  }
}

/// The search for a place of the viewport from which the caret is well in sight.
private struct CaretSearch {
  let line: TranslatedLine
  let caret: CellOffset
  let columns: Int

  /// The row that starts at a cell.
  typealias Rows = (CellOffset) -> Row

  var margin: Int { columns / 4 }

  /// Where to start, if the viewport starts in the caret's line at a cell or elsewhere; nil: it is
  /// well where it is.
  func place(from start: CellOffset?, _ rows: Rows) -> CellOffset? {
    guard let start else { return best(goesBack: false, isHere: false, rows) }
    if isGood(start, rows) { return nil }
    return best(goesBack: caret < start + margin, isHere: true, rows)
  }

  /// Whether the caret is in the row that starts at a cell.
  private func isShown(from start: CellOffset, _ rows: Rows) -> Bool {
    rows(start).range.contains(caret)
  }

  /// Whether the caret is in the row that starts at a cell, with its margins.
  private func isGood(_ start: CellOffset, _ rows: Rows) -> Bool {
    guard start == .zero || caret >= start + margin else { return false }
    let row = rows(start)
    guard row.range.contains(caret) else { return false }
    return row.next == nil || row.range.upperBound > caret + margin
  }

  /// Going back the caret comes to stand far to the right, else far to the left: so the display
  /// changes as rarely as can be.
  private func best(goesBack: Bool, isHere: Bool, _ rows: Rows) -> CellOffset {
    if !isHere, isGood(.zero, rows) { return .zero }
    let nearest = max(0, caret.value - margin)
    let farthest = max(0, caret.value - columns + 1)
    let places = (farthest...max(farthest, nearest)).map { CellOffset($0) }
    let ordered = goesBack ? places : places.reversed()
    return ordered.first { startsWord($0) && isGood($0, rows) }
      ?? ordered.first { line.map.startsGroup($0) && isGood($0, rows) }
      ?? shownFromNearest(rows)
  }

  /// The place that is left where no margin can be: a long word at the caret begins a row.
  private func shownFromNearest(_ rows: Rows) -> CellOffset {
    let nearest = max(0, caret.value - margin)
    let places = (nearest...caret.value).map { CellOffset($0) }.filter { isShown(from: $0, rows) }
    return places.first { startsWord($0) } ?? places.first { line.map.startsGroup($0) } ?? caret
  }

  private func startsWord(_ cell: CellOffset) -> Bool {
    cell == .zero || line.isBreak(cell) && !line.isBreakingBlank(cell)
  }
}
