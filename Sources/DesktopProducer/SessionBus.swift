// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Desktop
import Posix
import SDBus

/// The session bus: who asks for the accessibility bus there, and looks on at notifications.
///
/// Both connections are made again when they are lost; nothing waits for them.
struct SessionBus {
  /// What comes of it.
  enum Event: Equatable {
    /// Where the accessibility bus is; nil: nobody knows.
    case address(String?)
    /// A program shows a notification.
    case notification(Notification)
  }

  private var bus: BusConnection?
  private var monitor: BusConnection?
  private var retry = Retry()
  private var monitorRetry = Retry()
  private var hasLoggedMonitor = false
  private var isAsking = false
  /// Whether somebody waits to be told the address.
  private var isAsked = false
  private var hasAsked = false
  private var refusesMonitor = false
  private let address: BusConnection.Address
  private let log: Log

  private enum Token {
    static let address = 1
    static let enable = 2
    static let monitor = 3
  }

  /// The bus that has to start at-spi-bus-launcher first may take its time.
  private static let patience = Duration.seconds(25)

  /// Connects to the session bus.
  ///
  /// Errors: there is none.
  init(_ address: BusConnection.Address = .session, log: Log) throws(BusError) {
    self.address = address
    self.log = log
    bus = try BusConnection(address)
    enable()
    startMonitor()
  }

  /// The connections to be polled.
  var connections: [BusConnection] { [bus, monitor].compactMap { $0 } }

  /// When `process` is wanted.
  var nextWake: Duration? {
    if bus == nil { return retry.wake }
    return monitor == nil && !refusesMonitor ? monitorRetry.wake : nil
  }

  /// Asks where the accessibility bus is; comes as `address`.
  mutating func askAddress() {
    isAsked = true
    guard let bus, !isAsking else { return }
    isAsking = true
    // A launcher that was started again does not know.
    if hasAsked { enable() }
    hasAsked = true
    bus.send(
      SessionBus.call("org.a11y.Bus", "GetAddress"), token: Token.address, within: Self.patience)
  }

  /// Takes what has come, of each connection at most `limit` messages.
  mutating func process(limit: Int, at now: Duration) -> [Event] {
    var events: [Event] = []
    if bus == nil, let wake = retry.wake, wake <= now { connect(at: now) }
    for event in bus?.process(limit: limit, wants: { _ in false }) ?? [] {
      switch event {
      case .reply(Token.address, let result): take(result, into: &events)
      case .reply(_, .failure(let error)):
        log.warning("accessibility cannot be switched on: \(error.name) \(error.message)")
      case .closed: lose(at: now)
      default: break
      }
    }
    if bus != nil, monitor == nil, let wake = monitorRetry.wake, wake <= now {
      monitorRetry.begin()
      startMonitor()
    }
    for event in monitor?.process(limit: limit, wants: { _ in false }) ?? [] {
      switch event {
      case .reply(_, .failure(let error)):
        // A connection that is lost says nothing about whether notifications may be seen.
        if !error.isProgramGone, !error.isTimeout { refuse("\(error.name) \(error.message)") }
      case .reply(_, .success): hasLoggedMonitor = false
      case .call(let incoming):
        monitorRetry = Retry()
        guard let notification = Notification(incoming.call) else { continue }
        events.append(.notification(notification))
      case .closed: loseMonitor(at: now)
      default: break
      }
    }
    return events
  }

  /// Closes both connections.
  func close() {
    bus?.close()
    monitor?.close()
  }

  private mutating func take(_ result: CallResult, into events: inout [Event]) {
    isAsking = false
    isAsked = false
    switch result {
    case .success(let values):
      let address = values.first?.string ?? ""
      events.append(.address(address.isEmpty ? nil : address))
    case .failure(let error):
      log.info("no accessibility bus: \(error.name) \(error.message)")
      events.append(.address(nil))
    }
  }

  private mutating func connect(at now: Duration) {
    do throws(BusError) {
      bus = try BusConnection(address)
      retry = Retry()
      enable()
      startMonitor()
      if isAsked { askAddress() }
    } catch {
      retry.fail(at: now)
    }
  }

  private mutating func lose(at now: Duration) {
    log.notice("the session bus is lost; connecting anew")
    bus = nil
    isAsking = false
    monitor?.close()
    monitor = nil
    retry.fail(at: now)
  }

  /// Lets programs know that accessibility is wanted.
  ///
  /// Not that a screen reader is there: the desktop would start one of its own.
  private func enable() {
    bus?.send(
      SessionBus.call(
        "org.freedesktop.DBus.Properties", "Set",
        [.string("org.a11y.Status"), .string("IsEnabled"), .variant(.boolean(true))]),
      token: Token.enable, within: Self.patience)
  }

  private static func call(
    _ interface: String, _ member: String, _ arguments: [DBusValue] = []
  ) -> MethodCall {
    MethodCall("org.a11y.Bus", "/org/a11y/bus", interface, member, arguments)
  }

  private mutating func startMonitor() {
    guard !refusesMonitor else { return }
    do throws(BusError) {
      let monitor = try BusConnection(.monitor(address))
      let bus = "org.freedesktop.DBus"
      monitor.send(
        MethodCall(
          bus, "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor",
          [.array("s", [.string(Notification.match)]), .uint32(0)]),
        token: Token.monitor, within: Self.patience)
      self.monitor = monitor
    } catch {
      refuse(error.description)
    }
  }

  /// Its connection has ended by itself: it is made again, after a while that grows.
  private mutating func loseMonitor(at now: Duration) {
    monitor = nil
    guard !refusesMonitor else { return }
    if !hasLoggedMonitor { log.notice("notifications are lost sight of; looking again") }
    hasLoggedMonitor = true
    monitorRetry.fail(at: now)
  }

  /// Goes without notifications.
  private mutating func refuse(_ reason: String) {
    if !refusesMonitor { log.notice("notifications are not shown: \(reason)") }
    refusesMonitor = true
    monitor?.close()
    monitor = nil
  }
}

extension Notification {
  /// The calls that show notifications (Desktop Notifications Specification, "Notify").
  static let match =
    "type='method_call',interface='org.freedesktop.Notifications',member='Notify'"

  /// Reads such a call; nil if it is another one.
  init?(_ call: MethodCall) {
    guard call.interface == "org.freedesktop.Notifications", call.member == "Notify",
      call.arguments.count >= 8, let program = call.arguments[0].string,
      let summary = call.arguments[3].string, let body = call.arguments[4].string
    else { return nil }
    var urgency = 1
    if case .dictionary(_, let hints) = call.arguments[6] {
      urgency = hints.first { $0.key.string == "urgency" }?.value.integer ?? 1
    }
    self.init(
      program: program, summary: summary, body: body, urgency: min(2, max(0, urgency)),
      replaces: call.arguments[1].count ?? 0)
  }
}

/// When something that failed is tried again: after 0.5 s, and each time twice as long to 5 s.
struct Retry: Equatable {
  /// When it is to be tried; nil: it has not failed.
  private(set) var wake: Duration?
  private var delay = Duration.milliseconds(500)

  /// It has failed.
  mutating func fail(at now: Duration) {
    wake = now + delay
    delay = min(delay * 2, .seconds(5))
  }

  /// It is being tried.
  mutating func begin() { wake = nil }
}
