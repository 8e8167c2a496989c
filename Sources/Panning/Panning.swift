// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation
public import Translation

/// Moving the viewport. Each of these gives false when there is nothing further that way.
extension Reading {
  /// Shows what follows the last row.
  public mutating func panRight(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    settle(style, &translator)
    guard let last = rows(style, &translator).last else { return false }
    if passage.isGrid { return panGridRight(style, &translator) }
    guard let next = place(after: last) else { return false }
    viewport = next
    return true
  }

  /// Shows what comes before the first row, so that it is read in the same rows as forward.
  public mutating func panLeft(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    settle(style, &translator)
    if passage.isGrid { return panGridLeft(style, &translator) }
    guard let first = place(before: viewport, style, &translator) else { return false }
    viewport = first
    stepBack(rows: style.size.rows - 1, style, &translator)
    return true
  }

  /// Moves by so many cells of the line, to the right or (negative) to the left.
  ///
  /// Never into the middle of a sign and its character, and never past the line.
  public mutating func pan(
    cells count: Int, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    settle(style, &translator)
    if passage.isGrid { return panGrid(cells: count, style, &translator) }
    if count > 0, let end = panPastEnd(style, &translator) { return end }
    let line = line(viewport.line, style, &translator)
    var start = CellOffset(
      max(0, min(viewport.start.value + count, line.cells.count - 1)))
    start = line.map.groupStart(start)
    if count > 0, start <= viewport.start {
      // A group that is longer than the step is passed as a whole.
      start = viewport.start + 1
      while start.value < line.cells.count, !line.map.startsGroup(start) { start.value += 1 }
    }
    if count > 0, start.value >= line.cells.count || start <= viewport.start {
      guard viewport.line + 1 < passage.count else { return false }
      viewport = Viewport(line: viewport.line + 1)
      return true
    }
    if count < 0, viewport.start == .zero {
      return panLeft(style, &translator)
    }
    viewport.start = start
    return true
  }

  /// Leaves a line that is in sight to its end as a whole; nil if it is not.
  private mutating func panPastEnd(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool? {
    let rows = rows(style, &translator)
    guard let first = rows.first, let last = rows.last else { return false }
    if place(after: last) == nil { return false }
    guard first.row.next == nil else { return nil }
    viewport = Viewport(line: first.line + 1)
    return true
  }

  /// Shows the start; false if it is shown already.
  public mutating func panToStart(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    settle(style, &translator)
    guard viewport != Viewport() else { return false }
    viewport = Viewport()
    return true
  }

  /// Shows the last rows; false if they are shown already.
  public mutating func panToEnd(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    settle(style, &translator)
    let before = viewport
    panToTail(style, &translator)
    return viewport != before
  }

  /// Shows the caret, or the start where there is none; false if it is shown already.
  public mutating func panToCaret(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    guard marks.caret != nil || passage.hasNeighbours else {
      return panToStart(style, &translator)
    }
    settle(style, &translator)
    let before = viewport
    if passage.hasNeighbours { showCurrent(isNew: false, style, &translator) }
    followCaret(isNew: false, style, &translator)
    return viewport != before
  }

  mutating func panToTail(_ style: ReadingStyle, _ translator: inout some Translator) {
    let last = passage.count - 1
    viewport = Viewport(line: last)
    if passage.isGrid { return panGridToTail(style, &translator) }
    viewport.start = starts(of: last, style, &translator).last ?? .zero
    stepBack(rows: style.size.rows - 1, style, &translator)
  }

  /// Moves the viewport back by so many rows, or to the start.
  mutating func stepBack(
    rows count: Int, _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    for _ in 0..<max(0, count) {
      guard let place = place(before: viewport, style, &translator) else { return }
      viewport = place
    }
  }

  /// The rows that are shown now, at most as many as the display has.
  mutating func rows(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> [(line: Int, row: Row)] {
    if passage.isGrid { return gridRows(style, &translator) }
    var rows: [(line: Int, row: Row)] = []
    var place: Viewport? = viewport
    while let here = place, rows.count < style.size.rows {
      let line = line(here.line, style, &translator)
      let row = row(from: here.start, of: line, here.line, style, &translator)
      rows.append((here.line, row))
      place = self.place(after: (here.line, row))
    }
    return rows
  }

  private func place(after row: (line: Int, row: Row)) -> Viewport? {
    if let next = row.row.next { return Viewport(line: row.line, start: next) }
    return row.line + 1 < passage.count ? Viewport(line: row.line + 1) : nil
  }

  /// Where the row before a place starts, when the rows are counted from the start of the line.
  mutating func place(
    before place: Viewport, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Viewport? {
    if place.start > .zero {
      let starts = starts(of: place.line, style, &translator)
      return starts.last { $0 < place.start }.map { Viewport(line: place.line, start: $0) }
    }
    guard place.line > 0 else { return nil }
    let start = starts(of: place.line - 1, style, &translator).last ?? .zero
    return Viewport(line: place.line - 1, start: start)
  }

  /// Where each row of a line starts, counted from the line's start.
  mutating func starts(
    of index: Int, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> [CellOffset] {
    let line = line(index, style, &translator)
    var starts: [CellOffset] = []
    var start: CellOffset? = .zero
    while let here = start {
      starts.append(here)
      start = row(from: here, of: line, index, style, &translator).next
    }
    return starts
  }
}
