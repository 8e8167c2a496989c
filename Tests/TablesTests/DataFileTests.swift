// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Panning
import Posix
import Presentation
import Tables
import TestSupport
import Testing
import Translation

@Suite struct DataFileTests {
  private func file(_ text: String) -> IniFile { IniFile(path: "x", text: text) }

  @Test func wordsAreReadOverThoseThatAreThere() {
    var data = DataFiles()
    data.readWords(
      file("[roles]\nbutton = btn\nlink = lnk\n[states]\nchecked = on\n"), language: "EN")
    data.readWords(file("[roles]\nbutton = Btn\n"), language: "en")
    let words = data.resources.words["en"]
    #expect(words?.role("button") == "Btn" && words?.role("link") == "lnk")
    #expect(words?.state(.checked) == "on")
    #expect(data.findings == [])
  }

  @Test func wordsThatNobodyAsksForAreTold() {
    var data = DataFiles()
    data.readWords(file("[role]\na = b\n[states]\nodd = x\n[answers]\ntop = t\n"), language: "en")
    #expect(data.findings.map(\.line) == [2, 4])
    #expect(data.resources.words["en"]?.answer(.top) == "t")
  }

  @Test func whatIsNearIsNamed() {
    var data = DataFiles()
    data.setTables(["de-g2.ctb"], dictionaries: ["hyph_de_DE.dic"])
    data.readWords(
      file("[role]\na = b\n[states]\ncheked = x\n[answers]\nodd = t\n"), language: "en")
    data.readWords(
      file("[actions]\npan lft = x\n[settings]\nbraile.mode = x\n"), language: "en")
    data.readLanguages(
      file("[de]\ncontracted = de-g2.utb\ninput = x.ctb\nhyphenation = hyph_de.dic\nnme = x\n"))
    #expect(
      data.findings.map(\.reason) == [
        "there is no section [role]; did you mean [roles]?",
        "cheked is no name of [states]; did you mean checked?", "odd is no name of [answers]",
        "pan lft is no name of [actions]; did you mean pan left?",
        "braile.mode is no name of [settings]; did you mean braille.mode?",
        "liblouis has no table de-g2.utb; did you mean de-g2.ctb?",
        "liblouis has no table x.ctb",
        "liblouis has no dictionary hyph_de.dic; did you mean hyph_de_DE.dic?",
        "nme is no name of a language's; did you mean name?",
      ])
  }

  @Test func actionsAreNamedAsInFilesOfKeys() {
    var data = DataFiles()
    let text = """
      [actions]
      move next item = weiter
      move nxt item = x
      pan  left = x
      [keys]
      spac = x
      """
    data.readWords(file(text), language: "de")
    #expect(data.findings.map(\.line) == [3, 4, 6])
    #expect(data.resources.words["de"]?.action("move next item") == "weiter")
    #expect(data.resources.words["de"]?.has("move nxt item", in: .actions) == false)
  }

  @Test func languagesNameTablesThatThereAre() {
    var data = DataFiles()
    data.setTables(["a.ctb"])
    data.readLanguages(file("[de]\ncontracted = a.ctb\ninput = b.ctb\nodd = a.ctb\n"))
    #expect(data.resources.languages.tables(for: "de-AT")?.contracted == TableName("a.ctb"))
    #expect(data.findings.map(\.line) == [3, 4])
  }

  @Test func languagesNameDictionariesThatThereAre() {
    var data = DataFiles()
    data.setTables(["a.ctb"], dictionaries: ["a.dic"])
    data.readLanguages(file("[de]\nhyphenation = a.dic\n[en]\nhyphenation = a.ctb\n"))
    #expect(data.resources.languages.tables(for: "de-AT")?.hyphenation == TableName("a.dic"))
    #expect(data.resources.languages.tables(for: "en")?.hyphenation == nil)
    #expect(
      data.findings.map(\.description) == ["x:4: liblouis has no dictionary a.ctb"])
    #expect(!data.resources.tables.contains("a.dic"))
  }

  @Test func substitutesAreCharactersOrCodes() {
    var data = DataFiles()
    data.readSubstitutes(file("[substitutes]\nU+2013 = -\nU+2014 = U+002D\n- = x\nU+D800 = x\n"))
    var expected = Substitutes()
    expected.add("-", for: "\u{2013}")
    expected.add("-", for: "\u{2014}")
    #expect(data.resources.substitutes == expected)
    #expect(data.findings.map(\.line) == [4, 5])
  }

  @Test func terminalKeysNameKeys() {
    var data = DataFiles()
    data.readTerminalKeys(file("[keys]\nLeft = FWINLT\nx = NOSUCH\n"))
    #expect(data.terminalKeys["Left"] == KeyPress(command: "FWINLT"))
    #expect(data.findings.map(\.line) == [3])
  }
}

@Suite struct DataFolderTests {
  private let near: TemporaryFolder
  private let far: TemporaryFolder

  init() throws {
    near = try TemporaryFolder("near")
    far = try TemporaryFolder("far")
    for (folder, word) in [(near, "near"), (far, "far")] {
      _ = try folder.folder("words")
      try write(folder, "words/en.words", "[roles]\nbutton = \(word)\n\(word) = x\n")
      try write(folder, "languages.conf", "[\(word)]\ncontracted = a.ctb\n")
    }
    try write(far, "words/de.words", "[roles]\nbutton = Knopf\n")
  }

  private func write(_ folder: TemporaryFolder, _ name: String, _ text: String) throws {
    try writeFile(folder.file(name), Array(text.utf8))
  }

  @Test func wordsAreMergedAndLanguagesTakenFromTheFirst() {
    let folders = DataFolders(paths: [near.path, far.path])
    let data = folders.read(tables: [])
    let words = data.resources.words["en"]
    #expect(words?.role("button") == "near" && words?.role("far") == "x")
    #expect(data.resources.words["de"]?.role("button") == "Knopf")
    #expect(data.resources.languages.all == ["near"])
    #expect(folders.names(in: "words", ending: ".words") == ["de.words", "en.words"])
    #expect(folders.first("words/de.words") == far.file("words/de.words"))
    #expect(folders.first("none") == nil)
    #expect(
      folders.all("words/en.words") == [far.file("words/en.words"), near.file("words/en.words")])
  }

  @Test func aLanguageWithoutAllWordsIsAFinding() throws {
    try write(far, "words/de-x-short.words", "[roles]\nbutton = Kn\n")
    let findings = DataFolders(paths: [near.path, far.path]).read(tables: []).findings
    #expect(findings.map(\.file) == [far.file("words/de.words"), far.file("words/en.words")])
    for part in ["far of [roles]", "top of [answers]", "checked of [states]"] {
      #expect(findings.first?.reason.contains(part) == true, "\(part)")
    }
    #expect(findings.first?.reason.contains("button") == false)
    #expect(findings.last?.reason.contains("[roles]") == false)
  }

  @Test func noFolderIsAFinding() {
    #expect(DataFolders(paths: []).read(tables: []).findings.count == 1)
    #expect(list("/nowhere") == [])
  }
}
