// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Testing

@Suite struct CommandTests {
  /// The protocol's names of the commands that exist.
  @Test(arguments: [
    (Command.move(.next, .item), "move"), (.setFocus, "setFocus"),
    (.activate(offset: nil), "activate"), (.activate(offset: .zero), "activate"),
    (.longPress, "longPress"), (.escape, "escape"), (.magicTap, "magicTap"),
    (.increment, "increment"), (.decrement, "decrement"), (.scroll(.up), "scroll"),
    (.moveBy(.next, rotor: "warnings"), "move"),
    (.key("Tab", []), "key"), (.setCaret(.zero), "setCaret"), (.system("home"), "system"),
    (.input(cells: [], key: "ROUTE 5"), "input"), (.expand, "expand"), (.collapse, "collapse"),
    (.select(anchor: .zero, .zero), "select"), (.deleteBackward(1), "deleteBackward"),
  ]) func commandsHaveTheProtocolsNames(_ command: Command, _ name: String) {
    #expect(command.name == name)
  }

  @Test func directionsAndUnitsAreTheProtocols() {
    #expect(
      Command.Direction.allCases.map(\.rawValue)
        == ["next", "previous", "first", "last", "in", "out"])
    #expect(
      Command.ScrollDirection.allCases.map(\.rawValue)
        == ["up", "down", "left", "right", "nextPage", "previousPage"])
    let units =
      "item container character word line paragraph page heading link visitedLink unvisitedLink "
      + "inPageLink button formControl textField searchField image table row column list landmark "
      + "staticText sameKind misspelled"
    let names = Command.Unit.allCases.map(\.name)
    #expect(names.prefix { $0 != "misspelled" }.joined(separator: " ") + " misspelled" == units)
    // Headings of a level are headings there, and their level stands beside the unit.
    let levels = Command.Unit.allCases.filter { $0.level != nil }
    #expect(levels.map(\.name) == Array(repeating: "heading", count: 6))
    #expect(levels.compactMap(\.level) == Array(1...6))
  }

  /// W3C's KeyboardEvent modifier keys; Meta is the window system's.
  @Test func modifiersHaveW3CsNames() {
    #expect(Modifiers.shift.names == ["Shift"])
    #expect(Modifiers.upper.names == ["Shift"])
    #expect(Modifiers([.upper, .shift]).names == ["Shift"])
    #expect(Modifiers.meta.names == ["Alt"])
    #expect(Modifiers.altGr.names == ["AltGraph"])
    #expect(Modifiers.gui.names == ["Meta"])
    #expect(
      Modifiers([.gui, .control, .shift, .meta]).names == ["Shift", "Control", "Alt", "Meta"])
  }
}

@Suite struct KeysymTests {
  @Test func namesAreThoseOfXAndCharacters() {
    #expect(Keysym.number("Escape") == 0xFF1B)
    #expect(Keysym.number("a") == 0x61)
    #expect(Keysym.number("ä") == 0xE4)
    #expect(Keysym.number("ж") == 0x0100_0436)
    #expect(Keysym.number("U0436") == 0x0100_0436)
    #expect(Keysym.number("U0041") == 0x41)
    #expect(Keysym.number("U1F600") == 0x0101_F600)
    #expect(Keysym.number("F12") == 0xFFC9)
    #expect(Keysym.number("Hyper_L") == nil)
    #expect(Keysym.name(0x20) == "U0020")
    #expect(Keysym.name(0x2B) == "U002B")
  }

  @Test func onlyCharactersHaveACharacter() {
    #expect(Keysym.character(0x61) == "a")
    #expect(Keysym.character(0x0101_F600) == "\u{1F600}")
    #expect(Keysym.character(0xFF0D) == nil)
    #expect(Keysym.character(0x0100_D800) == nil)
    #expect(Keysym.character(0x1A1) == nil)
  }

  @Test func whatW3CHasNoNameForIsNil() {
    #expect(Keysym.keyboardEventKey(0xFFC9) == "F12")
    #expect(Keysym.keyboardEventKey(0xFFE0) == "F35")
    #expect(Keysym.keyboardEventKey(0xFFE1) == nil)
    #expect(Keysym.keyboardEventKey(0x07) == nil)
    #expect(Keysym.keyboardEventKey(0x0100_0007) == nil)
    #expect(Keysym.keyboardEventKey(0x20) == " ")
  }
}

