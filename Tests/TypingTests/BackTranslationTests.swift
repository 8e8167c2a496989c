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
    var translator = ControlTranslator()
    let reading = BackTranslation().read(
      [Cell(dots: 8)], in: TableName("de-de-comp8.ctb"), with: &translator)
    #expect(reading?.text == ["a"])
  }
}

/// One that reads each cell as a control character and a letter.
private struct ControlTranslator: Translator {
  private let size: UInt8 = 0

  mutating func undefined(
    among scalars: [Unicode.Scalar], in table: TableName
  ) -> [Unicode.Scalar]? { [] }

  mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText? { Builtin.translate(text) }

  mutating func backTranslate(
    _ cells: [Cell], isPartial: Bool, in table: TableName
  ) -> [Unicode.Scalar]? { cells.flatMap { _ in ["\u{81}", "a"] } }
}
