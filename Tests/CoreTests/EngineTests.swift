// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements
import Panning
import Presentation
import Testing
import Translation

/// What session files cannot say: replies, wakes, keys on older frames.
@Suite struct EngineTests {
  private var rig = EngineRig()

  @Test mutating func helloTellsVersionAndDisplay() {
    let hello = Hello(name: "x", version: 7)
    #expect(rig.ask(.hello(hello)) == .hello(version: 1, rig.engine.display))
    let error = rig.error(.hello(Hello(name: "x", version: 0)))
    #expect(error?.code == .noCommonVersion && error?.supported == [1])
  }

  @Test mutating func statusTellsHowThingsAre() throws {
    rig.connect(2)
    _ = rig.ask(.hello(Hello(name: "editor", rank: .desktop)))
    rig.say(.focus(EngineRig.element("a", "x"), ancestors: []))
    rig.say(.pause(lock: false), by: 2)
    rig.now = .milliseconds(1234)
    guard case .status(let status)? = rig.ask(.status) else {
      Issue.record("no status")
      return
    }
    #expect(status.focus == "a" && status.uptime == 1234)
    #expect(status.producers.map(\.name) == ["editor", "p2"])
    #expect(status.producers.map(\.rank) == [.desktop, .application])
    #expect(status.producers.map(\.isPaused) == [false, true])
    #expect(status.producers.map(\.showsFocus) == [true, false])
    #expect(status.settings == rig.engine.settings.values)
    #expect(status.counters.contains(.init(name: "refused", count: 0)))
    #expect(status.display == rig.engine.display)
  }

  @Test mutating func settingsAreAllOrNothing() {
    let changes = [
      SettingChange(name: "reading.wrap", value: "off"),
      SettingChange(name: "braille.mode", value: "odd"),
    ]
    let error = rig.error(.settings(changes))
    #expect(error?.code == .params && error?.field == "set.braille.mode")
    #expect(rig.engine.settings.wrap == .word)
    #expect(rig.ask(.settings([changes[0]])) == .settings(rig.engine.settings.values))
    #expect(rig.engine.settings.wrap == .off)
  }

  /// Nothing of a secret is told to who asks how it is shown (behaviour T4).
  @Test mutating func aSecretIsNotExplained() throws {
    var element = EngineRig.field("a", "hunter", caret: 6)
    element.flags[.protected] = true
    element.value = "hunter"
    let reply = rig.ask(.explain(element, language: nil, columns: nil))
    guard case .explanation(let lines)? = reply else {
      Issue.record("no explanation")
      return
    }
    let print = String(String.UnicodeScalarView(lines.flatMap(\.line.scalars)))
    #expect(print == "●●●●●●")
    #expect(lines.flatMap(\.cells) == Array(repeating: Cell(dots: 1, 2, 3, 4, 5, 6), count: 6))
  }

  /// BUG-071 (micro#3916): on a display of six dots the caret stands over a letter or a sign, so it
  /// blinks, and the letter is there as it is in between.
  @Test mutating func theCaretBlinksWhereItCoversALetter() throws {
    let six = Core.DisplayState(
      size: DisplaySize(columns: 20), driver: "test", isShared: true, hasSixDots: true)
    _ = rig.handle(.display(six))
    rig.say(.focus(EngineRig.field("a", "said Peter", caret: 5), ancestors: []))
    let felt = rig.frame
    let frame = try #require(felt)
    let letters = Builtin.translate(Array("said Peter".unicodeScalars)).cells
    #expect(frame.caret == CellOffset(5) && rig.engine.blinkTime != nil)
    #expect(frame.cells[5] != letters[5])
    #expect(Array(frame.withoutMarks.cells.prefix(10)) == letters)
    // A reader who wants no caret has none.
    _ = rig.ask(.settings([SettingChange(name: "display.cursor", value: "off")]))
    let hidden = rig.frame?.cells.prefix(10)
    #expect(rig.frame?.underMarks == [:] && hidden.map(Array.init) == letters)
  }

  /// Time does not run for messages while the display is left to brltty's menus.
  @Test mutating func whatNobodyCouldReadIsShownAfterwards() throws {
    rig.say(.focus(EngineRig.element("a", "here"), ancestors: []))
    try rig.press("PREFMENU")
    #expect(rig.frame?.kind == .idle)
    rig.say(.announce(Announcement(text: "new mail")))
    rig.pass(.milliseconds(rig.engine.settings.aside - 1))
    #expect(rig.frame?.kind == .idle)
    rig.pass(.milliseconds(1))
    #expect(rig.text == "new mail            ")
    rig.pass(.seconds(3))
    #expect(rig.text == "here                ")
    try rig.press("PREFMENU")
    #expect(rig.frame?.kind == .idle)
    var fire = Announcement(text: "fire")
    fire.priority = .high
    rig.say(.announce(fire))
    #expect(rig.text == "fire                ")
  }

