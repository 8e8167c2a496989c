// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Louis
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

  /// The tables of a language can show the letters of its names.
  ///
  /// But for the sign # of one keycap: the Spanish tables of six dots have none.
  @Test func allNamesCanBeRead() throws {
    let data = DataFolders(paths: ["tables"]).read(tables: TableFiles().tables)
    var louis = LouisTranslator(executable: Executables.path("brailled"))
    defer { louis.end() }
    for language in data.resources.names.keys.sorted() {
      let bytes = try readFile("tables/names/\(data.spelling(of: language)).names")
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let names = lines.filter { !$0.hasPrefix("# ") }.flatMap { $0.drop { $0 != " " } }
      let letters = Array(Set(names)).sorted().map(String.init)
      let text = Array(letters.joined(separator: " ").unicodeScalars)
      for mode in BrailleMode.allCases {
        let choice = TableChoice(
          languages: data.resources.languages, language: language, mode: mode)
        let safe = try #require(
          SafeText(
            text[...], in: choice.table(for: nil), substitutes: data.resources.substitutes,
            translator: &louis))
        let places = safe.scalars.indices.filter { safe.scalars[$0] == Substitutes.unknown }
        let unreadable = places.map { place in
          safe.map.map { text[$0.scalar(of: CellOffset(place)).value] }
        }
        #expect(unreadable.allSatisfy { $0 == "#" && language == "es" }, "\(language) \(mode)")
      }
    }
  }
}

extension DataFiles {
  /// A language as its file is named: in lower case but for the region.
  fileprivate func spelling(of language: String) -> String {
    let parts = language.split(separator: "-")
    return ([String(parts[0])] + parts.dropFirst().map { $0.uppercased() }).joined(separator: "-")
  }
}
