// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Translation

/// What came of the words of a list, or of lines of them.
struct Outcome {
  private(set) var words = 0
  private(set) var same = 0
  private(set) var sameCase = 0
  private(set) var failures: [Failure] = []

  /// A word that came back as another one.
  struct Failure: Hashable, CustomStringConvertible {
    var word: String
    var cells: String
    var text: String
    var description: String { "\(word) \(cells) \(text)" }
  }

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
        failures.append(Failure(word: word, cells: cells.unicode, text: text))
      }
    }
  }

  /// What did not come back in the same way as in another outcome.
  func failures(notIn other: Outcome) -> [Failure] {
    let known = Set(other.failures)
    return failures.filter { !known.contains($0) }
  }

  private static func folded(_ text: String) -> String {
    String(text.lowercased().map { $0 == "\u{2019}" ? "'" : $0 })
  }
}