  /// A program that announces whole books costs no more memory than one that announces some.
  @Test mutating func announcementsHaveALimitTogether() throws {
    rig.say(.focus(EngineRig.element("a", "here"), ancestors: []))
    let book = String(repeating: "😀", count: Limits.text)
    for priority in [Announcement.Priority.high, .default, .low] {
      for number in 0..<40 {
        var announcement = Announcement(text: book + "\(number)")
        announcement.priority = priority
        rig.say(.announce(announcement))
      }
    }
    guard case .history(let past)? = rig.ask(.history(limit: nil)) else {
      Issue.record("no history")
      return
    }
    #expect(past.count == 3 && past.first?.announcement.text == book + "39")
    // Those that were interrupted come back: not forty of them.
    var count = 0
    while rig.frame?.kind == .message, count < 40 {
      count += 1
      try rig.press("space+dot3+dot6")
    }
    #expect(count == 4)
  }

  @Test mutating func aTreeHasALimit() {
    var element = EngineRig.element("a", "x")
    element.children = (1..<50_000).map { .element(Element(id: "\($0)")) }
    #expect(rig.error(.focus(element, ancestors: [])) == nil)
    element.children?.append(.element(Element(id: "more")))
    let error = rig.error(.update([element], focus: nil))
    #expect(error?.code == .tooLarge && error?.limit == .init(name: "elements", max: 50_000))
    #expect(error?.field == "elements[0]")
  }

  @Test mutating func whatIsTooMuchForAProgramIsRefusedWhole() throws {
    rig.say(.focus(EngineRig.element("a", "x"), ancestors: []))
    let big = String(repeating: "x", count: 1_100_000)
    let ancestors = (0..<4).map { EngineRig.element("c\($0)", big) }
    let error = rig.error(.focus(EngineRig.element("b", "y"), ancestors: ancestors))
    #expect(error?.code == .tooLarge && error?.limit?.name == "program")
    #expect(rig.text?.first == "x")
  }

  @Test mutating func nothingIsShownWithoutADisplay() throws {
    rig.say(.focus(EngineRig.element("a", "x"), ancestors: []))
    _ = rig.handle(.display(.none))
    #expect(rig.frame == nil)
    #expect(rig.engine.nextWake == nil)
    rig.say(.announce(Announcement(text: "hello")))
    #expect(rig.engine.nextWake == nil)
    #expect(try rig.press("ROUTE 0") == [])
  }

  @Test mutating func anotherDisplayIsToldOnce() {
    let state = Core.DisplayState(size: DisplaySize(columns: 5), driver: "x")
    #expect(rig.handle(.display(state)) == [.display(state)])
    #expect(rig.handle(.display(state)) == [])
  }

  @Test mutating func wakesAreThoseOfWhatIsShown() throws {
    #expect(rig.engine.nextWake == nil)
    rig.say(.announce(Announcement(text: "hello")))
    #expect(rig.engine.nextWake == .seconds(3))
    rig.pass(.seconds(3))
    #expect(rig.engine.nextWake == nil)
    rig.say(.focus(EngineRig.element("a", "x"), ancestors: []))
    #expect(try rig.press("space+dot4").map(\.command) == [.move(.next, .item)])
    #expect(rig.engine.nextWake == .seconds(4))
    rig.pass(.seconds(1))
    #expect(rig.text?.hasPrefix("no answer") == true)
    #expect(rig.engine.nextWake == .milliseconds(5500))
    rig.pass(.milliseconds(1500))
    #expect(rig.text?.hasPrefix("x ") == true && rig.engine.nextWake == nil)
  }

  @Test mutating func timeDoesNotGoBack() {
    rig.now = .seconds(5)
    rig.say(.announce(Announcement(text: "hello")))
    rig.now = .seconds(1)
    rig.say(.announce(Announcement(text: "again", priority: .high)))
    #expect(rig.engine.nextWake == .seconds(8))
  }

