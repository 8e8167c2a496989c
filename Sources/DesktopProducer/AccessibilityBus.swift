// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus

/// The accessibility bus, which is looked for and connected to again and again.
struct AccessibilityBus {
  /// What comes of it.
  enum Event {
    /// The session bus is to be asked where it is.
    case askAddress
    /// It is there, and its signals come.
    case connected
    /// It is gone.
    case lost
    /// What came of a call.
    case reply(token: Int, CallResult)
    /// A signal.
    case signal(BusSignal)
  }

  private(set) var bus: BusConnection?
  private(set) var isConnected = false
  private let fixedAddress: String?
  private let matches: [String]
  private let log: Log
  private var retry = Retry()
  private var isStarted = false
  private var lastReason: String?

  /// Calls for others have tokens from 1.
  private static let greeting = 0
  private static let patience = Duration.seconds(25)

  /// A bus at an address, or, without one, where the session bus says that it is; its signals are
  /// those of `matches`.
  init(address: String?, matches: [String], log: Log) {
    fixedAddress = address
    self.matches = matches
    self.log = log
  }

  /// When `process` is wanted.
  var nextWake: Duration? { isStarted ? retry.wake : .zero }

  /// Sends a call, whose reply comes with its token, which is at least 1.
  ///
  /// Gives false if there is no bus.
  func send(_ call: MethodCall, token: Int, within limit: Duration) -> Bool {
    guard isConnected, let bus else { return false }
    bus.send(call, token: token, within: limit)
    return true
  }

  /// Takes what has come, at most `limit` messages; the replies come first, because others wait
  /// for them.
  mutating func process(
    limit: Int, at now: Duration, wants: (BusSignal.Head) -> Bool
  ) -> [Event] {
    guard let bus else { return start(at: now) }
    var replies: [Event] = []
    var signals: [Event] = []
    var isLost = false
    for event in bus.process(limit: limit, wants: wants) {
      switch event {
      case .reply(AccessibilityBus.greeting, let result):
        replies += greet(result)
      case .reply(let token, let result): replies.append(.reply(token: token, result))
      case .signal(let signal): signals.append(.signal(signal))
      case .call: break
      case .closed: isLost = true
      }
    }
    if isLost { signals += lose(at: now) }
    return replies + signals
  }

  /// Connects where the bus is said to be; nil: nobody knows.
  mutating func connect(to address: String?, at now: Duration) {
    guard bus == nil else { return }
    guard let address else { return fail("the session bus knows no accessibility bus", at: now) }
    do throws(BusError) {
      let bus = try BusConnection(.bus(address))
      self.bus = bus
      for rule in matches { bus.match(rule) }
      // Answered when the bus has taken the rules.
      bus.send(
        BusConnection.busCall("GetId"), token: AccessibilityBus.greeting, within: Self.patience)
    } catch {
      fail(error.description, at: now)
    }
  }

  /// Closes the connection.
  func close() { bus?.close() }

  private mutating func start(at now: Duration) -> [Event] {
    if isStarted {
      guard let wake = retry.wake, wake <= now else { return [] }
    }
    isStarted = true
    retry.begin()
    guard let fixedAddress else { return [.askAddress] }
    connect(to: fixedAddress, at: now)
    return []
  }

  private mutating func greet(_ result: CallResult) -> [Event] {
    guard case .success = result else {
      bus?.close()
      return []
    }
    isConnected = true
    retry = Retry()
    lastReason = nil
    log.info("connected to the accessibility bus")
    return [.connected]
  }

  private mutating func lose(at now: Duration) -> [Event] {
    bus = nil
    let wasConnected = isConnected
    isConnected = false
    fail(wasConnected ? "it is lost" : "it does not answer", at: now)
    return wasConnected ? [.lost] : []
  }

  private mutating func fail(_ reason: String, at now: Duration) {
    // It is tried again and again; it is said once.
    if reason != lastReason { log.notice("accessibility bus: \(reason); trying again") }
    lastReason = reason
    retry.fail(at: now)
  }
}
