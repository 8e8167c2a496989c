// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Posix
import Testing

/// BrlAPI's own numbers, read from the headers of libbrlapi-dev.
struct BrlAPIHeader {
  /// The numbers of all `BRLAPI_KEY_…` constants, by what follows.
  private(set) var numbers: [String: UInt64] = [:]

  init() throws {
    for file in ["keycodes", "constants"] {
      let bytes = try readFile("/usr/include/brlapi_\(file).h")
      var isDeprecated = false
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        // A command that was renamed has its old name as well.
        if !isDeprecated { take(line) }
        isDeprecated = line.hasPrefix("/** deprecated definition of")
      }
    }
  }

  /// Takes `#define BRLAPI_KEY_NAME VALUE`.
  private mutating func take(_ line: Substring) {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard words.count >= 3, words[0] == "#define", words[1].hasPrefix("BRLAPI_KEY_") else { return }
    let value = words[2...].joined()
    let name = words[1].dropFirst("BRLAPI_KEY_".count)
    if let number = BrlAPIHeader.value(value) { numbers[String(name)] = number }
  }

  /// The value of `UINT64_C(0X1)`, `BRLAPI_KEY_FLG(0X1)`, `(BRLAPI_KEY_CMD(1)+2)`; nil for others.
  private static func value(_ text: String) -> UInt64? {
    if let number = inside(text, "UINT64_C(", ")") { return number }
    if let flag = inside(text, "BRLAPI_KEY_FLG(", ")") { return flag << 32 }
    if let block = inside(text, "(BRLAPI_KEY_CMD(", "))") ?? inside(text, "BRLAPI_KEY_CMD(", ")") {
      return 0x2000_0000 | block << 16
    }
    let parts = text.split(separator: "+")
    guard parts.count == 2, let block = inside(parts[0], "(BRLAPI_KEY_CMD(", ")"),
      let number = inside(parts[1], "", ")")
    else { return nil }
    return 0x2000_0000 | block << 16 | number
  }

  private static func inside(
    _ text: some StringProtocol, _ before: String, _ after: String
  ) -> UInt64? {
    guard text.hasPrefix(before), text.hasSuffix(after) else { return nil }
    let digits = text.dropFirst(before.count).dropLast(after.count).lowercased()
    return digits.hasPrefix("0x") ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
  }

  /// The constants of a kind: their names without the prefix, with their numbers.
  func all(_ prefix: String) -> [(name: String, number: UInt64)] {
    numbers.filter { $0.key.hasPrefix(prefix) }
      .map { (String($0.key.dropFirst(prefix.count)), $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// The number of a constant.
  func number(_ name: String) throws -> UInt64 { try #require(numbers[name]) }
}

/// What brltty sends, against the header of the library that sends it.
@Suite struct HeaderTests {
  private let header: BrlAPIHeader

  init() throws {
    header = try BrlAPIHeader()
  }

  /// Brltty's commands but for masks and shifts.
  private var commands: [(name: String, number: UInt64)] {
    header.all("CMD_").filter { !$0.name.hasSuffix("_MASK") && !$0.name.hasSuffix("_SHIFT") }
  }

  @Test func theHeaderIsUnderstood() {
    #expect(commands.count > 180)
    #expect(header.numbers["CMD_LNUP"] == 0x2000_0001)
    #expect(header.numbers["CMD_ROUTE"] == 0x2001_0000)
    #expect(header.numbers["FLG_TOGGLE_ON"] == 0x100_0000_0000)
    #expect(header.numbers["SYM_TAB"] == 0xFF09)
  }

  @Test func allCommandsHaveTheirNumbers() throws {
    for (name, number) in commands {
      let command = try #require(BrlttyCommand(name: name), "\(name) is missing")
      #expect(UInt64(command.code) == number & 0x1FFF_FFFF, "\(name)")
      #expect(command.name == name)
      #expect(command.takesArgument == (number & 0x1FFF_0000 != 0))
    }
  }

  @Test func noCommandIsInventedOrDoubled() {
    let names = Set(commands.map(\.name))
    for code in (0..<256).map({ UInt32($0) }) + (1..<64).map({ UInt32($0) << 16 }) {
      let name = BrlttyCommand(code: code).name
      if name.hasPrefix("CMD") { continue }
      let isInHeader = names.contains(name)
      #expect(isInHeader, "\(name) is in no header")
    }
  }

  @Test func commandsArriveAsKeys() throws {
    for (name, number) in commands {
      let press = KeyPress(brlapi: number | (number & 0x1FFF_0000 == 0 ? 0 : 7))
      let command = try #require(BrlttyCommand(name: name))
      switch name {
      case "NOOP", "OFFLINE": #expect(press == nil)
      case "ROUTE": #expect(press == KeyPress(.route(7)))
      case "PASSDOTS": #expect(press == KeyPress(.dots(Cell(dots: 1, 2, 3))))
      default:
        let argument = command.takesArgument ? 7 : 0
        #expect(press == KeyPress(.command(command, argument: argument, toggle: .flip)))
      }
    }
  }

  @Test(arguments: [
    ("BACKSPACE", "BackSpace", "Backspace"), ("TAB", "Tab", "Tab"),
    ("LINEFEED", "Return", "Enter"), ("ESCAPE", "Escape", "Escape"), ("HOME", "Home", "Home"),
    ("LEFT", "Left", "ArrowLeft"), ("UP", "Up", "ArrowUp"), ("RIGHT", "Right", "ArrowRight"),
    ("DOWN", "Down", "ArrowDown"), ("PAGE_UP", "Prior", "PageUp"),
    ("PAGE_DOWN", "Next", "PageDown"), ("END", "End", "End"), ("INSERT", "Insert", "Insert"),
    ("FUNCTION", "F1", "F1"), ("DELETE", "Delete", "Delete"),
  ]) func specialKeysHaveTheirNames(_ constant: String, _ name: String, _ event: String) throws {
    let number = try header.number("SYM_" + constant)
    let press = try #require(KeyPress(brlapi: number))
    #expect(press.description == name)
    #expect(try KeyPress(parsing: name) == press)
    #expect(Keysym.keyboardEventKey(UInt32(number)) == event)
  }

  @Test func charactersArriveAsKeysyms() throws {
    let unicode = try header.number("SYM_UNICODE")
    #expect(KeyPress(brlapi: 0x61) == KeyPress(.keysym(0x61)))
    #expect(KeyPress(brlapi: unicode | 0x20AC) == KeyPress(.keysym(0x0100_20AC)))
    #expect(Keysym.keyboardEventKey(UInt32(unicode | 0x20AC)) == "€")
    #expect(Keysym.keyboardEventKey(0xFC) == "ü")
  }

  @Test func flagsAreModifiersAndToggles() throws {
    let tab = try header.number("SYM_TAB")
    let flags: [(String, Modifiers)] = [
      ("SHIFT", .shift), ("UPPER", .upper), ("CONTROL", .control), ("META", .meta),
      ("ALTGR", .altGr), ("GUI", .gui),
    ]
    for (name, modifier) in flags {
      let press = KeyPress(brlapi: try header.number("FLG_" + name) | tab)
      #expect(press == KeyPress(.keysym(0xFF09), modifiers: modifier))
    }
    let freeze = try header.number("CMD_FREEZE")
    let command = try #require(BrlttyCommand(name: "FREEZE"))
    let toggles: [(String, KeyPress.Toggle)] = [("ON", .on), ("OFF", .off)]
    for (name, toggle) in toggles {
      let press = KeyPress(brlapi: try header.number("FLG_TOGGLE_" + name) | freeze)
      #expect(press == KeyPress(.command(command, argument: 0, toggle: toggle)))
    }
  }

  @Test func typedCellsHaveDotsAndTheSpaceBar() throws {
    let passDots = try header.number("CMD_PASSDOTS")
    for dots in UInt64(0)...0xFF {
      let cell = Cell(rawValue: UInt8(dots))
      #expect(KeyPress(brlapi: passDots | dots) == KeyPress(.dots(cell)))
      // With some key tables the space bar alone is a chord of no dots.
      let chord = dots == 0 ? KeyPress(.dots(.blank)) : KeyPress(.chord(cell))
      #expect(KeyPress(brlapi: passDots | 0x100 | dots) == chord)
    }
  }
}
