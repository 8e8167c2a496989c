// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus
import TestSupport
import Testing

/// What the reader is shown of programs that behave.
@Suite(.serialized) struct FollowingTests {
  /// A desk whose programs were asked nothing, in the end, that they should not be.
  private func withDesk(_ body: (Desk) throws -> Void) throws {
    let desk = try Desk()
    defer { desk.close() }
    try body(desk)
    #expect(desk.bus.forbidden.isEmpty)
  }

  @Test func theFocusIsShownWhereverItGoes() throws {
    try withDesk { desk in
      let letter = try desk.start(
        Desk.program(
          "Letter", Desk.field("to", "To", "Ann", caret: 3, isFocused: true),
          Desk.button("send", "Send")))
      try desk.wait(for: "the field") { $0.text.contains("To edt Ann") && $0.caret != nil }
      letter.change { $0.setFocus("send") }
      try desk.wait(for: "the button") { $0.text == "Send btn" }
      letter.change { $0.setFocus("to") }
      try desk.wait(for: "the field again") { $0.text.contains("To edt Ann") }
    }
  }

  @Test func textCaretAndSelectionAreFollowed() throws {
    try withDesk { desk in
      let letter = try desk.start(
        Desk.program("letter", Desk.field("body", "", "dear ann", isFocused: true)))
      let frame = try desk.wait(for: "the text") { $0.text.hasSuffix("dear ann") }
      let start = try #require(frame.caret)
      letter.change { $0.setCaret("body", 5) }
      try desk.wait(for: "the caret") { $0.caret == start + 5 }
      letter.change { $0.type("jo", into: "body") }
      try desk.wait(for: "what is typed") {
        $0.text.hasSuffix("dear joann") && $0.caret == start + 7
      }
      letter.change { $0.replace(0..<5, in: "body", with: "") }
      try desk.wait(for: "what is left") { $0.text.hasSuffix("joann") && $0.caret == start }
      let before = try #require(desk.frames.last)
      letter.change { $0.select("body", 0..<2) }
      try desk.wait(for: "the selection") { $0.text == before.text && $0.cells != before.cells }
    }
  }

  @Test func namesStatesAndValuesAreFollowed() throws {
    try withDesk { desk in
      let player = try desk.start(
        Desk.program(
          "Player", Desk.button("play", "Play", isFocused: true),
          FakeObject("loud", role: 7, "Loud", states: [11, 41], actions: ["click"]),
          FakeObject(
            "volume", role: 51, "Volume", states: [11], value: FakeValue(40, in: 0...100, step: 5)
          )))
      try desk.wait(for: "the button") { $0.text.hasSuffix("Play btn") }
      player.change { $0.setName("play", "Pause") }
      try desk.wait(for: "its new name") { $0.text.hasSuffix("Pause btn") }
      player.change { $0.setState("play", 24, false) }
      player.change { $0.setState("play", 8, false) }
      try desk.wait(for: "its state") {
        $0.text.contains("Pause btn") && !$0.text.hasSuffix("btn")
      }
      player.change { $0.setFocus("loud") }
      let off = try desk.wait(for: "the check box") { $0.text.contains("Loud") }
      player.change { $0.setState("loud", 4, true) }
      try desk.wait(for: "the mark") { $0.text.contains("Loud") && $0.cells != off.cells }
      player.change { $0.setFocus("volume") }
      try desk.wait(for: "the slider") { $0.text.contains("Volume") && $0.text.contains("40") }
      player.change { $0.setValue("volume", 45) }
      try desk.wait(for: "the value") { $0.text.contains("Volume") && $0.text.contains("45") }
    }
  }

  @Test func windowsAndProgramsComeAndGo() throws {
    try withDesk { desk in
      let letter = try desk.start(
        Desk.program("Letter", Desk.button("send", "Send", isFocused: true)))
      try desk.wait(for: "the first") { $0.text.hasSuffix("Send btn") }
      var quiet = Desk.program("Chess", Desk.button("move", "Move", isFocused: true))
      quiet.windows[0].states.remove(1)
      let chess = try desk.start(quiet)
      letter.change { $0.activate(nil) }
      chess.change { $0.activate("window") }
      try desk.wait(for: "the second") { $0.text.hasSuffix("Move btn") }
      chess.leave()
      try desk.wait(for: "nothing") { $0.kind == "idle" }
      letter.change { $0.activate("window") }
      try desk.wait(for: "the first again") { $0.text.hasSuffix("Send btn") }
      let third = try desk.start(
        Desk.program("Clock", Desk.button("stop", "Stop", isFocused: true)))
      letter.change { $0.activate(nil) }
      try desk.wait(for: "the third") { $0.text.hasSuffix("Stop btn") }
      third.leave()
      letter.change { $0.activate("window") }
      try desk.wait(for: "the first once more") { $0.text.hasSuffix("Send btn") }
    }
  }

