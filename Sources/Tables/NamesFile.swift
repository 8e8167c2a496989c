// SPDX-License-Identifier: GPL-3.0-or-later

/// A file of names of characters (tables/names), looked at line by line.
///
/// Where names are looked up it stays as it is: `CharacterNames` says what it must be like.
package enum NamesFile {
  /// What is wrong in a file.
  package static func check(_ bytes: [UInt8], path: String) -> [Finding] {
    var findings: [Finding] = []
    var last: (line: Int, bytes: ArraySlice<UInt8>)?
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let isEnd = index + 1 == lines.count && line.isEmpty
      if isEnd || last == nil && isComment(line) { continue }
      var reasons = problems(of: line)
      if reasons.isEmpty, let before = last, let key = key(of: line),
        let other = NamesFile.key(of: before.bytes)
      {
        if key == other {
          reasons.append("names the same character as line \(before.line)")
        } else if key.lexicographicallyPrecedes(other) {
          reasons.append(
            "must stand before line \(before.line), by the order of their bytes (LC_ALL=C sort)")
        }
      }
      if reasons.isEmpty { last = (index + 1, line) }
      findings += reasons.map { Finding(file: path, line: index + 1, reason: $0) }
    }
    return findings
  }

  /// Whether a line of the head is none of the names.
  private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
    line.isEmpty || line.elementsEqual("#".utf8) || line.starts(with: "# ".utf8)
  }

  private static func key(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    line.firstIndex(of: UInt8(ascii: " ")).map { line[...$0] }
  }

  /// What is wrong in a line by itself.
  private static func problems(of line: ArraySlice<UInt8>) -> [String] {
    guard let text = String(validating: line, as: UTF8.self) else { return ["is not UTF-8"] }
    if isComment(line) { return ["is a comment, or empty, below the first name"] }
    guard let blank = text.firstIndex(of: " ") else {
      return ["is not CHARACTER NAME, with a blank between them"]
    }
    var reasons: [String] = []
    let character = text[..<blank]
    if character.count != 1 { reasons.append("names \(character), which is not one character") }
    if character.unicodeScalars.contains(where: { $0.value == 0xFE0E || $0.value == 0xFE0F }) {
      reasons.append("names a character with its variation selector, U+FE0E or U+FE0F")
    }
    let name = text[text.index(after: blank)...]
    if name.isEmpty || name.first == " " || name.last == " " || name.last == "\r" {
      reasons.append("has no name, or one with blanks around it")
    }
    return reasons
  }
}
