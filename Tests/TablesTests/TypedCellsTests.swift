// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Louis
import Tables
import TestSupport
import Testing
import Translation
import Typing

/// How typed cells are read by liblouis and the corrections of this checkout.
@Suite(.serialized) final class TypedCellsTests {
  private var louis = LouisTranslator(executable: Executables.path("brailled"))
  private static let data = DataFolders(paths: ["tables"]).read(tables: TableFiles().tables)

  deinit {
    louis.end()
  }

  /// The text of words with blanks between them, one after another.
  private func text(_ cells: String, _ table: String, isPartial: Bool = false) -> String? {
    var context = BackTranslation.Context()
    var words: [String] = []
    for word in cells.split(separator: "⠀") {
      let reading = Self.data.resources.backTranslation.read(
        [Cell](unicode: String(word)) ?? [], after: context, isPartial: isPartial,
        in: TableName(table), with: &louis)
      guard let reading else { return nil }
      context = reading.context
      words.append(String(String.UnicodeScalarView(reading.text)))
    }
    return words.joined(separator: " ")
  }

  /// BUG-072 (liblouis#210, #213): a sign alone is no text; neither is a lone dot 7 or 8.
  @Test(arguments: ["en-ueb-g1.ctb", "en-ueb-g2.ctb"])
  func lonePrefixCellsHaveNoText(_ table: String) {
    for cell in ["⠸", "⠠", "⠼", "⠐", "⠘", "⠨", "⠰", "⡀", "⢀", "⠠⠠", "⠠⠠⠠"] {
      #expect(text(cell, table) == "", "\(cell)")
      #expect(text(cell, table, isPartial: true) == "", "\(cell)")
    }
  }