@Suite struct ActionTests {
  @Test(arguments: [
    ("pan right", Action.pan(.right)), ("pan caret", .pan(.caret)),
    ("move next item", .move(.next, .item)), ("move out container", .move(.out, .container)),
    ("scroll nextPage", .scroll(.nextPage)), ("key Enter", .key("Enter")), ("route", .route),
    ("program next", .program(.next)), ("program previous", .program(.previous)),

    ("activate", .activate), ("longPress", .longPress), ("escape", .escape),
    ("magicTap", .magicTap), ("increment", .increment), ("decrement", .decrement),
    ("unstick", .unstick), ("stepAside", .stepAside), ("stick shift", .stick(.shift)),
    ("stick altGr", .stick(.altGr)), ("  pan   left ", .pan(.left)),
    ("choose headings", .choose(.headings)), ("find", .find(nil)), ("find next", .find(.next)),
    ("system home", .system("home")), ("selectAll", .edit(.selectAll)),
    ("select next word", .select(.next, .word)), ("selectCells range", .selectCells(.range)),
    ("typing translate", .typing(.translate)), ("settings save", .settings(.save)),
    ("nothing", .nothing), ("step next", .step(.next)), ("rotor previous", .rotor(.previous)),
  ]) func actionsAreRead(_ text: String, _ action: Action) {
    #expect(Action(parsing: text) == action)
    #expect(Action(parsing: action.description) == action)
  }

  @Test(arguments: [
    "", "pan", "pan away", "pan left right", "move next", "move next thing", "move away item",
    "program", "program first", "scroll", "scroll in", "key", "key Entre",
    "key Shift+", "key Hyper+Tab", "system", "system hoover", "stick", "stick all", "route 3",
    "Activate", "nowhere",
  ]) func whatIsNoActionIsNil(_ text: String) {
    #expect(Action(parsing: text) == nil)
  }
}

@Suite struct KeyMapTests {
  private func press(_ name: String) throws -> KeyPress { try KeyPress(parsing: name) }

  @Test func numbersDoNotCount() throws {
    var map = KeyMap()
    map.bind(try press("ROUTE 0"), to: .route)
    map.bind(try press("DESCCHAR 0"), to: .longPress)
    #expect(map.action(for: try press("ROUTE 39")) == .route)
    #expect(map.action(for: try press("DESCCHAR 7")) == .longPress)
    #expect(map.action(for: try press("SETLEFT 7")) == nil)
  }

  @Test func aToggleIsTheCommandUnlessItIsBound() throws {
    var map = KeyMap()
    map.bind(try press("FREEZE"), to: .escape)
    #expect(map.action(for: try press("FREEZE on")) == .escape)
    map.bind(try press("FREEZE off"), to: .activate)
    #expect(map.action(for: try press("FREEZE off")) == .activate)
    #expect(map.action(for: try press("FREEZE on")) == .escape)
    #expect(map.action(for: try press("FREEZE")) == .escape)
  }

  @Test func aKeyIsBoundToTheLastAndTellsTheOneBefore() throws {
    var map = KeyMap()
    #expect(map.bind(try press("space+dot1"), to: .escape) == nil)
    #expect(map.bind(try press("space+dot1"), to: .activate) == .escape)
    #expect(map.action(for: try press("space+dot1")) == .activate)
    #expect(map.action(for: try press("dot1")) == nil)
    map.bind(try press("HOME"), to: .pan(.caret))
    #expect(map.bindings.map(\.press.description) == ["HOME", "space+dot1"])
  }

  @Test func aKeyThatDoesNothingIsAsIfItWereNotBound() throws {
    var map = KeyMap()
    map.bind(try press("TOP"), to: .escape)
    let baum = try #require(KeyScope(section: "keys Baum"))
    map.bind(try press("TOP"), to: .nothing, on: baum)
    #expect(map.action(for: try press("TOP"), driver: "Baum", model: "ultra") == nil)
    #expect(map.bindings(driver: "Baum", model: "").isEmpty)
    #expect(map.bindings.map(\.action) == [.escape])
  }

  @Test func theOrderIsThatOfBindingAlsoOverOthers() throws {
    var below = KeyMap()
    for name in ["TOP", "BOT", "HOME"] { below.bind(try press(name), to: .escape) }
    var map = KeyMap()
    for name in ["LNUP", "BOT"] { map.bind(try press(name), to: .activate) }
    let whole = map.over(below).bindings(of: .all)
    #expect(whole.map(\.press.description) == ["TOP", "BOT", "HOME", "LNUP"])
    #expect(whole.map(\.action) == [.escape, .activate, .escape, .activate])
  }

  @Test func modifiersCount() throws {
    var map = KeyMap()
    map.bind(try press("shift+HOME"), to: .escape)
    #expect(map.action(for: try press("HOME")) == nil)
    #expect(map.action(for: try press("shift+HOME")) == .escape)
  }
}
