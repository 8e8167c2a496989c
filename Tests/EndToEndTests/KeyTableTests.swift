// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// Keys of displays on a serial line, through brltty's own key tables.
  @Suite(.enabled(if: Brltty.isInstalled)) struct KeyTableTests {
    private func withStage<Display: SerialDisplay>(
      _ display: Display, preferences: String = "",
      _ body: (Stage<Display>, Program) throws -> Void
    ) throws {
      var settings = Brltty.Settings()
      settings.preferences = preferences
      let stage = try Stage(display, settings, hasProxy: true)
      defer { stage.close() }
      let program = try Program(stage.daemon)
      try program.focus(button: "OK")
      try stage.display.wait(forBraille: Content.okay)
      try stage.waitUntilTaken()
      try body(stage, program)
    }

    /// A key that is for nobody is answered by a word on the display, or is told to the program.
    private func expectAnswer<Display: SerialDisplay>(
      to press: () throws -> Void, on stage: Stage<Display>, _ program: Program
    ) throws {
      let before = stage.display.state.history.count
      try press()
      let end = MonotonicClock.now + Patience.limit
      while MonotonicClock.now < end {
        if try program.connection.next(timeout: 10)?.method == "command" { return }
        if stage.display.state.history.count > before { return }
      }
      Issue.record("no answer to a key")
    }

    @Test func aHandyTechDisplayRoutesPansAndTypes() throws {
      try withStage(HandyTechDisplay(.brailleStar40)) { stage, program in
        try stage.display.route(0)
        #expect(try program.command() == ["command": "activate", "element": "button"])

        try program.focus(words: Array(repeating: "abcdefghi", count: 5).joined(separator: " "))
        let word = "⠁⠃⠉⠙⠑⠋⠛⠓⠊"
        try stage.display.wait(
          forBraille: Array(repeating: word, count: 4).joined(separator: "⠀"))
        try stage.display.press(.spaceRight)
        try stage.display.wait(forBraille: word)
        try stage.display.press(.spaceLeft)
        try stage.display.wait(
          forBraille: Array(repeating: word, count: 4).joined(separator: "⠀"))

        // Braille input is switched on, and then dots are typed cells.
        try stage.display.press(.b1, .b8, .spaceRight)
        try expectAnswer(to: { try stage.display.dots("1-2-5") }, on: stage, program)
      }
    }

    @Test func aBrailliantSendsEveryChordWithQuickSpace() throws {
      try withStage(
        BrailliantDisplay(.bi40), preferences: "braille-quick-space=yes\n"
      ) { stage, program in
        try stage.display.route(3)
        #expect(try program.command() == ["command": "activate", "element": "button"])
        try expectAnswer(
          to: { try stage.display.press(.routing(3), .routing(8)) }, on: stage, program)
        try stage.display.chord("3-6")
        #expect(try program.command() == ["command": "activate", "element": "button"])
        try stage.display.chord("1-2")
        #expect(try program.command() == ["command": "escape", "element": "button"])
        try stage.display.chord("1")
        #expect(
          try program.command() == ["command": "move", "direction": "previous", "unit": "item"])
        try stage.display.chord("4")
        #expect(try program.command() == ["command": "move", "direction": "next", "unit": "item"])
      }
    }

    @Test func theListOfKeysHasWhatTheDisplaySends() throws {
      try withStage(BrailliantDisplay(.bi40)) { _, program in
        try program.ask("observe", ["events": ["frame"]])
        var entries: [String] = []
        try program.press("space+dot1+dot3+dot7")
        while let frame = try program.all("frame").last.map({ Shown($0) }), frame.kind == "help" {
          entries.append(frame.text)
          try program.press("MENU_NEXT_ITEM")
        }
        #expect(entries.contains("FWINRT: pan right") && entries.contains("LNUP: previous item"))
        // Neither commands that no key of it is bound to, nor chords, of which none has come.
        #expect(!entries.contains { $0.hasPrefix("GUI_ITEM_NEXT") || $0.hasPrefix("space") })
        #expect(entries.contains { $0.hasPrefix("up arrow") })
      }
    }
  }
}
