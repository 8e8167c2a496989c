// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix

/// Events that a fake application sends without end, or nearly.
struct FakeStorm: Sendable {
  var events: [FakeEvent]
  var count: Int
  var perSecond: Int
  var sent = 0
  let start = MonotonicClock.now

  /// How many are to be sent by now.
  var due: Int {
    let (seconds, attoseconds) = (MonotonicClock.now - start).components
    let wanted = (Double(seconds) + Double(attoseconds) / 1e18) * Double(perSecond)
    return min(count, Int(wanted)) - sent
  }

  mutating func take(_ limit: Int) -> [FakeEvent] {
    guard !events.isEmpty else { return [] }
    let number = max(0, min(limit, due))
    defer { sent += number }
    return (sent..<sent + number).map { events[$0 % events.count] }
  }
}

/// A fake application: what it shows, what it was asked and how it answers.
struct FakeApplicationState: BusServing {
  /// How many calls are kept.
  static let callLimit = 100_000

  var scene: FakeScene
  var manners = FakeManners.good {
    didSet { if case .malicious(let seed) = manners { malice = FakeMalice(seed: seed) } }
  }
  var calls: [FakeCall] = []
  var forbidden: [String] = []
  var storm: FakeStorm?
  var isLeaving = false
  private var malice = FakeMalice(seed: 0)
  /// The events that somebody has registered for.
  private let registered: Lock<[String]>

  init(_ scene: FakeScene, registered: Lock<[String]>) {
    (self.scene, self.registered) = (scene, registered)
  }

  mutating func isNamed(_ name: String) { scene.busName = name }

  mutating func take(_ call: FakeCall) -> FakeAnswer {
    if calls.count < Self.callLimit { calls.append(call) }
    let listed = scene[call.id].map { scene.interfaces(of: $0) }
    let hasSocket = scene.socketAddress != nil
    if let wrong = call.transgression(listed: listed, hasSocket: hasSocket) {
      forbidden.append(wrong)
    }
    if manners == .dead { return .never }
    let result = scene.answer(call)
    switch manners {
    case .good, .dead: return .now(result)
    case .slow(let delay): return .after(delay, result)
    case .malicious: return .now(malice.answer(result, about: scene))
    }
  }

  var nextSignal: Duration? {
    if !scene.events.isEmpty { return .zero }
    guard let storm, storm.sent < storm.count else { return nil }
    return storm.due > 0 ? .zero : .milliseconds(1)
  }

  mutating func takeSignals(_ limit: Int) -> [FakeSignal] {
    var events = Array(scene.events.prefix(limit))
    scene.events.removeFirst(events.count)
    if scene.program.asksForListeners, !events.isEmpty {
      let wanted = registered.withLock { $0 }
      events = events.filter { event in wanted.contains { event.isMeant(by: $0) } }
    }
    events += storm?.take(limit - events.count) ?? []
    return events.map {
      FakeSignal(
        path: $0.path, interface: $0.interface, member: $0.member, arguments: $0.arguments)
    }
  }
}
