// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus
import TestSupport
import Testing

/// A connection, and what came over it.
final class Talker {
  let connection: BusConnection
  var replies: [(token: Int, result: CallResult)] = []
  var signals: [BusSignal] = []
  var calls: [IncomingCall] = []
  var isClosed = false
  /// What calls are answered with at once; nil: nothing.
  var answer: (MethodCall) -> CallResult? = { _ in nil }
  /// All but what the bus says unasked.
  var wants: (BusSignal.Head) -> Bool = { $0.interface != "org.freedesktop.DBus" }
  /// How many messages are taken at a time.
  var limit = 256

  init(_ address: BusConnection.Address, serving: Bool = false) throws {
    connection = try BusConnection(address, serving: serving)
  }

  /// A connection that has its name on the bus.
  static func named(_ bus: PrivateBus, serving: Bool = false) throws -> Talker {
    let talker = try Talker(.bus(bus.address), serving: serving)
    try talk([talker], for: "name") { talker.connection.uniqueName != nil }
    return talker
  }

  var name: String { connection.uniqueName ?? "" }

  func process() {
    for event in connection.process(limit: limit, wants: wants) {
      switch event {
      case .reply(let token, let result): replies.append((token, result))
      case .signal(let signal): signals.append(signal)
      case .call(let call):
        calls.append(call)
        if let result = answer(call.call) { connection.answer(call, result) }
      case .closed:
        #expect(!isClosed)
        isClosed = true
      }
    }
  }

  /// What came of a call, asked while others may answer.
  func ask(_ call: MethodCall, within limit: Duration = Patience.limit, _ others: Talker...) throws
    -> CallResult
  {
    let token = 1_000_000 + replies.count
    connection.send(call, token: token, within: limit)
    try talk([self] + others, for: "reply to \(call.member)") {
      self.replies.contains { $0.token == token }
    }
    return try #require(replies.first { $0.token == token }).result
  }
}

/// Lets connections talk until something is so.
func talk(
  _ talkers: [Talker], for what: String, limit: Duration = Patience.limit, _ isSo: () -> Bool
) throws {
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

extension CallResult {
  /// The values of a reply; none of an error.
  var values: [DBusValue]? { try? get() }

  /// The error that came.
  var error: CallError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// A call of an object of a test.
func call(_ talker: Talker, _ member: String, _ arguments: [DBusValue] = []) -> MethodCall {
  MethodCall(talker.name, "/object", "org.test.Interface", member, arguments)
}
