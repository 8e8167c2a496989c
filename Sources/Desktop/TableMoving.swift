// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import Core
import DBus

extension Desktop {
  /// Goes to another cell of the same row (`alongRows`) or of the same column.
  mutating func moveInTable(
    _ direction: Command.Direction, alongRows: Bool, for order: Order
  ) {
    guard let shown, direction != .in, direction != .out else { return finish(order, .end) }
    let around = [shown.snapshot.basics] + shown.ancestors
    let found = TableStep(direction: direction, alongRows: alongRows).target(in: around)
    search(found.then { $0.firstItem }, .start, for: order) { $0.object }
  }
}

/// A step from one cell of a table to another one.
private struct TableStep: Sendable {
  var direction: Command.Direction
  var alongRows: Bool

  /// The cell that it leads to, from the innermost cell that the reader is in; nil: none.
  func target(in around: [Basics]) -> Asking<SearchResult<Basics>> {
    for (basics, parent) in zip(around, around.dropFirst().map { Optional($0) } + [nil]) {
      if basics.interfaces.contains(.tableCell) {
        return target(fromCell: basics.object, around: around)
      }
      if let parent, parent.interfaces.contains(.table), basics.role.isCellOfTable {
        return target(fromChild: basics.object, of: parent.object)
      }
    }
    return .known(.success(nil))
  }

  private struct Place: Sendable {
    var row: Int
    var column: Int
    var rowSpan = 1
    var columnSpan = 1
  }

  private func target(
    fromCell cell: Accessible, around: [Basics]
  ) -> Asking<SearchResult<Basics>> {
    var questions = Questions()
    let position = questions.ask(cell.cellPosition)
    let table = questions.ask(cell.cellTable)
    let spans = questions.ask([cell.rowSpan, cell.columnSpan])
    return questions.asking { replies in
      let place = replies[position]?.members.compactMap(\.integer) ?? []
      // atk-bridge refuses to tell the place of the very first cell.
      let isFirst = replies.error(position) != nil && replies[spans[0]]?.integer != nil
      guard isFirst || place.count == 2 && place[0] >= 0 && place[1] >= 0,
        let table = Accessible(replies[table])
      else { return .known(.success(nil)) }
      let here = Place(
        row: isFirst ? 0 : place[0], column: isFirst ? 0 : place[1],
        rowSpan: max(1, replies[spans[0]]?.integer ?? 1),
        columnSpan: max(1, replies[spans[1]]?.integer ?? 1))
      // What the reader is in is known; what a cell calls its table may be anything.
      let known = around.first { $0.object == table }?.interfaces
      return (known.map { .known($0) } ?? table.interfacesOnly).then { interfaces in
        interfaces.contains(.table) ? go(from: here, cell, in: table) : .known(.success(nil))
      }
    }
  }

  private func target(
    fromChild cell: Accessible, of table: Accessible
  ) -> Asking<SearchResult<Basics>> {
    var questions = Questions()
    let index = questions.ask(cell.indexInParent)
    return questions.asking { replies in
      guard let index = replies[index]?.integer, index >= 0 else { return .known(.success(nil)) }
      var questions = Questions()
      let row = questions.ask(table.row(ofChild: index))
      let column = questions.ask(table.column(ofChild: index))
      return questions.asking { replies in
        guard let row = replies[row]?.integer, let column = replies[column]?.integer, row >= 0,
          column >= 0
        else { return .known(.success(nil)) }
        return go(from: Place(row: row, column: column), cell, in: table)
      }
    }
  }

  private func go(
    from here: Place, _ cell: Accessible, in table: Accessible
  ) -> Asking<SearchResult<Basics>> {
    var questions = Questions()
    let counts = questions.ask([table.rowCount, table.columnCount])
    return questions.asking { replies in
      guard let rows = replies[counts[0]]?.count, let columns = replies[counts[1]]?.count
      else { return .known(.success(nil)) }
      return cells(from: here, rows: rows, columns: columns, table, not: cell, tries: 20)
    }
  }

  /// The next cell that there is and that is another one: tables have holes, and cells that reach
  /// over several places.
  private func cells(
    from here: Place, rows: Int, columns: Int, _ table: Accessible, not cell: Accessible,
    tries: Int
  ) -> Asking<SearchResult<Basics>> {
    let next = step(from: here, rows: rows, columns: columns)
    guard tries > 0, (0..<rows).contains(next.row), (0..<columns).contains(next.column) else {
      return .known(.success(nil))
    }
    var questions = Questions()
    let found = questions.ask(table.cell(row: next.row, column: next.column))
    return questions.asking { replies in
      guard let found = Accessible(replies[found]), found != cell else {
        let further = TableStep(direction: further, alongRows: alongRows)
        return further.cells(
          from: next, rows: rows, columns: columns, table, not: cell, tries: tries - 1)
      }
      return found.basics().map { result in result.map { Optional($0) } }
    }
  }

  /// Where the search goes on if there is nothing at an end.
  private var further: Command.Direction {
    switch direction {
    case .first: .next
    case .last: .previous
    default: direction
    }
  }

  private func step(from here: Place, rows: Int, columns: Int) -> Place {
    switch (direction, alongRows) {
    case (.next, true): Place(row: here.row, column: here.column + here.columnSpan)
    case (.next, false): Place(row: here.row + here.rowSpan, column: here.column)
    case (.previous, true): Place(row: here.row, column: here.column - 1)
    case (.previous, false): Place(row: here.row - 1, column: here.column)
    case (.first, true): Place(row: here.row, column: 0)
    case (.first, false): Place(row: 0, column: here.column)
    case (_, true): Place(row: here.row, column: columns - 1)
    case (_, false): Place(row: rows - 1, column: here.column)
    }
  }
}

extension AccessibleRole {
  fileprivate var isCellOfTable: Bool {
    switch self {
    case .tableCell, .treeItem, .listItem, .tableColumnHeader, .tableRowHeader, .columnHeader,
      .rowHeader:
      true
    default: false
    }
  }
}
