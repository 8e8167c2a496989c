// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

/// What a fake application shows, and the events that it has not sent yet.
///
/// What changes here by its own methods is told as a toolkit tells it; `edit` tells nothing.
public struct FakeScene: Sendable {
  struct Node: Sendable {
    var object: FakeObject
    var parent: String?
    var children: [String]
  }

  /// What kind of program it is.
  public let program: FakeProgram
  private(set) var nodes: [String: Node] = [:]
  /// The events that are to be sent.
  var events: [FakeEvent] = []

  init(_ program: FakeProgram) {
    self.program = program
    var root = FakeObject("root", role: 75, program.name, children: program.windows)
    root.interfaces = ["Accessible", "Application", "Component"]
    if program.hasCollection { root.interfaces?.append("Collection") }
    insert(root, below: nil, at: 0)
  }

  // MARK: Objects

  /// The ids of all objects below one and of itself, in the order of reading.
  public func order(below id: String = "root") -> [String] {
    guard let node = nodes[id] else { return [] }
    return [id] + node.children.flatMap { order(below: $0) }
  }

  /// An object as it is now; its `children` are empty.
  public subscript(id: String) -> FakeObject? { nodes[id]?.object }

  /// The object that has the focus.
  public var focus: String? {
    nodes.first { $0.value.object.states.contains(FakeState.focused) }?.key
  }

  /// Changes an object and tells nobody.
  public mutating func edit(_ id: String, _ change: (inout FakeObject) -> Void) {
    guard var object = nodes[id]?.object else { return }
    change(&object)
    nodes[id]?.object = object
  }

  private mutating func insert(_ object: FakeObject, below parent: String?, at index: Int) {
    var bare = object
    bare.children = []
    nodes[object.id] = Node(object: bare, parent: parent, children: [])
    if let parent {
      let count = nodes[parent]?.children.count ?? 0
      nodes[parent]?.children.insert(object.id, at: max(0, min(index, count)))
    }
    for (index, child) in object.children.enumerated() {
      insert(child, below: object.id, at: index)
    }
  }

  // MARK: What happens in the program

  /// Sends an event as it is: `object:state-changed:focused`.
  public mutating func emit(
    _ event: String, from id: String, _ first: Int = 0, _ second: Int = 0,
    _ any: DBusValue = .int32(0)
  ) {
    events.append(FakeEvent(event, from: id, first, second, any))
  }

  /// Adds an object, as the last child of another one or at an index.
  public mutating func add(_ object: FakeObject, to parent: String, at index: Int = .max) {
    insert(object, below: parent, at: index)
    let place = nodes[parent]?.children.firstIndex(of: object.id) ?? 0
    emit("object:children-changed:add", from: parent, place, 0, reference(object.id))
  }

  /// Takes an object away with all below it.
  public mutating func remove(_ id: String) {
    guard let parent = nodes[id]?.parent,
      let place = nodes[parent]?.children.firstIndex(of: id)
    else { return }
    let all = order(below: id)
    nodes[parent]?.children.remove(at: place)
    emit("object:children-changed:remove", from: parent, place, 0, reference(id))
    emit("object:state-changed:defunct", from: id, 1)
    for id in all { nodes[id] = nil }
  }

  /// Gives or takes a state, and tells if that is news.
  public mutating func setState(_ id: String, _ state: Int, _ isOn: Bool) {
    guard let object = self[id], object.states.contains(state) != isOn else { return }
    edit(id) { if isOn { $0.states.insert(state) } else { $0.states.remove(state) } }
    let name = FakeState.names.indices.contains(state) ? FakeState.names[state] : "\(state)"
    emit("object:state-changed:\(name)", from: id, isOn ? 1 : 0)
  }

  /// Gives the focus to an object, or to none.
  public mutating func setFocus(_ id: String?) {
    if let old = focus, old != id { setState(old, FakeState.focused, false) }
    if let id { setState(id, FakeState.focused, true) }
  }

  /// Makes a window the active one, and no other.
  public mutating func activate(_ id: String?) {
    for other in nodes["root"]?.children ?? [] where other != id {
      guard self[other]?.states.contains(FakeState.active) == true else { continue }
      setState(other, FakeState.active, false)
      emit("window:deactivate", from: other)
    }
    guard let id, self[id]?.states.contains(FakeState.active) == false else { return }
    setState(id, FakeState.active, true)
    emit("window:activate", from: id)
  }

  /// Gives an object another name.
  public mutating func setName(_ id: String, _ name: String) {
    edit(id) { $0.name = name }
    emit("object:property-change:accessible-name", from: id, 0, 0, .string(name))
  }

  /// Gives an object another value, in its range.
  public mutating func setValue(_ id: String, _ value: Double) {
    guard let range = self[id]?.value?.range else { return }
    let kept = min(max(value, range.lowerBound), range.upperBound)
    edit(id) { $0.value?.current = kept }
    emit("object:property-change:accessible-value", from: id, 0, 0, .double(kept))
  }

  /// Says something that is nowhere on the screen.
  public mutating func announce(_ text: String, from id: String = "root") {
    emit("object:announcement", from: id, 1, 0, .string(text))
  }

  // MARK: References

  /// The path of an object.
  public static func path(_ id: String) -> String {
    id == "null" ? "/org/a11y/atspi/null" : "/org/a11y/atspi/accessible/\(id)"
  }

  /// The names on the bus of the application and of the registry.
  var busName = ""
  var registryName = ""
  /// Where it listens itself.
  var socketAddress: String?
  /// What an action does, beside being recorded.
  var act: @Sendable (inout FakeScene, _ id: String, _ action: String) -> Void = { _, _, _ in }

  /// What the application is in: the registry's root.
  var rootParent: DBusValue {
    .structure([.string(registryName), .objectPath(Self.path("root"))])
  }

  /// An object as others are told of it.
  public func reference(_ id: String?) -> DBusValue {
    .structure([.string(id == nil ? "" : busName), .objectPath(Self.path(id ?? "null"))])
  }
}

/// An event that a fake application sends.
public struct FakeEvent: Sendable {
  /// Its name as programs register for it: `object:text-changed:insert`.
  public var name: String
  /// The path of the object that it is about.
  public var path: String
  /// Its arguments.
  public var arguments: [DBusValue]

  /// An event of an object.
  public init(
    _ name: String, from id: String, _ first: Int = 0, _ second: Int = 0,
    _ any: DBusValue = .int32(0)
  ) {
    self.name = name
    path = FakeScene.path(id)
    let parts = name.split(separator: ":", maxSplits: 2)
    arguments = [
      .string(parts.count > 2 ? String(parts[2]) : ""), .int32(Int32(clamping: first)),
      .int32(Int32(clamping: second)), .variant(any), .dictionary("sv", []),
    ]
  }

  /// The interface of its signal.
  public var interface: String { "org.a11y.atspi.Event." + camel(0) }

  /// The name of its signal.
  public var member: String { camel(1) }

  private func camel(_ index: Int) -> String {
    let parts = name.split(separator: ":")
    guard parts.indices.contains(index) else { return "Unknown" }
    return parts[index].split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
  }

  /// Whether somebody who registered for a name hears it: `object:state-changed` is for all states.
  func isMeant(by registered: String) -> Bool {
    let wanted = registered.split(separator: ":")
    let own = name.split(separator: ":")
    guard wanted.count <= own.count else { return false }
    // `insert/system` is heard as `insert`.
    return zip(wanted, own).allSatisfy { $0 == $1 || $1.hasPrefix("\($0)/") }
  }
}
