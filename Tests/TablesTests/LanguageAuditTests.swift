// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Louis
import Posix
import Tables
import Testing
import Translation

/// The languages of tables/languages.conf beside those that liblouis' own tables name.
@Suite struct LanguageAuditTests {
  /// A language that a table says that it is for (`#+language: de`).
  private struct Claim {
    let language: String
    let table: String
  }

  private static func claims() throws -> [Claim] {
    let files = TableFiles()
    return try files.tables.sorted().flatMap { table -> [Claim] in
      // Some tables are in Latin-1; their metadata is ASCII.
      let text = String(decoding: try readFile(files.folder + "/" + table), as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).compactMap { line in
        guard line.hasPrefix("#+language:") else { return nil }
        let language = line.dropFirst("#+language:".count).split(separator: " ").first
        return language.map { Claim(language: String($0), table: table) }
      }
    }
  }

  @Test func eachLanguageHasTheNameThatItsReadersKnow() {
    let languages = DataFolders(paths: ["tables"]).read(tables: []).resources.languages
    #expect(languages.all.filter { languages[language: $0]?.name == nil } == [])
    #expect(languages.tables(for: "de-AT")?.name == "Deutsch")
  }

  /// A table that is typed by is there, and one with contractions is none that liblouis calls one
  /// for reading only.
  @Test func tablesForTypingComeBack() throws {
    let files = TableFiles()
    let languages = DataFolders(paths: ["tables"]).read(tables: []).resources.languages
    for language in languages.all {
      let tables = languages.tables(for: language)
      for table in [tables?.input, tables?.contractedInput] {
        #expect(table.map { files.tables.contains($0.name) } ?? true, "\(language)")
      }
      guard let contracted = tables?.contractedInput?.name else { continue }
      let text = String(decoding: try readFile(files.folder + "/" + contracted), as: UTF8.self)
      let isForward = text.split(whereSeparator: \.isNewline).contains { line in
        line.hasPrefix("#+direction:") && line.hasSuffix("forward")
      }
      #expect(!isForward && tables?.contracted?.name == contracted, "\(language)")
    }
  }

  /// A language that liblouis has a table for has tables here, or the file says why it has none:
  /// it names the table.
  @Test func noLanguageIsForgotten() throws {
    let claims = try Self.claims()
    #expect(claims.count > 150)
    let languages = DataFolders(paths: ["tables"]).read(tables: []).resources.languages
    let text = String(decoding: try readFile("tables/languages.conf"), as: UTF8.self)
    let named = Set(text.split { " ,()\n".contains($0) }.map(Self.stem))
    for claim in claims where languages.tables(for: claim.language) == nil {
      #expect(named.contains(Self.stem(claim.table[...])), "\(claim)")
    }
  }

  /// `bo` of `bo.tbl`, which is `bo.ctb` with metadata.
  private static func stem(_ file: Substring) -> String {
    guard let dot = file.firstIndex(of: ".") else { return "" }
    return String(file[..<dot])
  }
}
