// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Elements
import Panning
import Testing

/// What session files cannot say of keys: those on older frames, and those that nobody has bound.
@Suite struct HandsTests {
  private var rig = EngineRig(columns: 20)
  private static let long = "one two three four five six seven eight nine ten"

  /// A key that came on an element which lost the focus by itself meanwhile was meant for that one
  /// (behaviour K1).
  @Test(arguments: [
    "space+dot3+dot6", "space+dot1+dot2", "MENU_NEXT_SETTING", "dot7", "space+dot1+dot5",
  ])
  mutating func whatIsMeantForAnotherElementIsNotDone(_ key: String) throws {
    rig.say(.focus(EngineRig.element("a", "keep"), ancestors: []))
    let felt = rig.frame
    rig.pass(.seconds(5))
    rig.say(.focus(EngineRig.element("b", "delete"), ancestors: []))
    #expect(try rig.press(key, on: felt) == [])
    #expect(rig.text == "changed meanwhile   ")
    #expect(try rig.press(key).count == 1)
  }

  /// Who types ahead knows where the focus will be.
  @Test mutating func whatTheReaderHasAskedForIsWhatIsMeant() throws {
    rig.say(.focus(EngineRig.element("a", "keep"), ancestors: []))
    let felt = rig.frame
    rig.pass(.seconds(5))
    _ = try rig.press("space+dot4")
    rig.pass(.milliseconds(300))
    rig.say(.focus(EngineRig.element("b", "delete"), ancestors: []))
    let orders = try rig.press("space+dot3+dot6", on: felt)
    #expect(orders == [Order(.activate(offset: nil), element: "b")])
  }

  /// A panning key is held: while the display shows what it did before, it is done no more.
  @Test mutating func aHeldKeyWaitsForTheDisplay() throws {
    rig.say(.focus(EngineRig.element("a", Self.long), ancestors: []))
    _ = try rig.press("CHRRT")
    rig.pass(.milliseconds(500))
    let felt = rig.frame
    _ = try rig.press("CHRRT", on: felt)
    let next = rig.frame
    #expect(felt != next)
    rig.pass(.milliseconds(100))
    _ = try rig.press("CHRRT", on: felt)
    #expect(rig.frame == next)
    rig.pass(.milliseconds(100))
    _ = try rig.press("CHRRT", on: next)
    #expect(rig.frame != next)
  }

  /// A key that a program presses is held by nobody.
  @Test mutating func whatAProgramPressesIsNotHeld() throws {
    rig.say(.focus(EngineRig.element("a", "ok"), ancestors: []))
    let key = try KeyPress(parsing: "FWINRT")
    for pause in [0, 500, 100, 100] {
      rig.pass(.milliseconds(pause))
      let outputs = rig.handle(.message(ProgramID(1), .press([key]), id: nil, ack: nil))
      #expect(outputs.count == 1)
    }
  }

  /// What is pressed as fast as hands are is done as often.
  @Test mutating func keysThatWaitedTogetherAreAllDone() throws {
    rig.say(.focus(EngineRig.element("a", Self.long), ancestors: []))
    let felt = rig.frame
    _ = try rig.press("FWINRT", on: felt)
    _ = try rig.press("FWINRT", on: felt)
    #expect(rig.text == "nine ten            ")
  }

  /// What is closed is opened, what is open is closed.
  @Test(arguments: [(false, Command.expand), (true, Command.collapse)])
  mutating func oneKeyOpensAndCloses(_ isOpen: Bool, _ command: Command) throws {
    try bind("CSRJMP_VERT", to: "expand")
    var element = EngineRig.element("a", "src")
    rig.say(.focus(element, ancestors: []))
    #expect(try rig.press("CSRJMP_VERT") == [])
    #expect(rig.text == "not available       ")
    element.flags[.expanded] = isOpen
    rig.say(.focus(element, ancestors: []))
    #expect(try rig.press("CSRJMP_VERT") == [Order(command, element: "a")])
  }

  /// A key that is bound to nothing says so (behaviour K2).
  @Test mutating func nothingIsAnswered() throws {
    try bind("CSRJMP_VERT", to: "nothing")
    rig.say(.focus(EngineRig.element("a", "src"), ancestors: []))
    #expect(try rig.press("CSRJMP_VERT") == [])
    #expect(rig.text == "not available       ")
  }

  private mutating func bind(_ key: String, to action: String) throws {
    var resources = EngineRig.resources
    let action = try #require(Action(parsing: action))
    resources.keys["voiceover"]?.bind(try KeyPress(parsing: key), to: action)
    _ = rig.handle(.configuration(rig.engine.settings, resources))
  }
}
