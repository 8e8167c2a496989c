// SPDX-License-Identifier: GPL-3.0-or-later
private import CSDBus
public import DBus
private import Glibc
private import Posix

extension CallError {
  /// The reply came, but cannot be read or is more than is kept.
  public static let unreadable = CallError(
    "org.freedesktop.DBus.Error.InvalidArgs", "the message is wrong or too large")
  /// So much waits already that no more is sent.
  public static let tooMany = CallError(
    "org.freedesktop.DBus.Error.LimitsExceeded", "too many messages wait to be sent or answered")
}

extension BusConnection {
  /// The error of a call that sd-bus does not take.
  static func error(_ code: Int32) -> CallError {
    switch code {
    case ENOBUFS: .tooMany
    case ENOTCONN, ECONNRESET, EPIPE, ESHUTDOWN: .disconnected
    default: CallError("org.freedesktop.DBus.Error.InvalidArgs", PosixError.text(code))
    }
  }

  /// Writes a call, or lets it wait; without a cookie no reply is wanted.
  ///
  /// Gives less than 0 for the negative `errno` of a call that cannot be said.
  func write(_ call: MethodCall, cookie: UnsafeMutablePointer<UInt64>?) -> Int32 {
    // The bus disconnects whoever names these (D-Bus specification), and a program may tell them.
    guard call.path != "/org/freedesktop/DBus/Local", call.interface != Self.localInterface else {
      return -Self.invalid
    }
    var message: OpaquePointer?
    let destination = hasBus && !call.destination.isEmpty ? call.destination : nil
    let result = sd_bus_message_new_method_call(
      bus, &message, destination, call.path, call.interface, call.member)
    return finish(result, message, call.arguments, cookie: cookie)
  }

  /// The interface of what sd-bus itself says: that the connection has ended.
  static let localInterface = "org.freedesktop.DBus.Local"

  /// Adds the arguments to a message that was made, and sends it, or lets it wait.
  @discardableResult
  private func finish(
    _ made: Int32, _ message: OpaquePointer?, _ arguments: [DBusValue],
    to destination: String? = nil, cookie: UnsafeMutablePointer<UInt64>? = nil
  ) -> Int32 {
    defer { sd_bus_message_unref(message) }
    guard made >= 0, let message else { return made }
    var result = MessageWriting.append(arguments, to: message)
    if result >= 0, let destination {
      result = sd_bus_message_set_destination(message, destination)
    }
    guard result >= 0 else { return result }
    guard unsent < Self.queueLimit else { return -ENOBUFS }
    return sd_bus_send(bus, message, cookie)
  }

  // MARK: Matches and names

  /// Asks the bus for the signals of a match rule.
  public func match(_ rule: String) {
    send(Self.busCall("AddMatch", [.string(rule)]))
  }

  /// Asks the bus for the signals of a match rule no longer.
  public func removeMatch(_ rule: String) {
    send(Self.busCall("RemoveMatch", [.string(rule)]))
  }

  /// Asks the bus for a name of ours; a `reply` with the token tells what came of it.
  public func requestName(_ name: String, token: Int, within limit: Duration) {
    // 4: fail rather than wait for it.
    send(
      Self.busCall("RequestName", [.string(name), .uint32(4)]), token: token, within: limit)
  }

  /// A call of the bus itself.
  public static func busCall(_ member: String, _ arguments: [DBusValue] = []) -> MethodCall {
    MethodCall(busName, "/org/freedesktop/DBus", busName, member, arguments)
  }

  // MARK: Serving

  /// Answers a call that came in; nobody hears a second answer.
  ///
  /// What cannot be said on D-Bus is answered as an error.
  public func answer(_ call: IncomingCall, _ result: CallResult) {
    guard call.wantsAnswer else { return }
    answer(call.message.pointer, result)
  }

  func answer(_ call: OpaquePointer, _ result: CallResult) {
    switch result {
    case .success(let values):
      var message: OpaquePointer?
      let made = sd_bus_message_new_method_return(call, &message)
      let code = finish(made, message, values)
      if code < 0 { refuse(call, Self.error(-code)) }
    case .failure(let error): refuse(call, error)
    }
  }

  private func refuse(_ call: OpaquePointer, _ error: CallError) {
    let isName = sd_bus_interface_name_is_valid(error.name) > 0
    (isName ? error.name : "org.freedesktop.DBus.Error.Failed").withCString { name in
      error.message.withCString { text in
        var message: OpaquePointer?
        var error = sd_bus_error(name: name, message: text, _need_free: 0)
        let made = sd_bus_message_new_method_error(call, &message, &error)
        finish(made, message, [])
      }
    }
  }

  /// Sends a signal, to all who want it or to one.
  ///
  /// What cannot be said on D-Bus is not sent; gives whether it was.
  @discardableResult
  public func emit(
    path: String, interface: String, member: String, arguments: [DBusValue],
    to destination: String? = nil
  ) -> Bool {
    var message: OpaquePointer?
    let made = sd_bus_message_new_signal(bus, &message, path, interface, member)
    return finish(made, message, arguments, to: destination) >= 0
  }
}
