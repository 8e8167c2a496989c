// SPDX-License-Identifier: GPL-3.0-or-later
private import CSDBus
public import DBus
private import Glibc
public import Posix

/// A connection to a bus, or to a program without one, for one thread that polls.
///
/// Wait until `descriptor` is readable, or writable while `isWriting`, or `timeout` is over; then
/// `process`. Look at all three again after each call of any method. Nothing here ever waits for
/// the other side, and nothing that it sends is believed.
public final class BusConnection {
  /// What comes over a connection.
  public enum Event {
    /// What came of the call that was sent with this token; exactly one for each.
    case reply(token: Int, CallResult)
    /// A signal.
    case signal(BusSignal)
    /// A call of us, if we serve, or of others, if we look on.
    case call(IncomingCall)
    /// The connection has ended; the last event, after the replies of all calls.
    case closed
  }

  static let invalid = EINVAL
  /// How many calls may be without a reply, and how many messages may wait to be written.
  static let queueLimit = 10_000
  /// How long a call may be overdue while other messages keep us from its reply.
  static let patience = Duration.seconds(1)

  let bus: OpaquePointer
  let hasBus: Bool
  private let isMonitor: Bool
  private let isServing: Bool
  private var pending = PendingCalls()
  private var events: [Event] = []
  private var state = State.open

  private enum State {
    case open
    /// It has ended, and `process` has not told yet.
    case ending
    case closed
  }

  /// Begins to connect; what is sent meanwhile waits.
  ///
  /// Whoever serves answers each `call`; else calls of us are refused as of no such object. Errors:
  /// there is nobody at the address, or it is none.
  public init(_ address: Address, serving: Bool = false) throws(BusError) {
    let text: String?
    do throws(BusError) {
      text = try address.text()
    } catch {
      if case .accepted(let descriptor) = address { descriptor.close() }
      throw error
    }
    var bus: OpaquePointer?
    var result = sd_bus_new(&bus)
    if result >= 0 { result = Self.configure(bus, address, text) }
    if result >= 0 { result = sd_bus_start(bus) }
    guard result >= 0, let bus else {
      sd_bus_close_unref(bus)
      throw .system(address: text ?? "socket", PosixError("connect", code: -result))
    }
    self.bus = bus
    hasBus = address.hasBus
    isMonitor = address.isMonitor
    isServing = serving
  }

  private static func configure(_ bus: OpaquePointer?, _ address: Address, _ text: String?) -> Int32
  {
    // Nobody needs descriptors, and whoever sent some could use up ours.
    var result = sd_bus_negotiate_fds(bus, 0)
    if result >= 0, let text { result = sd_bus_set_address(bus, text) }
    if result >= 0, address.hasBus { result = sd_bus_set_bus_client(bus, 1) }
    if result >= 0, address.isMonitor { result = sd_bus_set_monitor(bus, 1) }
    if result >= 0, case .accepted(let descriptor) = address {
      result = sd_bus_set_fd(bus, descriptor.number, descriptor.number)
      var identity = sd_id128_t()
      if result >= 0 { result = sd_id128_randomize(&identity) }
      if result >= 0 { result = sd_bus_set_server(bus, 1, identity) }
    }
    return result
  }

  deinit {
    sd_bus_close_unref(bus)
  }

  // MARK: Polling

  /// To be polled; a number that poll passes over once the connection has ended.
  public var descriptor: FileDescriptor {
    FileDescriptor(state == .open ? max(-1, sd_bus_get_fd(bus)) : -1)
  }

  /// Whether something waits until the descriptor is writable.
  public var isWriting: Bool {
    guard state == .open else { return false }
    let events = sd_bus_get_events(bus)
    return events >= 0 && events & Int32(POLLOUT) != 0
  }

  /// How long `process` need not be called if the descriptor is not ready; nil: for ever.
  public var timeout: Duration? {
    guard events.isEmpty, state != .ending else { return .zero }
    guard state == .open else { return nil }
    var microseconds: UInt64 = 0
    let result = sd_bus_get_timeout(bus, &microseconds)
    guard result >= 0 else { return .zero }
    var next = pending.nextDeadline()
    if result > 0, microseconds < UInt64(Int64.max) {
      let own = Duration.microseconds(Int64(microseconds))
      next = next.map { min($0, own) } ?? own
    }
    return next.map { max(.zero, $0 - MonotonicClock.now) }
  }

  /// Our name on the bus; nil before it is known, and without a bus.
  public var uniqueName: String? {
    // sd-bus would wait for it.
    guard state == .open, hasBus, sd_bus_is_ready(bus) > 0 else { return nil }
    var name: UnsafePointer<CChar>?
    guard sd_bus_get_unique_name(bus, &name) >= 0, let name else { return nil }
    return String(cString: name)
  }

  /// How many messages wait until the other side takes them.
  public var unsent: Int {
    var count: UInt64 = 0
    return sd_bus_get_n_queued_write(bus, &count) >= 0 ? Int(clamping: count) : 0
  }

