// SPDX-License-Identifier: GPL-3.0-or-later
import Elements

/// The lines of what is around the focused element.
extension LineStyle {
  /// A neighbour, as it would be said, with the first line of its text.
  func line(ofItem item: Element) -> Line {
    var line = Line()
    append(item, to: &line)
    if let text = item.text, !item.isProtected {
      line.appendGap()
      let first = text.scalars(text.line(0))
      line.append(first, from: .member(item.id), language: language(of: item))
    }
    for index in line.spans.indices {
      if case .member = line.spans[index].origin { continue }
      line.spans[index].origin = .member(item.id)
    }
    return line
  }

  /// Puts the items that come next behind an element's own line, two blanks before each.
  func append(next items: ArraySlice<Element>, to line: inout Line) {
    guard !items.isEmpty else { return }
    line.ownEnd = line.scalars.count
    // Behind the element's text come others: no place of the text is there.
    line.textEnd = nil
    var gap = Line.Origin.gap
    for item in items {
      line.append(LineStyle.cellGap, from: gap, language: nil)
      if let name = label(of: item), !name.isEmpty {
        line.append(name, from: .member(item.id), language: language(of: item))
      } else {
        line.append(self.line(ofItem: item))
      }
      gap = .member(item.id)
    }
  }

  /// A row of a table with its cells in columns; the cells of which `isMarked` are marked.
  func line(ofRow row: Element, isMarked: (String) -> Bool) -> Line {
    var line = Line()
    var column = 0
    let cells = row.cells
    for (index, cell) in cells.enumerated() {
      if index > 0 { line.append(LineStyle.cellGap, from: .member(cells[index - 1].id)) }
      let start = line.scalars.count
      let first = line.spans.count
      if index == 0 { appendStates(of: row, to: &line) }
      appendContent(ofColumn: cell, from: start, to: &line)
      if isMarked(cell.id) {
        for span in first..<line.spans.count { line.spans[span].isMarked = true }
      }
      // The routing keys of an empty column lead to its cell too.
      if line.scalars.count == start { line.append(" ", from: .member(cell.id)) }
      column = LineStyle.column(of: cell, from: column)
      let span = min(max(1, cell.columnSpan ?? 1), LineStyle.mostColumns)
      line.columns.append(
        Line.Column(range: start..<line.scalars.count, index: column, span: span))
      column += span
    }
    return line
  }

  /// No table has more columns for a reader; one that says so is in error.
  static let mostColumns = 1000

  /// The column of a cell where `next` is the one behind the cell before it.
  private static func column(of cell: Element, from next: Int) -> Int {
    guard let index = cell.columnIndex, index <= next + mostColumns else { return next }
    return max(next, index - 1)
  }

  private func appendStates(of row: Element, to line: inout Line) {
    for part in order where part == .selected || part == .states {
      append(part, of: row, from: .member(row.id), to: &line)
    }
  }

  /// Puts what is in a cell behind a line in which its column starts at a scalar.
  private func appendContent(ofColumn cell: Element, from start: Int, to line: inout Line) {
    var content = Line()
    if cell.label == nil, cell.children == nil, let headers = cell.columnHeaders,
      cell.role?.name == "columnheader"
    {
      let words = headers.map(text(of:)).joined(separator: " ")
      content.append(words, from: .member(cell.id), language: language(of: cell))
    } else {
      appendCell(cell, to: &content)
    }
    guard !content.scalars.isEmpty else { return }
    if line.scalars.count > start, let span = line.spans.last {
      line.append(" ", from: span.origin)
    }
    line.append(content)
  }
}
