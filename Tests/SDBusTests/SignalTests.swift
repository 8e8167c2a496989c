// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus
import TestSupport
import Testing

@Suite struct SignalTests {
  private let bus: PrivateBus
  private let listening: BusTalker
  private let sending: BusTalker

  init() throws {
    bus = try PrivateBus()
    listening = try BusTalker.named(bus.address)
    sending = try BusTalker.named(bus.address)
  }

  private func emit(_ member: String, _ arguments: DBusValue..., path: String = "/object") {
    sending.connection.emit(
      path: path, interface: "org.test.Event", member: member, arguments: arguments)
  }

  private func match(_ rule: String) throws { try listening.match(rule) }

  @Test func signalsComeByMatch() throws {
    try match("type='signal',interface='org.test.Event',member='Wanted',arg0='one'")
    emit("Wanted", .string("one"), .int32(1))
    emit("Wanted", .string("two"), .int32(2))
    emit("Other", .string("one"), .int32(3))
    emit("Wanted", .string("one"), .variant(.structure([.string("a"), .objectPath("/b")])))
    try BusTalker.talk([listening, sending], for: "signals") { listening.signals.count == 2 }
    let head = BusSignal.Head(
      sender: sending.name, path: "/object", interface: "org.test.Event", member: "Wanted",
      detail: "one")
    #expect(
      listening.signals == [
        BusSignal(head, [.string("one"), .int32(1)]),
        BusSignal(
          head, [.string("one"), .variant(.structure([.string("a"), .objectPath("/b")]))]),
      ])
    listening.connection.removeMatch(
      "type='signal',interface='org.test.Event',member='Wanted',arg0='one'")
    _ = try listening.ask(BusConnection.busCall("GetId"))
    emit("Wanted", .string("one"))
    _ = try sending.ask(BusConnection.busCall("GetId"))
    _ = try listening.ask(BusConnection.busCall("GetId"))
    #expect(listening.signals.count == 2)
  }

  @Test func unwantedSignalsAreDropped() throws {
    try match("type='signal',interface='org.test.Event'")
    var heads: [BusSignal.Head] = []
    listening.wants = { head in
      heads.append(head)
      return head.member == "Wanted"
    }
    let long = String(repeating: "long ", count: 1000)
    emit("Unwanted", .string("a detail that is longer than a small string"), path: "/one")
    emit("Unwanted", .string("a detail that is longer than a small string"), path: "/two")
    emit("Unwanted", .string(long))
    emit("Unwanted", .int32(1), .string("second"))
    emit("Unwanted")
    emit("Wanted")
    try BusTalker.talk([listening, sending], for: "signal") { !listening.signals.isEmpty }
    #expect(listening.signals.map(\.head.member) == ["Wanted"])
    #expect(listening.signals.first?.arguments == [])
    #expect(
      heads.filter { $0.interface == "org.test.Event" }.map(\.detail) == [
        "a detail that is longer than a small string",
        "a detail that is longer than a small string", "", "", "", "",
      ])
    #expect(heads.map(\.path).contains("/two"))
  }

  @Test func aFloodComesInPortions() throws {
    try match("type='signal',interface='org.test.Event'")
    for number in 0..<1000 { emit("Flood", .int32(Int32(number))) }
    _ = try sending.ask(BusConnection.busCall("GetId"))
    listening.limit = 10
    listening.process()
    #expect(listening.signals.count <= 10)
    listening.limit = 256
    try BusTalker.talk([listening], for: "signals") { listening.signals.count == 1000 }
    #expect(listening.signals.map { $0.arguments.first?.integer } == Array(0..<1000))
  }

  @Test func aSignalWithMoreThanIsKeptIsDropped() throws {
    try match("type='signal',interface='org.test.Event'")
    emit("Large", .string("detail"), .array("i", Array(repeating: .int32(1), count: 10_000)))
    emit("Small", .string("detail"), .array("i", Array(repeating: .int32(1), count: 1000)))
    try BusTalker.talk([listening, sending], for: "signal") { !listening.signals.isEmpty }
    #expect(listening.signals.map(\.head.member) == ["Small"])
  }

  @Test func signalsGoToOneAlone() throws {
    try match("type='signal',interface='org.test.Event'")
    let other = try BusTalker.named(bus.address)
    other.connection.match("type='signal',interface='org.test.Event'")
    _ = try other.ask(BusConnection.busCall("GetId"))
    sending.connection.emit(
      path: "/", interface: "org.test.Event", member: "Told", arguments: [], to: other.name)
    try BusTalker.talk([listening, sending, other], for: "signal") {
      other.signals.contains { $0.head.member == "Told" }
    }
    _ = try listening.ask(BusConnection.busCall("GetId"))
    #expect(!listening.signals.contains { $0.head.member == "Told" })
    #expect(
      !sending.connection.emit(path: "no path", interface: "org.t.E", member: "S", arguments: []))
  }

  @Test func whoLooksOnSeesTheCallsOfOthers() throws {
    let monitor = try BusTalker(.monitor(.bus(bus.address)))
    let rule = "type='method_call',interface='org.freedesktop.Notifications',member='Notify'"
    let become = MethodCall(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring",
      "BecomeMonitor", [.array("s", [.string(rule)]), .uint32(0)])
    #expect(try monitor.ask(become).values == [])
    let server = try BusTalker.named(bus.address, serving: true)
    server.answer = { _ in .success([.uint32(5)]) }
    // A picture is among the hints.
    let picture = DBusValue.structure([
      .int32(256), .array("y", Array(repeating: .byte(7), count: 300_000)),
    ])
    let notification: [DBusValue] = [
      .string("program"), .dictionary("sv", [.init(.string("image-data"), .variant(picture))]),
    ]
    let notify = MethodCall(
      server.name, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
      notification)
    #expect(try sending.ask(notify, server).values == [.uint32(5)])
    try BusTalker.talk([monitor], for: "call") { monitor.calls.count == 1 }
    let seen = try #require(monitor.calls.first)
    #expect(seen.sender == sending.name)
    #expect(seen.call.destination == server.name)
    #expect(seen.call.member == "Notify")
    #expect(seen.call.arguments.first == .string("program"))
    // Only the beginning of the picture is kept.
    guard case .dictionary(_, let hints) = seen.call.arguments.last else {
      Issue.record("no hints")
      return
    }
    #expect(hints.first?.value.members.last?.members.count == 4096)
    #expect(!monitor.isClosed)
  }
}
