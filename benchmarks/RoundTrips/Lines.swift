// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport

/// Lines that look like sentences, of words of a list that have nothing to do with each other.
struct Lines {
  let lines: [[Unicode.Scalar]]

  /// The words of a line.
  private static let length = 8

  /// So many lines, always the same ones; each begins with a capital and ends with a full stop.
  init(of list: WordList, count: Int) {
    var generator = SeededGenerator(seed: 5)
    lines = (0..<count).map { _ in
      var words = (0..<Lines.length).map { _ in generator.one(of: list.words) }
      if let first = words[0].first {
        words[0].replaceSubrange(..<1, with: first.properties.titlecaseMapping.unicodeScalars)
      }
      return Array(words.joined(separator: [" "])) + ["."]
    }
  }
}
