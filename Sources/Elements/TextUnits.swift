// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// A unit of text that a reader steps by (behaviour §6).
public enum TextUnit: String, Sendable, CaseIterable {
  /// A grapheme cluster (UAX 29); what ends a line is one too.
  case character
  /// A word (UAX 29).
  case word
  /// What stands between the breaks that must be (UAX 14).
  case line
  /// What stands between the breaks that end a paragraph (UAX 9, class B), if anything is in it.
  case paragraph
}

/// Where the units of a text begin, in what is here of it.
extension TextContent {
  /// The first place behind another one where a unit begins; nil if there is none.
  public func start(
    of unit: TextUnit, after place: TextOffset, by breaks: any TextBreaks, language: String?
  ) -> TextOffset? {
    var index = lineIndex(of: place)
    switch unit {
    case .character:
      let line = line(index)
      if place >= line.upperBound {
        return index + 1 < lineCount ? self.line(index + 1).lowerBound : nil
      }
      return characterStarts(index).first { $0 > place } ?? line.upperBound
    case .word:
      while index < lineCount {
        let words = wordStarts(index, by: breaks, language: language)
        if let start = words.first(where: { $0 > place }) { return start }
        index += 1
      }
      return nil
    case .line, .paragraph:
      index += 1
      while index < lineCount, !begins(unit, at: index) { index += 1 }
      return index < lineCount ? line(index).lowerBound : nil
    }
  }

  /// The last place before another one where a unit begins; nil if there is none.
  ///
  /// Within a line that is the line before it, within any other unit its own start.
  public func start(
    of unit: TextUnit, before place: TextOffset, by breaks: any TextBreaks, language: String?
  ) -> TextOffset? {
    var index = lineIndex(of: place)
    switch unit {
    case .character:
      if let start = characterStarts(index).last(where: { $0 < place }) { return start }
      guard index > 0 else { return nil }
      // Behind a line that was only cut no break stands.
      let before = line(index - 1)
      return before.upperBound < line(index).lowerBound
        ? before.upperBound : characterStarts(index - 1).last
    case .word:
      while index >= 0 {
        let words = wordStarts(index, by: breaks, language: language)
        if let start = words.last(where: { $0 < place }) { return start }
        index -= 1
      }
      return nil
    case .line, .paragraph:
      while index > 0, !begins(.line, at: index) { index -= 1 }
      if unit == .line { index -= 1 }
      while index >= 0 {
        let start = line(index).lowerBound
        if begins(unit, at: index), start < place { return start }
        index -= 1
      }
      return nil
    }
  }

  /// How many of a unit there are.
  public func count(_ unit: TextUnit, by breaks: any TextBreaks, language: String?) -> Int {
    (0..<lineCount).reduce(0) { count, index in
      switch unit {
      case .character: count + characterStarts(index).count
      case .word: count + wordStarts(index, by: breaks, language: language).count
      case .line, .paragraph: count + (begins(unit, at: index) ? 1 : 0)
      }
    }
  }

  private func characterStarts(_ index: Int) -> [TextOffset] {
    let line = line(index)
    return scalars(line).characterStarts.map { line.lowerBound + $0 }
  }

  private func wordStarts(
    _ index: Int, by breaks: any TextBreaks, language: String?
  ) -> [TextOffset] {
    let line = line(index)
    return breaks.words(in: Array(scalars(line)), language: language).map {
      line.lowerBound + $0.lowerBound
    }
  }

  /// Whether a line, or a paragraph, begins where a line begins: not where it was only cut.
  private func begins(_ unit: TextUnit, at index: Int) -> Bool {
    if unit == .paragraph, scalars(line(index)).allSatisfy(\.properties.isWhitespace) {
      return false
    }
    guard index > 0 else { return true }
    let end = line(index - 1).upperBound
    guard end < line(index).lowerBound, let breaking = scalars(end..<(end + 1)).first else {
      return false
    }
    return unit == .line || breaking.endsParagraph
  }
}

extension Collection where Element == Unicode.Scalar {
  /// Where characters (grapheme clusters, UAX 29) begin, as places from the start.
  public var characterStarts: [Int] {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    var starts: [Int] = []
    var here = 0
    for character in String(view) {
      starts.append(here)
      here += character.unicodeScalars.count
    }
    return starts
  }
}

extension Unicode.Scalar {
  /// Whether it ends a paragraph, not only a line (UAX 9, class B).
  fileprivate var endsParagraph: Bool {
    value == 0x0A || value == 0x0D || value == 0x85 || value == 0x2029
  }
}
