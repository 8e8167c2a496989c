// SPDX-License-Identifier: MIT

/// Something that is read: a button, a line of a list, a text (docs/protocol.md, "Element").
///
/// What is nil is not sent: it does not apply. Of what is true or false, false says that it applies
/// and is off.
public struct Element: Encodable, Equatable, Sendable {
  /// What the program knows it by; it never names another thing later on the connection.
  public var id: String
  /// What it is, by ARIA's names: `button`, `listitem`, `textbox`.
  public var role: String?
  /// What it is called.
  public var label: String?
  /// Its value in words.
  public var value: String?
  /// What to do with it; said last.
  public var hint: String?
  /// More about it than its label.
  public var description: String?
  /// Further content that is read on request.
  public var details: [Detail]?
  /// A word instead of that for the role.
  public var roleDescription: String?
  /// A word instead of those for the states.
  public var stateDescription: String?
  /// The label for braille, which wins over `label`.
  public var brailleLabel: String?
  /// The role's word for braille, which wins over `roleDescription`.
  public var brailleRoleDescription: String?
  /// What an empty field shows.
  public var placeholder: String?
  /// The language of its words, in BCP 47.
  public var language: String?
  /// `true`, `false` or `"mixed"`.
  public var checked: Token?
  /// `true`, `false` or `"mixed"`.
  public var pressed: Token?
  /// Whether it is open; false: it can be opened.
  public var expanded: Bool?
  /// Whether it is chosen; false: it can be chosen.
  public var selected: Bool?
  /// Whether it does nothing now.
  public var disabled: Bool?
  /// Whether it has to be filled in.
  public var required: Bool?
  /// Whether it can be read only.
  public var readOnly: Bool?
  /// Whether it is being changed; nothing of it is announced meanwhile.
  public var busy: Bool?
  /// Whether a link has been followed before.
  public var visited: Bool?
  /// Whether the reader stays in it until it goes: a dialog.
  public var modal: Bool?
  /// Whether it is not there for the reader, with all that is in it.
  public var hidden: Bool?
  /// Whether it is as if it were not there, but for what is in it.
  public var ignored: Bool?
  /// Whether what is in it is kept together.
  public var group: Bool?
  /// Whether `children` are in reading order; false: their places on the screen tell it.
  public var ordered: Bool?
  /// Whether it can be more or less.
  public var adjustable: Bool?
  /// Whether the cursor begins on it.
  public var summary: Bool?
  /// Whether it changes all the time.
  public var updatesFrequently: Bool?
  /// Whether panning past its end turns the page.
  public var causesPageTurn: Bool?
  /// Whether activating it plays something that no announcement is to disturb.
  public var startsMediaSession: Bool?
  /// Whether what is typed goes to the program as cells.
  public var directInteraction: Bool?
  /// Whether nothing but the number of its characters may be shown: a password.
  public var protected: Bool?
  /// Whether its text has lines.
  public var multiline: Bool?
  /// Whether its text can be edited; nil: as the role has it.
  public var editable: Bool?
  /// Whether several of its items can be chosen.
  public var multiselectable: Bool?
  /// Whether it is the one that is meant if nothing is said.
  public var `default`: Bool?
  /// Whether all of it is announced when something of it changes.
  public var atomic: Bool?
  /// `true`, `false`, `"grammar"` or `"spelling"`.
  public var invalid: Token?
  /// `true`, `false`, `"page"`, `"step"`, `"location"`, `"date"` or `"time"`.
  public var current: Token?
  /// `true`, `false`, `"menu"`, `"listbox"`, `"tree"`, `"grid"` or `"dialog"`.
  public var hasPopup: Token?
  /// How its changes are announced: `off`, `polite` or `assertive`.
  public var live: String?
  /// What the program completes, as in ARIA.
  public var autocomplete: String?
  /// `horizontal` or `vertical`.
  public var orientation: String?
  /// `ascending`, `descending` or `other`.
  public var sort: String?
  /// HTML's type of an input field, or `code`.
  public var inputType: String?
  /// A heading's or a tree item's level, from 1.
  public var level: Int?
  /// Its place among its like, from 1.
  public var positionInSet: Int?
  /// How many its like are; on a container the number of its items.
  public var setSize: Int?
  /// Its row, from 1.
  public var rowIndex: Int?
  /// Its column, from 1.
  public var columnIndex: Int?
  /// The table's rows.
  public var rowCount: Int?
  /// The table's columns.
  public var columnCount: Int?
  /// How many rows a cell covers.
  public var rowSpan: Int?
  /// How many columns a cell covers.
  public var columnSpan: Int?
  /// A word instead of the row's number.
  public var rowIndexText: String?
  /// A word instead of the column's number.
  public var columnIndexText: String?
  /// The headers of its row, the outermost first.
  public var rowHeaders: [Header]?
  /// The headers of its column, the outermost first.
  public var columnHeaders: [Header]?
  /// A value that is a number.
  public var range: ValueRange?
  /// Where it is on the screen.
  public var frame: Frame?
  /// Where a click activates it.
  public var activationPoint: Point?
  /// What is wrong with it.
  public var errorMessage: String?
  /// The key that activates it.
  public var shortcut: String?
  /// The id of what an in-page link leads to.
  public var target: String?
  /// What else can be done with it.
  public var actions: [Action]?
  /// Ways of its own to step through what is in it.
  public var rotors: [Rotor]?
  /// Its text, which has a caret and can be edited.
  public var text: Text?
  /// What is in it, in order.
  public var children: [Child]?

  /// An element; all else that it has is set afterwards.
  public init(_ id: String, role: String? = nil, label: String? = nil, value: String? = nil) {
    self.id = id
    self.role = role
    self.label = label
    self.value = value
  }
}

/// A change of an element: what is nil stays as it is.
public struct ElementChange: Encodable, Equatable, Sendable {
  /// The element's id, and what is another than it was.
  public var element: Element
  /// The protocol's names of the members that it has no longer: `["value"]`.
  public var removed: Set<String>

  /// A change of the element of this id.
  public init(_ id: String, removing removed: Set<String> = []) {
    element = Element(id)
    self.removed = removed
  }

  /// Writes what changes, and null for what goes.
  public func encode(to encoder: any Encoder) throws {
    try element.encode(to: encoder)
    var container = encoder.container(keyedBy: Name.self)
    for name in removed { try container.encodeNil(forKey: Name(stringValue: name)) }
  }

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
