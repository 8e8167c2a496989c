// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Presentation
import TestSupport
import Testing
import Translation

/// Lines in braille: each part by the table of its language.
@Suite struct LineTranslationTests {
  private static let style = LineStyle(words: Words(language: "en"))

  private var translation: LineTranslation {
    var languages = Languages()
    for language in ["en", "de"] {
      var tables = Languages.Tables()
      tables.uncontracted = TableName(language)
      languages[language: language] = tables
    }
    return LineTranslation(
      choice: TableChoice(languages: languages, language: "en", mode: .uncontracted))
  }

  private func line(
    _ text: String, runs: [TextContent.Run] = [], isProtected: Bool = false
  ) -> Line {
    var element = Element(id: "a")
    var content = TextContent(text)
    content.runs = runs
    element.text = content
    if isProtected { element.flags[.protected] = true }
    return Passage(of: element, as: Self.style).line(0)
  }

  /// Notes what it is asked for.
  private struct Recorder: Translator {
    var calls: [(text: String, table: String)] = []
    var builtin = BuiltinTranslator()

    mutating func undefined(
      among scalars: [Unicode.Scalar], in table: TableName
    ) -> [Unicode.Scalar]? { [] }

    mutating func translate(
      _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
    ) -> TranslatedText? {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: text)
      calls.append((String(view), table.name))
      return builtin.translate(text, typeform: typeform, in: table)
    }
  }

  @Test func eachRunIsTranslatedByTheTableOfItsLanguage() {
    let run = TextContent.Run(range: TextOffset(4)..<TextOffset(8), language: "de-AT")
    var recorder = Recorder()
    let result = translation.translate(line("one zwei three", runs: [run]), with: &recorder)
    #expect(recorder.calls.map(\.text) == ["one ", "zwei", " three"])
    #expect(recorder.calls.map(\.table) == ["en", "de", "en"])
    #expect(result.map == PositionMap(identity: 14))
    #expect(!result.isProvisional)
  }

  @Test func partsOfOneTableAreOneCall() {
    var element = Element(id: "a")
    element.label = "Save"
    element.role = Role("button")
    element.language = "fr"
    let line = Passage(of: element, as: Self.style).line(0)
    var recorder = Recorder()
    _ = translation.translate(line, with: &recorder)
    // French has no table, so that the reader's is taken for the label as for the role.
    #expect(recorder.calls.map(\.text) == ["Save button"])
  }

  @Test func maskedCharactersAskNoTable() {
    var recorder = Recorder()
    let result = translation.translate(line("secret", isProtected: true), with: &recorder)
    #expect(recorder.calls.isEmpty)
    #expect(result.cells == Array(repeating: Cell(dots: 1, 2, 3, 4, 5, 6), count: 6))
  }

  @Test func longTextsAreCutAtBlanks() throws {
    var generator = SeededGenerator(seed: 3)
    for text in [
      String(repeating: "x", count: 1700), generator.words(300...300, letters: 1...9),
      String(repeating: "ab ", count: 600), String(repeating: " ", count: 1200),
    ] {
      var recorder = Recorder()
      let scalars = Array(text.unicodeScalars)
      let result = try #require(
        translation.translate(scalars[...], in: TableName("en"), with: &recorder))
      #expect(recorder.calls.allSatisfy { (1...500).contains($0.text.unicodeScalars.count) })
      #expect(recorder.calls.map(\.text).joined() == text)
      #expect(result.map == PositionMap(identity: scalars.count))
      if text.contains(" ") {
        #expect(recorder.calls.dropLast().allSatisfy { $0.text.last == " " })
      }
    }
  }

  @Test func patternsInATextStayWhatTheyAre() throws {
    // The Dutch table makes one sign of three of these (liblouis/liblouis#1505).
    struct Merging: Translator {
      mutating func undefined(
        among scalars: [Unicode.Scalar], in table: TableName
      ) -> [Unicode.Scalar]? { [] }

      mutating func translate(
        _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
      ) -> TranslatedText? {
        TranslatedText(
          cells: [.full],
          map: PositionMap(
            scalarOfCell: [0], cellOfScalar: Array(repeating: 0, count: text.count)))
      }
    }
    var merging = Merging()
    let text = Array("ab⠠⠠⠠c⠓".unicodeScalars)
    let result = try #require(
      translation.translate(text[...], in: TableName("nl"), with: &merging))
    #expect(result.cells.unicode == "⣿⠠⠠⠠⣿⠓")
    #expect((0...6).map { result.map.scalar(of: CellOffset($0)).value } == [0, 2, 3, 4, 5, 6, 7])
  }

  @Test func withoutAnAnswerTheBuiltInTableIsShown() {
    var flaky = FlakyTranslator(TinyTranslator(), seed: 5, failures: 100)
    let line = line("The 7")
    let first = translation.translate(line, with: &flaky)
    #expect(first.isProvisional)
    #expect(first.cells == Builtin.translate(Array("The 7".unicodeScalars)).cells)
    flaky.failures = 0
    let second = translation.translate(line, with: &flaky)
    #expect(!second.isProvisional)
    #expect(second.cells.count == 7)
  }

  @Test func placesInAWordAreBetweenCharacters() {
    var translation = translation
    var languages = Languages()
    var tables = Languages.Tables()
    tables.uncontracted = TableName("tiny")
    tables.hyphenation = TableName("tiny.dic")
    languages[language: "en"] = tables
    translation.choice = TableChoice(languages: languages, language: "en", mode: .contracted)
    var tiny = TinyTranslator()
    func places(_ word: String, _ language: String? = nil) -> [Int]? {
      translation.hyphenate(
        Array(word.unicodeScalars)[...], language: language, with: &tiny)
    }
    #expect(places("banana") == [2, 4])
    // Its scalars are counted as they are in the line, with marks and what shows nothing.
    #expect(places("ba\u{301}na\u{200B}na") == [3, 6])
    #expect(places("banana", "fr") == [])
    #expect(places(String(repeating: "na", count: 49))?.count == 48)
    #expect(places(String(repeating: "na", count: 50)) == [])
    var garbage = GarbageTranslator(seed: 3)
    for word in ["a", "banana", "delicate"] {
      let scalars = Array(word.unicodeScalars)[...]
      let places = translation.hyphenate(scalars, language: nil, with: &garbage) ?? []
      #expect(places.allSatisfy { (1..<word.count).contains($0) } && places == places.sorted())
    }
  }

  @Test func anEmptyLineHasNoCells() {
    var tiny = TinyTranslator()
    let result = translation.translate(line(""), with: &tiny)
    #expect(result.cells.isEmpty && result.map == PositionMap())
  }

  @Test(arguments: (0..<8).map { UInt64($0) }) func placesAreTotalWhateverATableSays(
    _ seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var translator = FlakyTranslator(GarbageTranslator(seed: seed), seed: seed, failures: 10)
    for _ in 0..<60 {
      let text = generator.scalars(0...60)
      var view = String.UnicodeScalarView()
      view.append(contentsOf: text)
      var runs: [TextContent.Run] = []
      for _ in 0..<generator.integer(0...3) {
        let start = generator.integer(0...text.count)
        let end = generator.integer(start...text.count)
        runs.append(
          TextContent.Run(
            range: TextOffset(start)..<TextOffset(end),
            language: generator.one(of: ["de", "en", "fr"])))
      }
      let line = line(String(view), runs: runs)
      let result = translation.translate(line, with: &translator)
      #expect(result.map.scalarCount == line.scalars.count)
      #expect(result.map.cellCount == result.cells.count)
      for cell in result.cells.indices {
        let scalar = result.map.scalar(of: CellOffset(cell)).value
        #expect(line.scalars.indices.contains(scalar))
      }
    }
  }
}
