// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Posix
import TestSupport
import Testing
import Wire

/// What goes and comes back.
@Suite(.serialized) struct ReturnTests {
  private static let letter = Desk.program(
    "letter", Desk.field("body", "", "dear ann", caret: 8, isFocused: true),
    Desk.button("send", "send"))

  /// A new bus is found, and what is on it is shown; nothing of the old one is.
  @Test func theAccessibilityBusDiesAndComesBack() throws {
    let scene = try Scene()
    defer { scene.close() }
    let desk = try Desk(session: scene)
    defer { desk.close() }
    let first = try desk.start(Self.letter)
    try scene.wait(for: "the text") { desk.frames.last?.text.hasSuffix("dear ann") == true }
    let second = try FakeAccessibilityBus()
    defer { second.close() }
    let other = try second.start(
      Desk.program("chess", Desk.button("move", "move", isFocused: true)))
    scene.address = second.address
    desk.bus.close()
    try scene.wait(for: "nothing") { desk.frames.last?.kind == "idle" }
    try scene.wait(for: "the other program") {
      desk.frames.last?.text.hasSuffix("move btn") == true
    }
    #expect(first.forbidden.isEmpty && second.forbidden.isEmpty && desk.isAlive)
    other.change { $0.setName("move", "mate") }
    try scene.wait(for: "its events") { desk.frames.last?.text.hasSuffix("mate btn") == true }
  }

  /// A new brailled is told all anew, also when the old one died in the middle of a command.
  @Test(arguments: [false, true]) func brailledDiesAndComesBack(_ isBusy: Bool) throws {
    let desk = try Desk()
    defer { desk.close() }
    let letter = try desk.start(Self.letter)
    try desk.wait(for: "the text") { $0.text.hasSuffix("dear ann") && $0.caret != nil }
    if isBusy {
      letter.forgetCalls()
      letter.manners = .slow(.milliseconds(200))
      try desk.press("dot1")
      try letter.wait(for: "question") { !$0.isEmpty }
    }
    try desk.restartDaemon()
    letter.manners = .good
    try desk.wait(for: "the text again") { $0.text.contains("dear ann") && $0.caret != nil }
    letter.change { $0.type("x", into: "body") }
    try desk.wait(for: "what is typed") { $0.text.hasSuffix("x") }
    letter.change { $0.setFocus("send") }
    try desk.wait(for: "the button") { $0.text.hasSuffix("send btn") }
    #expect(desk.bus.forbidden.isEmpty)
  }

  /// An application that tells brailled itself what has the focus is not read; one that only
  /// announces or looks on is.
  @Test func anApplicationThatSpeaksForItselfIsLeftAlone() throws {
    let desk = try Desk()
    defer { desk.close() }
    let letter = try desk.start(Self.letter)
    try desk.wait(for: "the text") { $0.text.hasSuffix("dear ann") }
    // The programs of the bus are threads of this process.
    var application: Connection? = try Connection(path: desk.socket)
    try application?.notify("announce", ["text": "sent"] as JSONValue)
    try desk.wait(for: "the announcement") { $0.text == "sent" }
    letter.change { $0.setFocus("send") }
    try desk.wait(for: "the button") { $0.text.hasSuffix("send btn") }
    try application?.notify(
      "focus", ["element": ["id": "o", "role": "text", "label": "my own"]] as JSONValue)
    try desk.wait(for: "its own words") { $0.text == "my own" }
    letter.change { $0.activate(nil) }
    letter.change { $0.activate("window") }
    letter.change { $0.setFocus("body") }
    try desk.waitUntil("the program is left alone") { status in
      status.contains { $0["rank"] == "desktop" && $0["shows"] == false }
    }
    letter.change { $0.announce("not to be told twice") }
    application = nil
    try desk.wait(for: "it by the bus again") { $0.text.contains("dear ann") }
    #expect(!desk.frames.contains { $0.text.contains("told twice") })
    #expect(desk.bus.forbidden.isEmpty)
  }
}