  @Test func aDialogSaysItsOwnWords() throws {
    try withDesk { desk in
      let letter = try desk.start(
        Desk.program("Letter", Desk.button("send", "Send", isFocused: true)))
      try desk.wait(for: "the button") { $0.text.hasSuffix("Send btn") }
      letter.change { scene in
        scene.add(
          FakeObject(
            "dialog", role: 16, "Question", states: [16],
            children: [
              FakeObject("words", role: 29, "Save it first?"), Desk.button("yes", "Yes"),
            ]), to: "root")
        scene.activate("dialog")
        scene.setFocus("yes")
      }
      try desk.wait(for: "the question") {
        $0.text.contains("Question") && $0.text.contains("Save it first?")
          && $0.text.hasSuffix("Yes btn")
      }
    }
  }

  @Test func whatHappensBesidesTheFocusIsAnnounced() throws {
    try withDesk { desk in
      let letter = try desk.start(
        Desk.program("Letter", Desk.button("send", "Send", isFocused: true)))
      try desk.wait(for: "the button") { $0.text.hasSuffix("Send btn") }
      letter.change { $0.announce("Saved") }
      try desk.wait(for: "the announcement") { $0.kind == "message" && $0.text.contains("Saved") }
      letter.change { scene in
        scene.add(FakeObject("bar", role: 102, "Disk is full"), to: "window")
        scene.emit("object:state-changed:showing", from: "bar", 1)
      }
      try desk.wait(for: "the info bar") {
        $0.kind == "message" && $0.text.contains("Disk is full")
      }
    }
  }

  @Test func notificationsOfTheDesktopAreAnnounced() throws {
    try withDesk { desk in
      let server = try BusTalker.named(desk.bus.address, serving: true)
      _ = try server.ask(
        BusConnection.busCall(
          "RequestName", [.string("org.freedesktop.Notifications"), .uint32(4)]))
      server.answer = { _ in .success([.uint32(1)]) }
      let mail = try BusTalker.named(desk.bus.address)
      _ = try mail.ask(
        MethodCall(
          "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
          "org.freedesktop.Notifications", "Notify",
          [
            .string("Mail"), .uint32(0), .string(""), .string("From Ann"),
            .string("See you <b>soon</b>"), .array("s", []), .dictionary("sv", []), .int32(-1),
          ]), server)
      try desk.wait(for: "the notification") {
        $0.kind == "message" && $0.text.contains("Mail: From Ann: See you soon")
      }
    }
  }

  @Test func aLiveRegionOfAPageIsAnnounced() throws {
    try withDesk { desk in
      var status = FakeObject(
        "status", role: 73, states: [], text: FakeText("3 results", isEditable: false))
      status.attributes = ["container-live": "polite", "tag": "p"]
      var page = FakeObject(
        "page", role: 95, "Search", states: [11],
        children: [Desk.field("query", "Query", "br", caret: 2, isFocused: true), status])
      page.document = [:]
      let browser = try desk.start(
        Desk.program("Browser", page) { $0.toolkit = "Gecko" })
      try desk.wait(for: "the field") { $0.text.contains("Query") }
      // What grows while the page is loaded is no news.
      let deadline = MonotonicClock.now + Patience.limit
      var words = 0
      while MonotonicClock.now < deadline {
        words += 1
        let text = "\(words) results"
        browser.change { scene in
          scene.edit("status") { $0.text?.content = text }
          scene.emit("object:text-changed:insert", from: "status", 0, text.count, .string(text))
        }
        let frame = try? desk.wait(for: "the news", limit: .milliseconds(200)) {
          $0.kind == "message" && $0.text.contains("results")
        }
        if frame != nil { return }
      }
      Issue.record("the live region was not announced")
    }
  }
}
