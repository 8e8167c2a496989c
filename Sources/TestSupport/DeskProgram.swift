// SPDX-License-Identifier: GPL-3.0-or-later
public import Accessibility
import DBus

/// A program on the accessibility bus that is played by a value: it answers calls as toolkits do.
///
/// What toolkits crash on is answered by an error and kept in `forbidden`, which a test looks at.
public struct DeskProgram: Sendable {
  /// Its unique bus name.
  public let name: String
  /// Its toolkit's name.
  public var toolkit = "gtk"
  /// Whether its objects can be searched.
  public var hasCollection = true
  /// Whether its cells know their place.
  public var hasTableCell = true
  /// Whether objects say that they are showing; GTK 4 never does.
  public var tellsShowing = true
  /// Whether it answers at all.
  public var answers = true
  /// Calls that toolkits crash on, or that nothing listed.
  public internal(set) var forbidden: [String] = []
  /// What was scrolled into view, by its key.
  public internal(set) var scrolled: [String] = []
  /// Where the keyboard is, by the key of the object.
  public internal(set) var focus: String?
  /// What it says by itself, until it is handed on.
  var signals: [BusSignal] = []
  var nodes: [String: Node] = [:]
  /// How many calls it was asked.
  public internal(set) var callCount = 0

  struct Node: Sendable {
    var object: DeskObject
    var parent: String?
    var children: [String]
  }

  static let rootKey = "root"

  /// A program with its windows.
  public init(_ windows: [DeskObject], name: String = ":1.9") {
    self.name = name
    let root = DeskObject(.application, "Program", key: DeskProgram.rootKey, windows)
    add(root, in: nil)
  }

  /// An object by its key.
  public func object(_ key: String) -> Accessible {
    Accessible(program: name, path: "/org/a11y/atspi/accessible/" + key)
  }

  /// The key of an object.
  public func key(_ path: String) -> String {
    String(path.split(separator: "/", omittingEmptySubsequences: true).last ?? "")
  }

  /// Where the caret of an object is; nil: there is no such object.
  public func caret(of key: String) -> Int? { nodes[key]?.object.caret }

  mutating func add(_ object: DeskObject, in parent: String?) {
    nodes[object.key] = Node(
      object: object, parent: parent, children: object.children.map(\.key))
    for child in object.children { add(child, in: object.key) }
  }

  // MARK: What happens in it

  /// Changes an object, and tells nobody.
  public mutating func change(_ key: String, _ change: (inout DeskObject) -> Void) {
    guard var node = nodes[key] else { return }
    change(&node.object)
    nodes[key] = node
  }

  /// Makes an object a child of itself, as a program that has gone wrong may say.
  public mutating func loop(_ key: String) {
    nodes[key]?.children.append(key)
  }

  /// Leaves an object out of its parent's children, though it is there.
  public mutating func hide(_ key: String, from parent: String) {
    nodes[parent]?.children.removeAll { $0 == key }
  }

  /// Takes an object away, with what is in it.
  public mutating func remove(_ key: String) {
    guard let node = nodes.removeValue(forKey: key) else { return }
    for child in node.children { remove(child) }
    if let parent = node.parent { nodes[parent]?.children.removeAll { $0 == key } }
  }

  /// The keyboard goes to an object, which says so.
  public mutating func moveFocus(to key: String) {
    if let old = focus { nodes[old]?.object.states.remove(.focused) }
    focus = key
    nodes[key]?.object.states.insert(.focused)
    tell(key, "StateChanged", "focused", 1)
  }

  /// The caret goes to a place, and its object says so.
  public mutating func moveCaret(of key: String, to place: Int) {
    nodes[key]?.object.caret = place
    tell(key, "TextCaretMoved", "", place)
  }

  /// A text becomes another one, with its caret, and its object says so.
  public mutating func write(_ text: String, in key: String, caret: Int) {
    nodes[key]?.object.text = text
    nodes[key]?.object.caret = caret
    tell(key, "TextChanged", "insert", 0)
  }

  /// A window becomes the active one, and says so.
  public mutating func activate(_ key: String) {
    nodes[key]?.object.states.insert(.active)
    signals.append(signal(key, "Window", "Activate", "", 0))
  }

  mutating func tell(_ key: String, _ member: String, _ detail: String, _ number: Int) {
    signals.append(signal(key, "Object", member, detail, number))
  }

  private func signal(
    _ key: String, _ interface: String, _ member: String, _ detail: String, _ number: Int
  ) -> BusSignal {
    let head = BusSignal.Head(
      sender: name, path: object(key).path, interface: "org.a11y.atspi.Event." + interface,
      member: member, detail: detail)
    return BusSignal(
      head,
      [
        .string(detail), .int32(Int32(clamping: number)), .int32(0), .variant(.string("")),
        .dictionary("sv", []),
      ])
  }

  // MARK: What it is asked

  func interfaces(of key: String) -> Interfaces {
    guard let object = nodes[key]?.object else { return [] }
    var all = object.interfaces.union(.component)
    if key == DeskProgram.rootKey { return .application }
    if hasCollection { all.insert(.collection) }
    if object.text != nil { all.insert(.text) }
    if object.text?.unicodeScalars.contains(TextPart.objectReplacement) == true {
      all.insert(.hypertext)
    }
    if object.role == .link { all.insert(.hyperlink) }
    if object.states.contains(.editable), object.text != nil { all.insert(.editableText) }
    if object.columns > 0 { all.insert(.table) }
    if object.role.isDocument { all.insert(.document) }
    if hasTableCell, place(inTable: key) != nil { all.insert(.tableCell) }
    return all
  }

  /// The cells of a table, in their order.
  func cells(of table: String) -> [String] {
    (nodes[table]?.children ?? []).flatMap { child in
      nodes[child]?.object.role == .tableRow ? nodes[child]?.children ?? [] : [child]
    }
  }

  /// The table that an object is a cell of, and its number there.
  func place(inTable key: String) -> (table: String, index: Int)? {
    guard let parent = nodes[key]?.parent else { return nil }
    let table = nodes[parent]?.object.role == .tableRow ? nodes[parent]?.parent : parent
    guard let table, (nodes[table]?.object.columns ?? 0) > 0,
      let index = cells(of: table).firstIndex(of: key)
    else { return nil }
    return (table, index)
  }
}
