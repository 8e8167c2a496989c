// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation
import Translation

/// Lines that stand in a row each, so that what is in one column stays under each other: the
/// rows of a table under its headers, and preformatted text.
///
/// All rows begin at the same cell of their lines. Panning goes on to the right as long as any
/// line goes on, then to the rows that follow.
extension Reading {
  /// The part of a line from a cell on, as much as a row takes.
  func gridRow(
    from start: CellOffset, of line: TranslatedLine, _ index: Int, _ style: ReadingStyle
  ) -> Row {
    let end = end(of: line, index)
    let limit = start + style.size.columns
    return Row(range: start..<max(start, min(limit, end)), next: limit < end ? limit : nil)
  }

  /// The rows that are shown now: those that follow the viewport's, under the headers.
  mutating func gridRows(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> [(line: Int, row: Row)] {
    var shown: [Int] = []
    if let header = keptHeader(style) { shown.append(header) }
    let last = min(passage.count, viewport.line + style.size.rows - shown.count)
    shown += viewport.line..<max(viewport.line, last)
    measureColumns(for: shown, style, &translator)
    var rows: [(line: Int, row: Row)] = []
    for index in shown {
      let line = line(index, style, &translator)
      rows.append((index, gridRow(from: viewport.start, of: line, index, style)))
    }
    return rows
  }

  /// The line of the headers, if it stays in the first row although the rows under it are panned.
  private func keptHeader(_ style: ReadingStyle) -> Int? {
    guard style.size.rows > 1, let header = passage.headerLine, header < viewport.line else {
      return nil
    }
    return header
  }

  /// How many lines a displayful is, without a header that stays.
  private func page(_ style: ReadingStyle) -> Int {
    style.size.rows - (passage.headerLine == nil || style.size.rows == 1 ? 0 : 1)
  }

  /// Puts a line into the first row, or under the headers.
  mutating func setGridLine(_ line: Int, _ style: ReadingStyle) {
    viewport.line = max(0, min(line, passage.count - 1))
    // The headers are shown above it either way.
    if style.size.rows > 1, let header = passage.headerLine, viewport.line == header + 1 {
      viewport.line = header
    }
  }

  /// The same, but with a displayful if there are as many lines.
  mutating func showGridLine(_ line: Int, _ style: ReadingStyle) {
    setGridLine(min(line, passage.count - page(style)), style)
  }

  /// Puts a line into the last row, if there are as many lines before it.
  mutating func setGridTail(_ line: Int, _ style: ReadingStyle) {
    let first = line - (page(style) - 1)
    // Where the headers are among the lines before it, they are in no row of their own.
    let hasHeader = page(style) < style.size.rows && first <= passage.headerLine ?? first
    setGridLine(hasHeader ? first - 1 : first, style)
  }

  mutating func panGridRight(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    let rows = rows(style, &translator)
    if rows.contains(where: { $0.row.next != nil }) {
      viewport.start = shift(after: viewport.start, rows.map(\.line), style, &translator)
      return true
    }
    guard let last = rows.last, last.line + 1 < passage.count else { return false }
    viewport = Viewport()
    setGridLine(last.line + 1, style)
    return true
  }

  mutating func panGridLeft(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    if viewport.start > .zero {
      viewport.start = gridShifts(style, &translator).last { $0 < viewport.start } ?? .zero
      return true
    }
    guard viewport.line > 0 else { return false }
    setGridLine(viewport.line - page(style), style)
    viewport.start = gridShifts(style, &translator).last ?? .zero
    return true
  }

  mutating func panGridToTail(_ style: ReadingStyle, _ translator: inout some Translator) {
    viewport = Viewport()
    setGridLine(passage.count - page(style), style)
    viewport.start = gridShifts(style, &translator).last ?? .zero
  }

  /// By so many cells to the right or (negative) to the left; past the ends by a line.
  mutating func panGrid(
    cells count: Int, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    if count < 0 {
      guard viewport.start > .zero else { return panGridLeft(style, &translator) }
      viewport.start = CellOffset(max(0, viewport.start.value + count))
      return true
    }
    let rows = rows(style, &translator)
    if rows.contains(where: { $0.row.next != nil }) {
      var longest = 0
      for row in rows { longest = max(longest, line(row.line, style, &translator).cells.count) }
      let start = min(viewport.start.value + count, longest - 1)
      guard start > viewport.start.value else { return panGridRight(style, &translator) }
      viewport.start.value = start
      return true
    }
    guard let last = rows.last, last.line + 1 < passage.count else { return false }
    let first = viewport.line
    viewport = Viewport()
    // The line of the headers and the one under it are shown together.
    setGridLine(first == passage.headerLine && style.size.rows > 1 ? first + 2 : first + 1, style)
    return true
  }

  /// Where the display can begin in the rows that are shown, from the start on.
  mutating func gridShifts(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) -> [CellOffset] {
    let shown = rows(style, &translator).map(\.line)
    var end = CellOffset.zero
    for index in shown { end = max(end, self.end(of: line(index, style, &translator), index)) }
    var shifts = [CellOffset.zero]
    var start = CellOffset.zero
    while start + style.size.columns < end {
      start = shift(after: start, shown, style, &translator)
      shifts.append(start)
    }
    return shifts
  }

  /// Where the display begins next: at a column that did not fit, else where no line is parted
  /// between a sign and its character.
  private mutating func shift(
    after start: CellOffset, _ shown: [Int], _ style: ReadingStyle,
    _ translator: inout some Translator
  ) -> CellOffset {
    let limit = start + style.size.columns
    let lines = shown.map { line($0, style, &translator) }
    if let column = column(after: start, before: limit, in: lines) { return column }
    var candidate = limit
    while candidate.value > start.value + style.size.columns / 2 {
      if lines.allSatisfy({ $0.mayBegin(at: candidate) }) { return candidate }
      candidate.value -= 1
    }
    return limit
  }
}

extension Reading {
  /// The last column that the display can begin with when all before a cell has been shown.
  ///
  /// The blanks before a column need not be shown; what is of a cell over several columns must be.
  private func column(
    after start: CellOffset, before limit: CellOffset, in lines: [TranslatedLine]
  ) -> CellOffset? {
    guard passage.isTable, let columns else { return nil }
    let starts = columns.starts(after: start, upTo: limit + TableColumns.gap)
    return starts.first { column in
      lines.allSatisfy { $0.mayBegin(at: column) && $0.isBlank(from: limit, to: column) }
    }
  }
}

extension TranslatedLine {
  /// Whether nothing stands between two cells; behind its end nothing does.
  fileprivate func isBlank(from start: CellOffset, to end: CellOffset) -> Bool {
    let end = min(end.value, cells.count)
    return start.value >= end || cells[start.value..<end].allSatisfy(\.isBlank)
  }

