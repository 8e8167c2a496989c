// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

/// The calls that are known to be safe in every toolkit, and no others: what libatspi itself calls.
///
/// `Properties.GetAll` and an interface that an object does not list crash Qt, `Action.GetActions`
/// Firefox, `RegisterEvent` with properties GTK 3. Those that need an interface say so.
extension Accessible {
  private static let space = "org.a11y.atspi."

  private func call(
    _ interface: String, _ member: String, _ arguments: [DBusValue] = []
  ) -> MethodCall {
    MethodCall(program, path, Accessible.space + interface, member, arguments)
  }

  private func property(_ interface: String, _ property: String) -> MethodCall {
    MethodCall(
      program, path, "org.freedesktop.DBus.Properties", "Get",
      [.string(Accessible.space + interface), .string(property)])
  }

  private static func offset(_ value: Int) -> DBusValue {
    .int32(Int32(clamping: value))
  }

  // MARK: Accessible: every object has it.

  /// Its name: `s`.
  public var name: MethodCall { property("Accessible", "Name") }
  /// Its description: `s`.
  public var objectDescription: MethodCall { property("Accessible", "Description") }
  /// What it is in: `(so)`.
  public var parent: MethodCall { property("Accessible", "Parent") }
  /// The language of its text, as a locale: `s`; not in Qt.
  public var locale: MethodCall { property("Accessible", "Locale") }
  /// How many children it has: `i`.
  public var childCount: MethodCall { property("Accessible", "ChildCount") }
  /// Its role: `u`.
  public var role: MethodCall { call("Accessible", "GetRole") }
  /// Its states: `au`.
  public var states: MethodCall { call("Accessible", "GetState") }
  /// Its interfaces: `as`.
  public var interfaces: MethodCall { call("Accessible", "GetInterfaces") }
  /// Its attributes: `a{ss}`.
  public var attributes: MethodCall { call("Accessible", "GetAttributes") }
  /// Its relations: `a(ua(so))`.
  public var relations: MethodCall { call("Accessible", "GetRelationSet") }
  /// Its place among its siblings, from 0: `i`.
  public var indexInParent: MethodCall { call("Accessible", "GetIndexInParent") }
  /// Its children: `a(so)`.
  public var children: MethodCall { call("Accessible", "GetChildren") }

  /// One of its children, from 0: `(so)`.
  public func child(_ index: Int) -> MethodCall {
    call("Accessible", "GetChildAtIndex", [Accessible.offset(index)])
  }

  // MARK: Application: the root of a program.

  /// The toolkit's name: `s`.
  public var toolkitName: MethodCall { property("Application", "ToolkitName") }
  /// The address of the program's own socket: `s`; not in Qt and GTK 4.
  public var ownAddress: MethodCall { call("Application", "GetApplicationBusAddress") }

  // MARK: Action

  /// How many actions it has: `i`.
  public var actionCount: MethodCall { property("Action", "NActions") }

  /// An action's name: `s`.
  public func actionName(_ index: Int) -> MethodCall {
    call("Action", "GetName", [Accessible.offset(index)])
  }

  /// The key of an action: `s`.
  public func keyBinding(_ index: Int) -> MethodCall {
    call("Action", "GetKeyBinding", [Accessible.offset(index)])
  }

  /// Does an action: `b`.
  public func doAction(_ index: Int) -> MethodCall {
    call("Action", "DoAction", [Accessible.offset(index)])
  }

  // MARK: Component

  /// Takes the keyboard's focus: `b`; not in GTK 4.
  public var grabFocus: MethodCall { call("Component", "GrabFocus") }

  /// Scrolls it into view: `b`.
  public var scrollIntoView: MethodCall { call("Component", "ScrollTo", [.uint32(6)]) }

  // MARK: Text

  /// How long the text is, in the toolkit's unit: `i`.
  public var characterCount: MethodCall { property("Text", "CharacterCount") }
  /// Where the caret is: `i`; -1 for nowhere.
  public var caretOffset: MethodCall { property("Text", "CaretOffset") }
  /// How many stretches are selected: `i`.
  public var selectionCount: MethodCall { call("Text", "GetNSelections") }

