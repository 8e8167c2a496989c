// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import TestSupport
import Testing

@Suite struct KeyPressTests {
  @Test(arguments: [
    ("FWINRT", "FWINRT"), ("ROUTE 5", "ROUTE 5"), ("space+dot1", "space+dot1"),
    ("dot4+dot1", "dot1+dot4"), ("space", "space"), ("Return", "Return"),
    ("shift+Tab", "shift+Tab"),
    ("control+shift+a", "shift+control+a"), ("CSRTRK on", "CSRTRK on"),
    ("CSRTRK off", "CSRTRK off"), ("CLIP_COPY 2051", "CLIP_COPY 2051"), ("a", "a"),
    ("U20AC", "€"), ("Page_Up", "Prior"), ("F35", "F35"), ("PASSDOTS 9", "dot1+dot4"),
    ("PASSDOTS 265", "space+dot1+dot4"), ("F", "F"),
    ("U", "U"), ("shift+ROUTE 5", "shift+ROUTE 5"), ("5", "U0035"), ("ß", "ß"), ("U0301", "U0301"),
    ("KEYSYM417", "KEYSYM417"), ("CMD300", "CMD300"),
  ]) func namesAreRead(_ name: String, _ description: String) throws {
    #expect(try KeyPress(parsing: name).description == description)
  }

  @Test func namesMeanTheirKeys() throws {
    #expect(try KeyPress(parsing: "ROUTE 5") == KeyPress(.route(5)))
    #expect(try KeyPress(parsing: "space") == KeyPress(.dots(.blank)))
    #expect(try KeyPress(parsing: "space+dot3+dot6") == KeyPress(.chord(Cell(dots: 3, 6))))
    #expect(try KeyPress(parsing: "dot7") == KeyPress(.dots(Cell(dots: 7))))
    #expect(
      try KeyPress(parsing: "altgr+gui+meta+upper+a")
        == KeyPress(.keysym(0x61), modifiers: [.altGr, .gui, .meta, .upper]))
    #expect(KeyPress(command: "HOME") == (try KeyPress(parsing: "HOME")))
    #expect(KeyPress(command: "NOWHERE") == nil)
  }

  @Test(arguments: [
    "", " ", "NOSUCH", "ROUTE", "ROUTE -1", "ROUTE 65536", "ROUTE five", "FWINRT 3",
    "FWINRT on off", "dot9", "dot0", "space+dot1 3", "hyper+a", "shift+", "+", "+a", "F36", "F0",
    "UD800", "U110000", "Return 1", "ROUTE on", "dot1+space", "ab",
    "CMD24", "CMD536870912", "CMD65537", "KEYSYM536870912",
  ]) func whatIsNoKeyIsRefusedWithItsName(_ name: String) {
    let error = #expect(throws: InvalidKey.self) { try KeyPress(parsing: name) }
    #expect(error?.name == name)
    #expect(error?.reason.isEmpty == false)
    #expect(error?.description == "\(name): \(error?.reason ?? "")")
  }

  @Test(arguments: [
    ("FWINTR", "did you mean FWINRT?"), ("fwinrt", "did you mean FWINRT?"),
    ("ROUT 5", "did you mean ROUTE?"), ("Esc", "did you mean Escape?"),
    ("shft+Tab", "shft is no modifier; did you mean shift?"),
    ("space+dot9", "write dot1 to dot8"), ("space+dots36", "write dot1 to dot8"),
    ("hyper+a", "hyper is no modifier; there are shift, upper, control, meta, altgr, gui"),
  ]) func whatIsNearIsNamed(_ name: String, _ remedy: String) {
    let error = #expect(throws: InvalidKey.self) { try KeyPress(parsing: name) }
    #expect(error?.reason.contains(remedy) == true, "\(error?.reason ?? "")")
  }

  @Test func severalKeysAreReadWithTheirNumbers() throws {
    let keys = try KeyPress.list(parsing: "ROUTE 5 FWINRT CSRTRK on  space+dot1 a")
    #expect(
      keys.map(\.description) == ["ROUTE 5", "FWINRT", "CSRTRK on", "space+dot1", "a"])
    #expect(try KeyPress.list(parsing: " ") == [])
    #expect(throws: InvalidKey.self) { try KeyPress.list(parsing: "FWINRT 5") }
  }

  /// Brlapi_keycodes.h: CLIP_COPY has the first cell in its low byte, the last in its high one.
  @Test func cellsAreThoseThatAKeyNames() throws {
    #expect(try KeyPress(parsing: "ROUTE 5").key.cells == 5...5)
    #expect(try KeyPress(parsing: "DESCCHAR 7").key.cells == 7...7)
    #expect(try KeyPress(parsing: "CLIP_COPY 2051").key.cells == 3...8)
    #expect(try KeyPress(parsing: "CLIP_APPEND 776").key.cells == 3...8)
    #expect(try KeyPress(parsing: "FWINRT").key.cells == nil)
    #expect(try KeyPress(parsing: "space+dot1").key.cells == nil)
  }

  @Test(
    arguments: [
      0, 0x2000_0000, 0x2000_004C, 0x4000_0001, 0xE000_0001, 0x8000_0000_0000_0000,
    ] as [UInt64]) func whatIsNoKeyOfBrlAPIIsNil(_ code: UInt64)
  {
    #expect(KeyPress(brlapi: code) == nil)
  }
}

/// The name of a key is read as the same key.
@Suite struct KeyNameRoundTrips {
  private func check(_ press: KeyPress) {
    let name = press.description
    do {
      #expect(try KeyPress(parsing: name) == press, "\(name)")
      // Among others as well, so that what is recorded can be pressed again.
      let others = "HOME \(name) HOME"
      #expect(try KeyPress.list(parsing: others).dropFirst().first == press, "\(name)")
    } catch {
      Issue.record("\(press.key): \(error)")
    }
  }

  @Test func ofAllCells() {
    for value in UInt8.min...UInt8.max {
      check(KeyPress(.dots(Cell(rawValue: value))))
      if value != 0 { check(KeyPress(.chord(Cell(rawValue: value)))) }
    }
  }

  @Test func ofAllCommandsAlsoThoseOfLaterVersions() {
    for code in UInt64(1)...255 where code != 0x4C {
      for flags in [0, 0x100, 0x200] as [UInt64] {
        if let press = KeyPress(brlapi: flags << 32 | 0x2000_0000 | code) { check(press) }
      }
    }
    for block in UInt64(1)...63 {
      for argument in [0, 1, 0x1FF, 0xFFFF] as [UInt64] {
        if let press = KeyPress(brlapi: 0x2000_0000 | block << 16 | argument) { check(press) }
      }
    }
  }

  @Test func ofAllModifiers() {
    for bits in UInt8(0)...63 {
      let modifiers = Modifiers(rawValue: bits)
      check(KeyPress(.keysym(0xFF09), modifiers: modifiers))
      check(KeyPress(.route(3), modifiers: modifiers))
    }
  }

  @Test func ofAllSpecialKeysAndLatinLetters() {
    for number in UInt32(1)...0x1FF { check(KeyPress(.keysym(number), modifiers: .shift)) }
    for number in UInt32(0xFF00)...0xFFFF { check(KeyPress(.keysym(number))) }
  }

  @Test(arguments: (0..<4).map { UInt64($0) }) func ofRandomKeys(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1500 { check(generator.keyPress()) }
  }
}
