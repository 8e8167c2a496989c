// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import TestSupport
import Testing

/// What the reader's keys do in programs.
@Suite(.serialized) struct EditingTests {
  private func withDesk(_ body: (Desk) throws -> Void) throws {
    let desk = try Desk()
    defer { desk.close() }
    try body(desk)
    #expect(desk.bus.forbidden.isEmpty)
  }

  /// Presses a key again and again until it is taken: right after another program has come it is
  /// not (the finger meant the one before).
  private func press(
    _ desk: Desk, _ keys: String, until what: String, _ isSo: () -> Bool
  ) throws {
    let deadline = MonotonicClock.now + Patience.limit
    while !isSo() {
      guard MonotonicClock.now < deadline else { throw TimedOut("no \(what)") }
      try desk.press(keys)
    }
  }

  /// In each unit that toolkits count in, before and behind characters of two units.
  @Test(arguments: [FakeOffsets.scalars, .utf16, .filled])
  func placesAreRightWhateverTheProgramCounts(_ offsets: FakeOffsets) throws {
    try withDesk { desk in
      let letter = try desk.start(
        Desk.program("letter", Desk.field("body", "", "a😀b🚀c d", caret: 6, isFocused: true)) {
          $0.offsets = offsets
        })
      let frame = try desk.wait(for: "the text") { $0.text.hasSuffix("c d") && $0.caret != nil }
      let d = frame.text.unicodeScalars.count - 1
      #expect(frame.caret == d)
      letter.change { $0.setCaret("body", 4) }
      try desk.wait(for: "the caret before c") { $0.caret == d - 2 }
      letter.change { $0.type("😎x", into: "body") }
      let typed = try desk.wait(for: "what is typed") { $0.text.hasSuffix("xc d") }
      #expect(typed.caret == typed.text.unicodeScalars.count - 3)
      #expect(!typed.text.unicodeScalars.contains("\u{FEFF}"))
      // Back: each letter's routing key leads to it.
      for (letterSought, place) in [("b", 2), ("d", 8), ("x", 5)] {
        let shown = try #require(desk.frames.last)
        try desk.route(to: letterSought, in: shown)
        try letter.wait(for: "caret before \(letterSought)") { $0["body"]?.text?.caret == place }
      }
    }
  }

  @Test func whatIsTypedArrives() throws {
    try withDesk { desk in
      let letter = try desk.start(
        Desk.program("letter", Desk.field("body", "", "xyz 😀", caret: 3, isFocused: true)) {
          $0.offsets = .utf16
          $0.toolkit = "Qt"
        })
      try desk.wait(for: "the text") { $0.text.contains("xyz") && $0.caret != nil }
      for dots in ["dot1", "dot1+dot2", "dot1+dot4"] { try desk.press(dots) }
      try letter.wait(for: "the letters") { $0["body"]?.text?.content == "xyzabc 😀" }
      try desk.wait(for: "the letters") { $0.text.contains("xyzabc") }
      try desk.press("dot7")
      try letter.wait(for: "one less") { $0["body"]?.text?.content == "xyzab 😀" }
      #expect(letter.scene["body"]?.text?.caret == 5)
    }
  }

  @Test func whatOnlyKeysCanDoIsPressed() throws {
    try withDesk { desk in
      var field = Desk.field("body", "", "xyz", caret: 3, isFocused: true)
      field.text?.isEditable = false
      let letter = try desk.start(Desk.program("page", field))
      try desk.wait(for: "the text") { $0.text.hasSuffix("xyz") && $0.caret != nil }
      try desk.press("dot1")
      try desk.bus.wait(for: "a key") { calls in
        calls.contains { $0.name == "DeviceEventController.GenerateKeyboardEvent" }
      }
      #expect(desk.bus.keys.first == [.int32(0), .string("a"), .uint32(4)])
      letter.change { $0.type("a", into: "body") }
      try desk.wait(for: "what it did") { $0.text.hasSuffix("xyza") }
      desk.bus.takesKeys = false
      try desk.press("dot1+dot2")
      try desk.wait(for: "the failure") { $0.kind != "content" && !$0.text.isEmpty }
    }
  }

  @Test func aRoutingKeyClicksAndAnOpenedDialogIsShown() throws {
    try withDesk { desk in
      let letter = try desk.start(
        Desk.program("letter", Desk.button("send", "Send", isFocused: true)) {
          $0.hasSocket = true
        })
      letter.onAction { scene, id, action in
        guard id == "send", action == "click", scene["sent"] == nil else { return }
        scene.add(
          FakeObject("sent", role: 16, "Sent", children: [Desk.button("ok", "OK")]), to: "root")
        scene.activate("sent")
        scene.setFocus("ok")
      }
      let frame = try desk.wait(for: "the button") { $0.text.hasSuffix("Send btn") }
      try press(desk, "ROUTE \(frame.text.unicodeScalars.count - 2)", until: "click") {
        letter.calls(of: "Action.DoAction").count > 0
      }
      try desk.wait(for: "the dialog") { $0.text.hasSuffix("OK btn") }
      #expect(letter.calls(of: "Action.DoAction").first?.isDirect == true)
    }
  }

  @Test func aSliderGoesUpAndDown() throws {
    try withDesk { desk in
      let player = try desk.start(
        Desk.program(
          "player",
          FakeObject(
            "volume", role: 51, "Volume", states: [11, 12],
            value: FakeValue(40, in: 0...100, step: 5))))
      try desk.wait(for: "the slider") { $0.text.contains("40") }
      try press(desk, "MENU_NEXT_SETTING", until: "more") {
        player.scene["volume"]?.value?.current ?? 0 > 40
      }
      try desk.wait(for: "the value") {
        $0.text.contains("\(Int(player.scene["volume"]?.value?.current ?? 0))")
      }
    }
  }
}
