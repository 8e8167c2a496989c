// SPDX-License-Identifier: MIT

/// A text that the reader writes, as brailled takes it (docs/protocol.md, "Text").
///
/// Offsets count Unicode scalars.
struct Note: Encodable {
  private(set) var content: String
  /// Higher after each change of the content.
  private(set) var version = 1
  private(set) var caret: Int
  /// The other end of what is selected; the caret where nothing is.
  private(set) var anchor: Int

  init(_ content: String, caret: Int) {
    self.content = content
    self.caret = caret
    anchor = caret
  }

  private var scalars: [Unicode.Scalar] { Array(content.unicodeScalars) }

  /// Selects from one place to another, where the caret is then.
  mutating func select(from anchor: Int, to caret: Int) {
    let end = content.unicodeScalars.count
    self.anchor = max(0, min(anchor, end))
    self.caret = max(0, min(caret, end))
  }

  /// Puts a text in the place of what is selected, or at the caret.
  mutating func insert(_ text: String) {
    replace(min(anchor, caret)..<max(anchor, caret), by: text)
  }

  /// Puts a text in the place of another; the caret is behind it then.
  mutating func replace(_ range: Range<Int>, by text: String) {
    var scalars = scalars
    let range = range.clamped(to: 0..<scalars.count)
    scalars.replaceSubrange(range, with: text.unicodeScalars)
    content = String(String.UnicodeScalarView(scalars))
    version += 1
    select(
      from: range.lowerBound + text.unicodeScalars.count,
      to: range.lowerBound + text.unicodeScalars.count)
  }

  /// Takes what is selected away, or so many characters before the caret.
  mutating func deleteBackward(_ count: Int) {
    guard anchor == caret else { return insert("") }
    let before = String(String.UnicodeScalarView(scalars[..<caret]))
    replace(before.dropLast(count).unicodeScalars.count..<caret, by: "")
  }

  /// The same behind the caret.
  mutating func deleteForward(_ count: Int) {
    guard anchor == caret else { return insert("") }
    let behind = String(String.UnicodeScalarView(scalars[caret...]))
    replace(caret..<caret + behind.prefix(count).unicodeScalars.count, by: "")
  }
}
