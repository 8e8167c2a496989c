// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import TestSupport
import Testing

/// What the reader is shown while programs behave badly.
@Suite(.serialized) struct MannersTests {
  /// `isHonest`: whether all programs say truly which interfaces they have.
  private func withDesk(isHonest: Bool = true, _ body: (Desk) throws -> Void) throws {
    let desk = try Desk()
    defer { desk.close() }
    try body(desk)
    #expect(desk.isAlive, "\(desk.said)")
    #expect(desk.bus.forbidden.isEmpty || !isHonest)
  }

  private static let letter = Desk.program(
    "letter", Desk.field("body", "", "dear ann", caret: 8, isFocused: true),
    Desk.button("send", "send"))

  /// A program whose window is not active.
  private static func quiet(_ name: String, _ children: FakeObject...) -> FakeProgram {
    FakeProgram(name, FakeObject("window", role: 23, name, children: children))
  }

  @Test func aSlowProgramIsReadAndWrittenIn() throws {
    try withDesk { desk in
      let letter = try desk.start(Self.letter)
      try desk.wait(for: "the text") { $0.text.hasSuffix("dear ann") }
      letter.manners = .slow(.milliseconds(50))
      letter.change { $0.setFocus("send") }
      try desk.wait(for: "the button") { $0.text.hasSuffix("send btn") }
      letter.change { $0.setFocus("body") }
      try desk.wait(for: "the text again") { $0.text.hasSuffix("dear ann") && $0.caret != nil }
      for word in ["a", "b", "c"] { letter.change { $0.type(word, into: "body") } }
      try desk.wait(for: "what was typed there") { $0.text.hasSuffix("dear annabc") }
      for dots in ["dot1", "dot1+dot2", "dot1+dot4"] { try desk.press(dots) }
      try letter.wait(for: "the letters") { $0["body"]?.text?.content == "dear annabcabc" }
      try desk.wait(for: "what the reader typed") {
        $0.text.hasSuffix("dear annabcabc")
      }
    }
  }

  /// Nobody waits for a program that does not answer: another one is shown before the calls to the
  /// dead one are given up.
  @Test func aDeadProgramKeepsNobodyWaiting() throws {
    try withDesk { desk in
      let letter = try desk.start(Self.letter)
      try desk.wait(for: "the text") { $0.text.hasSuffix("dear ann") }
      let dead = try desk.start(Self.quiet("dead", Desk.button("no", "never", isFocused: false)))
      dead.manners = .dead
      for _ in 0..<20 {
        dead.forgetCalls()
        dead.change { $0.activate("window") }
        dead.change { $0.setFocus("no") }
        try dead.wait(for: "question") { !$0.isEmpty }
        let asked = MonotonicClock.now
        letter.change { scene in
          scene.setFocus(scene.focus == "send" ? "body" : "send")
        }
        let isButton = letter.scene.focus == "send"
        let frame = try desk.wait(for: "the other program") {
          $0.text.hasSuffix(isButton ? "send btn" : "dear ann")
        }
        #expect(frame.time - asked < .milliseconds(400) * Patience.factor)
        dead.change { scene in
          scene.setFocus(nil)
          scene.activate(nil)
        }
      }
      #expect(!desk.frames.contains { $0.text.contains("never") })
      dead.manners = .good
      dead.change { $0.activate("window") }
      dead.change { $0.setFocus("no") }
      try desk.wait(for: "the program that lives again") { $0.text.hasSuffix("never btn") }
    }
  }

  /// Ten thousand signals a second keep no letter from the reader.
  @Test func aStormHidesNoLetter() throws {
    try withDesk { desk in
      let letter = try desk.start(Self.letter)
      let news = try desk.start(
        Self.quiet("news", FakeObject("ticker", role: 29, "ticker", text: FakeText("news"))))
      try desk.wait(for: "the text") { $0.text.hasSuffix("dear ann") }
      let events = [
        FakeEvent("object:text-changed:insert", from: "ticker", 0, 4, .string("news")),
        FakeEvent("object:property-change:accessible-name", from: "ticker", 0, 0, .string("n")),
        FakeEvent("object:state-changed:showing", from: "ticker", 1),
        FakeEvent("object:text-caret-moved", from: "ticker", 1),
        FakeEvent("object:state-changed:sensitive", from: "send", 1),
        FakeEvent("object:property-change:accessible-value", from: "send", 0, 0, .double(1)),
      ]
      news.storm(events, count: 10_000, perSecond: 5000)
      letter.storm(
        events.map { event in
          var event = event
          event.path = FakeScene.path("send")
          return event
        }, count: 10_000, perSecond: 5000)
      var text = "dear ann"
      let fox = Array("the quick brown fox jumps over the lazy dog ")
      while letter.stormSent < 10_000 || news.stormSent < 10_000 || text.count < 30 {
        let next = String(fox[text.count % fox.count])
        text += next
        letter.change { $0.type(next, into: "body") }
        let wanted = text.suffix(12).trimmingBlanks
        // On a machine that is busy with more than this what waits has to be worked off first.
        try desk.wait(for: text, limit: Patience.seconds(60)) { $0.text.hasSuffix(wanted) }
      }
    }
  }

