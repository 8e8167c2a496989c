// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Louis
import Posix
import TestSupport
import Testing
import Translation

/// liblouis behind its process boundary, with tables that every Debian 12 has.
@Suite(.serialized) final class TranslatorTests {
  private var louis = LouisTranslator(executable: Executables.path("brailled"))

  deinit {
    louis.end()
  }

  private func cells(_ text: String, _ table: String) -> String? {
    louis.translate(Array(text.unicodeScalars), typeform: [], in: TableName(table))?.cells.unicode
  }

  private func places(_ text: String, _ table: String) -> (cells: [Int], scalars: [Int])? {
    let scalars = Array(text.unicodeScalars)
    let result = louis.translate(scalars, typeform: [], in: TableName(table))
    return result.map { result in
      (
        (0..<result.cells.count).map { result.map.scalar(of: CellOffset($0)).value },
        (0..<scalars.count).map { result.map.cell(of: TextOffset($0)).value }
      )
    }
  }

  /// Right values of liblouis 3.24, by its command line program.
  @Test func cellsAreThoseOfLiblouis() {
    #expect(cells("1 2 3", "en-ueb-g2.ctb") == "⠼⠁⠐⠃⠐⠉")
    #expect(cells("AAs", "en-ueb-g1.ctb") == "⠠⠠⠁⠁⠠⠄⠎")
    #expect(cells("Abc Val", "en-us-comp6.ctb") == "⠸⠁⠃⠉⠀⠸⠧⠁⠇")
    #expect(cells("knowledge", "en-ueb-g2.ctb") == "⠅")
    #expect(cells("boyfriend", "en-us-g2.ctb") == "⠃⠕⠽⠋⠗⠊⠢⠙")
    #expect(cells("", "en-ueb-g2.ctb") == "")
  }

  @Test func placesLeadBothWays() throws {
    let spaced = try #require(places("1 2 3", "en-ueb-g2.ctb"))
    #expect(spaced.cells == [0, 0, 1, 2, 3, 4] && spaced.scalars == [0, 2, 3, 4, 5])
    let capitals = try #require(places("AAs", "en-ueb-g1.ctb"))
    #expect(capitals.cells == [0, 0, 0, 1, 1, 1, 2] && capitals.scalars == [0, 3, 6])
  }

  /// BUG-054 (liblouis#886): places never go back where an emphasis ends; 16 is this table's class
  /// for what is raised.
  @Test func placesDoNotGoBackAtTheEndOfAnEmphasis() throws {
    let result = louis.translate(
      Array("xy73".unicodeScalars), typeform: [16, 16, 0, 0], in: TableName("no-no-g1.ctb"))
    let text = try #require(result)
    #expect(text.cells.unicode == "⠨⠦⠭⠽⠬⠼⠛⠉")
    #expect(text.map.scalarsOfCells == [0, 0, 0, 1, 1, 2, 2, 3])
    #expect(text.map.cellsOfScalars == [0, 3, 5, 7])
  }

  @Test func patternsOfBrailleAreThemselves() {
    for table in ["en-us-comp8.ctb", "en-ueb-g1.ctb", "de-g0.utb"] {
      #expect(cells("⠓⣿", table) == "⠓⣿")
    }
  }

  /// The built-in table is North American Braille Computer Code, which this one is too.
  @Test func theBuiltInTableIsComputerBraille() {
    let ascii = (UInt8(0x20)...0x7E).map { Unicode.Scalar($0) }
    let result = louis.translate(ascii, typeform: [], in: TableName("en-us-comp8.ctb"))
    #expect(result?.cells == Builtin.translate(ascii).cells)
  }

  @Test func whatATableDoesNotKnowIsTold() {
    let scalars: [Unicode.Scalar] = ["a", "é", "中", "😀", "中", "\u{2500}"]
    let missing = louis.undefined(among: scalars, in: TableName("en-ueb-g2.ctb"))
    #expect(missing.map(Set.init) == ["中", "😀", "\u{2500}"])
    #expect(missing?.count == 3)
    let chinese = louis.undefined(among: ["中", "a"], in: TableName("zh-tw.ctb"))
    #expect(chinese == [])
  }

  @Test func braillesTextComesBack() {
    let cells = [Cell](unicode: "⠓⠑⠇⠇⠕") ?? []
    let result = louis.backTranslate(cells, in: TableName("en-ueb-g1.ctb"))
    #expect(result?.text == ["h", "e", "l", "l", "o"])
    #expect(result?.map.cellCount == 5 && result?.map.scalarCount == 5)
  }

  /// BUG-013 (liblouis#2094, liblouis#2097): back-translation clears as many entries for styles as
  /// there is room for text, so it gets none, also where a text with styles came before; the
  /// address sanitizer tells otherwise.
  @Test func braillesTextComesBackBehindAStyledOne() {
    let table = TableName("en-us-g2.ctb")
    let long = Array(String(repeating: "word ", count: 500).unicodeScalars)
    _ = louis.translate(long, typeform: Array(repeating: 1, count: long.count), in: table)
    _ = louis.translate(["a"], typeform: [1], in: table)
    let cells = [Cell](unicode: "⠁⠁⠁") ?? []
    #expect(louis.backTranslate(cells, in: table)?.text == ["a", "a", "a"])
  }

