// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Elements

/// All that is said of an element, as lines that are made when they are read.
///
/// The first line holds the element's parts and the first line of its text; each further line
/// is a line of its text (behaviour L1, T3).
public struct Passage: Equatable, Sendable {
  private let head: Line
  private let text: TextContent?
  private let style: TextStyle

  /// What the lines of a text have in common.
  private struct TextStyle: Equatable, Sendable {
    var language: String?
    var form: Line.Form
  }

  /// What is said of an element, after those of its ancestors that are new.
  public init(
    of element: Element, context: [Element] = [], as style: LineStyle
  ) {
    var head = Line()
    for (index, ancestor) in context.enumerated() {
      style.appendContext(ancestor, index: index, to: &head)
    }
    style.append(element, to: &head)
    self.init(head: head, element: element, language: style.language(of: element))
  }

  private init(head: Line, element: Element, language: String?) {
    self.head = head
    text = element.text?.unmarked
    let form: Line.Form =
      element.isProtected ? .masked : element.isNeverContracted ? .uncontracted : .plain
    style = TextStyle(language: language, form: form)
  }

  /// A single line, as of a message.
  public init(_ line: Line) {
    head = line
    text = nil
    style = TextStyle(language: nil, form: .plain)
  }

  /// The number of lines, at least 1.
  public var count: Int { text?.lineCount ?? 1 }

  /// The line that a place of the text is in.
  public func lineIndex(of place: TextOffset) -> Int {
    text?.lineIndex(of: place) ?? 0
  }

  /// The word that the character at a place belongs to, without the blanks around it; nil at a
  /// blank, at the end of a line, and in text that is never contracted or masked.
  public func word(at place: TextOffset) -> Range<TextOffset>? {
    guard let text, style.form == .plain, place < text.end else { return nil }
    let line = text.line(text.lineIndex(of: place))
    let isInWord: (TextOffset) -> Bool = { place in
      guard line.contains(place), let scalar = text.scalars(place..<(place + 1)).first else {
        return false
      }
      return scalar != " " && scalar != "\u{A0}" && scalar != "\t"
    }
    guard isInWord(place) else { return nil }
    var start = place
    while isInWord(start - 1) { start.value -= 1 }
    var end = place + 1
    while isInWord(end) { end.value += 1 }
    return start..<end
  }

  /// A line, from 0 to below `count`.
  public func line(_ index: Int) -> Line {
    var line = index == 0 ? head : Line()
    guard let text else { return line }
    line.appendGap()
    append(text, line: text.line(index), to: &line)
    line.textEnd = text.line(index).upperBound
    return line
  }

  private func append(_ text: TextContent, line range: Range<TextOffset>, to line: inout Line) {
    var start = range.lowerBound
    while start < range.upperBound {
      let (end, language) = stretch(of: text, from: start, to: range.upperBound)
      let scalars = text.scalars(start..<end)
      if style.form == .masked {
        let mask = repeatElement(Passage.mask, count: scalars.count)
        line.append(mask, from: .text(start), language: nil, form: .masked)
      } else {
        line.append(scalars, from: .text(start), language: language, form: style.form)
      }
      start = end
    }
  }

  /// The longest stretch from a place on that is in one language.
  private func stretch(
    of text: TextContent, from start: TextOffset, to limit: TextOffset
  ) -> (end: TextOffset, language: String?) {
    var end = limit
    var language = style.language
    for run in text.runs where run.language != nil {
      if run.range.contains(start) {
        language = run.language
        end = min(end, run.range.upperBound)
      } else if run.range.lowerBound > start {
        end = min(end, run.range.lowerBound)
      }
    }
    return (end, language)
  }

  /// The print of a masked character.
  public static let mask: Unicode.Scalar = "●"
}
