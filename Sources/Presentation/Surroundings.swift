// SPDX-License-Identifier: GPL-3.0-or-later
public import Elements

/// How the rows of a display that has several are used (behaviour V4).
public enum Rows: String, CaseIterable, Sendable {
  /// The element that has the focus fills them, wrapped.
  case wrapped
  /// The items around it as well, each from a row of its own on.
  case items
  /// In a table its rows, in columns under their headers; elsewhere items.
  case table
}

/// What stands behind an element on its row, if other rows do not show it (behaviour V4).
public enum RowNeighbours: String, CaseIterable, Sendable {
  /// Nothing.
  case off
  /// The items that come next.
  case next
}

/// The elements around the focused one that are shown with it, as far as the program sent them.
public struct Surroundings: Equatable, Sendable {
  /// How they are shown.
  let shape: Shape
  /// The items or rows, in order, the focused one among them.
  let entries: [Element]
  /// Which of them has the focus, or holds what has it.
  let current: Int
  /// The cell that has the focus, or holds what has it; nil for a whole row.
  let currentCell: String?
  /// Which row has the headers of the columns.
  let header: Int?
  /// The table whose rows they are, by its id.
  let table: String?

  /// How what is around an element is shown.
  enum Shape: Equatable, Sendable {
    /// A row of a table in each row.
    case table
    /// An item in each row.
    case items
    /// The next items behind the element, on its row.
    case row
  }

  /// Whether they are the rows of a table.
  var isTable: Bool { shape == .table }

  /// What is around an element; nil if nothing is, or is to be shown.
  ///
  /// `ancestors` are the outermost first. A child that is only named is looked for among them.
  /// `rows` is how the rows of the display are used, `neighbours` what stands on the element's own
  /// if no other shows what is around it.
  public init?(
    of element: Element, among ancestors: [Element], as rows: Rows,
    neighbours: RowNeighbours = .off
  ) {
    guard rows != .wrapped || neighbours != .off else { return nil }
    let path = Path(element: element, ancestors: ancestors)
    if rows == .table, let table = Surroundings(tableAround: path) {
      self = table
    } else if rows != .wrapped, let items = Surroundings(itemsAround: path, as: .items) {
      self = items
    } else if neighbours == .next, element.mayHaveNeighbours,
      let next = Surroundings(itemsAround: path, as: .row)
    {
      self = next
    } else {
      return nil
    }
  }

  private init?(itemsAround path: Path, as shape: Shape) {
    for ancestor in path.ancestors.reversed() where ancestor.children != nil {
      var shown: Set<String> = []
      let entries = path.entries(of: ancestor, except: &shown)
      guard let current = entries.firstIndex(where: { path.holds($0.id) }) else { continue }
      guard entries.count > 1 else { return nil }
      self.shape = shape
      self.entries = entries
      self.current = current
      currentCell = nil
      header = nil
      table = nil
      return
    }
    return nil
  }

  private init?(tableAround path: Path) {
    guard path.element.text == nil, let focused = path.row else { return nil }
    var rows = path.rows
    if !rows.contains(where: { $0.id == focused.id }) { rows = [path.withCells(focused)] }
    let row = rows.first { $0.id == focused.id } ?? focused
    let currentCell = row.cells.first { path.holds($0.id) }?.id
    guard !row.cells.isEmpty, currentCell != nil || path.element.id == row.id else { return nil }
    var header = rows.prefix(Surroundings.headerRows).firstIndex(where: \.isHeaderRow)
    if header == nil, let made = row.headerRow {
      rows.insert(made, at: 0)
      header = 0
    }
    guard let current = rows.lastIndex(where: { $0.id == row.id }) else { return nil }
    shape = .table
    entries = rows
    self.current = current
    self.currentCell = currentCell
    self.header = header
    table = path.table?.id
  }

  /// The headers of columns are looked for among so many first rows.
  private static let headerRows = 4

  /// The items behind the current one that stand on its row: so many that a reader who has read
  /// them all goes to the last of them, and reads on from there.
  var next: ArraySlice<Element> {
    entries[(current + 1)...].prefix(Surroundings.mostOnARow)
  }

  private static let mostOnARow = 32

