// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Testing
import TestSupport
import Translation
import Typing

@Suite struct BackTranslationTests {
  @Test func unicodeBrailleIsItself() {
    var translator = TinyTranslator()
    let cells = [Cell(dots: 1, 2), Cell(dots: 7, 8)]
    let reading = BackTranslation().read(
      cells, in: BackTranslation.unicode, with: &translator)
    #expect(reading?.text == cells.map(\.scalar))
  }

  @Test func controlCharactersAreNoText() {
    var translator = ReadingTranslator { $0.flatMap { _ in ["\u{81}", "a"] } }
    let reading = BackTranslation().read(
      [Cell(dots: 8)], in: TableName("de-de-comp8.ctb"), with: &translator)
    #expect(reading?.text == ["a"])
  }
}
