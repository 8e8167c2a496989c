// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Desktop
import Posix
import SDBus
import TestSupport
import Testing

@testable import DesktopProducer

/// Both buses are found, watched and found again.
@Suite struct BusTests {
  private let log = Log("test", .error)

  @Test func theSessionBusTellsWhereTheOtherIs() throws {
    let scene = try Scene()
    defer { scene.close() }
    var session = try SessionBus(.bus(scene.sessionBus.address), log: log)
    defer { session.close() }
    session.askAddress()
    var events: [SessionBus.Event] = []
    try scene.wait(for: "address") {
      events += session.process(limit: 64, at: MonotonicClock.now)
      return !events.isEmpty
    }
    #expect(events == [.address(scene.accessibilityBus.address)])
    #expect(
      scene.calls.first?.arguments
        == [.string("org.a11y.Status"), .string("IsEnabled"), .variant(.boolean(true))])
    // The desktop would start a screen reader of its own.
    #expect(!"\(scene.calls)".contains("ScreenReaderEnabled"))
    #expect(scene.calls.map(\.member) == ["Set", "GetAddress"])
  }

  @Test func whoHasNoAccessibilityIsTold() throws {
    let bus = try PrivateBus()
    defer { bus.close() }
    var session = try SessionBus(.bus(bus.address), log: log)
    defer { session.close() }
    session.askAddress()
    var events: [SessionBus.Event] = []
    try wait(for: "an answer") {
      events += session.process(limit: 64, at: MonotonicClock.now)
      return !events.isEmpty
    }
    #expect(events == [.address(nil)])
    // It goes, and is looked for again.
    bus.close()
    try wait(for: "the end") {
      _ = session.process(limit: 64, at: .zero)
      return session.nextWake == .milliseconds(500)
    }
    _ = session.process(limit: 64, at: .milliseconds(500))
    #expect(session.nextWake == .milliseconds(1500))
    #expect(session.connections.isEmpty)
  }

  @Test func notificationsAreSeen() throws {
    let bus = try PrivateBus()
    defer { bus.close() }
    var session = try SessionBus(.bus(bus.address), log: log)
    defer { session.close() }
    let program = try BusConnection(.bus(bus.address))
    let call = MethodCall(
      "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
      "org.freedesktop.Notifications", "Notify",
      [
        .string("Mail"), .uint32(0), .string("icon"), .string("New"), .string("<b>Hi</b>"),
        .array("s", []), .dictionary("sv", [.init(.string("urgency"), .variant(.byte(2)))]),
        .int32(-1),
      ])
    var events: [SessionBus.Event] = []
    try wait(for: "a notification") {
      // Those before we look on are not seen.
      program.send(call)
      _ = program.process(wants: { _ in false })
      events += session.process(limit: 64, at: MonotonicClock.now)
      return !events.isEmpty
    }
    #expect(
      events.first
        == .notification(
          Notification(program: "Mail", summary: "New", body: "<b>Hi</b>", urgency: 2)))
  }

  @Test func otherCallsAreNoNotifications() {
    let name = "org.freedesktop.Notifications"
    #expect(Notification(MethodCall(name, "/", name, "Notify", [.string("x")])) == nil)
    #expect(Notification(MethodCall(name, "/", name, "CloseNotification", [.uint32(1)])) == nil)
    let arguments: [DBusValue] = [
      .string("a"), .uint32(0), .string(""), .string("s"), .string("b"), .array("s", []),
      .dictionary("sv", []), .int32(0),
    ]
    #expect(Notification(MethodCall(name, "/", name, "Notify", arguments))?.urgency == 1)
  }

  @Test func theAccessibilityBusIsThereWhenItHasTakenTheRules() throws {
    let bus = try PrivateBus()
    defer { bus.close() }
    let rule = "type='signal',interface='org.a11y.atspi.Event.Object'"
    var accessibility = AccessibilityBus(address: bus.address, matches: [rule], log: log)
    defer { accessibility.close() }
    var names: [String] = []
    func process(at now: Duration = MonotonicClock.now) {
      for event in accessibility.process(limit: 64, at: now, wants: { _ in true }) {
        switch event {
        case .askAddress: names.append("ask")
        case .connected: names.append("connected")
        case .lost: names.append("lost")
        case .reply(let token, .success): names.append("reply \(token)")
        case .reply(let token, .failure(let error)): names.append("\(token) \(error.name)")
        case .signal(let signal): names.append(signal.head.member)
        }
      }
    }
    #expect(!accessibility.send(BusConnection.busCall("GetId"), token: 1, within: .zero))
    try wait(for: "connection") {
      process()
      return !names.isEmpty
    }
    #expect(names.first == "connected")
    let program = try BusConnection(.bus(bus.address))
    program.emit(
      path: "/a", interface: "org.a11y.atspi.Event.Object", member: "StateChanged", arguments: [])
    #expect(accessibility.send(BusConnection.busCall("GetId"), token: 7, within: Patience.limit))
    try wait(for: "a signal and a reply") {
      _ = program.process(wants: { _ in false })
      process()
      return names.contains("StateChanged") && names.contains("reply 7")
    }
    bus.close()
    try wait(for: "the end") {
      process(at: .zero)
      return names.last == "lost"
    }
    #expect(accessibility.nextWake == .milliseconds(500))
    process(at: .milliseconds(500))
    #expect(accessibility.nextWake == .milliseconds(1500))
  }

  @Test func aProgramIsCalledOnASocketOfItsOwn() throws {
    let folder = try TemporaryFolder("peer")
    var sockets = ProgramSockets()
    let call = MethodCall("", "/a", "org.a11y.atspi.Action", "DoAction", [.int32(0)])
    let nowhere = "unix:path=\(folder.file("nobody"))"
    #expect(sockets.call(nowhere, call, token: 1, within: .seconds(1), at: .zero) != nil)
    #expect(
      sockets.call("unixexec:path=/bin/true", call, token: 1, within: .zero, at: .zero) != nil)
    #expect(sockets.connections.isEmpty)

    // A bus stands in for a program: it refuses what is no greeting.
    let bus = try PrivateBus()
    defer { bus.close() }
    for token in 2...3 {
      #expect(
        sockets.call(bus.address, call, token: token, within: Patience.limit, at: .zero) == nil)
    }
    #expect(sockets.connections.count == 2)
    var replies: [Int] = []
    try wait(for: "replies") {
      replies += sockets.process(at: .zero).map(\.token)
      return replies.count == 2
    }
    #expect(replies.sorted() == [2, 3])
    _ = sockets.process(at: .seconds(60))
    _ = sockets.process(at: .seconds(60))
    #expect(sockets.connections.isEmpty)
  }

  /// Waits until something is so, which `isSo` brings about.
  private func wait(for what: String, _ isSo: () throws -> Bool) throws {
    let deadline = MonotonicClock.now + Patience.limit
    while try !isSo() {
      guard MonotonicClock.now < deadline else { throw TimedOut("no \(what)") }
      Poller.pause()
    }
  }
}

extension Poller {
  /// Gives others a moment.
  static func pause() {
    var poller = Poller()
    poller.wait(.milliseconds(2))
  }
}
