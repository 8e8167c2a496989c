// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import Core
import DBus
import Desktop
import Elements
import Testing
import TestSupport

/// What programs say by themselves.
struct AnnouncingTests {
  private func announced(_ desktop: FakeDesktop) -> [Announcement] {
    desktop.messages.compactMap { if case .announce(let words) = $0 { words } else { nil } }
  }

  private func insertion(_ key: String, of program: DeskProgram, _ text: String) -> BusSignal {
    BusSignal(
      BusSignal.Head(
        sender: program.name, path: program.object(key).path,
        interface: "org.a11y.atspi.Event.Object", member: "TextChanged", detail: "insert"),
      [.string("insert"), .int32(0), .int32(1), .variant(.string(text)), .dictionary("sv", [])])
  }

  private func page() -> FakeDesktop {
    let paragraph = DeskObject(.paragraph, key: "news", text: "Hello")
    let region = DeskObject(
      .section, key: "region", text: "\u{FFFC}", attributes: ["container-live": "polite"],
      [paragraph])
    let text = DeskObject(.paragraph, key: "p", text: "Some text.", states: .focusable)
    var desktop = FakeDesktop(.page([text, region]), focus: "p")
    desktop.advance(by: .seconds(2))
    return desktop
  }

  @Test func aParagraphThatIsAddedToALiveRegionIsAnnounced() throws {
    var desktop = page()
    let program = try #require(desktop.programs[":1.9"])
    desktop.handle(.signal(insertion("region", of: program, "\u{FFFC}")))
    desktop.handle(.signal(insertion("region", of: program, "Bye")))
    #expect(announced(desktop).map(\.text) == ["Hello", "Bye"])
    #expect(desktop.forbidden == [])
  }

  /// A pop-up list, or the browser's own bar: whoever comes back from there loads nothing anew.
  @Test func aLiveRegionIsHeardRightBehindAWayOutOfItsPage() throws {
    var desktop = page()
    let program = try #require(desktop.programs[":1.9"])
    desktop.happen { $0.moveFocus(to: "Reload") }
    desktop.happen { $0.moveFocus(to: "p") }
    desktop.handle(.signal(insertion("region", of: program, "Bye")))
    #expect(announced(desktop).map(\.text) == ["Bye"])
  }

  @Test func whatGrowsWhileAPageIsLoadedIsNewsOnlyToWhoHasActed() throws {
    let region = DeskObject(
      .section, key: "region", text: "", attributes: ["container-live": "polite"])
    let button = DeskObject(.button, "Send", key: "send", states: .focusable)
    var desktop = FakeDesktop(.page([button, region]), focus: "send")
    let program = try #require(desktop.programs[":1.9"])
    desktop.advance(by: .milliseconds(500))
    desktop.handle(.signal(insertion("region", of: program, "Welcome")))
    #expect(announced(desktop).isEmpty)
    desktop.order(.activate(offset: nil))
    desktop.handle(.signal(insertion("region", of: program, "Sent")))
    #expect(announced(desktop).map(\.text) == ["Sent"])
  }

  @Test func whatProgramsBehindSayOfTheirTextIsNotAnnounced() {
    var desktop = page()
    let other = DeskProgram(
      [
        DeskObject(
          .frame, "Other",
          [DeskObject(.section, key: "log", text: "x", attributes: ["live": "polite"])])
      ], name: ":1.10")
    desktop.programs[other.name] = other
    desktop.handle(.signal(insertion("log", of: other, "Bye")))
    #expect(announced(desktop).isEmpty)
  }

  @Test func aNotificationInPlaceOfAnotherHasItsTag() {
    var desktop = page()
    for (percent, replaces) in [(10, 0), (20, 7), (30, 7)] {
      desktop.handle(
        .notification(
          Notification(
            program: "Store", summary: "\(percent) %", body: "", replaces: replaces)))
    }
    let tags = announced(desktop).map(\.tag)
    #expect(tags[0] == nil && tags[1] != nil && tags[1] == tags[2])
  }

  @Test func whatAppearsAllTheTimeIsAskedAboutNowAndThen() {
    var desktop = page()
    let before = desktop.programs[":1.9"]?.callCount ?? 0
    let head = BusSignal.Head(
      sender: ":1.9", path: "/org/a11y/atspi/accessible/p",
      interface: "org.a11y.atspi.Event.Object", member: "StateChanged", detail: "showing")
    let signal = BusSignal(head, [.string("showing"), .int32(1), .int32(0)])
    for _ in 0..<1000 { desktop.handle(.signal(signal)) }
    #expect((desktop.programs[":1.9"]?.callCount ?? 0) - before <= 40)
  }
}
