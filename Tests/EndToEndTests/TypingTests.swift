// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// Texts typed on the braille keyboard of a Brailliant, through a real brltty, arrive in an editor
  /// letter for letter (behaviour §4).
  @Suite(.enabled(if: Brltty.isInstalled)) struct TypingTests {
    /// Wordsigns, groupsigns, short forms, capitals, a number, an apostrophe and punctuation.
    private static let english = """
      People know that braille is read with the fingers, and that it can be written, too. Every \
      child who learns it has about 200 signs in mind; some of them stand for whole words. It's \
      quick: today Mother said "good" in three cells. Could you do without it? Rather not!
      """

    private static let german = """
      Am 12. Juli fuhr Jörg über die Brücke zum Schloß: dort aß er Käse, Öl und Brot (3,50). \
      "Wozu?", fragte Ute. Groß und KLEIN, fünf Äpfel + 1 Übung = 100 %.
      """

    private func withDesk(
      language: String, mode: String, _ editor: Editor, _ body: (TypingDesk) throws -> Void
    ) throws {
      let desk = try TypingDesk(editor, language: language, mode: mode)
      defer { desk.close() }
      try body(desk)
      #expect(desk.program.failure == nil)
    }

    @Test(arguments: [Editor.Manner(.carrying, .edits), .simple])
    func aContractedParagraphArrives(_ manner: Editor.Manner) throws {
      try withDesk(language: "en", mode: "contracted", Editor(manner)) { desk in
        try desk.type(Self.english + " ", in: "en-ueb-g2.ctb")
        try desk.program.wait(forText: Self.english + " ")
      }
    }

    @Test(arguments: [Editor.Manner(.refusing, .changes), .simple])
    func aParagraphOfComputerBrailleArrives(_ manner: Editor.Manner) throws {
      try withDesk(language: "de", mode: "computer", Editor(manner)) { desk in
        try desk.type(Self.german, in: "de-de-comp8.ctb")
        try desk.program.wait(forText: Self.german)
      }
    }

    /// A word is put before another one, a cell is taken back, and a word at the end goes on.
    @Test(arguments: [Editor.Manner(.carrying, .edits), .simple])
    func aContractedTextIsMended(_ manner: Editor.Manner) throws {
      let editor = Editor(manner, text: "people know the child")
      try withDesk(language: "en", mode: "contracted", editor) { desk in
        let display = desk.rig.display
        try desk.route(to: "child", in: "en-ueb-g2.ctb")
        try desk.program.wait(forText: "people know the child", caret: 16)
        try desk.type("neq", in: "en-ueb-g1.ctb")
        try display.dots("7")
        try desk.type("w ", in: "en-ueb-g1.ctb")
        try desk.program.wait(forText: "people know the new child", caret: 20)
        try desk.route(to: "know", in: "en-ueb-g2.ctb")
        try desk.program.wait(forText: "people know the new child", caret: 7)
      }
    }

    /// The same letter by letter, in words that are there.
    @Test func anUncontractedTextIsMended() throws {
      let editor = Editor(Editor.Manner(.carrying, .edits), text: "wir gehn nach Haus")
      try withDesk(language: "de", mode: "computer", editor) { desk in
        let display = desk.rig.display
        try desk.route(to: "n nach", in: "de-de-comp8.ctb")
        try desk.program.wait(forText: "wir gehn nach Haus", caret: 7)
        try desk.type("x", in: "de-de-comp8.ctb")
        try desk.program.wait(forText: "wir gehxn nach Haus", caret: 8)
        try display.dots("7")
        try desk.program.wait(forText: "wir gehn nach Haus", caret: 7)
        try desk.type("e", in: "de-de-comp8.ctb")
        try desk.program.wait(forText: "wir gehen nach Haus", caret: 8)
      }
    }
  }
}

/// An editor, the daemon, and a Brailliant to type on.
private final class TypingDesk {
  let rig: Rig<BrailliantDisplay>
  let program: EditorProgram
  private let proxy: PacketProxy
  private let daemon: DaemonProcess
  private var table = WordCells()

  init(_ editor: Editor, language: String, mode: String) throws {
    let stage = try Stage(BrailliantDisplay(.bi40), hasProxy: true)
    rig = stage.rig
    daemon = stage.daemon
    do {
      proxy = try #require(stage.proxy)
      let settings = try Program(daemon)
      try settings.set(["braille.language": .string(language), "braille.mode": .string(mode)])
      program = try EditorProgram(daemon, editor)
      // Until the daemon has the display keys go elsewhere.
      try proxy.wait(for: "what the editor shows") { state in
        state.isTaken && state.log.contains { $0.packet.kind == .write }
      }
    } catch {
      stage.close()
      throw error
    }
  }

  /// Types the cells of a text, word by word with the space bar.
  func type(_ text: String, in name: String) throws {
    for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { try rig.display.dots("") }
      guard !word.isEmpty else { continue }
      let cells = table.right(of: String(word), in: name).cells
      for cell in try #require(Cell.cells(of: cells), "\(word) is \(cells)") {
        try rig.display.dots(cell.dots.map(String.init).joined())
      }
    }
  }

  /// Presses the routing key of the first of some cells that are shown, which are those of print.
  func route(to print: String, in name: String) throws {
    let cells = table.right(of: print, in: name).cells
    let state = try rig.display.wait(for: cells) { $0.braille.contains(cells) }
    let start = try #require(state.braille.firstRange(of: cells)).lowerBound
    try proxy.waitUntilTaken()
    try rig.display.route(state.braille[..<start].unicodeScalars.count)
  }

  func close() {
    program.close()
    daemon.close()
    proxy.close()
    rig.close()
    table.end()
  }
}

extension Cell {
  /// The cells of braille patterns; nil if there is something else.
  fileprivate static func cells(of braille: String) -> [Cell]? {
    let cells = braille.unicodeScalars.map { Cell($0) }
    return cells.contains(nil) ? nil : cells.compactMap { $0 }
  }
}
