// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus
import TestSupport
import Testing

/// Applications that behave badly, and callers that do.
@Suite struct FakeMannersTests {
  private let accessibility: FakeAccessibilityBus
  private let asking: BusTalker

  init() throws {
    accessibility = try FakeAccessibilityBus()
    asking = try BusTalker.named(accessibility.address)
  }

  private func start(_ edit: (inout FakeProgram) -> Void = { _ in }) throws -> FakeApplication {
    var program = FakeProgram(
      "program",
      FakeObject(
        "window", role: 23,
        children: [
          FakeObject("ok", role: 43, "OK", actions: ["click"]),
          FakeObject("text", role: 61, "Text", text: FakeText("text")),
        ]))
    edit(&program)
    return try accessibility.start(program)
  }

  private func call(
    _ application: FakeApplication, _ id: String, _ interface: String, _ member: String,
    _ arguments: DBusValue...
  ) -> MethodCall {
    MethodCall(application.name, FakeScene.path(id), interface, member, arguments)
  }

  @Test func forbiddenCallsAreToldWithTheirReason() throws {
    let application = try start { $0.hasSocket = true }
    let properties = "org.freedesktop.DBus.Properties"
    let wrong = [
      call(application, "ok", properties, "GetAll", .string("org.a11y.atspi.Accessible")),
      call(application, "ok", "org.freedesktop.DBus.Introspectable", "Introspect"),
      call(application, "ok", "org.a11y.atspi.Action", "GetActions"),
      call(application, "ok", "org.a11y.atspi.Text", "GetText", .int32(0), .int32(1)),
      call(
        application, "ok", properties, "Get", .string("org.a11y.atspi.Table"), .string("NRows")),
      call(application, "ok", "org.a11y.atspi.Action", "DoAction", .int32(0)),
      MethodCall(
        "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry",
        "RegisterEvent",
        [.string("object:"), .array("s", [.string("Text.CaretOffset")]), .string("")]),
      MethodCall(
        "org.a11y.Bus", "/org/a11y/bus", properties, "Set",
        [.string("org.a11y.Status"), .string("ScreenReaderEnabled"), .variant(.boolean(true))]),
    ]
    for call in wrong { _ = try asking.ask(call) }
    #expect(accessibility.forbidden.count == wrong.count)
    #expect(application.forbidden.count == wrong.count - 2)
  }

  @Test func anActionGoesOverTheApplicationsOwnSocket() throws {
    let application = try start { $0.hasSocket = true }
    let address = try asking.ask(
      call(
        application, "root", "org.a11y.atspi.Application", "GetApplicationBusAddress", .uint32(0)))
    let socket = try #require(application.socketAddress)
    #expect(address.values == [.string(socket)])
    let direct = try BusTalker(.peer(socket))
    let act = call(application, "ok", "org.a11y.atspi.Action", "DoAction", .int32(0))
    #expect(try direct.ask(act).values == [.boolean(true)])
    #expect(application.calls(of: "Action.DoAction").map(\.isDirect) == [true])
    #expect(application.forbidden.isEmpty)
    application.leave()
    try BusTalker.talk([direct], for: "end") { direct.isClosed }
    let other = try start()
    let none = try asking.ask(
      call(other, "root", "org.a11y.atspi.Application", "GetApplicationBusAddress", .uint32(0)))
    #expect(none.error != nil)
  }

  @Test func slowAndDeadOnesKeepWaiting() throws {
    let application = try start()
    let role = call(application, "ok", "org.a11y.atspi.Accessible", "GetRole")
    application.manners = .slow(.milliseconds(50))
    let start = MonotonicClock.now
    let results = try asking.ask([role, role, role])
    #expect(results.allSatisfy { $0.values == [.uint32(43)] })
    #expect(MonotonicClock.now - start >= .milliseconds(50))
    application.manners = .dead
    #expect(try asking.ask(role, within: .milliseconds(20)).error?.isTimeout == true)
    try application.wait(for: "calls", calls: { $0.count == 4 })
  }

  @Test func aStormComesAtItsPace() throws {
    let application = try start()
    try asking.match("type='signal',member='StateChanged'")
    application.storm(
      [
        FakeEvent("object:state-changed:showing", from: "ok", 1),
        FakeEvent("object:state-changed:busy", from: "text", 1),
      ], count: 2000, perSecond: 10_000)
    try BusTalker.talk([asking], for: "storm") { asking.signals.count == 2000 }
    #expect(asking.signals.prefix(3).map(\.head.detail) == ["showing", "busy", "showing"])
    #expect(application.stormSent == 2000)
  }

  @Test(arguments: 0..<5) func maliciousOnesAnswerSomething(seed: UInt64) throws {
    let application = try start()
    application.manners = .malicious(seed: seed)
    let name = call(
      application, "ok", "org.freedesktop.DBus.Properties", "Get",
      .string("org.a11y.atspi.Accessible"), .string("Name"))
    let children = call(application, "window", "org.a11y.atspi.Accessible", "GetChildren")
    let text = call(application, "text", "org.a11y.atspi.Text", "GetText", .int32(0), .int32(4))
    let results = try asking.ask((0..<60).map { [name, children, text][$0 % 3] })
    #expect(!results.contains { $0.error?.isTimeout == true })
    #expect(Set(results.map { "\($0)".prefix(200) }).count > 10)
    #expect(try asking.ask(BusConnection.busCall("GetId")).values != nil)
  }
}
