// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Louis
import Tables
import TestSupport
import Translation

/// The cells that liblouis has for the words of a text, asked in processes of the test's own.
struct WordCells {
  private var louis = LouisTranslator(executable: Executables.path("brailled"))
  private let translation: LineTranslation

  init() {
    let resources = DataFolders(paths: ["tables"]).read(tables: []).resources
    let choice = TableChoice(
      languages: resources.languages, language: "en", mode: .uncontracted)
    translation = LineTranslation(choice: choice, substitutes: resources.substitutes)
  }

  /// What is to be shown of a text.
  struct Right {
    /// The cells of the text as a whole, or, if liblouis never comes to an end of it, those of
    /// each word alone with blanks between them.
    var cells: String
    /// How often liblouis came to no end.
    var hangs: Int
  }

  /// What is to be shown of a text by a table.
  mutating func right(of text: String, in table: String) -> Right {
    let start = hangs
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
      .map { translate(String($0), in: table) }
    let before = hangs
    let whole = translate(text, in: table)
    let isHanging = hangs > before || words.count == 1
    return Right(
      cells: isHanging ? words.joined(separator: "⠀") : whole, hangs: hangs - start)
  }

  private var hangs: Int {
    louis.counters.first { $0.0 == "translationHangs" }?.1 ?? -1
  }

  private mutating func translate(_ text: String, in table: String) -> String {
    louis.begin(waiting: nil)
    let scalars = Array(text.unicodeScalars)[...]
    let result = translation.translate(scalars, in: TableName(table), with: &louis)
    return result?.cells.unicode ?? "no answer"
  }

  /// Ends the processes.
  mutating func end() {
    louis.end()
  }
}