  /// Reads and writes what can be without waiting, and gives what happened, in order.
  ///
  /// It takes so many messages at the most. A signal whose head `wants` refuses is dropped before
  /// its arguments are read.
  public func process(limit: Int = 256, wants: (BusSignal.Head) -> Bool) -> [Event] {
    var isDrained = false
    for _ in 0..<max(1, limit) where state == .open && !isDrained {
      var message: OpaquePointer?
      let result = sd_bus_process(bus, &message)
      if let message {
        take(message, wants)
        sd_bus_message_unref(message)
      }
      if result < 0 { end() }
      isDrained = result <= 0
    }
    // A reply that is there already counts, however late we come to it.
    let now = MonotonicClock.now
    let expired = pending.takeExpired(at: isDrained ? now : now - Self.patience)
    events += expired.map { .reply(token: $0, .failure(.timedOut)) }
    if state == .ending {
      state = .closed
      events += pending.takeAll().map { .reply(token: $0, .failure(.disconnected)) }
      events.append(.closed)
    }
    defer { events = [] }
    return events
  }

  /// Ends the connection at once; `process` still tells what came of calls, and `closed`.
  public func close() {
    end()
  }

  private func end() {
    guard state == .open else { return }
    state = .ending
    sd_bus_close(bus)
  }

  // MARK: What comes in

  private func take(_ message: OpaquePointer, _ wants: (BusSignal.Head) -> Bool) {
    var type: UInt8 = 0
    guard sd_bus_message_get_type(message, &type) >= 0 else { return }
    switch Int(type) {
    case Int(SD_BUS_MESSAGE_SIGNAL):
      guard let head = HeadReading.head(of: message), wants(head),
        let arguments = try? MessageReading.arguments(
          of: message, limit: MessageReading.signalLimit)
      else { return }
      events.append(.signal(BusSignal(head, arguments)))
    case Int(SD_BUS_MESSAGE_METHOD_RETURN), Int(SD_BUS_MESSAGE_METHOD_ERROR):
      takeReply(message)
    case Int(SD_BUS_MESSAGE_METHOD_CALL):
      takeCall(message)
    default: break
    }
  }

  private func takeReply(_ message: OpaquePointer) {
    var cookie: UInt64 = 0
    guard sd_bus_message_get_reply_cookie(message, &cookie) >= 0, let call = pending[cookie],
      isMeant(message, for: call)
    else { return }
    pending.remove(cookie: cookie)
    events.append(.reply(token: call.token, Self.result(of: message)))
  }

  /// Whether a reply comes from who was called, and to us.
  private func isMeant(_ message: OpaquePointer, for call: PendingCalls.Call) -> Bool {
    guard hasBus else { return true }
    if isMonitor, let to = sd_bus_message_get_destination(message) {
      guard let uniqueName, strcmp(to, uniqueName) == 0 else { return false }
    }
    guard call.destination.hasPrefix(":"), let from = sd_bus_message_get_sender(message) else {
      return true
    }
    // The bus itself tells that a program is gone.
    return strcmp(from, call.destination) == 0 || strcmp(from, Self.busName) == 0
  }

  static let busName = "org.freedesktop.DBus"

  private static func result(of message: OpaquePointer) -> CallResult {
    if sd_bus_message_is_method_error(message, nil) > 0 {
      let error = sd_bus_message_get_error(message)?.pointee
      return .failure(
        CallError(
          error?.name.map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed",
          error?.message.map { String(cString: $0) } ?? ""))
    }
    do throws(Unreadable) {
      return .success(try MessageReading.arguments(of: message))
    } catch {
      return .failure(.unreadable)
    }
  }

  private func takeCall(_ message: OpaquePointer) {
    guard isServing || isMonitor else {
      return refuse(
        message, CallError("org.freedesktop.DBus.Error.UnknownObject", "there are no objects here"))
    }
    guard let arguments = try? MessageReading.arguments(of: message) else {
      return refuse(message, .unreadable)
    }
    func text(_ start: UnsafePointer<CChar>?) -> String { start.map { String(cString: $0) } ?? "" }
    let call = MethodCall(
      text(sd_bus_message_get_destination(message)), text(sd_bus_message_get_path(message)),
      text(sd_bus_message_get_interface(message)), text(sd_bus_message_get_member(message)),
      arguments)
    events.append(
      .call(
        IncomingCall(
          sender: text(sd_bus_message_get_sender(message)), call: call,
          wantsAnswer: sd_bus_message_get_expect_reply(message) > 0,
          message: KeptMessage(message))))
  }

  private func refuse(_ message: OpaquePointer, _ error: CallError) {
    if !isMonitor { answer(message, .failure(error)) }
  }

  // MARK: Calls

  /// Sends a call; a `reply` event with the token comes of it, an error if none came in time, if it
  /// cannot be sent or if the connection ends before.
  public func send(_ call: MethodCall, token: Int, within limit: Duration) {
    guard state == .open else { return fail(token, .disconnected) }
    guard pending.count < Self.queueLimit else { return fail(token, .tooMany) }
    var cookie: UInt64 = 0
    let result = write(call, cookie: &cookie)
    guard result >= 0 else { return fail(token, Self.error(-result)) }
    pending.add(
      PendingCalls.Call(
        token: token, destination: call.destination, deadline: MonotonicClock.now + limit),
      cookie: cookie)
  }

  /// Sends a call of which nobody wants to know what came.
  public func send(_ call: MethodCall) {
    guard state == .open else { return }
    _ = write(call, cookie: nil)
  }

  private func fail(_ token: Int, _ error: CallError) {
    events.append(.reply(token: token, .failure(error)))
  }
}
