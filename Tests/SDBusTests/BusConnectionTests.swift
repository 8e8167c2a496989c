// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Glibc
import Posix
import SDBus
import TestSupport
import Testing

@Suite struct BusConnectionTests {
  private let bus: PrivateBus
  private let asking: BusTalker
  private let serving: BusTalker

  init() throws {
    bus = try PrivateBus()
    asking = try BusTalker.named(bus.address)
    serving = try BusTalker.named(bus.address, serving: true)
  }

  @Test func callsAreAnsweredWithValuesAndErrors() throws {
    serving.answer = { call in
      switch call.member {
      case "Echo": .success(call.arguments)
      case "Fail": .failure(CallError("org.test.Wrong", "it is wrong"))
      case "Nameless": .failure(CallError("no name at all", "it is wrong"))
      default: .success([.array("s", [.int32(1)])])
      }
    }
    let values: [DBusValue] = [.string("one"), .int32(2)]
    #expect(try asking.ask(call(serving, "Echo", values), serving).values == values)
    let error = try asking.ask(call(serving, "Fail"), serving).error
    #expect(error == CallError("org.test.Wrong", "it is wrong"))
    // What cannot be said comes as an error all the same.
    let nameless = try asking.ask(call(serving, "Nameless"), serving).error
    #expect(nameless == CallError("org.freedesktop.DBus.Error.Failed", "it is wrong"))
    #expect(try asking.ask(call(serving, "Unsayable"), serving).error != nil)
  }

  @Test func aBatchIsAnsweredInAnyOrder() throws {
    for token in 0..<500 {
      asking.connection.send(
        call(serving, "Echo", [.int32(Int32(token))]), token: token, within: Patience.limit)
    }
    try BusTalker.talk([asking, serving], for: "calls") { serving.calls.count == 500 }
    for call in serving.calls.reversed() {
      serving.connection.answer(call, .success(call.call.arguments))
    }
    try BusTalker.talk([asking, serving], for: "replies") { asking.replies.count == 500 }
    #expect(asking.replies.map(\.token) == (0..<500).reversed())
    #expect(asking.replies.allSatisfy { $0.result.values?.first?.integer == $0.token })
  }

  @Test func eachCallHasATimeOfItsOwn() throws {
    asking.connection.send(call(serving, "Slow"), token: 1, within: .milliseconds(60))
    asking.connection.send(call(serving, "Slow"), token: 2, within: .milliseconds(20))
    asking.connection.send(call(serving, "Slow"), token: 3, within: .seconds(100))
    let start = MonotonicClock.now
    try BusTalker.talk([asking, serving], for: "time-outs") { asking.replies.count == 2 }
    #expect(MonotonicClock.now - start >= .milliseconds(60))
    #expect(asking.replies.map(\.token) == [2, 1])
    #expect(asking.replies.allSatisfy { $0.result.error?.isTimeout == true })
    // Answers that come too late are nothing.
    for call in serving.calls { serving.connection.answer(call, .success([])) }
    try BusTalker.talk([asking, serving], for: "reply") { asking.replies.count == 3 }
    #expect(asking.replies.last?.token == 3)
    #expect(asking.connection.timeout == nil)
  }

  @Test func whatCannotBeSentIsAnErrorAtOnce() throws {
    let wrong = [
      MethodCall("not a name", "/", "org.test.I", "M"),
      MethodCall(serving.name, "no path", "org.test.I", "M"),
      MethodCall(serving.name, "/", "no interface", "M"),
      MethodCall(serving.name, "/", "org.test.I", "no member"),
      MethodCall(serving.name, "/org/freedesktop/DBus/Local", "org.test.I", "M"),
      MethodCall(serving.name, "/", "org.freedesktop.DBus.Local", "M"),
      call(serving, "M", [.objectPath("no path")]),
      call(serving, "M", [.string("a\0b")]),
      call(serving, "M", [.structure([])]),
      call(serving, "M", [.array("s", [.int32(1)])]),
      call(serving, "M", [.array("(", [])]),
      call(serving, "M", [.dictionary("vs", [])]),
      call(serving, "M", [.dictionary("ss", [.init(.string(""), .int32(1))])]),
      call(serving, "M", [(0..<200).reduce(.byte(1)) { value, _ in .variant(value) }]),
    ]
    for (token, call) in wrong.enumerated() {
      asking.connection.send(call, token: token, within: Patience.limit)
    }
    #expect(asking.connection.timeout == .zero)
    asking.process()
    #expect(asking.replies.map(\.token) == Array(wrong.indices))
    #expect(asking.replies.allSatisfy { $0.result.error != nil })
    #expect(try asking.ask(BusConnection.busCall("GetId")).values != nil)
  }

