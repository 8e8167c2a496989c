// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Louis
import Posix
import Sessions
import Tables
import TestSupport
import Testing

/// The project's own cases (Tests/Cases/sessions), each a test.
@Suite struct SessionFileTests {
  static let folder = "Tests/Cases/sessions"
  static let names = list(folder).filter { $0.hasSuffix(".session") }
  static let data = DataFolders(paths: ["tables"]).read(tables: TableFiles().tables)

  @Test(arguments: names) func comesTrue(_ name: String) throws {
    let text = String(decoding: try readFile("\(Self.folder)/\(name)"), as: UTF8.self)
    let file = try SessionFile(parsing: text)
    let data = Self.data
    #expect(data.findings == [])
    let louis = LouisTranslator(executable: Executables.path("brailled"))
    var player = SessionPlayer(file, louis: louis, resources: data.resources)
    defer { player.end { $0.end() } }
    for difference in player.play(file) {
      Issue.record("\(name):\(difference.line): \(difference.expected) but \(difference.actual)")
    }
  }
}