  @Test mutating func aBoundModifierGoesBeforeTheKeyAlone() throws {
    var resources = EngineRig.resources
    resources.keys["voiceover"]?.bind(try KeyPress(parsing: "shift+FWINRT"), to: .magicTap)
    resources.keys["voiceover"]?.bind(try KeyPress(parsing: "control+Up"), to: .escape)
    _ = rig.handle(.configuration(Settings(), resources))
    rig.say(.focus(EngineRig.element("a", "x"), ancestors: []))
    #expect(try rig.press("shift+FWINRT").map(\.command) == [.magicTap])
    #expect(try rig.press("FWINRT").map(\.command) == [.move(.next, .item)])
    #expect(try rig.press("control+Up").map(\.command) == [.escape])
    #expect(try rig.press("Up").map(\.command) == [.move(.previous, .item)])
  }

  @Test mutating func aLineForBrlttysMenusIsGivenBack() throws {
    rig.say(.focus(EngineRig.element("a", "x"), ancestors: []))
    try rig.press("PREFMENU")
    #expect(rig.frame?.kind == .idle)
    #expect(rig.engine.nextWake == .seconds(30))
    rig.pass(.seconds(30))
    #expect(rig.frame?.kind == .content)
  }
}

/// Keys on frames that are not the newest (behaviour K1).
@Suite struct OlderFrameTests {
  private var rig = EngineRig()

  private mutating func focus(_ text: String, caret: Int = 0, id: String = "a") -> Frame? {
    rig.say(.focus(EngineRig.field(id, text, caret: caret), ancestors: []))
    return rig.frame
  }

  @Test mutating func thePlaceIsCarriedThroughChanges() throws {
    let felt = focus("hello world")
    _ = focus("oh, hello world")
    _ = focus("oh, hello big world")
    #expect(try rig.press("ROUTE 1", on: felt).map(\.command) == [.setCaret(TextOffset(5))])
    #expect(try rig.press("ROUTE 7", on: felt).map(\.command) == [.setCaret(TextOffset(15))])
  }

  @Test mutating func aCharacterThatIsGoneIsNotRoutedTo() throws {
    let felt = focus("hello world")
    _ = focus("hello w")
    #expect(try rig.press("ROUTE 9", on: felt) == [])
    #expect(rig.text?.hasPrefix("changed") == true)
  }

  @Test mutating func anotherElementIsNotRoutedTo() throws {
    let felt = focus("hello")
    _ = focus("other", id: "b")
    #expect(try rig.press("ROUTE 2", on: felt) == [])
    #expect(rig.frame?.kind == .answer)
  }

  @Test mutating func theSameElementFocusedAnewIsAnother() throws {
    let felt = focus("a long text with a place")
    _ = focus("other", id: "b")
    _ = focus("new")
    #expect(try rig.press("ROUTE 15", on: felt) == [])
    #expect(rig.frame?.kind == .answer)
  }

  @Test mutating func aPlaceNeverBecomesOneInsideOfACharacter() throws {
    let felt = focus("\u{301}bc", caret: 3)
    // What was put before the mark took it over.
    _ = focus("a\u{301}bc", caret: 4)
    #expect(try rig.press("ROUTE 0", on: felt).map(\.command) == [.setCaret(.zero)])
  }

  @Test mutating func aContextThatIsGoneIsNotRoutedTo() throws {
    let element = EngineRig.element("a", "x")
    rig.say(.focus(element, ancestors: [EngineRig.element("d", "dialog")]))
    let felt = rig.frame
    #expect(felt?.route(of: 0) == .context(0))
    #expect(try rig.press("ROUTE 0", on: felt).map(\.element) == ["d"])
    rig.say(.focus(element, ancestors: []))
    #expect(try rig.press("ROUTE 0", on: felt) == [])
    #expect(rig.frame?.kind == .answer)
  }

  @Test mutating func anotherProgramsFrameDoesNothingForAMoment() throws {
    let felt = focus("hello")
    rig.connect(2)
    rig.say(.focus(EngineRig.element("b", "other"), ancestors: []), by: 2)
    #expect(try rig.press("ROUTE 1", on: felt) == [])
    #expect(rig.frame?.kind == .content)
    rig.pass(.milliseconds(300))
    #expect(try rig.press("ROUTE 1", on: felt) == [])
    #expect(rig.frame?.kind == .answer)
  }

  @Test mutating func theSpareCellIsTheEnd() throws {
    let felt = focus("hello", caret: 1)
    #expect(try rig.press("ROUTE 12", on: felt).map(\.command) == [.setCaret(TextOffset(5))])
  }
}
