// SPDX-License-Identifier: GPL-3.0-or-later

/// Going through a table by its rows and its columns (behaviour §6).
extension Screen {
  /// What of a table is gone through.
  public enum TableAxis: Sendable {
    /// To another row, in the same column.
    case row
    /// To another column, in the same row.
    case column
  }

  /// Where a step through a table leads.
  public enum TableStep: Sendable {
    /// To the one after or before.
    case next, previous
    /// To the one at the start or the end.
    case first, last
  }

  /// An item that is a cell of a table, or in one, and what it covers.
  private struct Cell {
    let place: Place
    let rows: Range<Int>
    let columns: Range<Int>

    func range(_ axis: TableAxis) -> Range<Int> { axis == .row ? rows : columns }
  }

  /// Whether an item is a cell of a table.
  public mutating func isInTable(_ id: String) -> Bool { tableCells(around: id) != nil }

  /// How many rows or columns the table has that an item is in; nil if it is in none.
  public mutating func tableCount(_ axis: TableAxis, around id: String) -> Int? {
    guard let (_, cells) = tableCells(around: id) else { return nil }
    return Set(cells.map { $0.range(axis).lowerBound }).count
  }

  /// The cell that a step leads to: of the same column, or the same row; nil if there is none
  /// that way, or the item is in no table.
  ///
  /// Where the other row has no cell in the column, the one before it, else its first.
  public mutating func cell(_ step: TableStep, _ axis: TableAxis, from id: String) -> String? {
    guard let (here, cells) = tableCells(around: id) else { return nil }
    let other: TableAxis = axis == .row ? .column : .row
    let line = here.range(other).lowerBound
    // A row may have cells in any columns; a column is looked for in its own row.
    let reachable = axis == .row ? cells : cells.filter { $0.rows.contains(line) }
    let starts = reachable.map { $0.range(axis).lowerBound }
    let target: Int? =
      switch step {
      case .next: starts.filter { $0 >= here.range(axis).upperBound }.min()
      case .previous: starts.filter { $0 < here.range(axis).lowerBound }.max()
      case .first: starts.min()
      case .last: starts.max()
      }
    guard let target else { return nil }
    let there = reachable.filter { $0.range(axis).contains(target) }
    let found =
      there.first { $0.range(other).contains(line) }
      ?? there.last { $0.range(other).lowerBound <= line } ?? there.first
    return found.map { self.id(of: $0.place) }
  }

  /// The cells of the innermost table that an item is in, in reading order, and its own; nil if it
  /// is no cell.
  private mutating func tableCells(around id: String) -> (here: Cell, cells: [Cell])? {
    guard let place = place(of: id), let table = table(of: place) else { return nil }
    let order = readingOrder()
    var positions: [Int] = []
    collectPositions(in: table, order, &positions)
    var cells: [Cell] = []
    // Where the last cell of each row ends.
    var ends: [Int: Int] = [:]
    var lastRow: (holder: Place?, number: Int) = (nil, 0)
    for position in positions.sorted() where self.table(of: order.items[position]) == table {
      let item = order.items[position]
      let (row, cell) = rowAndCell(of: item, in: table)
      let own = self[cell ?? item].element
      guard row != nil || own.rowIndex != nil else { continue }
      let isSameRow = row != nil && row == lastRow.holder
      let number =
        own.rowIndex ?? row.flatMap { self[$0].element.rowIndex }
        ?? (isSameRow ? lastRow.number : lastRow.number + 1)
      let rows = Screen.span(from: number, own.rowSpan)
      let columns = Screen.span(from: own.columnIndex ?? ends[number] ?? 1, own.columnSpan)
      cells.append(Cell(place: item, rows: rows, columns: columns))
      ends[number] = columns.upperBound
      lastRow = (row, number)
    }
    return cells.first { $0.place == place }.map { ($0, cells) }
  }

  /// Rows or columns that a cell covers; a program may say any number.
  private static func span(from start: Int, _ count: Int?) -> Range<Int> {
    // Small enough that those of all cells that there can be add up to a number.
    let start = min(max(start, 0), 1 << 40)
    return start..<start + min(max(count ?? 1, 1), 1 << 20)
  }

  private func table(of place: Place) -> Place? {
    holders(of: place).last { self[$0].element.role?.isTable == true }
  }

  private func collectPositions(in place: Place, _ order: Order, _ positions: inout [Int]) {
    for child in self[place].children {
      if let position = order.position(of: child) { positions.append(position) }
      collectPositions(in: child, order, &positions)
    }
  }

  /// The row and the cell that an item of a table is in, or is.
  private func rowAndCell(of item: Place, in table: Place) -> (row: Place?, cell: Place?) {
    var row: Place?
    var cell: Place?
    var here: Place? = item
    while let place = here, place != table {
      let role = self[place].element.role
      if role?.isCell == true { cell = cell ?? place }
      if role?.name == "row" { row = row ?? place }
      here = self[place].parent
    }
    return (row, cell)
  }
}
