// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus
private import Posix
public import SDBus

/// A connection to a bus, and what came over it, for a test that asks and waits.
public final class BusTalker {
  /// The connection.
  public let connection: BusConnection
  /// What came of calls, in the order in which it came.
  public private(set) var replies: [(token: Int, result: CallResult)] = []
  /// The signals that came.
  public private(set) var signals: [BusSignal] = []
  /// The calls that came.
  public private(set) var calls: [IncomingCall] = []
  /// How often it was said that the connection has ended.
  public private(set) var ends = 0
  /// What calls are answered with at once; nil: nothing.
  public var answer: (MethodCall) -> CallResult? = { _ in nil }
  /// The signals that are kept: all but what the bus says unasked.
  public var wants: (BusSignal.Head) -> Bool = { $0.interface != "org.freedesktop.DBus" }
  /// How many messages are taken at a time.
  public var limit = 256
  private var lastToken = 1_000_000

  /// Connects to something.
  ///
  /// Errors: see `BusError`.
  public init(_ address: BusConnection.Address, serving: Bool = false) throws(BusError) {
    connection = try BusConnection(address, serving: serving)
  }

  /// Connects to a bus, and waits for its name there.
  public static func named(
    _ address: String, serving: Bool = false
  ) throws -> BusTalker {
    let talker = try BusTalker(.bus(address), serving: serving)
    try talk([talker], for: "name") { talker.connection.uniqueName != nil }
    return talker
  }

  /// Its name on the bus; empty if it has none.
  public var name: String { connection.uniqueName ?? "" }

  /// Whether the connection has ended.
  public var isClosed: Bool { ends > 0 }

  /// Takes what is there, without waiting.
  public func process() {
    for event in connection.process(limit: limit, wants: wants) {
      switch event {
      case .reply(let token, let result): replies.append((token, result))
      case .signal(let signal): signals.append(signal)
      case .call(let call):
        calls.append(call)
        if let result = answer(call.call) { connection.answer(call, result) }
      case .closed: ends += 1
      }
    }
  }

  /// What came of a call, waited for while others of this thread may answer.
  public func ask(
    _ call: MethodCall, within limit: Duration = Patience.limit, _ others: BusTalker...
  ) throws(TimedOut) -> CallResult {
    try ask([call], within: limit, others)[0]
  }

  /// What came of calls that are sent together, in their order.
  public func ask(
    _ calls: [MethodCall], within limit: Duration = Patience.limit, _ others: [BusTalker] = []
  ) throws(TimedOut) -> [CallResult] {
    let first = lastToken + 1
    for call in calls {
      lastToken += 1
      connection.send(call, token: lastToken, within: limit)
    }
    let tokens = first...lastToken
    // The reply of the last resort is a time-out, which comes by itself.
    try BusTalker.talk([self] + others, for: "replies", limit: limit + Patience.limit) {
      self.replies.count { tokens.contains($0.token) } == calls.count
    }
    return replies.filter { tokens.contains($0.token) }.sorted { $0.token < $1.token }
      .map(\.result)
  }

  /// Asks the bus for the signals of a match rule, and waits until it knows.
  public func match(_ rule: String) throws(TimedOut) {
    connection.match(rule)
    // The bus answers in order.
    _ = try ask(BusConnection.busCall("GetId"))
  }

  /// Waits until a signal came that is as wanted, and gives it.
  public func signal(
    _ what: String, limit: Duration = Patience.limit, _ isWanted: (BusSignal) -> Bool
  ) throws(TimedOut) -> BusSignal {
    try BusTalker.talk([self], for: what, limit: limit) { signals.contains(where: isWanted) }
    guard let signal = signals.first(where: isWanted) else { throw TimedOut("no \(what)") }
    return signal
  }

  /// Forgets the signals that came.
  public func forgetSignals() { signals = [] }

  /// Lets connections talk until something is so.
  public static func talk(
    _ talkers: [BusTalker], for what: String, limit: Duration = Patience.limit,
    _ isSo: () -> Bool
  ) throws(TimedOut) {
    let deadline = MonotonicClock.now + limit
    var poller = Poller()
    while true {
      talkers.forEach { $0.process() }
      if isSo() { return }
      let now = MonotonicClock.now
      guard now < deadline else { throw TimedOut("no \(what) in \(limit)") }
      poller.removeAll()
      var wait = deadline - now
      for talker in talkers {
        poller.add(talker.connection.descriptor, writing: talker.connection.isWriting)
        if let timeout = talker.connection.timeout { wait = min(wait, timeout) }
      }
      poller.wait(wait)
    }
  }
}

extension CallResult {
  /// The values of a reply; none of an error.
  public var values: [DBusValue]? { try? get() }

  /// The error that came.
  public var error: CallError? {
    if case .failure(let error) = self { error } else { nil }
  }
}
