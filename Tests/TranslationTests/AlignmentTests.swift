// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Presentation
import TestSupport
import Testing
import Translation

/// Places of a line that stand in columns.
@Suite struct AlignmentTests {
  private static let style = LineTranslation(
    choice: TableChoice(languages: Languages(), language: "en", mode: .uncontracted))

  private func line(_ text: String, _ translator: inout some Translator) -> TranslatedLine {
    var element = Element(id: "a")
    element.text = TextContent(text)
    element.text?.preformatted = true
    let passage = Passage(of: element, as: LineStyle(words: Words(language: "en")))
    return Self.style.translate(passage.line(0), with: &translator)
  }

  private func cells(of text: String) -> String {
    var translator = BuiltinTranslator()
    let line = line(text, &translator)
    return line.aligned(at: line.line.stops).cells.map { $0.isBlank ? " " : "x" }.joined()
  }

  @Test(arguments: [
    ("a\tb", "x       x"), ("a b  c", "x x  x"), ("\tb", "        x"), ("  b", "  x"),
    ("12345678\tb", "xxxxxxxx        x"), ("e\u{301}  b", "x  x"), ("a   ", "x   "), ("", ""),
  ]) func tabsAndBlanksStandForColumns(_ text: String, _ expected: String) {
    #expect(cells(of: text) == expected)
  }

  @Test func whereThereIsNoRoomOneBlankIsLeft() {
    var translator = BuiltinTranslator()
    let line = line("abcdef  g", &translator)
    let aligned = line.aligned(at: [Line.Stop(scalar: 8, cell: 3)])
    #expect(aligned.cells.count == 8 && aligned.cells[6].isBlank)
    #expect(aligned.map.cell(of: TextOffset(8)) == CellOffset(7))
    #expect(aligned.map.scalar(of: CellOffset(7)) == TextOffset(8))
  }

  /// Only blanks come and go; each character keeps its cells, and leads to itself.
  @Test(arguments: (0..<8).map { UInt64($0) }) func onlyBlanksChange(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var translator = TinyTranslator()
    for _ in 0..<60 {
      let text = generator.list(0...6) { generator in
        generator.words(1...2, letters: 1...6) + generator.one(of: ["  ", "\t", "    ", " "])
      }.joined()
      let line = line(text, &translator)
      let aligned = line.aligned(at: line.line.stops)
      #expect(aligned.cells.filter { !$0.isBlank } == line.cells.filter { !$0.isBlank })
      #expect(aligned.map.scalarCount == line.map.scalarCount)
      #expect(aligned.map.cellCount == aligned.cells.count)
      for stop in line.line.stops {
        let cell = aligned.map.cell(of: TextOffset(stop.scalar))
        #expect(cell.value >= stop.cell, "\(text.debugDescription)")
        #expect(aligned.map.scalar(of: cell) == TextOffset(stop.scalar))
        #expect(stop.scalar == 0 || aligned.cells[cell.value - 1].isBlank)
      }
    }
  }
}