  /// Whether a row may begin at a cell: at a character with its sign, or in a gap, whose cells may
  /// all be of one blank.
  fileprivate func mayBegin(at cell: CellOffset) -> Bool {
    map.startsGroup(cell) || cells[cell.value].isBlank
  }
}

/// The caret in preformatted text.
extension Reading {
  mutating func followGridCaret(
    at cell: CellOffset, in index: Int, isNew: Bool, _ style: ReadingStyle,
    _ translator: inout some Translator
  ) {
    let shown = rows(style, &translator)
    if !shown.contains(where: { $0.line == index }) {
      showGridLine(index - style.size.rows / 2, style)
    }
    let columns = style.size.columns
    let margin = columns / 4
    let line = line(index, style, &translator)
    let place = cell.value - viewport.start.value
    let hasMore = line.cells.count > viewport.start.value + columns
    if isNew, place >= 0, place < columns { return }
    if place < 0 || place < margin && viewport.start > .zero {
      viewport.start = CellOffset(max(0, cell.value - (columns - 1 - margin)))
    } else if place >= columns - (hasMore ? margin : 0) {
      viewport.start = CellOffset(max(0, cell.value - margin))
    }
    let start = line.map.groupStart(viewport.start)
    if cell.value < start.value + columns { viewport.start = start }
  }
}
