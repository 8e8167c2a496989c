// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Panning
import Posix
@testable import Tables
import TestSupport
import Testing
import Translation

/// The configuration files (docs/man/brailled.conf.5).
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

  private func findings(_ text: String) -> [String] {
    var configuration = Configuration()
    let before = configuration.settings
    configuration.read(IniFile(path: "brailled.conf", text: text), tables: ["de-g2.ctb"])
    #expect(configuration.settings == before)
    return configuration.findings.map(\.description)
  }

  @Test(arguments: [
    (
      "[braile]\n\nmode = contracted\n",
      "brailled.conf:3: braile.mode is no setting; did you mean braille.mode?"
    ),
    (
      "[braille]\nmdoe = contracted\n",
      "brailled.conf:2: braille.mdoe is no setting; did you mean braille.mode?"
    ),
    (
      "[braille]\n  mode = contractd\n",
      "brailled.conf:2: braille.mode cannot be contractd; did you mean contracted? It can be "
        + "uncontracted, contracted, computer"
    ),
    (
      "[braille]\ntable = de-g2.cbt\n",
      "brailled.conf:2: braille.table cannot be de-g2.cbt; did you mean de-g2.ctb?"
    ),
    (
      "[braile]\n# nothing\n", "brailled.conf:1: [braile] is no section; did you mean [braille]?"
    ),
    (
      "[proxy]\n",
      "brailled.conf:1: [proxy] is no section; there are [braille], [reading], [emphasis], "
        + "[display], [messages], [rotor], [keys], [typing], [brlapi]"
    ),
    (
      "braille.mode = contracted\n",
      "brailled.conf:1: braille.mode stands in no section; write [braille] above it, and mode = …"
    ),
    ("mode = contracted\n", "brailled.conf:1: mode is no setting; did you mean braille.mode?"),
    (
      "[braille]\nmode contracted\n",
      "brailled.conf:2: is neither a [section], nor NAME = VALUE, nor a comment that begins with #"
    ),
  ]) func aWrongLineTellsThePlaceAndTheNearest(_ text: String, _ finding: String) {
    #expect(findings(text) == [finding])
  }

  @Test func findingsStandInTheOrderOfTheirLines() {
    let text = "[odd]\n[braille]\nmode = odd\nodd\n[odder]\na = 1\n[reading]\nwrap = odd\n"
    let lines = findings(text).map { $0.split(separator: ":")[1] }
    #expect(lines == ["1", "3", "4", "6", "8"])
  }
}

/// The folders that configuration is read from.
@Suite struct ConfigurationFolderTests {
  private let machine: TemporaryFolder
  private let user: TemporaryFolder

  init() throws {
    machine = try TemporaryFolder("machine")
    user = try TemporaryFolder("user")
    for folder in [machine, user] { _ = try folder.folder("conf.d") }
  }

  private func write(_ folder: TemporaryFolder, _ name: String, _ text: String) throws {
    try writeFile(folder.file(name), Array(text.utf8))
  }

  private func read(_ folders: [String]? = nil) -> Configuration {
    var configuration = Configuration()
    configuration.readFiles(of: folders ?? [machine.path, user.path], tables: [])
    return configuration
  }

  @Test func laterFilesGoOverEarlierOnes() throws {
    try write(machine, "brailled.conf", "[display]\nstatusCells = 1\nrows = 1\nblink = 500\n")
    try write(machine, "conf.d/20.conf", "[display]\nstatusCells = 3\n[keys]\nrepeat = 20\n")
    try write(machine, "conf.d/10.conf", "[display]\nstatusCells = 2\nrows = 2\n")
    try write(machine, "conf.d/30.conf~", "[display]\nstatusCells = 0\n")
    var settings = read().settings
    #expect(settings.statusCells == 3 && settings.usedRows == 2 && settings.blink == 500)
    try write(user, "brailled.conf", "[display]\nstatusCells = 1\nrows = 3\n")
    try write(user, "conf.d/10.conf", "[display]\nrows = 4\n")
    settings = read().settings
    #expect(settings.statusCells == 1 && settings.usedRows == 4 && settings.blink == 500)
    #expect(settings.keyRepeat == 20)
  }

  @Test func aWrongLineLeavesWhatAnEarlierFileSays() throws {
    try write(machine, "brailled.conf", "[display]\nrows = 2\n")
    try write(user, "conf.d/a.conf", "[display]\nrows = many\nblink = 700\n")
    let configuration = read()
    #expect(configuration.settings.usedRows == 2 && configuration.settings.blink == 700)
    #expect(configuration.findings.map(\.file) == [user.file("conf.d/a.conf")])
  }

  @Test func whatIsNotThereIsNoFindingAndWhatCannotBeReadIsOne() throws {
    #expect(read(["/nowhere", machine.path]).findings == [])
    _ = try machine.folder("brailled.conf")
    try write(user, "brailled.conf", "[display]\nrows = 2\n")
    try write(user, "conf.d/a.conf", "\u{0}")
    try writeFile(user.file("conf.d/b.conf"), [0xFF])
    let configuration = read()
    #expect(
      configuration.findings.map(\.description) == [
        machine.file("brailled.conf") + ": cannot be read: Is a directory",
        user.file("conf.d/a.conf") + ":1: has a NUL in it, which is no text",
        user.file("conf.d/b.conf") + ": is not UTF-8",
      ])
    #expect(configuration.settings.usedRows == 2)
  }
}
