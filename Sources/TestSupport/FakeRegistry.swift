// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix

/// The registry of a fake accessibility bus, and its launcher.
struct FakeRegistryState: BusServing {
  let address: String
  /// The events that somebody has registered for; the applications look here.
  let registered = Lock<[String]>([])
  private(set) var busName = ""
  private(set) var applications: [String] = []
  var calls: [FakeCall] = []
  var forbidden: [String] = []
  /// `org.a11y.Status` of the launcher.
  private(set) var status: [String: Bool] = ["IsEnabled": false, "ScreenReaderEnabled": false]
  /// Whether keys can be made.
  var takesKeys = true
  var isLeaving = false
  private var signals: [FakeSignal] = []

  init(address: String) {
    self.address = address
  }

  mutating func isNamed(_ name: String) { busName = name }

  var nextSignal: Duration? { signals.isEmpty ? nil : .zero }

  mutating func takeSignals(_ limit: Int) -> [FakeSignal] {
    defer { signals.removeFirst(min(limit, signals.count)) }
    return Array(signals.prefix(limit))
  }

  // MARK: Applications

  mutating func add(_ name: String) {
    applications.append(name)
    tell("add", at: applications.count - 1, name)
  }

  mutating func remove(_ name: String) {
    guard let index = applications.firstIndex(of: name) else { return }
    applications.remove(at: index)
    tell("remove", at: index, name)
  }

  private mutating func tell(_ detail: String, at index: Int, _ name: String) {
    let event = FakeEvent(
      "object:children-changed:\(detail)", from: "root", index, 0, Self.reference(name))
    signals.append(
      FakeSignal(
        path: event.path, interface: event.interface, member: event.member,
        arguments: event.arguments))
  }

  private static func reference(_ name: String) -> DBusValue {
    .structure([.string(name), .objectPath(FakeScene.path("root"))])
  }

  // MARK: Calls

  mutating func take(_ call: FakeCall) -> FakeAnswer {
    calls.append(call)
    if let wrong = call.transgression(listed: nil, hasSocket: false) { forbidden.append(wrong) }
    let values =
      switch call.call.path {
      case "/org/a11y/bus": launcher(call)
      case "/org/a11y/atspi/registry": registry(call)
      case "/org/a11y/atspi/registry/deviceeventcontroller": keys(call)
      case FakeScene.path("root"): root(call)
      default: [DBusValue]?.none
      }
    return .now(values.map { .success($0) } ?? .failure(.unknownMethod(call)))
  }

  private mutating func launcher(_ call: FakeCall) -> [DBusValue]? {
    if call.name == "org.a11y.Bus.GetAddress" { return [.string(address)] }
    let property = call.text(1)
    guard call.isProperty, call.interface == "org.a11y.Status", status[property] != nil else {
      return nil
    }
    if call.call.member == "Get" { return [.variant(.boolean(status[property] ?? false))] }
    if property == "ScreenReaderEnabled" {
      forbidden.append("ScreenReaderEnabled was set: GNOME starts Orca, now and at each login")
    }
    status[property] =
      call.call.arguments.last?.boolean
      ?? call.call.arguments.last?.content.boolean
    return []
  }

  private mutating func registry(_ call: FakeCall) -> [DBusValue]? {
    switch call.name {
    case "Registry.RegisterEvent":
      if call.call.arguments.count > 1, !call.call.arguments[1].members.isEmpty {
        forbidden.append("RegisterEvent of \(call.text(0)) with properties: aborts GTK 3")
      }
      registered.withLock { $0.append(call.text(0)) }
      return []
    case "Registry.DeregisterEvent":
      registered.withLock { $0.removeAll { $0 == call.text(0) } }
      return []
    case "Registry.GetRegisteredEvents":
      let events = registered.withLock { $0 }
      return [
        .array("(ss)", events.map { .structure([.string(call.sender), .string($0)]) })
      ]
    default: return nil
    }
  }

  private func keys(_ call: FakeCall) -> [DBusValue]? {
    call.name == "DeviceEventController.GenerateKeyboardEvent" && takesKeys ? [] : nil
  }

  private func root(_ call: FakeCall) -> [DBusValue]? {
    switch call.name {
    case "Accessible.Name": return [.variant(.string("main"))]
    case "Accessible.Description": return [.variant(.string(""))]
    case "Accessible.ChildCount": return [.variant(.int(applications.count))]
    case "Accessible.Parent":
      return [.variant(.structure([.string(""), .objectPath(FakeScene.path("null"))]))]
    case "Accessible.GetRole": return [.uint32(14)]
    case "Accessible.GetState": return [.array("u", [.uint32(0), .uint32(0)])]
    case "Accessible.GetInterfaces":
      return [.array("s", [.string("org.a11y.atspi.Accessible")])]
    case "Accessible.GetChildren":
      return [.array("(so)", applications.map { Self.reference($0) })]
    case "Accessible.GetChildAtIndex":
      let index = call.integer(0)
      guard applications.indices.contains(index) else { return nil }
      return [Self.reference(applications[index])]
    case "Accessible.GetIndexInParent": return [.int(-1)]
    default: return nil
    }
  }
}
