// SPDX-License-Identifier: GPL-3.0-or-later
public import Elements

/// When the place of a cell in its table is said.
public enum Coordinates: String, CaseIterable, Sendable {
  /// Always: row and column.
  case always
  /// What of the two has changed.
  case changed
  /// Never.
  case off
}

/// What the reader knows of a place in a table, having read a cell.
public struct KnownPlace: Equatable, Sendable {
  /// The headers of the row.
  public var rowHeaders: [String] = []
  /// The headers of the column.
  public var columnHeaders: [String] = []
  /// The row, from 1.
  public var rowIndex: Int?
  /// The column, from 1.
  public var columnIndex: Int?

  /// Nothing is known.
  public init() {}

  /// What is known of the cell that some elements are in, the innermost last.
  public init(of elements: [Element]) {
    for element in elements where element.hasRest {
      if let headers = element.rowHeaders { rowHeaders = headers.map(\.text) }
      if let headers = element.columnHeaders { columnHeaders = headers.map(\.text) }
      rowIndex = element.rowIndex ?? rowIndex
      columnIndex = element.columnIndex ?? columnIndex
    }
  }
}

/// Words for tables.
extension LineStyle {
  /// Where a cell is ("r2 c3", "r2-4 c3" over three rows), or how large a table is ("5r 3c").
  func tablePlace(of element: Element) -> [Word] {
    if element.role?.isTable == true { return tableSize(of: element) }
    guard coordinates != .off else { return [] }
    let isChanged = coordinates == .changed
    var place: [String] = []
    if !isChanged || element.rowIndex == nil || element.rowIndex != known.rowIndex {
      place += index(element.rowIndex, element.rowSpan, element.rowIndexText, "rowIndex")
    }
    if !isChanged || element.columnIndex == nil || element.columnIndex != known.columnIndex {
      place += index(
        element.columnIndex, element.columnSpan, element.columnIndexText, "columnIndex")
    }
    return place.isEmpty ? [] : [.ours(place.joined(separator: " "))]
  }

  private func index(_ index: Int?, _ span: Int?, _ text: String?, _ name: String) -> [String] {
    if let text { return text.isEmpty ? [] : [text] }
    guard let index else { return [] }
    let (last, overflow) = index.addingReportingOverflow((span ?? 1) - 1)
    let end = !overflow && last > index ? "-\(last)" : ""
    return [words.role(name) + "\(index)" + end]
  }

  private func tableSize(of table: Element) -> [Word] {
    let rows = table.rowCount.map { "\($0)" + words.role("rowIndex") }
    let columns = table.columnCount.map { "\($0)" + words.role("columnIndex") }
    let size = [rows, columns].compactMap { $0 }
    return size.isEmpty ? [] : [.ours(size.joined(separator: " "))]
  }

  /// Puts a row's cells behind a line, two blanks between them (BANA's Braille Formats has two
  /// cells between the columns of a table), after the row's own label if it says more.
  func appendRow(_ row: Element, to line: inout Line) {
    let cells = row.cells
    let names = cells.compactMap(\.name).joined(separator: " ")
    if let label = row.label, !label.isEmpty, label != names {
      var own = row
      own.children = nil
      append(.label, of: own, from: .part(.label), to: &line)
    }
    line.appendGap()
    for (index, cell) in cells.enumerated() {
      if index > 0 { line.append(LineStyle.cellGap, from: .member(cells[index - 1].id)) }
      let start = line.scalars.count
      appendCell(cell, to: &line)
      // An empty cell takes a place too, so that cells can be counted.
      if line.scalars.count == start { line.append(LineStyle.emptyCell, from: .member(cell.id)) }
    }
  }

  /// What stands between two cells of a row.
  static let cellGap = "  "
  /// What stands for an empty cell: the dash that print has there.
  static let emptyCell = "\u{2824}"

  /// Puts what is in a cell behind a line: its own words, or those of what is in it.
  func appendCell(_ cell: Element, to line: inout Line) {
    var content = Line()
    appendContent(of: cell, as: .member(cell.id), to: &content)
    line.append(content)
  }

  private func appendContent(
    of element: Element, as origin: Line.Origin, to line: inout Line
  ) {
    let hasOwn = element.label?.isEmpty == false || element.brailleLabel?.isEmpty == false
    var own = element
    if !hasOwn { own.children = nil }
    for part in order where part.isOfCell && !(part == .role && element.role?.isCell == true) {
      append(part, of: own, from: origin, to: &line)
    }
    if let text = element.text, !element.isProtected {
      line.appendGap()
      let scalars = text.content.map { TextContent.endsLine($0) ? " " : $0 }
      line.append(scalars, from: origin, language: language(of: element))
    }
    guard !hasOwn, !element.isProtected else { return }
    for child in element.visibleChildren {
      appendContent(of: child, as: origin, to: &line)
    }
  }
}

extension Line {
  /// Puts words of the reader's language behind the line.
  mutating func append(_ words: String, from origin: Origin) {
    append(words, from: origin, language: spans.last?.language)
  }

  /// Puts another line behind this one.
  mutating func append(_ other: Line) {
    let start = scalars.count
    scalars += other.scalars
    for var span in other.spans {
      span.range = span.range.lowerBound + start..<span.range.upperBound + start
      spans.append(span)
    }
  }
}

extension Part {
  /// Whether it is said of a cell that is read with its row.
  fileprivate var isOfCell: Bool {
    switch self {
    case .selected, .label, .role, .value, .states: true
    default: false
    }
  }
}

extension Element {
  /// Whether it is a row of a table that is read as its cells.
  var showsCells: Bool {
    role?.name == "row" && self.brailleLabel?.isEmpty != false && !isProtected && !cells.isEmpty
  }

  /// Whether it is a part of a table, which shows where it is by its place there.
  var isInTable: Bool { role?.name == "row" || role?.isCell == true }

  /// The cells of a row.
  var cells: [Element] { visibleChildren }
}
