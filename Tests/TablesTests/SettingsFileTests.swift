// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Posix
@testable import Tables
import TestSupport
import Testing

/// Settings that are kept in a file which somebody else may have written.
@Suite struct SettingsFileTests {
  /// Settings by their names, as files write them.
  private func values(_ settings: [(String, String)]) throws -> [SettingValue] {
    var all = Settings()
    for (name, value) in settings { try all.set(name, to: value) }
    return all.values.filter { value in settings.contains { $0.0 == value.name } }
  }

  private func text(_ old: String, _ settings: (String, String)...) throws -> String {
    SettingsFile.text(old, keeping: try values(settings))
  }

  @Test func aValueIsReplacedWithAllElseLeftAlone() throws {
    let rest = " ; as learnt\n\n[reading]\nwrap = word\n# end\n"
    #expect(
      try text("# mine\n[braille]\n  mode=uncontracted" + rest, ("braille.mode", "contracted"))
        == "# mine\n[braille]\n  mode= contracted" + rest)
  }

  @Test func aNewOneStandsAtTheEndOfItsSection() throws {
    #expect(
      try text("[reading]\nwrap = cut\n\n# of all\n[braille]\n", ("reading.signs", "words"))
        == "[reading]\nwrap = cut\nsigns = words\n\n# of all\n[braille]\n")
    #expect(
      try text("[braille]", ("braille.mode", "contracted")) == "[braille]\nmode = contracted")
  }

  @Test func aNewSectionStandsAtTheEnd() throws {
    #expect(
      try text("", ("reading.signs", "words"), ("display.blink", "500"))
        == "[reading]\nsigns = words\n\n[display]\nblink = 500\n")
    #expect(
      try text("[braille]\nmode = computer\n\n", ("keys.chords", "yes"))
        == "[braille]\nmode = computer\n\n[keys]\nchords = yes\n")
  }

  @Test func theLineThatWinsIsTheOneThatIsChanged() throws {
    #expect(
      try text("[braille]\nmode = computer\nmode = computer\n", ("braille.mode", "contracted"))
        == "[braille]\nmode = computer\nmode = contracted\n")
    #expect(
      try text("[reading]\r\nwrap = cut\r\n", ("reading.wrap", "off"))
        == "[reading]\r\nwrap = off\r\n")
  }

  @Test func anIndentedLineIsAFurtherValue() throws {
    let old = "[braille]\nmode = computer\n  mode = x\n[reading]\n  wrap = cut\n"
    #expect(
      try text(old, ("braille.mode", "contracted"), ("reading.wrap", "off"))
        == "[braille]\nmode = computer\n  mode = x\nmode = contracted\n[reading]\n  wrap = off\n")
  }

  @Test(arguments: [
    "", "[braille]\nmode = computer\n mode = x\n[keys]\n mode = a\n",
    "x\n[braille\n mode = y\n[keys]\n; z\n",
  ])
  func whatIsKeptIsRead(_ old: String) throws {
    let kept = [
      ("braille.mode", "contracted"), ("braille.table", ""), ("reading.order", "nvda"),
      ("emphasis.tags", "none"), ("messages.duration", "untilDismissed"),
    ]
    let values = try values(kept)
    var configuration = Configuration()
    let file = IniFile(path: "x", text: SettingsFile.text(old, keeping: values))
    configuration.read(file, tables: [])
    let read = configuration.settings.values
    for value in values { #expect(read.contains(value), "\(value)") }
  }

  /// A line that libinih is not given cannot keep a value; nor may one become such by its value.
  @Test func aLineThatIsNotReadKeepsNothing() throws {
    let long = String(repeating: "c", count: 200)
    #expect(
      try text("[braille]\nmode = computer ; \(long)\n", ("braille.mode", "contracted"))
        == "[braille]\nmode = computer ; \(long)\nmode = contracted\n")
    #expect(
      try text("[braille]\nmode = \0\n", ("braille.mode", "contracted"))
        == "[braille]\nmode = \0\nmode = contracted\n")
    let comment = String(repeating: "c", count: 178)
    #expect(
      try text("[braille]\nmode = computer ; \(comment)\n", ("braille.mode", "uncontracted"))
        == "[braille]\nmode = uncontracted\n")
  }

  @Test func aFileIsReplacedInItsPlaceWithItsMode() throws {
    let folder = try TemporaryFolder()
    defer { folder.close() }
    let file = SettingsFile(path: folder.file("a/b/brailled.conf"))
    try file.keep(try values([("reading.signs", "words")]))
    #expect(try readFile(file.path) == Array("[reading]\nsigns = words\n".utf8))
    try writeFile(folder.file("secret"), [], mode: 0o600)
    try SettingsFile(path: folder.file("secret")).keep(try values([("reading.signs", "words")]))
    #expect(list(folder.path) == ["a", "secret"])
    // A folder is no file.
    #expect(throws: Finding.self) { try SettingsFile(path: folder.path).keep([]) }
  }
}
