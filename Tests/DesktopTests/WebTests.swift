// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import DBus
import Testing
import TestSupport

/// A page is read beyond the focus: its items as behaviour E1 has them, its rotor's kinds as
/// Core-AAM maps HTML to AT-SPI.
struct WebTests {
  private func page() -> FakeDesktop { FakeDesktop(.page(), focus: "page") }

  private func all(_ direction: Command.Direction, _ unit: Command.Unit, from start: String? = nil)
    -> [String]
  {
    var desktop = page()
    if let start { desktop.happen { $0.moveFocus(to: start) } }
    var found: [String] = []
    while found.count < 40 {
      let words = desktop.move(direction, unit)
      found.append(words)
      if words.hasPrefix("error") { break }
    }
    #expect(desktop.forbidden == [])
    return found
  }

  private static let items = [
    "News of today", "See all news of the week.", "Home", "Help", "Weather", "• Rain", "Snow",
    "Town", "Degrees", "Bonn", "7", "A map", "Name: Send", "", "Send", "The end.",
  ]

  @Test func itemsFromTheTopToTheEnd() {
    #expect(all(.next, .item) == WebTests.items + ["error 8"])
  }

  @Test func itemsBackwards() {
    var desktop = page()
    #expect(desktop.move(.last, .item) == "The end.")
    var found: [String] = []
    while found.last?.hasPrefix("error") != true, found.count < 40 {
      found.append(desktop.move(.previous, .item))
    }
    #expect(found == WebTests.items.dropLast().reversed() + ["error 8"])
    #expect(desktop.forbidden == [])
  }

  @Test func headingsLinksAndOthers() {
    #expect(all(.next, .heading) == ["News of today", "Weather", "error 8"])
    #expect(all(.next, .heading2) == ["Weather", "error 8"])
    #expect(all(.next, .link) == ["all news", "Home", "Help", "Weather", "Snow", "error 8"])
    #expect(
      all(.previous, .link, from: "Send") == [
        "Snow", "Weather", "Help", "Home", "all news", "error 8",
      ])
    #expect(all(.next, .image) == ["A map", "error 8"])
    #expect(all(.next, .button) == ["Send", "error 8"])
    #expect(all(.next, .formControl) == ["", "Send", "error 8"])
    #expect(all(.next, .list) == ["• Rain", "error 8"])
    #expect(all(.next, .table) == ["Town", "error 8"])
    #expect(all(.next, .landmark) == ["Weather", "error 8"])
  }

  @Test func theSameWithoutCollection() {
    var program = DeskProgram.page()
    program.hasCollection = false
    var desktop = FakeDesktop(program, focus: "page")
    #expect(desktop.move(.next, .heading) == "News of today")
    #expect(desktop.move(.next, .heading) == "Weather")
    #expect(desktop.move(.next, .heading) == "error 8")
    #expect(desktop.move(.previous, .link) == "Help")
    #expect(desktop.move(.last, .button) == "Send")
    #expect(desktop.forbidden == [])
  }

  @Test func visitedAndInPageLinks() {
    let links = [
      DeskObject.link("old", states: .visited),
      DeskObject.link("new").with { $0.attributes["href"] = "https://example.org/other#a" },
      DeskObject.link("below").with { $0.attributes["href"] = "https://example.org/news#part" },
    ]
    var desktop = FakeDesktop(.page(links), focus: "page")
    #expect(desktop.move(.next, .visitedLink) == "old")
    #expect(desktop.move(.next, .unvisitedLink) == "new")
    #expect(desktop.move(.first, .inPageLink) == "below")
    #expect(desktop.move(.next, .visitedLink) == "error 8")
    #expect(desktop.forbidden == [])
  }

  @Test func cellsOfTables() {
    var desktop = page()
    #expect(desktop.move(.next, .table) == "Town")
    #expect(desktop.move(.next, .row) == "Bonn")
    #expect(desktop.move(.next, .column) == "7")
    #expect(desktop.move(.next, .column) == "error 8")
    #expect(desktop.move(.previous, .row) == "Degrees")
    #expect(desktop.move(.first, .column) == "Town")
    #expect(desktop.move(.last, .row) == "Bonn")
    #expect(desktop.forbidden == [])
  }

  @Test func intoContainersAndOutOfThem() {
    var desktop = page()
    #expect(desktop.move(.next, .container) == "Weather")
    #expect(desktop.move(.in, .container) == "• Rain")
    #expect(desktop.move(.out, .container) == "Town")
    #expect(desktop.move(.previous, .container) == "• Rain")
    #expect(desktop.forbidden == [])
  }

  @Test func wordsAreFound() {
    var desktop = page()
    #expect(desktop.order(.find("WEEK", .next)) == nil)
    #expect(desktop.words == "See all news of the week.")
    #expect(desktop.order(.find("bonn", .next)) == nil)
    #expect(desktop.words == "Bonn")
    #expect(desktop.order(.find("news", .previous)) == nil)
    #expect(desktop.words == "See all news of the week.")
    #expect(desktop.order(.find("nowhere", .next)) == 8)
    #expect(desktop.forbidden == [])
  }

  @Test func theKeyboardStaysAndThePageScrolls() {
    var desktop = page()
    _ = desktop.move(.next, .formControl)
    _ = desktop.move(.next, .button)
    #expect(desktop.programs[":1.9"]?.focus == "page")
    #expect(desktop.programs[":1.9"]?.scrolled == ["name", "Send"])
  }

  @Test func aKeyboardThatMovesEndsTheReadingElsewhere() {
    var desktop = page()
    _ = desktop.move(.next, .heading)
    desktop.advance(by: .seconds(2))
    desktop.happen { $0.moveFocus(to: "Send") }
    #expect(desktop.words == "Send")
  }

  @Test func aWindowThatComesBackIsWhereItsReaderWas() {
    var desktop = page()
    _ = desktop.move(.next, .heading2)
    #expect(desktop.words == "Weather")
    let other = DeskProgram(
      [
        DeskObject(
          .frame, "Other", states: .active,
          [DeskObject(.button, "Elsewhere", states: .focusable)])
      ], name: ":1.3")
    desktop.programs[":1.3"] = other
    desktop.happen(in: ":1.3") { $0.moveFocus(to: "Elsewhere") }
    #expect(desktop.words == "Elsewhere")
    desktop.advance(by: .seconds(2))
    desktop.happen { $0.moveFocus(to: "page") }
    #expect(desktop.words == "Weather")
    #expect(desktop.move(.next, .item) == "• Rain")
  }

  @Test func aProgramThatHangsIsSaidToHang() {
    var desktop = page()
    _ = desktop.move(.next, .heading)
    desktop.programs[":1.9"]?.answers = false
    #expect(desktop.order(.move(.next, .heading)) == 7)
    #expect(desktop.order(.move(.next, .item)) == 7)
  }

  @Test func theTextsEndLeadsToTheNextItem() {
    var desktop = page()
    _ = desktop.move(.next, .heading)
    #expect(desktop.move(.next, .line) == "See all news of the week.")
    #expect(desktop.move(.previous, .word) == "News of today")
    _ = desktop.move(.next, .textField)
    #expect(desktop.move(.next, .character) == "error 8")
  }
}
