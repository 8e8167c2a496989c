// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Louis
import Translation
import Typing

/// What words are typed through.
protocol Typist {
  /// The text that has come of the cells of a word.
  mutating func type(_ cells: [Cell], in table: TableName) -> String
  /// The cells of a word.
  mutating func cells(of word: [Unicode.Scalar], in table: TableName) -> [Cell]
}

/// The daemon's own reading of cells alone.
struct ReadingTypist: Typist {
  let backTranslation: BackTranslation
  var translator: LouisTranslator

  mutating func type(_ cells: [Cell], in table: TableName) -> String {
    var context = BackTranslation.Context()
    var words: [String] = []
    for word in cells.split(separator: .blank, omittingEmptySubsequences: false) {
      let reading = backTranslation.read(
        Array(word), after: context, in: table, with: &translator)
      guard let reading else { continue }
      context = reading.context
      words.append(String(String.UnicodeScalarView(reading.text)))
    }
    return words.joined(separator: " ")
  }

  mutating func cells(of word: [Unicode.Scalar], in table: TableName) -> [Cell] {
    translator.translate(word, typeform: [], in: table)?.cells ?? []
  }
}
