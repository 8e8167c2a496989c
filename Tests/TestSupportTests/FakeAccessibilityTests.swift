// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus
import TestSupport
import Testing

@Suite struct FakeAccessibilityTests {
  let accessibility: FakeAccessibilityBus
  let asking: BusTalker

  init() throws {
    accessibility = try FakeAccessibilityBus()
    asking = try BusTalker.named(accessibility.address)
    try asking.match("type='signal'")
  }

  private var letter: FakeProgram {
    var number = FakeObject("number", role: 52, "Size", value: FakeValue(5, in: 0...10))
    number.relations = [2: ["label"]]
    return FakeProgram(
      "letter",
      FakeObject(
        "window", role: 23, "Letter", states: [1],
        children: [
          FakeObject("label", role: 29, "Size:"),
          FakeObject(
            "text", role: 61, "Body", states: [7, 11, 17],
            text: FakeText("Dear 😀,\nhow are you", caret: 2)),
          FakeObject("ok", role: 43, "OK", states: [11, 12], actions: ["click"]),
          number,
        ]))
  }

  func call(
    _ application: FakeApplication, _ id: String, _ name: String, _ arguments: DBusValue...
  ) -> MethodCall {
    let parts = name.split(separator: ".").map(String.init)
    return MethodCall(
      application.name, FakeScene.path(id), "org.a11y.atspi.\(parts[0])", parts[1], arguments)
  }

  func get(_ application: FakeApplication, _ id: String, _ name: String) -> MethodCall {
    let parts = name.split(separator: ".").map(String.init)
    return MethodCall(
      application.name, FakeScene.path(id), "org.freedesktop.DBus.Properties", "Get",
      [.string("org.a11y.atspi.\(parts[0])"), .string(parts[1])])
  }

  func register(_ events: String...) throws {
    for event in events {
      let call = MethodCall(
        "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry",
        "RegisterEvent", [.string(event), .array("s", []), .string("")])
      #expect(try asking.ask(call).values == [])
    }
  }

  func event(_ member: String, _ detail: String? = nil) throws -> BusSignal {
    try asking.signal("\(member) \(detail ?? "")") {
      $0.head.member == member && (detail == nil || $0.head.detail == detail)
    }
  }

