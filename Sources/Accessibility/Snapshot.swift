// SPDX-License-Identifier: GPL-3.0-or-later

/// All that a reader is told of an object, as its program tells it.
public struct Snapshot: Equatable, Sendable {
  /// What it is.
  public var basics: Basics
  /// Its description.
  public var description = ""
  /// The language of its text, as a locale; Firefox alone tells it for each object.
  public var locale = ""
  /// The names of the objects that label it.
  public var labels: [String] = []
  /// The names of the objects that describe it.
  public var descriptions: [String] = []
  /// The names of the objects that tell what is wrong with it.
  public var errors: [String] = []
  /// Its text.
  public var text: TextPart?
  /// Its number.
  public var value: Value?
  /// The names of its actions.
  public var actions: [String] = []
  /// The key of its first action.
  public var keyBinding = ""
  /// Where it is in a table.
  public var cell: Cell?
  /// Its place among its siblings of the same role, from 1, and how many there are.
  public var place: (number: Int, count: Int)? {
    get { placeNumber.flatMap { number in placeCount.map { (number, $0) } } }
    set {
      placeNumber = newValue?.number
      placeCount = newValue?.count
    }
  }
  private var placeNumber: Int?
  private var placeCount: Int?
  /// The name of its selected child.
  public var selectedChild = ""
  /// How many children it has.
  public var childCount = 0

  /// What an object is and nothing else yet.
  public init(basics: Basics) {
    self.basics = basics
  }

  /// A number in a range.
  public struct Value: Equatable, Sendable {
    /// Where it stands.
    public var now: Double
    /// The least.
    public var least: Double
    /// The greatest.
    public var greatest: Double
    /// The toolkit's step; 0: not told.
    public var step: Double

    /// A number in its range.
    public init(now: Double, least: Double, greatest: Double, step: Double) {
      self.now = now
      self.least = least
      self.greatest = greatest
      self.step = step
    }

    /// The step that an adjustment makes: the toolkit's, else 1 of a whole number in a range of
    /// at least 20, else a twentieth of the range (GTK 4 and Qt tell no step).
    public var usualStep: Double {
      if step > 0 { return step }
      let range = greatest - least
      return range >= 20 && now == now.rounded() ? 1 : range / 20
    }
  }

  /// A place in a table, from 0.
  public struct Cell: Equatable, Sendable {
    /// The row.
    public var row: Int
    /// The column.
    public var column: Int
    /// How many rows the table has; nil: not told.
    public var rows: Int?
    /// How many columns the table has; nil: not told.
    public var columns: Int?
    /// Over how many rows it reaches.
    public var rowSpan = 1
    /// Over how many columns it reaches.
    public var columnSpan = 1
    /// The names of the headers of its row.
    public var rowHeaders: [String] = []
    /// The names of the headers of its column.
    public var columnHeaders: [String] = []

    /// A place in a table.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }
}

extension AccessibleRole {
  /// Whether its place among its siblings is told where no attribute tells it.
  var isCounted: Bool {
    switch self {
    case .listItem, .menuItem, .checkMenuItem, .radioMenuItem, .menu, .pageTab, .treeItem,
      .radioButton, .icon:
      true
    default: false
    }
  }

  /// Whether it can be the place in a table of a toolkit without TableCell.
  var isCellLike: Bool {
    switch self {
    case .tableCell, .treeItem, .listItem, .tableColumnHeader, .tableRowHeader: true
    default: false
    }
  }

  /// Whether its selected child is its value.
  var showsSelection: Bool { self == .comboBox }
}
