// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Louis
import Presentation
import Tables
import TestSupport
import Testing
import Translation

/// What is under the finger is what is typed, with the tables of all languages
/// (docs/decisions/0008-typed-cells.md).
@Suite struct TypedSearchInTablesTests {
  @Test(arguments: [BrailleMode.uncontracted, .contracted])
  func whatIsFeltIsFound(_ mode: BrailleMode) {
    let resources = DataFolders(paths: ["tables"]).read(tables: TableFiles().tables).resources
    var louis = LouisTranslator(executable: Executables.path("brailled"))
    defer { louis.end() }
    var counts = (languages: 0, lines: 0)
    for language in resources.languages.all {
      let choice = TableChoice(languages: resources.languages, language: language, mode: mode)
      let translation = LineTranslation(choice: choice, substitutes: resources.substitutes)
      var search = TypedSearch(translation)
      counts.languages += 1
      let words = resources.words(for: language)
      for answer in Answer.allCases.prefix(24 / Patience.factor + 1) {
        let line = Line(words.answer(answer), language: nil)
        let cells = translation.translate(line, with: &louis).cells
        var typed = TypedText()
        for cell in cells { typed.append(.cell(cell)) }
        search.begin()
        let isFound = search.holds(typed, in: line, with: &louis)
        #expect(isFound, "\(words.answer(answer)) \(cells.unicode) in \(choice.table(for: nil))")
        counts.lines += 1
      }
    }
    print("typed: \(mode), \(counts.languages) languages, \(counts.lines) lines")
    #expect(counts.languages > 50)
  }
}
