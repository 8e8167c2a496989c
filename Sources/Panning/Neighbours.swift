// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation
import Translation

/// Where the display is among several elements (behaviour V4): it moves as little as it takes to
/// have the one that has the focus in sight.
extension Reading {
  /// Has the focused element in sight, from where the display was before.
  mutating func showCurrent(
    isNew: Bool, _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    var isKept = !isNew
    if isNew, let kept, let line = passage.line(ofMember: kept.member) {
      viewport = Viewport(line: line, start: passage.isGrid ? kept.start : .zero)
      if passage.isGrid { setGridLine(line, style) }
      isKept = true
    }
    kept = nil
    if passage.isGrid {
      showCurrentRow(isKept: isKept, style, &translator)
    } else {
      showCurrentItem(isKept: isKept, style, &translator)
    }
  }

  private mutating func showCurrentItem(
    isKept: Bool, _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    let own = passage.currentLines
    let first = Viewport(line: own.lowerBound)
    let lastStart = starts(of: own.upperBound - 1, style, &translator).last ?? .zero
    let last = Viewport(line: own.upperBound - 1, start: lastStart)
    if !isKept { viewport = Viewport() }
    let shown = rows(style, &translator)
    let showsFirst = shown.contains {
      $0.line == first.line && $0.row.range.lowerBound == .zero
    }
    let showsLast = shown.contains { $0.line == last.line && $0.row.next == nil }
    guard !showsFirst || !showsLast else { return }
    if isKept, !showsFirst, first < viewport {
      viewport = first
      return
    }
    // With what follows if it is new, else at the last row, but never without its own start.
    viewport = last
    stepBack(rows: isKept ? style.size.rows - 1 : style.size.rows / 2, style, &translator)
    if first < viewport { viewport = first }
    stepBack(
      rows: style.size.rows - rows(style, &translator).count, style, &translator)
  }

  private mutating func showCurrentRow(
    isKept: Bool, _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    let current = passage.currentLines.lowerBound
    if !isKept { viewport = Viewport() }
    var shown = rows(style, &translator).map(\.line)
    if !shown.contains(current) {
      let isBefore = current < viewport.line
      let room = isKept ? shown.count - (passage.headerLine == nil ? 1 : 2) : shown.count / 2
      showGridLine(isBefore ? current : current - max(0, room), style)
      shown = rows(style, &translator).map(\.line)
      if !shown.contains(current) {
        setGridLine(current, style)
        _ = rows(style, &translator)
      }
    }
    showCurrentColumn(in: line(current, style, &translator), style, &translator)
  }

  /// Shows the rows that end with a row of a table, and of that one the end of what has the focus.
  mutating func showTailOfRow(
    _ index: Int, _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    viewport = Viewport()
    setGridTail(index, style)
    let shifts = gridShifts(style, &translator)
    let line = line(index, style, &translator)
    let last = line.line.spans.last(where: \.isMarked)
    let end = last.map { line.map.cell(of: TextOffset($0.range.upperBound)) } ?? .zero
    viewport.start = shifts.first { end <= $0 + style.size.columns } ?? .zero
  }

  /// Shows the column that has the focus; a whole row has none.
  private mutating func showCurrentColumn(
    in line: TranslatedLine, _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    let marked = line.line.spans.filter(\.isMarked)
    guard let first = marked.first, let last = marked.last else { return }
    let start = line.map.cell(of: TextOffset(first.range.lowerBound))
    let end = line.map.cell(of: TextOffset(last.range.upperBound))
    let isRow = first.range.lowerBound == 0 && last.range.upperBound == line.line.scalars.count
    let limit = viewport.start + style.size.columns
    if isRow || start >= viewport.start && (end <= limit || start == viewport.start) { return }
    viewport.start =
      gridShifts(style, &translator).first { $0 <= start && end <= $0 + style.size.columns }
      ?? start
  }
}
