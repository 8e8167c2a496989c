// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Louis
import Posix
import Tables
import TestSupport
import Testing
import Translation
import Typing

/// What corrects a table's back-translation (tables/typing).
@Suite struct TypingFileTests {
  private static let table = TableName("en-ueb-g2.ctb")

  private func data(_ text: String) -> DataFiles {
    var data = DataFiles()
    data.readTyping(IniFile(path: "x.typing", text: text), table: Self.table.name)
    return data
  }

  private func corrections(_ text: String) -> Corrections? {
    let data = data(text)
    #expect(data.findings == [])
    return data.resources.backTranslation.corrections[Self.table]
  }

  private func read(_ cells: String, _ text: String, isPartial: Bool = false) -> String? {
    let letters: [Cell: Unicode.Scalar] = [
      Cell(dots: 1): "a", Cell(dots: 1, 2): "b", Cell(dots: 1, 4): "c",
    ]
    var translator = ReadingTranslator { $0.compactMap { letters[$0] } }
    let reading = data(text).resources.backTranslation.read(
      [Cell](unicode: cells) ?? [], isPartial: isPartial, in: Self.table, with: &translator)
    return reading.map { String(String.UnicodeScalarView($0.text)) }
  }

  @Test func signsAreCells() {
    let all = corrections("[signs]\ncapital = ⠠\npassage = ⠠⠠⠠\nends = ⠠⠤ ⠐⠠⠤\n")
    #expect(all?.signs.capital == [Cell](unicode: "⠠"))
    #expect(all?.signs.passage == [Cell](unicode: "⠠⠠⠠"))
    #expect(all?.ends == ["⠠⠤", "⠐⠠⠤"].compactMap { [Cell](unicode: $0) })
  }

  @Test func wordsHaveTheirCapitals() {
    let file = "[signs]\ncapital = ⠠\ncapitalsWord = ⠠⠠\n[words]\n⠃ = but so\n"
    #expect(read("⠃", file) == "but so")
    #expect(read("⠠⠃", file) == "But so")
    #expect(read("⠠⠠⠃", file) == "BUT SO")
    #expect(read("⠃", file, isPartial: true) == "b")
    #expect(read("⠃⠃", file) == "bb")
  }

  @Test func textIsReplacedWhereItsEdgesAre() {
    #expect(read("⠁⠃⠁", "[text]\nb = xx\n") == "axxa")
    #expect(read("⠃⠁⠃⠁⠃", "[text]\n-b- = x\n") == "baxab")
    #expect(read("⠃⠁⠃", "[text]\n_b = x\n") == "xab")
    #expect(read("⠃⠁⠃", "[text]\nb_ = x\n") == "bax")
    #expect(read("⠃", "[text]\n_b_ = x\n") == "x")
    #expect(read("⠃⠁", "[text]\n_b_ = x\n") == "ba")
    // The longer one wins, and one in its own place keeps it as it is.
    #expect(read("⠁⠃⠉⠁⠃", "[text]\nab = x\nabc = abc\n") == "abcx")
    #expect(read("⠁⠃", "[text]\na =\n") == "b")
    #expect(read("⠁", "[text]\na = U+20AC\n") == "€")
  }

  @Test func cellsAreReplacedBehindASignOfACapitalToo() {
    let file = "[signs]\ncapital = ⠠\n[cells]\n_⠃- = ⠉⠉\n"
    #expect(read("⠃⠃", file) == "ccb")
    #expect(read("⠃", file) == "b")
    #expect(read("⠠⠃⠃", file) == "Ccb")
  }

  @Test func whatHasOnlyKnownLettersIsReadByThem() {
    let file = """
      [signs]
      number = ⠼
      capital = ⠨
      capitalsWord = ⠨⠨
      [letters]
      ⠁ = z
      ⠃ = ß
      ⠁⠁ = yy
      ⠤ = -
      [digits]
      ⠁ = 1
      """
    #expect(read("⠁⠃⠁⠁", file) == "zßyy")
    #expect(read("⠨⠁⠃", file) == "Zß")
    #expect(read("⠨⠨⠁⠁⠤⠁", file) == "YY-z")
    #expect(read("⠼⠁⠁⠤⠁", file) == "11-z")
    #expect(read("⠼", file) == "")
    // One is not known: the table reads them all.
    #expect(read("⠁⠉", file) == "ac")
  }

  @Test func punctuationIsTakenFromAWord() {
    let file = "[before]\n⠢ = ¿\n[behind]\n⠢ = ?\n⠢⠢ = !\n[words]\n⠃ = but\n"
    #expect(read("⠢⠁⠃⠢", file) == "¿ab?")
    #expect(read("⠃⠢⠢", file) == "but!")
    // A word of punctuation alone stays what the table has for it.
    #expect(read("⠢", file) == "")
  }

  @Test func aNumberGoesOnBehindItsPoint() {
    let file = "[signs]\nnumber = ⠼\npoints = ⠂\n[cells]\n⠂⠼⠁ = ⠃⠃\n"
    #expect(read("⠼⠁⠂⠁", file) == "abb")
    #expect(read("⠁⠂⠁", file) == "aa")
  }

  @Test(arguments: [
    ("[what]\na = b\n", "there is no section [what]; there are [signs], "),
    ("[signs]\nsmall = ⠠\n", "small is no sign; there are capital, "),
    ("[signs]\ncapital = x\n", "x is no cells"),
    ("[signs]\ncapital = ⠠ ⠠\n", "capital is one sign of cells"),
    ("[words]\nab = c\n", "ab is no cells"), ("[letters]\n⠁ =\n", "⠁ has no text"),
    ("[cells]\n⠁ = b\n", "⠁ = b is not CELLS = CELLS"),
    ("[text]\nA = b\n", "A is not in small letters"),
  ]) func whatIsWrongIsSaid(_ text: String, _ reason: String) throws {
    let finding = try #require(data(text).findings.first)
    #expect(finding.reason.hasPrefix(reason) && finding.line == 2)
  }

  @Test func aTableThatThereIsNotIsSaid() {
    var data = DataFiles()
    data.setTables(["en-ueb-g1.ctb"])
    data.readTyping(IniFile(path: "x.typing", text: ""), table: "none.ctb")
    #expect(data.findings.map(\.reason) == ["liblouis has no table none.ctb"])
  }

  @Test func ownFilesAreReadOverThoseOfThePackage() throws {
    let own = try TemporaryFolder()
    _ = try own.folder("typing")
    let file = own.file("typing/en-ueb-g2.ctb.typing")
    try writeFile(file, Array("[words]\n⠢ = mine\n".utf8))
    let folders = DataFolders(paths: [own.path, "tables"])
    let all = folders.read(tables: []).resources.backTranslation.corrections[Self.table]
    #expect(all?.words[[Cell](unicode: "⠢") ?? []] == Array("mine".unicodeScalars))
    #expect(all?.words[[Cell](unicode: "⠁⠇⠞⠎") ?? []] == Array("alts".unicodeScalars))
  }
}
