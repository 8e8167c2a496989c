// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
@testable import Panning
import Presentation
import TestSupport
import Testing
import Translation

/// Words that are parted at the ends of rows: `TinyTranslator` parts them behind vowels.
@Suite struct SyllableTests {
  /// The rows of an element as cells of ASCII braille, a hyphen that is in no text as `=`.
  private func rows(_ element: Element, _ columns: Int) -> [String] {
    var tiny = TinyTranslator()
    var reading = Samples.reading(element)
    let style = Samples.style(columns, wrap: .syllable)
    var rows: [String] = []
    repeat {
      let frame = reading.frame(.content, style, &tiny)
      let hasHyphen = reading.rows(style, &tiny).first?.row.mark == .hyphen
      let text = frame.text[0].trimmed
      if hasHyphen { #expect(frame.cells.last { !$0.isBlank } == Cell(dots: 3, 6)) }
      rows.append(text + (hasHyphen ? "=" : ""))
    } while reading.panRight(style, &tiny)
    return rows
  }

  private func rows(_ text: String, _ columns: Int) -> [String] {
    rows(Samples.element(text), columns)
  }

  @Test(arguments: [
    // The last place for which the part and the hyphen fit.
    ("a banana", 5, ["a ba=", "nana"]), ("a banana", 6, ["a ba=", "nana"]),
    ("a banana", 7, ["a bana=", "na"]), ("a banana", 8, ["a banana"]),
    // A whole word is not parted for what follows it.
    ("xx banana be", 9, ["xx banana", "be"]),
    // Two letters are left on both sides.
    ("xxx abede", 6, ["xxx", "abede"]), ("xxx abede", 7, ["xxx", "abede"]),
    ("xxx abede", 8, ["xxx abe=", "de"]), ("xxx banan", 8, ["xxx ba=", "nan"]),
    ("xxx banadi", 8, ["xxx ba=", "nadi"]), ("xxx banani s", 9, ["xxx bana=", "ni s"]),
    // A word that is longer than a row, and one that is nowhere parted.
    ("banananana", 5, ["bana=", "nana=", "na"]), ("xxxxxxxx", 5, ["xxxxx", "xxx"]),
    // Signs around a word do not matter, blanks before it neither.
    ("a (banana),", 9, ["a (bana=", "na),"]), ("  banana", 7, ["  bana=", "na"]),
  ]) func wordsArePartedBetweenSyllables(_ text: String, _ columns: Int, _ expected: [String]) {
    #expect(rows(text, columns) == expected)
  }

  @Test(arguments: [
    ("xx bana-nana", 10, ["xx bana-", "nana"]), ("xx bana\u{2010}nana", 10, ["xx bana", "nana"]),
    // The hyphen that fits goes before any other place.
    ("xx be-banana", 11, ["xx be-", "banana"]),
    // Where none does, the parts are words.
    ("xx banana-be", 9, ["xx bana=", "na-be"]),
    ("-banana", 6, ["-bana=", "na"]), ("xx 12-banana", 8, ["xx 12-", "banana"]),
  ]) func aHyphenOfItsOwnIsEnough(_ text: String, _ columns: Int, _ expected: [String]) {
    let shown = rows(text, columns).map { row in
      String(row.unicodeScalars.filter { $0.isASCII }.map { Character($0) })
    }
    #expect(shown == expected)
  }

  @Test(arguments: [
    "banana.bana", "banana/bana", "banana@bana", "banana_bana", "banana:bana", "1234567890123",
    "banana1", "1banana", "2024-12-24", "banana(s)",
  ]) func whatIsNoWordIsNotParted(_ text: String) {
    // There is room for all of it but a cell, besides the signs before numbers.
    let numbers = text.split { !$0.isNumber }.count
    #expect(rows("xx " + text, text.count + numbers + 2) == ["xx", text])
  }

  @Test func softHyphensArePlaces() {
    #expect(rows("xx xxx\u{AD}xxx", 8).first?.hasSuffix("=") == true)
    #expect(
      rows("xx banan\u{AD}an", 9).map { $0.unicodeScalars.filter { $0 != "\u{AD}" }.count } == [
        9, 2,
      ])
  }

  @Test func contractionsAndSignsStayWhole() {
    // "for" is one cell: the place behind its vowel is in the middle of it.
    #expect(rows("xx baforxx", 7) == ["xx ba=", "forxx"])
    #expect(rows("xx xxforxx", 7) == ["xx", "xxforxx"])
    // A capital has two cells: both are in the second row.
    #expect(rows("xx baNaxx", 7) == ["xx ba=", "Naxx"])
  }

  @Test func secretsAndCodeAreNotParted() {
    for change in [
      { (element: inout Element) in element.flags[.protected] = true },
      { (element: inout Element) in element.role = Role("code") },
      { (element: inout Element) in element.text?.contracted = false },
    ] {
      var element = Samples.element("xx banana")
      change(&element)
      #expect(!rows(element, 8).contains { $0.contains("=") })
    }
    #expect(rows("xx banana", 8) == ["xx bana=", "na"])
  }

  @Test func aWordOfSeveralLanguagesIsNotParted() {
    var element = Samples.element("xx banana")
    element.text?.runs = [
      TextContent.Run(range: TextOffset(6)..<TextOffset(9), language: "en-GB")
    ]
    #expect(rows(element, 8) == ["xx", "banana"])
    element.text?.runs = [
      TextContent.Run(range: TextOffset(6)..<TextOffset(9), style: ["bold"])
    ]
    #expect(rows(element, 8) == ["xx bana=", "na"])
    // A language without a dictionary has no places, whatever the reader's has.
    element.language = "xx"
    #expect(rows(element, 8) == ["xx", "banana"])
  }

