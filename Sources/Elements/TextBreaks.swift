// SPDX-License-Identifier: GPL-3.0-or-later

/// Knows where the words of a text are.
///
/// The same for the same question, at once and without an error: pure, whatever is behind it.
public protocol TextBreaks: Sendable {
  /// The words of a line, in order, as places from its start; what is between them is none.
  ///
  /// `language` is that of the text in BCP 47, as far as it is known.
  func words(in text: [Unicode.Scalar], language: String?) -> [Range<Int>]
}

/// Takes what stands between blanks for a word.
public struct BlankBreaks: TextBreaks {
  // Values of no size may share an address, which the thread sanitizer takes for a race.
  private let size: UInt8 = 0

  /// Blanks are all that is looked at.
  public init() {}

  /// What stands between blanks.
  public func words(in text: [Unicode.Scalar], language: String?) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (place, scalar) in text.enumerated() {
      if !scalar.properties.isWhitespace {
        start = start ?? place
      } else if let begun = start {
        words.append(begun..<place)
        start = nil
      }
    }
    if let start { words.append(start..<text.count) }
    return words
  }
}

/// Takes all of a line for one word, so that nothing is told of what is in a secret.
public struct SecretBreaks: TextBreaks {
  private let size: UInt8 = 0

  /// Nothing is looked at.
  public init() {}

  /// The whole line.
  public func words(in text: [Unicode.Scalar], language: String?) -> [Range<Int>] {
    text.isEmpty ? [] : [0..<text.count]
  }
}
