// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Posix
import TestSupport
import Testing
@testable import Tables
@testable import Translation

@Suite struct NamesFileTests {
  private func lines(_ text: String) -> [Int?] {
    NamesFile.check(Array(text.utf8), path: "x").map(\.line)
  }

  @Test func aFileOfNamesIsRight() {
    #expect(lines("") == [])
    #expect(lines("# Names\n#\n\n#⃣ keycap\n1⃣ keycap\n→ right arrow\n🇩🇪 flag: Germany\n") == [])
  }

  @Test(arguments: [
    ("→ right\n☎ telephone\n→ right\n", [3]), ("→ right\n→ left\n", [2]),
    ("→right\n", [1]), ("→ \n", [1]), ("→  right\n", [1]), ("→ right \n", [1]), ("ab right\n", [1]),
    ("☎\u{FE0F} telephone\n", [1]), ("→ right\n\n# a\n☎ telephone\n", [2, 3]),
    ("# a\n→ right\r\n", [2]),
  ]) func whatIsWrongIsToldWithItsLine(_ text: String, _ expected: [Int]) {
    #expect(lines(text) == expected)
  }

  @Test func bytesThatAreNoTextAreTold() {
    #expect(
      NamesFile.check([0xE2, 0x20, 0x61, 0x0A], path: "x").map(\.description) == [
        "x:1: is not UTF-8"
      ])
  }

  @Test func theNearestFolderWinsNameByName() throws {
    let near = try TemporaryFolder("near")
    let far = try TemporaryFolder("far")
    for (folder, text) in [(near, "☎ mine\n"), (far, "→ right\n☎ telephone\n")] {
      _ = try folder.folder("names")
      try writeFile(folder.file("names/de.names"), Array(text.utf8))
    }
    try writeFile(far.file("names/en.names"), Array("→ r\n♪ note\n".utf8))
    try writeFile(far.file("names/sv.names"), Array("☎ b\n→ a\n".utf8))
    let folders = DataFolders(paths: [near.path, far.path])
    let names = folders.read(tables: []).resources.names(for: "de-AT")
    #expect(names.name(of: ["☎"]) == "mine")
    #expect(names.name(of: ["→"]) == "right")
    #expect(names.name(of: ["♪"]) == "note")
    #expect(
      folders.checkNames().map { "\($0.file):\($0.line ?? 0)" } == [
        far.file("names/sv.names") + ":2"
      ])
  }

  /// Each line of the files that come with brailled is found.
  @Test func allNamesAreFound() throws {
    let names = DataFolders(paths: ["tables"]).read(tables: []).resources.names
    for (language, found) in names {
      for path in DataFolders(paths: ["tables"]).all("names/\(language).names") {
        let text = String(decoding: try readFile(path), as: UTF8.self)
        for line in text.split(separator: "\n") where !line.hasPrefix("# ") && line != "#" {
          let blank = try #require(line.firstIndex(of: " "))
          let name = found.name(of: line[..<blank].unicodeScalars)
          #expect(name == String(line[line.index(after: blank)...]), "\(language)")
        }
      }
    }
  }
}