  @Test(arguments: 0..<8) func aMaliciousProgramHarmsNobody(_ round: UInt64) throws {
    try withDesk(isHonest: false) { desk in
      let letter = try desk.start(Self.letter)
      try desk.wait(for: "the text") { $0.text.hasSuffix("dear ann") }
      var field = Desk.field("body", "Body", "trust me 😀", caret: 3)
      field.relations = [2: ["name"]]
      field.actions = ["click", "open"]
      let evil = try desk.start(
        FakeProgram(
          "evil",
          FakeObject(
            "window", role: 23, "evil",
            children: [
              field, FakeObject("name", role: 29, "name"),
              FakeObject(
                "list", role: 31, "list", states: [11],
                children: [FakeObject("item", role: 32, "item", states: [11, 22, 23])]),
              FakeObject(
                "slider", role: 51, "slider", states: [11], value: FakeValue(1, in: 0...9)),
              FakeObject("bar", role: 102, "bar"),
            ])))
      for step in 0..<12 {
        evil.manners = .malicious(seed: round * 100 + UInt64(step))
        evil.change { scene in
          scene.activate(step % 3 == 0 ? "window" : nil)
          scene.setFocus(["body", "list", "slider", "item"][step % 4])
          scene.emit("object:state-changed:showing", from: "bar", 1)
          scene.emit("object:text-caret-moved", from: "body", Int(Int32.max))
          scene.emit("object:text-changed:insert", from: "body", -7, 1 << 30, .boolean(true))
          let item = scene.reference("item")
          scene.emit("object:active-descendant-changed", from: "list", 0, 0, item)
          scene.emit("object:announcement", from: "body", 2, 0, .double(.nan))
          scene.emit("window:activate", from: "nowhere")
          scene.emit("document:load-complete", from: "body")
        }
        try desk.press("dot1", "ROUTE 3", "MENU_NEXT_SETTING", "HOME", "LNDN", "FWINRT")
      }
      try desk.wait(for: "anything") { _ in true }
      evil.change { $0.activate(nil) }
      evil.change { $0.setFocus(nil) }
      letter.change { $0.activate(nil) }
      letter.change { $0.activate("window") }
      try expect(desk, letter, "send") { $0.text.hasSuffix("send btn") }
      try expect(desk, letter, "body") { $0.text.contains("dear ann") && $0.caret != nil }
      #expect(!desk.said.contains("refused"), "\(desk.said)")
      #expect(letter.forbidden.isEmpty)
    }
  }

  /// What gets the focus is shown; keys that were pressed on what a malicious program showed may
  /// lead elsewhere first.
  private func expect(
    _ desk: Desk, _ program: FakeApplication, _ id: String,
    _ isShown: (ObservedFrame) -> Bool
  ) throws {
    let deadline = MonotonicClock.now + Patience.seconds(30)
    while MonotonicClock.now < deadline {
      program.change { $0.setFocus(nil) }
      program.change { $0.setFocus(id) }
      let limit = Duration.milliseconds(500)
      if (try? desk.wait(for: id, limit: limit, isShown)) != nil { return }
    }
    try desk.wait(for: id, limit: .zero, isShown)
  }

  @Test func aProgramThatVanishesWhileItIsAskedIsForgotten() throws {
    try withDesk { desk in
      let letter = try desk.start(Self.letter)
      try desk.wait(for: "the text") { $0.text.hasSuffix("dear ann") }
      for round in 0..<10 {
        let other = try desk.start(Self.quiet("other", Desk.button("b", "other \(round)")))
        letter.change { $0.activate(nil) }
        other.manners = round % 2 == 0 ? .dead : .slow(.milliseconds(20))
        other.change { $0.activate("window") }
        other.change { $0.setFocus("b") }
        try other.wait(for: "question") { !$0.isEmpty }
        other.leave()
        letter.change { $0.activate("window") }
        letter.change { $0.setFocus(round % 2 == 0 ? "send" : "body") }
        try desk.wait(for: "the program that is left") {
          $0.text.hasSuffix(round % 2 == 0 ? "send btn" : "dear ann")
        }
      }
      letter.leave()
      try desk.wait(for: "nothing") { $0.kind == "idle" }
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