  @Test func aProgramThatIsNotThereOrGoesIsAnError() throws {
    let nobody = try asking.ask(MethodCall(":1.999", "/", "org.test.I", "M"))
    #expect(nobody.error?.isProgramGone == true)
    asking.connection.send(call(serving, "Wait"), token: 7, within: Patience.limit)
    try BusTalker.talk([asking, serving], for: "call") { serving.calls.count == 1 }
    serving.connection.close()
    try BusTalker.talk([asking, serving], for: "end") {
      serving.isClosed && asking.replies.count == 2
    }
    #expect(asking.replies.last?.result.error?.isProgramGone == true)
  }

  @Test func whoDoesNotServeRefusesCalls() throws {
    let error = try serving.ask(call(asking, "M"), asking).error
    #expect(error?.isObjectGone == true)
    #expect(asking.calls.isEmpty)
  }

  @Test func theEndOfTheBusAnswersAllCalls() throws {
    for token in 0..<3 {
      asking.connection.send(call(serving, "Wait"), token: token, within: .seconds(1000))
    }
    bus.close()
    try BusTalker.talk([asking], for: "end") { asking.isClosed }
    #expect(asking.ends == 1)
    #expect(asking.replies.map(\.token) == [0, 1, 2])
    #expect(asking.replies.allSatisfy { $0.result.error == .disconnected })
    #expect(asking.connection.timeout == nil)
    #expect(asking.connection.uniqueName == nil)
    asking.connection.send(call(serving, "Late"), token: 3, within: .seconds(1000))
    asking.connection.match("type='signal'")
    asking.connection.emit(path: "/", interface: "org.test.I", member: "S", arguments: [])
    asking.process()
    #expect(asking.replies.last?.token == 3)
    #expect(asking.replies.last?.result.error == .disconnected)
  }

  @Test func aBusThatDoesNotAnswerHoldsNobodyUp() throws {
    bus.freeze()
    let late = try BusTalker(.bus(bus.address))
    late.connection.send(
      BusConnection.busCall("GetId"), token: 1, within: .milliseconds(20))
    // More than any buffer takes: sends do not wait.
    let text = DBusValue.string(String(repeating: "x", count: 100_000))
    for token in 2..<400 {
      asking.connection.send(call(serving, "M", [text]), token: token, within: .milliseconds(20))
    }
    #expect(asking.connection.isWriting)
    try BusTalker.talk([late, asking], for: "time-outs") {
      late.replies.count == 1 && asking.replies.count == 398
    }
    #expect(late.replies.first?.result.error?.isTimeout == true)
    #expect(late.connection.uniqueName == nil)
    // Nor does anything grow for ever.
    for token in 400..<10_500 {
      asking.connection.send(call(serving, "M"), token: token, within: .milliseconds(20))
    }
    asking.process()
    #expect(asking.replies.contains { $0.result.error == .tooMany })
  }

  @Test func namesAreHadOnce() throws {
    serving.connection.requestName("org.test.Name", token: 1, within: Patience.limit)
    try BusTalker.talk([serving], for: "name") { serving.replies.count == 1 }
    #expect(serving.replies.first?.result.values == [.uint32(1)])
    asking.connection.requestName("org.test.Name", token: 1, within: Patience.limit)
    try BusTalker.talk([asking], for: "refusal") { asking.replies.count == 1 }
    #expect(asking.replies.first?.result.values == [.uint32(3)])
    serving.answer = { _ in .success([.string("here")]) }
    let called = MethodCall("org.test.Name", "/", "org.test.I", "M")
    #expect(try asking.ask(called, serving).values == [.string("here")])
  }

  @Test func addressesThatRunProgramsAreRefused() {
    for address in ["unixexec:path=/bin/true", "unix:path=/x;unixexec:path=/bin/true", ""] {
      #expect(throws: BusError.notASocket(address)) {
        try BusConnection(.peer(address)).timeout
      }
    }
    #expect(throws: BusError.self) { try BusConnection(.bus("unix:path=/nowhere/bus")).timeout }
    #expect(throws: BusError.self) { try BusConnection(.bus("unix:nonsense")).timeout }
  }
}

/// A call of an object of a test.
func call(_ talker: BusTalker, _ member: String, _ arguments: [DBusValue] = []) -> MethodCall {
  MethodCall(talker.name, "/object", "org.test.Interface", member, arguments)
}
