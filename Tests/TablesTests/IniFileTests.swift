// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
@testable import Tables
import TestSupport
import Testing

@Suite struct IniFileTests {
  private func entries(_ text: String) -> [IniFile.Entry] {
    IniFile(path: "x", text: text).entries
  }

  @Test func namesHaveSectionsValuesAndLines() {
    let file = IniFile(path: "x.conf", text: "# c\n[one]\na = 1\n\nb=two words \n[two]\na: 3\n")
    #expect(
      file.entries == [
        .init(section: "one", name: "a", value: "1", line: 3),
        .init(section: "one", name: "b", value: "two words", line: 5),
        .init(section: "two", name: "a", value: "3", line: 7),
      ])
    #expect(file.findings == [] && file.path == "x.conf")
  }

  @Test func commentsAreNoValues() {
    #expect(entries("[s]\na = 1 ; c\nb = x;y\n; d\n# e\n").map(\.value) == ["1", "x;y"])
    #expect(entries("a = 1\n").first?.section == "")
    #expect(entries("") == [])
  }

  @Test func allLinesThatAreNoneAreTold() {
    let file = IniFile(path: "x", text: "[s]\nnothing\na = 1\n[open\nb = 2\nagain\n")
    #expect(file.findings.map(\.line) == [2, 4, 6])
    #expect(file.findings.allSatisfy { $0.reason.contains("NAME = VALUE") })
    #expect(file.entries.map(\.name) == ["a", "b"])
    #expect(file.entries.map(\.line) == [3, 5])
  }

  @Test func aLineThatIsTooLongIsTold() {
    let long = "a = " + String(repeating: "x", count: 300)
    let file = IniFile(path: "x", text: "[s]\n\(long)\nb = 2\n")
    #expect(file.findings.first?.line == 2)
    #expect(file.findings.first?.reason.contains("198") == true)
    #expect(file.entries.map(\.name).contains("b"))
    let comment = "# " + String(repeating: "x", count: 300) + " = y"
    #expect(IniFile(path: "x", text: "\(comment)\nb = 2\n").findings == [])
    #expect(entries("\(comment)\nb = 2\n").map(\.line) == [2])
    let longest = "a = " + String(repeating: "x", count: 194)
    #expect(IniFile(path: "x", text: longest).entries.first?.value.count == 194)
  }

  @Test func aNULIsToldAndDoesNotEndTheFile() {
    let file = IniFile(path: "x", text: "[s]\na = 1\n\0# c\nb = 2\n")
    #expect(file.findings.map(\.line) == [3])
    #expect(file.entries.map(\.name) == ["a", "b"])
    #expect(file.entries.map(\.line) == [2, 4])
  }

  @Test func carriageReturnsAreNoPartOfAValue() {
    let text = "# c\r\n[s]\r\n" + String(repeating: "a = 1\r\n", count: 60) + "odd\r\n"
    let file = IniFile(path: "x", text: text)
    #expect(file.entries.count == 60 && file.entries.allSatisfy { $0.value == "1" })
    #expect(file.entries.first?.line == 3 && file.entries.last?.line == 62)
    #expect(file.findings.map(\.line) == [63])
  }

  @Test func equalNamesKeepTheirLines() {
    let found = entries("[a]\nx = 1\nx = 2\n[b]\nx = 3\n")
    #expect(found.map(\.line) == [2, 3, 5])
  }

  @Test func linesAreFoundWhateverStandsOnThem() {
    let text = """
      \u{FEFF}first = 0
      [a]
        x = 1
      y = 2
        [b]
        x = 3
      # x = 4

      [c]
      [d]
      x = 5
      """
    let file = IniFile(path: "x", text: text)
    #expect(
      file.entries == [
        .init(section: "", name: "first", value: "0", line: 1),
        .init(section: "a", name: "x", value: "1", line: 3),
        .init(section: "a", name: "y", value: "2", line: 4),
        .init(section: "a", name: "y", value: "[b]", line: 5),
        .init(section: "a", name: "y", value: "x = 3", line: 6),
        .init(section: "d", name: "x", value: "5", line: 11),
      ])
    #expect(
      file.sections == [
        .init(name: "a", line: 2), .init(name: "c", line: 9), .init(name: "d", line: 10),
      ])
  }

  @Test func filesThatCannotBeReadAreTold() throws {
    let missing = #expect(throws: Finding.self) { try IniFile(path: "/nowhere/x.conf") }
    #expect(missing?.file == "/nowhere/x.conf" && missing?.line == nil)
    #expect(missing?.description.hasPrefix("/nowhere/x.conf: ") == true)
    let folder = try TemporaryFolder()
    defer { folder.close() }
    try writeFile(folder.file("latin"), [0x61, 0xE4, 0x0A])
    let latin = #expect(throws: Finding.self) { try IniFile(path: folder.file("latin")) }
    #expect(latin?.reason == "is not UTF-8")
    #expect(Finding(file: "a", line: 3, reason: "r").description == "a:3: r")
  }

  @Test(arguments: (0..<4).map { UInt64($0) }) func anyTextIsRead(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      var text = ""
      for _ in 0..<generator.integer(0...8) {
        text += generator.one(of: ["[s]", "a = b", " c", "#", ";", "[", "=", ": x", "\t", "é=ü"])
        text += generator.one(of: ["\n", "\n", "", "\r\n"])
      }
      let lines = text.utf8.count { $0 == 0x0A } + 1
      let file = IniFile(path: "x", text: text)
      #expect(file.entries.allSatisfy { (1...lines).contains($0.line) })
      #expect(zip(file.entries, file.entries.dropFirst()).allSatisfy { $0.line < $1.line })
      #expect(file.findings.allSatisfy { (1...lines).contains($0.line ?? 0) })
    }
  }
}