  /// A stretch of text: `s`.
  public func text(_ range: Range<Int>) -> MethodCall {
    call(
      "Text", "GetText",
      [Accessible.offset(range.lowerBound), Accessible.offset(range.upperBound)])
  }

  /// A selected stretch: `ii`.
  public func textSelection(_ index: Int) -> MethodCall {
    call("Text", "GetSelection", [Accessible.offset(index)])
  }

  /// The attributes at a place, without the text's own ones, and how far they reach: `a{ss}ii`.
  public func attributeRun(_ offset: Int) -> MethodCall {
    call("Text", "GetAttributeRun", [Accessible.offset(offset), .boolean(false)])
  }

  /// Puts the caret there: `b`.
  public func setCaret(_ offset: Int) -> MethodCall {
    call("Text", "SetCaretOffset", [Accessible.offset(offset)])
  }

  /// Selects a stretch besides what is selected: `b`.
  public func addSelection(_ start: Int, _ end: Int) -> MethodCall {
    call("Text", "AddSelection", [Accessible.offset(start), Accessible.offset(end)])
  }

  // MARK: EditableText

  /// Writes a text there: `b`; browsers answer true and do nothing.
  ///
  /// `length` is that of the text, in UTF-16 units for Qt and in bytes of UTF-8 for all others: with
  /// less GTK 3 and Qt write nothing or half a character, with more Qt writes rubbish.
  public func insertText(_ offset: Int, _ text: String, length: Int) -> MethodCall {
    call(
      "EditableText", "InsertText",
      [Accessible.offset(offset), .string(text), Accessible.offset(length)])
  }

  /// Takes a stretch away: `b`.
  public func deleteText(_ range: Range<Int>) -> MethodCall {
    call(
      "EditableText", "DeleteText",
      [Accessible.offset(range.lowerBound), Accessible.offset(range.upperBound)])
  }

  /// Takes a stretch to the clipboard: `b`.
  public func cutText(_ range: Range<Int>) -> MethodCall {
    call(
      "EditableText", "CutText",
      [Accessible.offset(range.lowerBound), Accessible.offset(range.upperBound)])
  }

  /// Copies a stretch to the clipboard: nothing.
  public func copyText(_ range: Range<Int>) -> MethodCall {
    call(
      "EditableText", "CopyText",
      [Accessible.offset(range.lowerBound), Accessible.offset(range.upperBound)])
  }

  /// Puts the clipboard there: `b`.
  public func pasteText(_ offset: Int) -> MethodCall {
    call("EditableText", "PasteText", [Accessible.offset(offset)])
  }

  // MARK: Value

  /// Where it stands: `d`.
  public var currentValue: MethodCall { property("Value", "CurrentValue") }
  /// Its least value: `d`.
  public var minimumValue: MethodCall { property("Value", "MinimumValue") }
  /// Its greatest value: `d`.
  public var maximumValue: MethodCall { property("Value", "MaximumValue") }
  /// Its step: `d`; 0 where the toolkit does not know.
  public var valueStep: MethodCall { property("Value", "MinimumIncrement") }

  /// Sets it.
  public func setValue(_ value: Double) -> MethodCall {
    MethodCall(
      program, path, "org.freedesktop.DBus.Properties", "Set",
      [
        .string(Accessible.space + "Value"), .string("CurrentValue"), .variant(.double(value)),
      ])
  }

  // MARK: Selection

  /// A selected child: `(so)`.
  public func selectedChild(_ index: Int) -> MethodCall {
    call("Selection", "GetSelectedChild", [Accessible.offset(index)])
  }

  // MARK: Table and TableCell

  /// How many rows: `i`.
  public var rowCount: MethodCall { property("Table", "NRows") }
  /// How many columns: `i`.
  public var columnCount: MethodCall { property("Table", "NColumns") }

  /// The row of a child, from 0: `i`.
  public func row(ofChild index: Int) -> MethodCall {
    call("Table", "GetRowAtIndex", [Accessible.offset(index)])
  }

