// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Commands
import Core
import DBus
import Desktop
import Elements
import Testing
import TestSupport

/// Terminals: the screen is the text, and its caret goes by arrow keys alone.
struct TerminalScreenTests {
  private func terminal(_ text: String, caret: Int) -> FakeDesktop {
    let screen = DeskObject(
      .terminal, "Terminal", key: "screen", text: text, states: [.focusable, .multiLine]
    ).with {
      $0.caret = caret
      $0.takesCaret = false
    }
    let bar = DeskObject(.menuBar, key: "bar", [DeskObject(.menu, "File")])
    let frame = DeskObject(.frame, "Shell", states: .active, [bar, screen])
    return FakeDesktop(DeskProgram([frame]), focus: "screen")
  }

  private func edit(_ desktop: FakeDesktop) -> TextEdit? {
    for case .edit(_, let edit) in desktop.messages.reversed() { return edit }
    return nil
  }

  @Test func outputScrollsAndWhatIsReadStays() throws {
    var desktop = terminal("one\ntwo\nthree\n$ ls\n", caret: 18)
    let before = try #require(desktop.element?.text)
    let place = TextOffset(8)
    desktop.happen { $0.write("three\n$ ls\na\nb\n$ \n", in: "screen", caret: 17) }
    let made = try #require(edit(desktop))
    #expect(desktop.words == "three\n$ ls\na\nb\n$ \n")
    // What stood at "three" is at "three" again.
    var carried = place
    for change in made.changes {
      let count = change.text?.count ?? 0
      carried = Replacement(range: change.range, count: count).carry(carried)
    }
    #expect(carried == .zero)
    #expect(made.base == before.version)
    #expect(desktop.forbidden == [])
  }

  @Test func rowsThatChangeInPlaceLeaveTheOthers() throws {
    var desktop = terminal("CPU 5 %\nfirst\nMEM 7 %\nsecond\n", caret: 0)
    desktop.happen { $0.write("CPU 25 %\nfirst\nMEM 8 %\nsecond\n", in: "screen", caret: 0) }
    let made = try #require(edit(desktop))
    #expect(made.changes.count == 2)
    #expect(made.changes.allSatisfy { ($0.text?.count ?? 0) <= 1 })
    #expect(desktop.words == "CPU 25 %\nfirst\nMEM 8 %\nsecond\n")
  }

  @Test func aScreenThatScrollsBetweenFixedRows() throws {
    var desktop = terminal("title\na\nb\nc\nd\nstatus 1\n", caret: 6)
    desktop.happen { $0.write("title\nc\nd\ne\nf\nstatus 2\n", in: "screen", caret: 6) }
    let made = try #require(edit(desktop))
    let start = TextOffset(10)
    let carried = made.changes.reduce(start) { place, change in
      Replacement(range: change.range, count: change.text?.count ?? 0).carry(place)
    }
    #expect(carried == TextOffset(6))
    desktop.happen { $0.write("title\na\nb\nc\nd\nstatus 3\n", in: "screen", caret: 6) }
    #expect(desktop.words == "title\na\nb\nc\nd\nstatus 3\n")
    #expect(desktop.forbidden == [])
  }

  @Test func theCaretGoesByKeysInItsRow() {
    var desktop = terminal("$ echo hello", caret: 12)
    desktop.pressed = { stroke, programs in
      guard case .key(let key, _) = stroke, let old = programs[":1.9"]?.caret(of: "screen") else {
        return
      }
      let place = old + (key == 0xFF51 ? -1 : 1)
      programs[":1.9"]?.moveCaret(of: "screen", to: place)
    }
    #expect(desktop.order(.setCaret(TextOffset(4))) == nil)
    #expect(desktop.programs[":1.9"]?.caret(of: "screen") == 4)
    #expect(desktop.element?.text?.caret?.value == 4)
    #expect(desktop.keys.count == 8)
  }

  /// A program that takes no arrow keys gets one alone.
  @Test func aDeafProgramGetsOneKey() {
    var desktop = terminal("Password: ", caret: 10)
    #expect(desktop.order(.setCaret(TextOffset(2))) == 7)
    #expect(desktop.keys.count == 1)
  }

  @Test func aShellsHistoryIsLeftAlone() {
    var desktop = terminal("$ one\nout\n$ two\n\n\n", caret: 14)
    #expect(desktop.order(.setCaret(TextOffset(2))) == 7)
    #expect(desktop.keys == [])
  }

  @Test func rowsOfAnEditor() {
    var desktop = terminal("alpha\nbeta\ngamma\n-- INSERT --", caret: 12)
    desktop.pressed = { stroke, programs in
      guard case .key(let key, _) = stroke, let old = programs[":1.9"]?.caret(of: "screen") else {
        return
      }
      let step = [0xFF51: -1, 0xFF52: old > 10 ? -5 : -6, 0xFF53: 1, 0xFF54: 6][Int(key)] ?? 0
      programs[":1.9"]?.moveCaret(of: "screen", to: old + step)
    }
    #expect(desktop.order(.setCaret(TextOffset(3))) == nil)
    #expect(desktop.programs[":1.9"]?.caret(of: "screen") == 3)
    #expect(desktop.forbidden == [])
  }

  @Test func theScreenEndsWhereItEnds() {
    var desktop = terminal("one\n$ ", caret: 6)
    #expect(desktop.move(.next, .line) == "error 8")
    #expect(desktop.move(.next, .item) == "error 8")
    #expect(desktop.move(.previous, .character) == "error 8")
  }
}