  /// The item to go to when the reader pans past the last one (or the first); nil if that has
  /// the focus itself.
  ///
  /// In a table it is the cell in the same column.
  func edge(isLast: Bool) -> String? {
    if shape == .row { return isLast ? next.last?.id : nil }
    let index = isLast ? entries.count - 1 : 0
    let isHeader = index == header
    guard index != current, !(isHeader && entries.count == 2) else { return nil }
    let entry = isHeader ? entries[min(index + 1, entries.count - 1)] : entries[index]
    guard entry.id != entries[current].id else { return nil }
    guard let currentCell,
      let column = entries[current].cells.firstIndex(where: { $0.id == currentCell }),
      column < entry.cells.count
    else { return entry.id }
    return entry.cells[column].id
  }
}

/// The way from the outermost ancestor to the element that has the focus.
private struct Path {
  let element: Element
  let ancestors: [Element]
  private let known: [String: Element]

  init(element: Element, ancestors: [Element]) {
    self.element = element
    self.ancestors = ancestors
    known = Dictionary((ancestors + [element]).map { ($0.id, $0) }) { $1 }
  }

  func holds(_ id: String) -> Bool { known[id] != nil }

  var table: Element? { ancestors.last { $0.role?.isTable == true } }

  /// The row that the element is or is in.
  var row: Element? {
    if element.role?.name == "row" { return element }
    return ancestors.last { $0.role?.name == "row" }
  }

  /// What is in an element, each as it is known best, and once although several may name it.
  ///
  /// `shown` are the ids of what has been found elsewhere, and then also of what is found here: so
  /// the time does not grow with the ways that lead to an element.
  func entries(of element: Element, except shown: inout Set<String>) -> [Element] {
    // What is in a protected element is what is written in it.
    guard !element.isProtected else { return [] }
    var entries: [Element] = []
    for child in element.children ?? [] {
      guard let entry = resolved(child), entry.flags[.hidden] != true,
        shown.insert(entry.id).inserted
      else { continue }
      if entry.flags[.ignored] == true || entry.role?.isIgnored == true {
        entries += self.entries(of: entry, except: &shown)
      } else {
        entries.append(entry)
      }
    }
    return entries
  }

  private func resolved(_ child: Child) -> Element? {
    switch child {
    case .reference(let id): return known[id]
    case .element(let element):
      guard var entry = known[element.id] else { return element }
      if entry.children == nil { entry.children = element.children }
      return entry
    }
  }

  /// The rows of the table with their cells, each cell in one row: in that which has the focus, or
  /// in the first that names it.
  var rows: [Element] {
    guard let table else { return [] }
    var shown: Set<String> = []
    var rows = entries(of: table, except: &shown).filter { $0.role?.name == "row" }
    let focused = rows.firstIndex { $0.id == row?.id }
    if let focused { rows[focused] = withCells(rows[focused], except: &shown) }
    for index in rows.indices where index != focused {
      rows[index] = withCells(rows[index], except: &shown)
    }
    return rows
  }

  /// A row with all of its cells.
  func withCells(_ row: Element) -> Element {
    var shown: Set<String> = []
    return withCells(row, except: &shown)
  }

  /// A row with its cells as they are known best.
  private func withCells(_ row: Element, except shown: inout Set<String>) -> Element {
    var row = row
    row.children = entries(of: row, except: &shown).map { .element($0) }
    return row
  }
}

extension Element {
  /// Whether other elements may stand behind it on its row: behind the place for a caret nothing
  /// does (behaviour L1), nor in the columns of preformatted text.
  fileprivate var mayHaveNeighbours: Bool {
    !isEditable && text?.caret == nil && text?.preformatted != true
  }

  /// Whether its cells are the headers of columns.
  fileprivate var isHeaderRow: Bool {
    let cells = cells
    return cells.contains { $0.role?.name == "columnheader" }
      && !cells.contains { $0.role?.name == "cell" || $0.role?.name == "gridcell" }
  }

  /// A row of the headers that a row's cells name; a header leads to the cell that it is of.
  fileprivate var headerRow: Element? {
    var hasAny = false
    let headers = cells.map { cell in
      var header = Element(id: cell.id)
      header.role = Role("columnheader")
      header.columnHeaders = cell.columnHeaders
      header.columnIndex = cell.columnIndex
      header.columnSpan = cell.columnSpan
      hasAny = hasAny || cell.columnHeaders?.isEmpty == false
      return header
    }
    guard hasAny else { return nil }
    var row = Element(id: "")
    row.role = Role("row")
    row.children = headers.map { .element($0) }
    return row
  }
}
