// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import TestSupport
import Testing
import Translation

/// The built-in eight-dot table: North American Braille Computer Code for ASCII.
@Suite struct BuiltinTests {
  private func cells(_ text: String) -> String {
    Builtin.translate(Array(text.unicodeScalars)).cells.unicode
  }

  @Test(arguments: [
    ("abcdefghij", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚"), ("klmnopqrst", "⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞"), ("uvwxyz", "⠥⠧⠺⠭⠽⠵"),
    ("ABYZ", "⡁⡃⡽⡵"), ("0123456789", "⠴⠂⠆⠒⠲⠢⠖⠶⠦⠔"), (" ", "⠀"), ("@`", "⡈⠈"), ("[{", "⡪⠪"),
    (#"\|"#, "⡳⠳"), ("]}", "⡻⠻"), ("^~", "⡘⠘"), ("_\u{7F}", "⠸⡸"), ("!\"#$%&'()", "⠮⠐⠼⠫⠩⠯⠄⠷⠾"),
    ("*+,-./:;<=>?", "⠡⠬⠠⠤⠨⠌⠱⠰⠣⠿⠜⠹"),
  ]) func asciiIsComputerBraille(_ text: String, _ cells: String) {
    #expect(self.cells(text) == cells)
  }

  @Test func printedASCIIHasDifferentCells() {
    let cells = (UInt8(0x20)...0x7E).map { Builtin.cell(Unicode.Scalar($0)) }
    #expect(Set(cells).count == 95)
  }

  @Test func cellsStandForPrintedASCII() {
    for scalar in (UInt8(0x20)...0x7E).map({ Unicode.Scalar($0) }) {
      #expect(Builtin.scalar(of: Builtin.cell(scalar)) == scalar)
    }
    #expect(Builtin.scalar(of: .full) == nil && Builtin.scalar(of: Cell(dots: 7)) == nil)
  }

  @Test func lettersWithMarksAreTheirLetters() {
    #expect(cells("éàüñçÅ") == cells("eauncA"))
    // Composed of two marks.
    #expect(cells("ệ") == cells("e"))
  }

  @Test func patternsAreThemselvesAndTheRestIsAllDots() {
    #expect(cells("⠓⣿⡀") == "⠓⣿⡀")
    #expect(cells("ж中😀\u{1}") == "⣿⣿⣿⣿")
  }

  @Test(arguments: (0..<4).map { UInt64($0) }) func onlyBlanksAreBlank(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let scalar = generator.scalar()
      if Builtin.cell(scalar).isBlank {
        #expect([" ", "\u{A0}", "\u{2800}"].contains(scalar), "\(scalar.value)")
      }
    }
  }

  @Test func eachScalarHasItsCell() {
    let text = Builtin.translate(Array("a é".unicodeScalars))
    #expect(text.map == PositionMap(identity: 3))
    #expect(text.cells.count == 3)
    #expect(Builtin.translate([]) == TranslatedText())
  }
}
