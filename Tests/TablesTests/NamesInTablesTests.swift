// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Louis
import Tables
import TestSupport
import Testing
import Translation

/// Characters by their names in texts of all languages.
@Suite struct NamesInTablesTests {
  /// Whatever the table of the text does with braille patterns, a name is as the reader's own table
  /// has it, and each of its cells leads to the character.
  @Test func namesAreTheSameInAllTables() throws {
    let data = DataFolders(paths: ["tables"]).read(tables: TableFiles().tables)
    var louis = LouisTranslator(executable: Executables.path("brailled"))
    defer { louis.end() }
    let languages = data.resources.languages
    var substitutes = data.resources.substitutes
    substitutes.form = .name
    substitutes.names = data.resources.names(for: "en")
    let text = Array("🍕 👨‍👩‍👧🍕".unicodeScalars)
    let starts = [0, 1, 2, 7, text.count]
    for mode in BrailleMode.allCases {
      let choice = TableChoice(languages: languages, language: "en", mode: mode)
      let translation = LineTranslation(choice: choice, substitutes: substitutes)
      let said = Array("pizza family: man, woman, girl pizza".unicodeScalars)
      let expected = try #require(
        translation.translate(said[...], in: choice.table(for: "en"), with: &louis))
      for language in languages.all {
        let result = try #require(
          translation.translate(text[...], in: choice.table(for: language), with: &louis))
        #expect(result.cells == expected.cells, "\(language) \(mode)")
        for cell in 0...result.cells.count {
          let scalar = result.map.scalar(of: CellOffset(cell)).value
          #expect(starts.contains(scalar), "\(language) \(mode)")
        }
      }
    }
  }
}