  @Test func theHyphenIsNobodysText() {
    var tiny = TinyTranslator()
    var reading = Samples.reading(Samples.element("xx banana"))
    let style = Samples.style(8, wrap: .syllable)
    let frame = reading.frame(.content, style, &tiny)
    #expect(frame.text == ["xx bana"])
    #expect(frame.route(of: 7) == .text(TextOffset(6)))
    let described = reading.character(at: CellOffset(7), style, &tiny)
    #expect(described == nil)
  }

  @Test func onlyTheWordAtTheEndOfARowIsLookedUp() {
    struct Recorder: Translator {
      var words: [String] = []
      var tiny = TinyTranslator()

      mutating func undefined(
        among scalars: [Unicode.Scalar], in table: TableName
      ) -> [Unicode.Scalar]? { tiny.undefined(among: scalars, in: table) }

      mutating func translate(
        _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
      ) -> TranslatedText? { tiny.translate(text, typeform: typeform, in: table) }

      mutating func hyphenate(_ word: [Unicode.Scalar], in table: TableName) -> [Int]? {
        #expect(table == TableName("tiny,tiny.dic"))
        words.append(String(String.UnicodeScalarView(word)))
        return tiny.hyphenate(word, in: table)
      }
    }
    var recorder = Recorder()
    var reading = Samples.reading(Samples.element("banana \"delicate\" xx yyyy zzzz"))
    let style = Samples.style(13, wrap: .syllable)
    for _ in 0..<3 { _ = reading.frame(.content, style, &recorder) }
    #expect(recorder.words == ["delicate"])
  }

  @Test func untilItIsKnownRowsEndBetweenWords() {
    var flaky = FlakyTranslator(TinyTranslator(), seed: 1, failures: 0)
    var reading = Samples.reading(Samples.element("xx banana delicate"))
    let style = Samples.style(8, wrap: .syllable)
    _ = reading.line(0, style, &flaky)
    flaky.failures = 100
    #expect(reading.frame(.content, style, &flaky).text == ["xx      "])
    #expect(reading.isProvisional)
    #expect(reading.panRight(style, &flaky))
    #expect(reading.frame(.content, style, &flaky).text == ["banana  "])
    // The text under the first cell stays there when the answer comes.
    flaky.failures = 0
    reading.retranslate(onlyProvisional: true)
    #expect(reading.frame(.content, style, &flaky).text == ["banana  "])
    #expect(reading.panLeft(style, &flaky))
    #expect(reading.frame(.content, style, &flaky).text == ["xx bana"])
    #expect(!reading.isProvisional)
  }
}

/// What holds for parted words of any text.
@Suite struct SyllableProperties {
  @Test(arguments: (0..<8).map { UInt64($0) }) func rowsTogetherAreTheLine(_ seed: UInt64) {
    var tiny = TinyTranslator()
    let count = check(seed, &tiny)
    // It is no test if nothing is parted.
    #expect(count > 20)
    var garbage = GarbageTranslator(seed: seed)
    _ = check(seed, &garbage)
  }

  /// Gives how many words were parted.
  private func check(_ seed: UInt64, _ translator: inout some Translator) -> Int {
    var generator = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<60 {
      var reading = Samples.reading(Samples.element(generator.readingText(1...8)))
      let style = Samples.style(generator.integer(5...40), wrap: .syllable)
      for index in 0..<reading.passage.count {
        let line = reading.line(index, style, &translator)
        var shown: [Cell] = []
        for start in reading.starts(of: index, style, &translator) {
          let row = reading.row(from: start, of: line, index, style, &translator)
          let cells = row.range.lowerBound.value..<min(row.range.upperBound.value, line.cells.count)
          // What is between two rows is blank.
          while shown.count < cells.lowerBound, line.cells[shown.count].isBlank {
            shown.append(.blank)
          }
          shown += line.cells[cells]
          guard row.mark == .hyphen else { continue }
          count += 1
          checkPart(row, of: line, style.size.columns)
        }
        #expect(shown == Array(line.cells.prefix(shown.count)))
        #expect(line.cells.dropFirst(shown.count).allSatisfy { $0.isBlank })
      }
    }
    return count
  }

  private func checkPart(_ row: Row, of line: TranslatedLine, _ columns: Int) {
    let end = row.range.upperBound
    #expect(row.next == end && end.value - row.range.lowerBound.value < columns)
    #expect(line.map.startsGroup(end))
    let place = line.map.scalar(of: end).value
    // Letters stand on both sides, with what belongs to them.
    #expect(place > 0 && !line.line.scalars[place - 1].properties.isWhitespace)
    #expect(line.line.scalars[place].isLetterOrMark)
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrMark: Bool {
    properties.isAlphabetic || properties.isDefaultIgnorableCodePoint
      || properties.generalCategory == .nonspacingMark
      || properties.generalCategory == .enclosingMark
      || properties.generalCategory == .spacingMark
  }
}

extension String {
  /// The string without the blanks at its end.
  fileprivate var trimmed: String {
    var result = self[...]
    while result.last == " " { result.removeLast() }
    return String(result)
  }
}
