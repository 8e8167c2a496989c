// SPDX-License-Identifier: GPL-3.0-or-later

/// An object of a fake application, as a program would show it on the accessibility bus.
///
/// Its interfaces follow from what it has: a text makes `Text`, and so on; `interfaces` says
/// otherwise. Numbers of roles and states are AT-SPI's (AtspiRole, AtspiStateType).
public struct FakeObject: Sendable {
  /// The last part of its path, unique in its application; `root` is the application itself.
  public var id: String
  /// Its role.
  public var role: Int
  /// Its name.
  public var name: String
  /// Its description.
  public var description = ""
  /// The states that it has.
  public var states: Set<Int>
  /// Its attributes.
  public var attributes: [String: String] = [:]
  /// Its relations, by their number (AtspiRelationType), to objects of the application.
  public var relations: [Int: [String]] = [:]
  /// Its language; nil if the program does not know the property, as Qt.
  public var locale: String? = "en"
  /// The interfaces that it lists, without `org.a11y.atspi.`; nil: what follows from the rest.
  public var interfaces: [String]?
  /// Its text.
  public var text: FakeText?
  /// Its value.
  public var value: FakeValue?
  /// The names of its actions.
  public var actions: [String] = []
  /// Whether some of its children can be selected (state 23).
  public var isSelection = false
  /// Where it is in a table.
  public var cell: FakeCell?
  /// What kind of table it is.
  public var table: FakeTable?
  /// The objects that stand for the U+FFFC of its text, in order; nil: no `Hypertext`.
  public var links: [String]?
  /// The attributes of a document; nil: it is none.
  public var document: [String: String]?
  /// Its children, in order.
  public var children: [FakeObject]

  /// An object: enabled, sensitive, showing and visible, and what else is said.
  public init(
    _ id: String, role: Int, _ name: String = "", states: Set<Int> = [],
    actions: [String] = [], text: FakeText? = nil, value: FakeValue? = nil,
    children: [FakeObject] = []
  ) {
    (self.id, self.role, self.name) = (id, role, name)
    (self.actions, self.text, self.value, self.children) = (actions, text, value, children)
    self.states = states.union([
      FakeState.enabled, FakeState.sensitive, FakeState.showing, FakeState.visible,
    ])
  }
}

/// The text of a fake object; places in it are counted in scalars, however the program counts.
public struct FakeText: Sendable {
  /// The text.
  public var content: String
  /// Where the caret is; -1 is nowhere.
  public var caret: Int
  /// What is selected.
  public var selections: [Range<Int>] = []
  /// Whether it has `EditableText`.
  public var isEditable: Bool
  /// Whether `SetCaretOffset` moves the caret; terminals say false.
  public var takesCaret = true
  /// Whether edits are answered true and not made, as browsers do.
  public var ignoresEdits = false
  /// How many scalars fit into a line; nil: lines end at line feeds alone.
  public var width: Int?
  /// Attributes of parts, which do not overlap.
  public var runs: [(range: Range<Int>, attributes: [String: String])] = []

  /// A text with its caret.
  public init(_ content: String, caret: Int = 0, isEditable: Bool = true) {
    (self.content, self.caret, self.isEditable) = (content, caret, isEditable)
  }
}

/// The value of a fake object.
public struct FakeValue: Sendable {
  /// The value now.
  public var current: Double
  /// The least and the greatest one.
  public var range: ClosedRange<Double>
  /// The least step.
  public var step: Double

  /// A value in a range.
  public init(_ current: Double, in range: ClosedRange<Double>, step: Double = 1) {
    (self.current, self.range, self.step) = (current, range, step)
  }
}

/// Where a fake object is in a table.
public struct FakeCell: Sendable {
  /// The table.
  public var table: String
  /// The row, from 0.
  public var row: Int
  /// The column, from 0.
  public var column: Int
  /// The headers of its row.
  public var rowHeaders: [String]
  /// The headers of its column.
  public var columnHeaders: [String]
  /// Whether it has `TableCell`, which Qt's do not have.
  public var hasInterface = true

  /// A place in a table.
  public init(
    _ table: String, row: Int, column: Int, rowHeaders: [String] = [], columnHeaders: [String] = []
  ) {
    (self.table, self.row, self.column) = (table, row, column)
    (self.rowHeaders, self.columnHeaders) = (rowHeaders, columnHeaders)
  }
}

/// How large a fake table is; its cells are the objects whose `cell` names it.
public struct FakeTable: Sendable {
  /// How many rows.
  public var rows: Int
  /// How many columns.
  public var columns: Int

  /// A table of a size.
  public init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
  }
}

/// How a fake application counts places in texts.
public enum FakeOffsets: Sendable {
  /// Unicode scalars: GTK, Chromium.
  case scalars
  /// UTF-16 units: Qt, LibreOffice.
  case utf16
  /// UTF-16 units that look like scalars: U+FEFF comes behind each scalar of two units. Firefox.
  case filled
}

/// The states that a fake application itself deals with, and the names of all (AtspiStateType).
enum FakeState {
  static let active = 1
  static let enabled = 8
  static let focusable = 11
  static let focused = 12
  static let selected = 23
  static let sensitive = 24
  static let showing = 25
  static let visible = 30

  /// The names of states in events, by number.
  static let names = [
    "invalid", "active", "armed", "busy", "checked", "collapsed", "defunct", "editable", "enabled",
    "expandable", "expanded", "focusable", "focused", "has-tooltip", "horizontal", "iconified",
    "modal", "multi-line", "multiselectable", "opaque", "pressed", "resizable", "selectable",
    "selected", "sensitive", "showing", "single-line", "stale", "transient", "vertical", "visible",
    "manages-descendants", "indeterminate", "required", "truncated", "animated", "invalid-entry",
    "supports-autocompletion", "selectable-text", "is-default", "visited", "checkable", "has-popup",
    "read-only",
  ]
}
