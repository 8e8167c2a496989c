// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus
private import Posix

/// A call that a fake application or the fake registry got.
public struct FakeCall: Equatable, Sendable {
  /// When it came, by `MonotonicClock`.
  public let time: Duration
  /// Who called; empty over the application's own socket.
  public let sender: String
  /// Whether it came over the application's own socket.
  public let isDirect: Bool
  /// What was called.
  public let call: MethodCall

  init(_ call: MethodCall, sender: String, isDirect: Bool) {
    (self.call, self.sender, self.isDirect) = (call, sender, isDirect)
    time = MonotonicClock.now
  }

  /// The object, as the last part of its path.
  public var id: String { call.path.split(separator: "/").last.map(String.init) ?? "" }

  /// The interface without what all have in common; of a property, the one that has it.
  public var interface: String {
    let name = isProperty ? call.arguments.first?.string ?? "" : call.interface
    let prefix = "org.a11y.atspi."
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
  }

  /// Interface and method or property: `Text.SetCaretOffset`, `Accessible.Name`, and
  /// `set Value.CurrentValue`.
  public var name: String {
    guard isProperty else { return "\(interface).\(call.member)" }
    let property = "\(interface).\(call.arguments.dropFirst().first?.string ?? "")"
    return call.member == "Set" ? "set " + property : property
  }

  private static let properties = "org.freedesktop.DBus.Properties"

  /// Whether it gets or sets a property.
  var isProperty: Bool {
    call.interface == Self.properties && (call.member == "Get" || call.member == "Set")
  }

  /// An argument that is an integer; 0 if it is none.
  func integer(_ index: Int) -> Int {
    call.arguments.indices.contains(index) ? call.arguments[index].integer ?? 0 : 0
  }

  /// An argument that is a text; empty if it is none.
  func text(_ index: Int) -> String {
    call.arguments.indices.contains(index) ? call.arguments[index].string ?? "" : ""
  }

  /// What no program may be asked, whatever it is (calls that crash toolkits); nil if it may.
  ///
  /// `listed` are the interfaces that the object lists; nil for an object that is not there.
  func transgression(listed: [String]?, hasSocket: Bool) -> String? {
    switch (call.interface, call.member) {
    case (Self.properties, "GetAll"): return "Properties.GetAll of \(id): crashes Qt"
    case ("org.freedesktop.DBus.Introspectable", _): return "Introspect of \(id): crashes Qt"
    case ("org.a11y.atspi.Action", "GetActions"):
      return "Action.GetActions of \(id): crashes Firefox"
    case ("org.a11y.atspi.Action", "DoAction") where hasSocket && !isDirect:
      return "DoAction of \(id) over the bus: deafens GTK 3 while a dialog is open"
    default: break
    }
    if let listed, !listed.contains(interface), !interface.hasPrefix("org.freedesktop.DBus") {
      return "\(name) of \(id), which lists no \(interface): crashes Qt"
    }
    return nil
  }
}

extension CallError {
  static func unknownMethod(_ call: FakeCall) -> CallError {
    CallError("org.freedesktop.DBus.Error.UnknownMethod", "no \(call.name) on \(call.id)")
  }
  static func unknownObject(_ call: FakeCall) -> CallError {
    CallError("org.freedesktop.DBus.Error.UnknownObject", "no \(call.call.path)")
  }
  static func unknownProperty(_ call: FakeCall) -> CallError {
    CallError("org.freedesktop.DBus.Error.UnknownProperty", "no \(call.name) on \(call.id)")
  }
  static let notSupported = CallError("org.freedesktop.DBus.Error.NotSupported", "not here")
}

extension DBusValue {
  static func int(_ number: Int) -> DBusValue { .int32(Int32(clamping: number)) }

  static func pairs(_ pairs: [String: String]) -> DBusValue {
    .dictionary(
      "ss", pairs.sorted { $0.key < $1.key }.map { Entry(.string($0.key), .string($0.value)) })
  }
}
