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
    #expect(data.findings.map(\.description) == ["x:4: liblouis has no dictionary a.ctb"])
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

@Suite struct ConfigurationTests {
  @Test func filesAreReadOverTheDefaults() {
    var configuration = Configuration()
    let text = "[braille]\nmode = contracted\ntable = x.ctb\n[reading]\nwrap = odd\n[odd]\na = 1\n"
    configuration.read(IniFile(path: "c", text: text), tables: ["y.ctb"])
    #expect(configuration.settings.mode == .contracted)
    #expect(configuration.settings.table == "" && configuration.settings.wrap == .word)
    #expect(configuration.findings.map(\.line) == [3, 5, 7])
    #expect(configuration.findings.first?.description.hasPrefix("c:3: braille.table ") == true)
  }

  @Test func whatIsGivenToTheProgramWins() throws {
    var configuration = Configuration()
    configuration.read(IniFile(path: "c", text: "[display]\ncursor = 8\n"), tables: [])
    try configuration.set("display.cursor", to: "all")
    #expect(configuration.settings.cursor == .all)
    #expect(throws: InvalidSetting.self) { try configuration.set("display.cursor", to: "x") }
  }
}
