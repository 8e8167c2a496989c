// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
@testable import Panning
import Presentation
import TestSupport
import Testing
import Translation

/// How a line is cut into rows.
@Suite struct WrapTests {
  /// The print of the rows of a text, as far as its cells are shown.
  private func rows(_ text: String, _ columns: Int, _ wrap: Wrap = .word) -> [String] {
    var tiny = TinyTranslator()
    var reading = Samples.reading(Samples.element(text))
    let style = Samples.style(columns, wrap: wrap)
    var rows: [String] = []
    while true {
      rows.append(reading.frame(.content, style, &tiny).text[0])
      guard reading.panRight(style, &tiny) else { return rows }
    }
  }

  @Test(arguments: [
    ("hello big world", 10, ["hello big ", "world     "]),
    ("hello bigger world", 10, ["hello     ", "bigger    ", "world     "]),
    // The last cell is used, and the blank at the break is on neither row.
    ("abcde fghij", 5, ["abcde", "fghij"]), ("abcd fghij", 5, ["abcd ", "fghij"]),
    ("abcdefgh ij", 5, ["abcde", "fgh  ", "ij   "]), ("ab    cd", 5, ["ab   ", "cd   "]),
    ("ab     ", 5, ["ab   "]), ("     ", 3, ["   "]), ("", 3, ["   "]),
    // A no-break space is no break.
    ("ab 1\u{A0}kg", 6, ["ab    ", "1\u{A0}kg "]),
  ]) func rowsEndBetweenWords(_ text: String, _ columns: Int, _ expected: [String]) {
    #expect(rows(text, columns) == expected)
  }

  @Test func aSignStaysWithItsCharacter() {
    // ⠠ and k are on the second row.
    #expect(rows("abcd K", 6, .off) == ["abcd  ", "K    "])
    #expect(rows("abcde12", 6, .off) == ["abcde ", "12   "])
  }

  @Test func aWordThatIsCutIsMarkedIfThatIsWished() {
    var tiny = TinyTranslator()
    var reading = Samples.reading(Samples.element("abcdefgh ij"))
    let style = Samples.style(5, wrap: .cut)
    let first = reading.frame(.content, style, &tiny)
    #expect(first.cells.unicode == "⠁⠃⠉⠙⣀")
    #expect(first.text == ["abcd"])
    #expect(reading.panRight(style, &tiny))
    #expect(reading.frame(.content, style, &tiny).cells.unicode == "⠑⠋⠛⠓⠀")
  }

  @Test func noBlankIsNeededBesideIdeographs() {
    let wide = BuiltinTranslator()
    var (reading, style, translator) = (
      Samples.reading(Samples.element("音樂會今天abc")), Samples.style(6), wide
    )
    #expect(reading.frame(.content, style, &translator).text == ["音樂會今天 "])
    style.size.columns = 3
    #expect(reading.frame(.content, style, &translator).text == ["音樂會"])
    // No row begins with what ends a sentence.
    style.size.columns = 2
    reading = Samples.reading(Samples.element("開始。"))
    #expect(reading.frame(.content, style, &translator).text == ["開 "])
  }
}

/// What holds for the rows of any line.
@Suite struct WrapProperties {
  static let seeds = (0..<8).map { UInt64($0) }

  @Test(arguments: seeds) func ofATableWithTroubles(_ seed: UInt64) {
    check(seed, TinyTranslator())
  }

  @Test(arguments: seeds) func ofATableThatSaysAnything(_ seed: UInt64) {
    check(seed, GarbageTranslator(seed: seed))
  }

  private func check(_ seed: UInt64, _ translator: some Translator) {
    var generator = SeededGenerator(seed: seed)
    var translator = translator
    for _ in 0..<60 {
      let element = Samples.element(generator.readingText(0...6), label: "L")
      let style = generator.readingStyle()
      let line = style.translation.translate(
        Samples.passage(element).line(0), with: &translator)
      let hasSpare = generator.chance(40)
      let end = CellOffset(line.cells.count + (hasSpare ? 1 : 0))
      let caret = generator.maybe(60) { CellOffset($0.integer(0...max(0, end.value - 1))) }
      let rows = rows(of: line, end: end, style, caret, &translator)
      check(rows, of: line, end: end, style, caret)
    }
  }

  private func rows(
    of line: TranslatedLine, end: CellOffset, _ style: ReadingStyle, _ caret: CellOffset?,
    _ translator: inout some Translator
  ) -> [Row] {
    var rows: [Row] = []
    var start: CellOffset? = .zero
    while let here = start, rows.count <= end.value {
      let row = style.wrap.row(
        of: line, from: here, end: end, columns: style.size.columns, caret: caret
      ) { word in
        style.translation.hyphenate(
          word.scalars[...], language: word.language, with: &translator) ?? []
      }
      rows.append(row)
      start = row.next
    }
    return rows
  }

  private func check(
    _ rows: [Row], of line: TranslatedLine, end: CellOffset, _ style: ReadingStyle,
    _ caret: CellOffset?
  ) {
    #expect(rows.last?.next == nil)
    let columns = style.size.columns
    for (index, row) in rows.enumerated() {
      #expect(row.range.lowerBound == (index == 0 ? .zero : rows[index - 1].next))
      #expect(!row.range.isEmpty || end == .zero)
      #expect(row.range.upperBound - row.range.lowerBound.value <= CellOffset(columns))
      if row.mark != nil {
        #expect(row.range.upperBound - row.range.lowerBound.value < CellOffset(columns))
      }
      let next = row.next ?? end
      #expect(next >= row.range.upperBound && next <= end)
      for cell in row.range.upperBound.value..<max(next.value, row.range.upperBound.value) {
        #expect(cell < line.cells.count && line.cells[cell].isBlank)
      }
      checkGroups(row, of: line, columns, caret)
    }
    if let caret, end > .zero {
      #expect(rows.filter { $0.range.contains(caret) }.count == 1)
    }
  }

  /// Only a group that is longer than a row is parted.
  private func checkGroups(
    _ row: Row, of line: TranslatedLine, _ columns: Int, _ caret: CellOffset?
  ) {
    for border in [row.range.upperBound, row.next].compactMap({ $0 })
    where !line.map.startsGroup(border) && border != caret {
      let start = line.map.groupStart(border)
      var end = border
      while !line.map.startsGroup(end) { end.value += 1 }
      // Of blanks those that fit are in the row.
      if line.cells[start.value..<end.value].allSatisfy(\.isBlank) { continue }
      #expect(end.value - start.value > columns - 1)
    }
  }
}