  /// The column of a child, from 0: `i`.
  public func column(ofChild index: Int) -> MethodCall {
    call("Table", "GetColumnAtIndex", [Accessible.offset(index)])
  }

  /// The cell there, from 0: `(so)`.
  public func cell(row: Int, column: Int) -> MethodCall {
    call("Table", "GetAccessibleAt", [Accessible.offset(row), Accessible.offset(column)])
  }

  /// The header of a column: `(so)`.
  public func columnHeader(_ column: Int) -> MethodCall {
    call("Table", "GetColumnHeader", [Accessible.offset(column)])
  }

  /// Its row and column, from 0: `(ii)`.
  public var cellPosition: MethodCall { property("TableCell", "Position") }
  /// Its table: `(so)`.
  public var cellTable: MethodCall { property("TableCell", "Table") }
  /// Over how many rows it reaches: `i`.
  public var rowSpan: MethodCall { property("TableCell", "RowSpan") }
  /// Over how many columns it reaches: `i`.
  public var columnSpan: MethodCall { property("TableCell", "ColumnSpan") }
  /// The headers of its row: `a(so)`.
  public var rowHeaders: MethodCall { call("TableCell", "GetRowHeaderCells") }
  /// The headers of its column: `a(so)`.
  public var columnHeaders: MethodCall { call("TableCell", "GetColumnHeaderCells") }

  // MARK: Hypertext and Hyperlink

  /// The number of the object in the text that stands at a place: `i`.
  public func linkIndex(at offset: Int) -> MethodCall {
    call("Hypertext", "GetLinkIndex", [Accessible.offset(offset)])
  }

  /// An object in the text: `(so)` of its hyperlink.
  public func link(_ index: Int) -> MethodCall {
    call("Hypertext", "GetLink", [Accessible.offset(index)])
  }

  /// The object that a hyperlink leads to: `(so)`.
  public var linkObject: MethodCall {
    call("Hyperlink", "GetObject", [Accessible.offset(0)])
  }

  /// Where a hyperlink leads to: `s`.
  public var linkAddress: MethodCall { call("Hyperlink", "GetURI", [.int32(0)]) }

  // MARK: Document

  /// An attribute of a document, as `DocURL`: `s`.
  public func documentAttribute(_ name: String) -> MethodCall {
    call("Document", "GetAttributeValue", [.string(name)])
  }

  // MARK: Collection

  /// The objects within it that a rule fits, in order: `a(so)`; 0: all of them.
  public func matches(_ rule: MatchRule, count: Int) -> MethodCall {
    call(
      "Collection", "GetMatches",
      [rule.value, .uint32(1), Accessible.offset(count), .boolean(true)])
  }

  /// The next object behind one of its descendants that a rule fits: `a(so)`.
  public func nextMatch(after object: Accessible, _ rule: MatchRule, count: Int) -> MethodCall {
    call(
      "Collection", "GetMatchesFrom",
      [
        .objectPath(object.path), rule.value, .uint32(1), .uint32(2), Accessible.offset(count),
        .boolean(true),
      ])
  }

  /// The nearest object before one of its descendants that a rule fits: `a(so)`.
  public func previousMatch(
    before object: Accessible, _ rule: MatchRule, count: Int
  ) -> MethodCall {
    call(
      "Collection", "GetMatchesTo",
      [
        .objectPath(object.path), rule.value, .uint32(1), .uint32(2), .boolean(false),
        Accessible.offset(count), .boolean(true),
      ])
  }
}

/// Calls of the registry.
public enum Registry {
  /// Wants programs to tell of an event: `object:state-changed:focused`.
  ///
  /// Never with properties: GTK 3 aborts.
  public static func register(_ event: String) -> MethodCall {
    MethodCall(
      "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry",
      "RegisterEvent", [.string(event), .array("s", []), .string("")])
  }

  /// The process of a bus name: `u`.
  public static func process(of program: String) -> MethodCall {
    MethodCall(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "GetConnectionUnixProcessID", [.string(program)])
  }
}