  @Test func theRegistryTellsOfApplications() throws {
    let address = try asking.ask(
      MethodCall("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"))
    #expect(address.values == [.string(accessibility.address)])
    let application = try accessibility.start(letter)
    let added = try event("ChildrenChanged", "add")
    #expect(added.head.path == "/org/a11y/atspi/accessible/root")
    let reference = DBusValue.structure([
      .string(application.name), .objectPath("/org/a11y/atspi/accessible/root"),
    ])
    #expect(added.arguments[3] == .variant(reference))
    let root = MethodCall(
      "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Accessible",
      "GetChildren")
    #expect(try asking.ask(root).values == [.array("(so)", [reference])])
    application.leave()
    _ = try event("ChildrenChanged", "remove")
    #expect(
      try asking.ask(call(application, "ok", "Accessible.GetRole")).error?.isProgramGone == true)
    #expect(accessibility.forbidden.isEmpty)
  }

  @Test func objectsAreAsDeclared() throws {
    let application = try accessibility.start(letter)
    let states = try asking.ask(call(application, "ok", "Accessible.GetState"))
    let bits: UInt32 = 1 << 8 | 1 << 11 | 1 << 12 | 1 << 24 | 1 << 25 | 1 << 30
    #expect(states.values == [.array("u", [.uint32(bits), .uint32(0)])])
    #expect(
      try asking.ask(get(application, "ok", "Accessible.Name")).values == [.variant(.string("OK"))])
    #expect(
      try asking.ask(call(application, "number", "Accessible.GetIndexInParent")).values == [
        .int32(3)
      ])
    let relations = try asking.ask(call(application, "number", "Accessible.GetRelationSet"))
    #expect(
      relations.values == [
        .array(
          "(ua(so))",
          [
            .structure([
              .uint32(2),
              .array(
                "(so)",
                [.structure([.string(application.name), .objectPath(FakeScene.path("label"))])]),
            ])
          ])
      ])
    let listed = try asking.ask(call(application, "text", "Accessible.GetInterfaces")).values?[0]
    #expect(
      listed?.members.compactMap(\.string).map { $0.dropFirst("org.a11y.atspi.".count) } == [
        "Accessible", "Component", "Text", "EditableText", "Collection",
      ])
    #expect(
      try asking.ask(call(application, "none", "Accessible.GetRole")).error?.isObjectGone == true)
    #expect(application.calls(of: "Accessible.Name").map(\.id) == ["ok"])
    #expect(application.forbidden.isEmpty)
  }

  @Test func whatIsDoneIsToldToWhoeverRegistered() throws {
    let application = try accessibility.start(letter)
    application.change { $0.setName("label", "nobody hears this") }
    try register("object:text-caret-moved", "object:state-changed", "object:text-changed:insert")
    #expect(
      try asking.ask(call(application, "text", "Text.SetCaretOffset", .int32(6))).values == [
        .boolean(true)
      ])
    #expect(try event("TextCaretMoved").arguments[1] == .int32(6))
    #expect(
      try asking.ask(call(application, "text", "Component.GrabFocus")).values == [.boolean(true)])
    #expect(application.scene.focus == "text")
    let states = asking.signals.filter { $0.head.member == "StateChanged" }
    #expect(states.map(\.head.path) == [FakeScene.path("ok"), FakeScene.path("text")])
    #expect(states.map { $0.arguments[1] } == [.int32(0), .int32(1)])
    let insert = call(
      application, "text", "EditableText.InsertText", .int32(5), .string("b😀d"), .int32(2))
    #expect(try asking.ask(insert).values == [.boolean(true)])
    #expect(application.scene["text"]?.text?.content == "Dear b😀😀,\nhow are you")
    #expect(application.scene["text"]?.text?.caret == 7)
    #expect(
      try event("TextChanged", "insert").arguments.prefix(3) == [
        .string("insert"), .int32(5), .int32(2),
      ])
    #expect(!asking.signals.contains { $0.head.member == "PropertyChange" })
    application.onAction { scene, id, action in scene.setName(id, action) }
    #expect(
      try asking.ask(call(application, "ok", "Action.DoAction", .int32(0))).values == [
        .boolean(true)
      ])
    #expect(application.scene["ok"]?.name == "click")
    #expect(application.forbidden.isEmpty)
  }

  @Test func textIsCountedAsTheProgramCounts() throws {
    var utf16 = letter
    utf16.offsets = .utf16
    utf16.hasStringAtOffset = false
    var filled = letter
    filled.offsets = .filled
    let counts = try [letter, utf16, filled].map { program in
      let application = try accessibility.start(program)
      let results = try asking.ask([
        get(application, "text", "Text.CharacterCount"),
        call(application, "text", "Text.GetText", .int32(5), .int32(8)),
        call(application, "text", "Text.GetTextAtOffset", .int32(9), .uint32(5)),
        call(application, "text", "Text.GetStringAtOffset", .int32(9), .uint32(3)),
      ])
      #expect((results[3].error != nil) == (program.offsets == .utf16))
      return results.prefix(3).map { $0.values ?? [] }
    }
    #expect(counts[0][0] == [.variant(.int32(19))])
    #expect(counts[1][0] == [.variant(.int32(20))])
    #expect(counts[2][0] == [.variant(.int32(20))])
    #expect(counts[0][1] == [.string("😀,\n")])
    #expect(counts[1][1] == [.string("😀,")])
    #expect(counts[2][1] == [.string("😀\u{FEFF},")])
    #expect(counts[0][2] == [.string("how are you"), .int32(8), .int32(19)])
    #expect(counts[1][2] == [.string("how are you"), .int32(9), .int32(20)])
    #expect(accessibility.forbidden.isEmpty)
  }

  @Test func collectionsFindObjects() throws {
    let application = try accessibility.start(letter)
    func rule(roles: [Int]) -> DBusValue {
      var words = [UInt32](repeating: 0, count: 5)
      for role in roles { words[role / 32] |= 1 << UInt32(role % 32) }
      return .structure([
        .array("i", [.int32(0), .int32(0)]), .int32(1), .dictionary("ss", []), .int32(1),
        .array("i", words.map { .int32(Int32(bitPattern: $0)) }), .int32(2), .array("s", []),
        .int32(1), .boolean(false),
      ])
    }
    func found(_ call: MethodCall) throws -> [String] {
      try asking.ask(call).values?[0].members.compactMap {
        $0.members[1].string?.split(separator: "/").last.map(String.init)
      } ?? []
    }
    let all = call(
      application, "window", "Collection.GetMatches", rule(roles: [29, 43, 52]), .uint32(1),
      .int32(0), .boolean(true))
    #expect(try found(all) == ["label", "ok", "number"])
    let next = call(
      application, "window", "Collection.GetMatchesFrom", .objectPath(FakeScene.path("text")),
      rule(roles: [29, 43, 52]), .uint32(1), .uint32(2), .int32(1), .boolean(true))
    #expect(try found(next) == ["ok"])
    let previous = call(
      application, "window", "Collection.GetMatchesTo", .objectPath(FakeScene.path("number")),
      rule(roles: [29, 61]), .uint32(1), .uint32(2), .boolean(false), .int32(1), .boolean(true))
    #expect(try found(previous) == ["text"])
    #expect(application.forbidden.isEmpty)
  }
}
