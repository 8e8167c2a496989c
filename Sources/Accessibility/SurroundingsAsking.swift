// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

extension Accessible {
  struct Surroundings: Sendable {
    var selectedChild = ""
    var childCount = 0
    var cell: Snapshot.Cell?
    var place: (number: Int, count: Int)?
  }

  /// Its place among what is around it: in a list, in a table; and what is selected in it.
  func surroundings(_ first: (basics: Basics, index: Int)) -> Asking<Surroundings> {
    let (basics, index) = first
    var questions = Questions()
    let count = questions.ask(childCount)
    return questions.asking { replies in
      let childCount = replies[count]?.count ?? 0
      let chosen = basics.role.showsSelection ? chosenName(basics.interfaces) : .known("")
      return chosen.and(cell(basics, index)).and(place(basics, index)).map { found in
        let ((name, cell), place) = found
        return Surroundings(
          selectedChild: name, childCount: childCount, cell: cell, place: place)
      }
    }
  }

  /// The name of what is chosen in a combo box, by itself or by the list in it (Firefox).
  private func chosenName(_ interfaces: Interfaces, isInner: Bool = false) -> Asking<String> {
    var questions = Questions()
    guard interfaces.contains(.selection) else {
      guard !isInner else { return .known("") }
      let inner = questions.ask(child(0))
      return questions.asking { replies in
        guard let inner = Accessible(replies[inner]) else { return .known("") }
        return inner.interfacesOnly.then { inner.chosenName($0, isInner: true) }
      }
    }
    let chosen = questions.ask(selectedChild(0))
    return questions.asking { replies in
      Accessible(replies[chosen]).map { $0.nameOnly } ?? .known("")
    }
  }

  /// Its interfaces and nothing else.
  public var interfacesOnly: Asking<Interfaces> {
    var questions = Questions()
    let interfaces = questions.ask(interfaces)
    return questions.asking { .known(Interfaces($0[interfaces])) }
  }

  private var nameOnly: Asking<String> {
    var questions = Questions()
    let name = questions.ask(name)
    return questions.asking { .known($0[name]?.words ?? "") }
  }

  // MARK: Among siblings

  /// Its number among the siblings of its role; menus count separators and Qt's tab lists their
  /// buttons, so that the index alone does not tell.
  private func place(_ basics: Basics, _ index: Int) -> Asking<(number: Int, count: Int)?> {
    guard basics.role.isCounted, basics.attributes["posinset"] == nil, index >= 0,
      let parent = basics.parent
    else { return .known(nil) }
    var questions = Questions()
    let role = questions.ask(parent.role)
    let count = questions.ask(parent.childCount)
    return questions.asking { replies in
      guard let role = AccessibleRole(replies[role]), role.countsChildren,
        let count = replies[count]?.integer, count > 1, index < count
      else { return .known(nil) }
      // Long ones are lists, whose children are all items.
      guard role.mixesChildren, count <= 60 else { return .known((index + 1, count)) }
      return placeAmongEquals(basics.role, in: parent)
    }
  }

  /// Its number among the children of its parent that have its role.
  private func placeAmongEquals(
    _ role: AccessibleRole, in parent: Accessible
  ) -> Asking<(number: Int, count: Int)?> {
    var questions = Questions()
    let children = questions.ask(parent.children)
    return questions.asking { replies in
      let siblings = (replies[children]?.members ?? []).prefix(60).compactMap { Accessible($0) }
      var questions = Questions()
      let roles = questions.ask(siblings.map(\.role))
      return questions.asking { replies in
        let same = zip(siblings, roles).filter { AccessibleRole(replies[$1]) == role }
        guard let number = same.firstIndex(where: { $0.0 == self }), same.count > 1 else {
          return .known(nil)
        }
        return .known((number + 1, same.count))
      }
    }
  }

  // MARK: In a table

  private func cell(_ basics: Basics, _ index: Int) -> Asking<Snapshot.Cell?> {
    if basics.interfaces.contains(.tableCell) { return toldCell }
    guard basics.role.isCellLike, index >= 0, let parent = basics.parent else {
      return .known(nil)
    }
    var questions = Questions()
    let interfaces = questions.ask(parent.interfaces)
    return questions.asking { replies in
      guard Interfaces(replies[interfaces]).contains(.table) else { return .known(nil) }
      return parent.cell(ofChild: index)
    }
  }

