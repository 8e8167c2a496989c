// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the lines of a text are.
extension TextLines {
  /// The lines of a text from its start, without what ends them, the long ones cut; at least one.
  static func cut(_ content: [Unicode.Scalar]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < content.count {
      if TextContent.endsLine(content[index]) {
        append(start..<index, of: content, to: &lines)
        let isPair = content[index] == "\r" && index + 1 < content.count
        index += isPair && content[index + 1] == "\n" ? 2 : 1
        start = index
      } else {
        index += 1
      }
    }
    append(start..<content.count, of: content, to: &lines)
    return lines
  }

  /// Adds a line, cut behind blanks where it is too long.
  private static func append(
    _ range: Range<Int>, of content: [Unicode.Scalar], to lines: inout [Range<Int>]
  ) {
    let longest = TextContent.longestLine
    var start = range.lowerBound
    while range.upperBound - start > longest {
      let limit = start + longest
      var cut = limit
      while cut > start + longest / 2, !isBehindBlank(cut, of: content) { cut -= 1 }
      if !isBehindBlank(cut, of: content) {
        cut = content[start..<range.upperBound].characterStart(at: limit)
        // A character that is longer than a line is cut all the same.
        if cut == start { cut = limit }
      }
      lines.append(start..<cut)
      start = cut
    }
    lines.append(start..<range.upperBound)
  }

  /// Whether a character begins at a place, and a blank ends there.
  private static func isBehindBlank(_ place: Int, of content: [Unicode.Scalar]) -> Bool {
    guard content[place - 1] == " " else { return false }
    let next = content[place].properties
    return !next.isGraphemeExtend && next.generalCategory != .spacingMark
  }
}

extension ArraySlice where Element == Unicode.Scalar {
  /// The start of the character (grapheme cluster, UAX 29) that a place is in, where one begins at
  /// the start of the slice.
  func characterStart(at place: Int) -> Int {
    var view = String.UnicodeScalarView()
    // What follows decides whether the character goes on.
    view.append(contentsOf: self[..<Swift.min(endIndex, place + 1)])
    var here = startIndex
    for character in String(view) {
      let next = here + character.unicodeScalars.count
      if next > place { break }
      here = next
    }
    return here
  }
}
