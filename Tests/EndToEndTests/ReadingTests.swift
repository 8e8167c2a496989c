// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// Contracted English on a display of 40 cells, through a real brltty.
  ///
  /// The cells are those of Unified English Braille: wordsigns for know, people, the and child.
  @Suite(.enabled(if: Brltty.isInstalled)) final class ReadingTests {
    private let stage: Stage<VirtualDisplay>
    private let program: Program

    init() throws {
      stage = try Stage(hasProxy: true)
      program = try Program(stage.daemon)
      try program.set(["braille.mode": "contracted", "braille.language": "en"])
    }

    deinit {
      stage.close()
    }

    @Test func aButtonIsReadAndPressed() throws {
      try program.focus(button: "No", id: "ok")
      try stage.display.wait(forBraille: "⠠⠝⠕⠀⠃⠞⠝")
      try program.focus(button: "OK", id: "ok")
      try stage.display.wait(forBraille: "⠠⠠⠕⠅⠀⠃⠞⠝")
      #expect(stage.display.state.cells.count == 40)
      try stage.route(3)
      #expect(try program.command() == ["command": "activate", "element": "ok"])
    }

    @Test func panningGoesThroughALineAndOn() throws {
      // Thirty words of one cell: twenty fill a display, the last cell with a blank.
      try program.focus(words: Array(repeating: "people", count: 30).joined(separator: " "))
      let line = String(repeating: "⠏⠀", count: 20).dropLast()
      let rest = String(repeating: "⠏⠀", count: 10).dropLast()
      try stage.display.wait(forBraille: String(line))
      try stage.display.press("FWINRT")
      try stage.display.wait(forBraille: String(rest))
      try stage.display.press("FWINLT")
      try stage.display.wait(forBraille: String(line))
      // Past its beginning and its end there is what only the program knows.
      try stage.display.press("FWINLT")
      #expect(
        try program.command() == ["command": "move", "direction": "previous", "unit": "item"])
      try stage.display.press("FWINRT")
      try stage.display.press("FWINRT")
      #expect(try program.command() == ["command": "move", "direction": "next", "unit": "item"])
    }

    @Test func theCaretIsUnderTheNextCharacter() throws {
      try program.focus(text: "people know the child", caret: 0)
      try stage.display.wait(forBraille: "⣏⠀⠐⠅⠀⠮⠀⠡")
      try program.focus(text: "people know the child", caret: 7)
      try stage.display.wait(forBraille: "⠏⠀⣐⠅⠀⠮⠀⠡")
      try stage.route(5)
      #expect(
        try program.command() == ["command": "setCaret", "element": "text", "offset": 12])
      try stage.route(7)
      #expect(
        try program.command() == ["command": "setCaret", "element": "text", "offset": 16])
      // The program does it, and the caret goes there.
      try program.focus(text: "people know the child", caret: 16)
      try stage.display.wait(forBraille: "⠏⠀⠐⠅⠀⠮⠀⣡")
      // After the last character there is a cell of its own for it.
      try program.focus(text: "people know the child", caret: 21)
      try stage.display.wait(forBraille: "⠏⠀⠐⠅⠀⠮⠀⠡⣀")
    }

    /// Offsets count Unicode scalars, whatever a character is made of.
    @Test func routingComesBehindCharactersOfSeveralScalars() throws {
      let cases = [
        ("\u{1F355} people", 2),
        ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} people", 6),
        ("cafe\u{301} people", 6),
      ]
      for (text, offset) in cases {
        try program.focus(words: "next")
        try stage.display.wait(forBraille: "⠝⠑⠭⠞")
        try program.focus(text: text, caret: offset)
        try stage.display.wait(for: "caret on people") { $0.braille.contains("⠀⣏") }
        try program.focus(text: text, caret: 0)
        let state = try stage.display.wait(for: "people") { $0.braille.contains("⠀⠏") }
        let cell = try #require(state.cells.firstIndex(of: 0x0F), "⠏ is dots 1 to 4")
        try stage.route(cell)
        #expect(
          try program.command()
            == ["command": "setCaret", "element": "text", "offset": .integer(offset)], "\(text)")
      }
    }

    @Test func routingNeverLeadsBetweenALetterAndItsAccent() throws {
      try program.focus(text: "cafe\u{301}", caret: 1)
      try stage.display.wait(forBraille: "⠉⣁⠋⠘⠌⠑")
      try program.focus(text: "cafe\u{301}", caret: 0)
      // é is a sign of two cells before its letter.
      try stage.display.wait(forBraille: "⣉⠁⠋⠘⠌⠑")
      for cell in 3...5 {
        try stage.route(cell)
        #expect(
          try program.command() == ["command": "setCaret", "element": "text", "offset": 3])
      }
    }
  }
}