  private var toldCell: Asking<Snapshot.Cell?> {
    var questions = Questions()
    let position = questions.ask(cellPosition)
    let table = questions.ask(cellTable)
    let spans = questions.ask([rowSpan, columnSpan])
    let rowHeaders = questions.ask(rowHeaders)
    let columnHeaders = questions.ask(columnHeaders)
    return questions.asking { replies in
      let place = replies[position]?.members.compactMap(\.integer) ?? []
      // atk-bridge refuses to tell the place of the very first cell.
      let isFirst = replies.error(position) != nil && replies[spans[0]]?.integer != nil
      guard isFirst || place.count == 2 && place[0] >= 0 && place[1] >= 0 else {
        return .known(nil)
      }
      var cell = isFirst ? Snapshot.Cell(row: 0, column: 0) : .init(row: place[0], column: place[1])
      cell.rowSpan = max(1, replies[spans[0]]?.integer ?? 1)
      cell.columnSpan = max(1, replies[spans[1]]?.integer ?? 1)
      return withHeaders(
        cell, table: Accessible(replies[table]),
        rows: Accessible.few(replies[rowHeaders]), columns: Accessible.few(replies[columnHeaders]))
    }
  }

  private static func few(_ value: DBusValue?) -> [Accessible] {
    (value?.members ?? []).prefix(3).compactMap { Accessible($0) }
  }

  private func withHeaders(
    _ cell: Snapshot.Cell, table: Accessible?, rows: [Accessible], columns: [Accessible]
  ) -> Asking<Snapshot.Cell?> {
    var questions = Questions()
    let rowNames = questions.ask(rows.filter { $0 != self }.map(\.name))
    let columnNames = questions.ask(columns.filter { $0 != self }.map(\.name))
    let interfaces = table.map { questions.ask($0.interfaces) }
    return questions.asking { replies in
      var cell = cell
      cell.rowHeaders = rowNames.compactMap { replies[$0]?.words }.filter { !$0.isEmpty }
      cell.columnHeaders = columnNames.compactMap { replies[$0]?.words }.filter { !$0.isEmpty }
      let found = cell
      // What a cell calls its table need not be one.
      guard let table, Interfaces(replies[interfaces]).contains(.table) else {
        return .known(found)
      }
      return table.counts.map { counts in
        var cell = found
        (cell.rows, cell.columns) = counts
        return cell
      }
    }
  }

  /// How many rows and columns a table has, as far as it knows (ATK: -1 if it does not).
  private var counts: Asking<(rows: Int?, columns: Int?)> {
    var questions = Questions()
    let counts = questions.ask([rowCount, columnCount])
    return questions.asking { replies in
      .known((Accessible.told(replies[counts[0]]), Accessible.told(replies[counts[1]])))
    }
  }

  private static func told(_ count: DBusValue?) -> Int? {
    count?.integer.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The place of a child of a table, of a toolkit whose cells do not know it (Qt).
  private func cell(ofChild index: Int) -> Asking<Snapshot.Cell?> {
    var questions = Questions()
    let place = questions.ask([row(ofChild: index), column(ofChild: index)])
    let counts = questions.ask([rowCount, columnCount])
    return questions.asking { replies in
      guard let row = replies[place[0]]?.integer, let column = replies[place[1]]?.integer,
        row >= 0, column >= 0
      else { return .known(nil) }
      var found = Snapshot.Cell(row: row, column: column)
      found.rows = Accessible.told(replies[counts[0]])
      found.columns = Accessible.told(replies[counts[1]])
      let cell = found
      var questions = Questions()
      let header = questions.ask(columnHeader(column))
      return questions.asking { replies in
        (Accessible(replies[header]).map { $0.nameOnly } ?? .known("")).map { name in
          var cell = cell
          if !name.isEmpty { cell.columnHeaders = [name] }
          return cell
        }
      }
    }
  }
}

extension AccessibleRole {
  /// Whether its children are numbered for a reader.
  var countsChildren: Bool {
    switch self {
    case .list, .listBox, .menu, .popupMenu, .menuBar, .pageTabList, .tree, .comboBox, .panel,
      .grouping, .radioButton, .filler:
      true
    default: false
    }
  }

  /// Whether other things are among its children, which are not counted: separators, buttons.
  var mixesChildren: Bool {
    switch self {
    case .menu, .popupMenu, .menuBar, .pageTabList, .panel, .grouping, .radioButton, .filler: true
    default: false
    }
  }
}
