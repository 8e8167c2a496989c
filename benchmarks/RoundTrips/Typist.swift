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

/// What came of the words of a list.
struct Outcome {
  private(set) var words = 0
  private(set) var same = 0
  private(set) var sameCase = 0
  private(set) var failures: [String] = []

  /// Of a hundred, as many came back.
  var share: Double { Outcome.share(same, of: words) }
  /// The same with their capitals and their own apostrophe.
  var exactShare: Double { Outcome.share(sameCase, of: words) }

  private static func share(_ part: Int, of all: Int) -> Double {
    all == 0 ? 0 : Double(part) * 100 / Double(all)
  }

  /// Types words, each by the cells of its translation.
  init(_ list: [[Unicode.Scalar]], in table: TableName, by typist: inout some Typist) {
    for scalars in list {
      let cells = typist.cells(of: scalars, in: table)
      let text = typist.type(cells, in: table)
      let word = String(String.UnicodeScalarView(scalars))
      words += 1
      if word == text { sameCase += 1 }
      if Outcome.folded(word) == Outcome.folded(text) {
        same += 1
      } else {
        failures.append("\(word) \(cells.unicode) \(text)")
      }
    }
  }

  private static func folded(_ text: String) -> String {
    String(text.lowercased().map { $0 == "\u{2019}" ? "'" : $0 })
  }
}