  /// BUG-074: what a table has no character for is no text, in any table that is typed by: no
  /// control character, no escape (`\456/`), nothing that only the table knows.
  @Test func noCellIsAControlCharacter() {
    let languages = Self.data.resources.languages
    let all = languages.all.compactMap { languages.tables(for: $0) }
    let tables = Set(all.flatMap { [$0.input, $0.contractedInput].compactMap { $0?.name } })
    for table in tables.union(["de-g0.utb", "en-GB-g2.ctb"]).sorted() {
      for value in UInt8(1)...255 {
        let cell = Cell(rawValue: value)
        let typed = text(String(cell.scalar), table)
        let isWrong = typed?.unicodeScalars.contains { scalar in
          scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value)
            || (0xE000...0xF8FF).contains(scalar.value)
        }
        #expect(isWrong == false, "\(table) \(cell.scalar): \(typed ?? "nothing")")
        #expect(typed?.contains("\\") == false || typed == "\\", "\(table) \(cell.scalar)")
      }
    }
  }

  /// BUG-075 (nvda#12667), BUG-090 (liblouis#486, #757, #406), BUG-078 (liblouis#311, #313),
  /// BUG-079 (liblouis#360, #364, #735), BUG-082 (liblouis#632).
  @Test(arguments: [
    ("⠐⠣⠠⠉⠐⠜", "(C)", "en-ueb-g1.ctb"), ("⠐⠣⠼⠁⠐⠜", "(1)", "en-ueb-g1.ctb"),
    ("⠼⠁", "1", "nl-NL-g0.utb"), ("⠕⠯⠬⠪", "oçóõ", "pt-pt-g1.utb"), ("⠬", "ó", "Es-Es-G0.utb"),
    ("⠰⠃", "b", "en-ueb-g2.ctb"), ("⠰⠁⠃", "ab", "en-ueb-g2.ctb"),
    ("⠼⠁⠰⠁", "1a", "en-ueb-g2.ctb"), ("⠃⠲", "but.", "en-ueb-g2.ctb"),
    ("⠹⠬", "thing", "en-ueb-g2.ctb"), ("⠋⠌", "first", "en-ueb-g2.ctb"),
    ("⠭⠄⠎", "it's", "en-ueb-g2.ctb"), ("⠰⠓⠑⠇⠇⠕", "hello", "en-ueb-g2.ctb"),
    ("⠰⠰⠁", "a", "en-ueb-g2.ctb"),
  ]) func signsAreUsedUp(_ cells: String, _ wanted: String, _ table: String) {
    #expect(text(cells, table) == wanted)
  }

  /// BUG-080 wants AB,cd of ⠠⠠⠁⠃⠂⠉⠙, which contradicts UEB: between letters ⠂ is ea (10.6.5).
  ///
  /// Also in capitals, as in TEACH; it is a comma where no letter follows.
  @Test func eaIsNoCommaInCapitals() {
    #expect(text("⠠⠠⠞⠂⠡", "en-ueb-g2.ctb") == "TEACH")
    #expect(text("⠠⠠⠁⠃⠂⠉⠙", "en-ueb-g2.ctb") == "ABEACD")
    #expect(text("⠠⠠⠁⠅⠂", "en-ueb-g2.ctb") == "AK,")
  }

  /// BUG-081: UEB 8.5, a passage of capitals lasts over words until ⠠⠄.
  @Test func capitalsLastOverWords() {
    let table = "en-ueb-g2.ctb"
    #expect(text("⠠⠠⠠⠮⠀⠃⠊⠛⠀⠗⠫⠠⠄", table) == "THE BIG RED")
    #expect(text("⠠⠠⠠⠮⠀⠃⠊⠛⠀⠗⠫⠠⠄⠀⠙⠕⠛", table) == "THE BIG RED dog")
    #expect(text("⠐⠣⠠⠠⠠⠮⠀⠃⠥⠞⠠⠄⠲", table) == "(THE BUT.")
    #expect(text("⠠⠠⠠⠮⠀⠃⠀⠗⠫⠠⠄⠎", table) == "THE BUT REDs")
    #expect(text("⠠⠠⠠⠓⠊⠀⠽⠕⠠⠄", "en-ueb-g1.ctb") == "HI YO")
    #expect(text("⠠⠠⠠⠓⠊", "en-ueb-g1.ctb", isPartial: true) == "HI")
  }

  /// ⠄ is the apostrophe of the keyboard; what stands alone, and what does not (UEB 2.6, 10.5.1).
  @Test(arguments: [
    ("⠊⠞⠄⠎", "it's"), ("⠙⠕⠛⠎⠄", "dogs'"), ("⠢", "enough"), ("⠠⠢", "Enough"), ("⠁⠇⠞⠎", "alts"),
    ("⠃⠕⠎⠄⠝", "bos'n"), ("⠠⠗⠫⠿⠙", "Redford"), ("⠠⠠⠗⠫⠿⠙", "REDFORD"),
    ("⠠⠛⠢⠣⠊⠎", "Genghis"), ("⠠⠛⠙⠺⠔", "Goodwin"), ("⠠⠛⠙⠁⠝⠎⠅", "Gdansk"),
    ("⠰⠏⠄⠎", "p's"), ("⠠⠗⠄⠎", "Rather's"), ("⠑⠲⠛⠲", "e.g."), ("⠊⠲⠑⠲", "i.e."),
    ("⠠⠥⠲⠠⠎⠲", "U.S."), ("⠁⠲⠍⠲", "a.m."), ("⠛⠕⠲", "go."),
  ]) func englishIsReadByItsRules(_ cells: String, _ wanted: String) {
    #expect(text(cells, "en-ueb-g2.ctb") == wanted)
  }

  /// BUG-092 (liblouis#972) and others of its kind.
  @Test(arguments: [
    ("⠇⠑", "le", "en-GB-g2.ctb"), ("⠎⠎", "ss", "en-GB-g2.ctb"), ("⠠⠇⠑", "Le", "en-GB-g2.ctb"),
    ("⠇", "like", "en-GB-g2.ctb"), ("⠇⠼⠑", "£5", "en-GB-g2.ctb"), ("⠛⠜⠽", "gary", "en-GB-g2.ctb"),
    ("⠋⠗⠑⠑", "free", "en-GB-g2.ctb"), ("⠋⠗⠇⠽", "friendly", "en-GB-g2.ctb"),
    ("⠏⠁⠎⠎⠕", "passo", "pt-pt-g1.utb"), ("⠎⠎", "§", "pt-pt-g1.utb"),
    ("⠨⠉⠊⠞⠞⠷", "Città", "it-it-comp6.utb"), ("⠼⠁⠊⠊⠓", "1998", "it-it-comp6.utb"),
    ("⠘⠽⠹⠜⠻", "Іїєґ", "uk.utb"), ("⠢⠦⠕", "enero", "es-g2.ctb"), ("⠝⠁⠉⠼", "nación", "es-g2.ctb"),
    ("⠼⠁⠊⠊⠓", "1998", "es-g2.ctb"), ("⠼⠉⠂⠑", "3,5", "pt-pt-g1.utb"),
    ("⠼⠉⠲⠑", "3.5", "nl-NL-g0.utb"), ("⠨⠷⠛⠥⠁", "Água", "pt-pt-g1.utb"),
    ("⠶⠉⠁⠎⠁⠶", "(casa)", "de-g0-detailed.utb"), ("⠦⠉⠁⠎⠁⠴⠂", "(casa),", "no-no-g0.utb"),
    ("⠢⠉⠁⠎⠁⠢", "¿casa?", "es-g1.ctb"),
    ("⠼⠁⠚⠒⠼⠉⠚", "10:30", "es-g1.ctb"), ("⠣⠨⠨⠕⠝⠥⠜⠄", "(ONU).", "es-g1.ctb"),
    ("⠑⠥⠗⠕⠏⠁", "europa", "Pl-Pl-g1.utb"), ("⠨⠍", "M", "pt-pt-g1.utb"),
    ("⠨⠍⠄", "M.", "pt-pt-g1.utb"), ("⠨⠍⠁⠗⠊⠁", "Maria", "pt-pt-g1.utb"),
    ("⠍⠉⠨⠍", "mcM", "pt-pt-g1.utb"), ("⠨⠨⠍⠝", "MN", "pt-pt-g1.utb"),
    ("⠨⠍⠁⠗⠊⠁", "Maria", "pt-pt-g2.ctb"),
  ]) func whatTablesReadWronglyIsMended(_ cells: String, _ wanted: String, _ table: String) {
    #expect(text(cells, table) == wanted)
  }
}
