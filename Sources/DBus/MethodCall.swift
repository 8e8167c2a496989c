// SPDX-License-Identifier: GPL-3.0-or-later

/// A call of a method on a bus.
public struct MethodCall: Hashable, Sendable {
  /// The bus name that it goes to; empty on a connection without a bus.
  public var destination: String
  /// The object's path.
  public var path: String
  /// The interface that has the method.
  public var interface: String
  /// The method.
  public var member: String
  /// What it is called with.
  public var arguments: [DBusValue]

  /// A call with its arguments.
  public init(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [DBusValue] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// What came of a call: the values of its reply, or an error.
public typealias CallResult = Result<[DBusValue], CallError>

/// Why a call failed.
public struct CallError: Error, Hashable, Sendable {
  /// D-Bus' name of the error: `org.freedesktop.DBus.Error.UnknownObject`.
  public var name: String
  /// What the other side says.
  public var message: String

  /// An error by its name.
  public init(_ name: String, _ message: String = "") {
    self.name = name
    self.message = message
  }

  /// No reply came in time: the program hangs.
  public static let timedOut = CallError("org.freedesktop.DBus.Error.Timeout", "no reply in time")
  /// D-Bus' name of the error that there is nobody to connect to.
  public static let noServer = "org.freedesktop.DBus.Error.NoServer"
  /// The connection is closed.
  public static let disconnected = CallError(
    "org.freedesktop.DBus.Error.Disconnected", "the connection is closed")

  private var kind: Substring { name.split(separator: ".").last ?? "" }

  /// Whether the program may be there and only does not answer.
  public var isTimeout: Bool { ["Timeout", "TimedOut", "NoReply"].contains(kind) }

  /// Whether the program is gone.
  public var isProgramGone: Bool {
    ["ServiceUnknown", "NameHasNoOwner", "Disconnected"].contains(kind)
      || kind == "NoReply" && message.contains("disconnected")
  }

  /// Whether there is no such object, or not yet (GTK 4 tells of objects that are not there yet).
  public var isObjectGone: Bool {
    kind == "UnknownObject" || kind == "UnknownMethod" || kind == "Failed"
  }
}

/// A signal on a bus.
public struct BusSignal: Hashable, Sendable {
  /// Where it comes from.
  public var head: Head
  /// What it says.
  public var arguments: [DBusValue]

  /// A signal with its arguments.
  public init(_ head: Head, _ arguments: [DBusValue]) {
    self.head = head
    self.arguments = arguments
  }

  /// What can be told of a signal before its arguments are read.
  public struct Head: Hashable, Sendable {
    /// The unique bus name of the sender.
    public var sender: String
    /// The object's path.
    public var path: String
    /// The interface.
    public var interface: String
    /// The signal's name.
    public var member: String
    /// The first argument, if it is a string; else empty.
    public var detail: String

    /// The head of a signal.
    public init(sender: String, path: String, interface: String, member: String, detail: String) {
      self.sender = sender
      self.path = path
      self.interface = interface
      self.member = member
      self.detail = detail
    }
  }
}
