// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// The text of an element, or the slice of it that the program has sent.
///
/// All offsets count Unicode scalars in the whole text, also when `content` is a slice.
public struct TextContent: Equatable, Sendable {
  /// The scalars that are here, in their lines.
  public let content: TextLines
  /// Where `content` starts in the whole text.
  public let offset: Int
  /// The length of the whole text.
  public var length: Int
  /// Counts the changes of content; nil for programs that do not count.
  public var version: Int?
  /// Where the next character goes.
  public var caret: TextOffset?
  /// The other end of the selection; equal to the caret, or nil, when nothing is selected.
  public var anchor: TextOffset?
  /// Style, language and links, in order, possibly overlapping.
  public var runs: [Run]
  /// Whether blanks and lines are to stay as they are.
  public var preformatted = false
  /// False means never contracted, nil as the reader has it.
  public var contracted: Bool?

  /// A stretch of text with something of its own.
  public struct Run: Equatable, Sendable {
    /// The scalars that it covers, in the whole text.
    public var range: Range<TextOffset>
    /// Names of styles; unknown ones are ignored.
    public var style: [String]
    /// Its language in BCP 47; nil: that of the element.
    public var language: String?
    /// The element that a routing key on it activates.
    public var element: String?

    /// A stretch of text.
    public init(
      range: Range<TextOffset>, style: [String] = [], language: String? = nil,
      element: String? = nil
    ) {
      self.range = range
      self.style = style
      self.language = language
      self.element = element
    }
  }

  /// A line is never longer, in scalars; a longer one is cut at a blank.
  ///
  /// liblouis is slower than linear on long texts, and only what is read is translated.
  public static let longestLine = 1000

  /// A text, or a slice of one that starts at `offset` of `length` scalars.
  public init(_ content: [Unicode.Scalar], offset: Int = 0, length: Int? = nil) {
    self.init(TextLines(content), offset: offset, length: length)
  }

  /// The same of scalars whose lines are known.
  init(_ content: TextLines, offset: Int, length: Int? = nil) {
    self.content = content
    self.offset = offset
    self.length = length ?? offset + content.count
    runs = []
  }

  /// A whole text.
  public init(_ content: String) {
    self.init(Array(content.unicodeScalars))
  }

  /// The end of what is here.
  public var end: TextOffset { TextOffset(offset + content.count) }

  /// Whether it is another slice of the same text, as far as can be told.
  public func isSameText(as other: TextContent) -> Bool {
    guard length == other.length, version == other.version else { return false }
    let start = max(offset, other.offset)
    let end = min(self.end, other.end).value
    guard start < end else { return version != nil }
    let agreed = content.agreement(
      from: start - offset, with: other.content, from: start - other.offset, upTo: end - start)
    return agreed == end - start
  }

  /// The end of the slice, or its start, if the text goes on there; nil if it does not.
  public func border(_ isEnd: Bool) -> TextOffset? {
    if isEnd { return end.value < length ? end : nil }
    return offset > 0 ? TextOffset(offset) : nil
  }

  /// The number of lines, at least 1.
  public var lineCount: Int { content.lineCount }

  /// The scalars of a line, without what ends it.
  public func line(_ index: Int) -> Range<TextOffset> {
    let line = content.line(index)
    return TextOffset(line.lowerBound + offset)..<TextOffset(line.upperBound + offset)
  }

  /// The line that a place is in; what ends a line belongs to it.
  public func lineIndex(of place: TextOffset) -> Int {
    content.lineIndex(of: place.value - offset)
  }

  /// The scalars from one place to another; places outside of what is here count as its ends.
  public func scalars(_ range: Range<TextOffset>) -> ArraySlice<Unicode.Scalar> {
    let low = Swift.min(Swift.max(0, range.lowerBound.value - offset), content.count)
    let high = Swift.min(Swift.max(low, range.upperBound.value - offset), content.count)
    return content.slice(low..<high)
  }

  /// The same text without caret, selection and version: what there is to read.
  public var unmarked: TextContent {
    var text = self
    text.caret = nil
    text.anchor = nil
    text.version = nil
    return text
  }

  /// The selected scalars; nil when nothing is selected.
  public var selection: Range<TextOffset>? {
    guard let caret, let anchor, caret != anchor else { return nil }
    return Swift.min(caret, anchor)..<Swift.max(caret, anchor)
  }
}

extension TextContent {
  /// The start of the character (grapheme cluster, UAX 29) that a place is in.
  public func characterStart(at place: TextOffset) -> TextOffset {
    let line = line(lineIndex(of: place))
    // What ends a line is one character, also where it is two scalars.
    if place >= line.upperBound { return place == end ? end : line.upperBound }
    guard place > line.lowerBound else { return line.lowerBound }
    let scalars = scalars(line)
    let inLine = scalars.startIndex + (place - line.lowerBound)
    return line.lowerBound + (scalars.characterStart(at: inLine) - scalars.startIndex)
  }

  /// Whether a scalar ends a line: Unicode's mandatory breaks (UAX 14).
  public static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