  @Test func aTableThatIsNotThereIsShownByTheBuiltInOne() {
    for table in ["none.ctb", "../../../../etc/passwd", "", ","] {
      #expect(cells("Ab 1", table) == Builtin.translate(Array("Ab 1".unicodeScalars)).cells.unicode)
      let (missing, reports) = (
        louis.undefined(among: ["中"], in: TableName(table)), louis.takeReports()
      )
      #expect(missing == [] && reports.contains(.broken(TableName(table))))
    }
  }

  /// liblouis/liblouis#1231: German tables loop on these for ever.
  @Test func textsThatLiblouisHangsOnAreTranslatedWordByWord() throws {
    louis.deadline = .milliseconds(60)
    let text = "50 %.org"
    let shown = try #require(cells(text, "de-g1.ctb"))
    let words = try #require(cells("50", "de-g1.ctb"))
    #expect(shown.hasPrefix(words + "⠀"))
    let reports = louis.takeReports()
    #expect(reports == [.gaveUp(table: TableName("de-g1.ctb"), scalars: 8, hung: true)])
    // It is not tried again, and everything else goes on.
    #expect(cells(text, "de-g1.ctb") == shown)
    let more = louis.takeReports()
    #expect(more == [])
    #expect(cells("gut", "de-g1.ctb") == "⠛⠥⠞")
    #expect(louis.counters.first { $0.0 == "translationHangs" }?.1 == 1)
  }

  @Test func withoutTimeThereIsNoAnswerYet() {
    let table = TableName("en-ueb-g2.ctb")
    louis.begin(waiting: .zero)
    let (shown, missing) = (
      louis.translate(["a", "n", "d"], typeform: [], in: table),
      louis.undefined(among: ["é"], in: table)
    )
    #expect(shown == nil && missing == nil)
    // It comes, and is known then without any waiting.
    let end = MonotonicClock.now + Patience.limit
    while MonotonicClock.now < end {
      var poller = Poller()
      for descriptor in louis.descriptors { poller.add(descriptor) }
      poller.wait(.milliseconds(50))
      _ = louis.process()
      louis.begin(waiting: .zero)
      if louis.translate(["a", "n", "d"], typeform: [], in: table) != nil { break }
    }
    louis.begin(waiting: nil)
    #expect(cells("and", "en-ueb-g2.ctb") == "⠯")
  }

  @Test func answersAreKept() {
    _ = cells("once", "en-ueb-g2.ctb")
    _ = cells("once", "en-ueb-g2.ctb")
    #expect(louis.counters.first { $0.0 == "translationsCached" }?.1 == 1)
  }

  @Test func wordsArePartedByADictionary() {
    func places(_ word: String, _ table: String) -> [Int]? {
      louis.hyphenate(Array(word.unicodeScalars), in: TableName(table))
    }
    let english = "en-ueb-g1.ctb,hyph_en_US.dic"
    #expect(places("hyphenation", english) == [2, 6])
    #expect(places("HYPHENATION", english) == [2, 6])
    #expect(places("", english) == [])
    // liblouis does not tell of longer ones, and nothing without a dictionary.
    #expect(places(String(repeating: "hyphenation", count: 9), english)?.isEmpty == false)
    #expect(places(String(repeating: "hyphenation", count: 9) + "s", english) == [])
    #expect(places("hyphenation", "en-ueb-g1.ctb") == [])
    #expect(places("hyphenation", "en-ueb-g1.ctb,none.dic") == [])
    // Behind a hyphen of its own there is no other.
    #expect(places("self-hyphenation", english) == [7, 11])
  }

  @Test func wordsThatAreNotKnownYetAreNotParted() {
    louis.begin(waiting: .zero)
    let table = TableName("en-ueb-g1.ctb,hyph_en_US.dic")
    let places = louis.hyphenate(["w", "a", "t", "e", "r"], in: table)
    #expect(places == nil)
  }

  @Test func formsOfWritingReachTheTable() {
    // UEB: bold is the third class, whose sign before a word is ⠘⠂.
    let scalars = Array("bold".unicodeScalars)
    let plain = louis.translate(scalars, typeform: [], in: TableName("en-ueb-g1.ctb"))
    let zeros = louis.translate(scalars, typeform: [0, 0, 0, 0], in: TableName("en-ueb-g1.ctb"))
    let bold = louis.translate(scalars, typeform: [4, 4, 4, 4], in: TableName("en-ueb-g1.ctb"))
    #expect(plain?.cells == zeros?.cells)
    #expect(bold?.cells.unicode == "⠘⠂⠃⠕⠇⠙")
    #expect(bold?.map.cell(of: .zero) == .zero && bold?.map.scalar(of: CellOffset(1)) == .zero)
  }

  @Test func anyTextHasTotalPlaces() {
    var generator = SeededGenerator(seed: 7)
    let choice = TableChoice(languages: Languages(), language: "en", mode: .contracted)
    let translation = LineTranslation(choice: choice)
    for table in [
      "en-ueb-g2.ctb", "fr-bfu-g2.ctb", "nl-NL-g0.utb", "ru-litbrl.ctb", "no-no-g3.ctb",
    ] {
      for _ in 0..<25 {
        let text = generator.scalars(0...40)
        let result = translation.translate(text[...], in: TableName(table), with: &louis)
        #expect(result?.map.scalarCount == text.count)
        #expect(result?.map.cellCount == result?.cells.count)
      }
    }
  }
}
