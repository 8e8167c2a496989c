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
    var emphasis = Emphasis()
  }

  /// What is said of an element, after those of its ancestors that are new.
  public init(
    of element: Element, context: [Element] = [], as style: LineStyle
  ) {
    var head = Line()
    for (index, ancestor) in context.enumerated() {
      let inner = context[(index + 1)...] + [element]
      style.appendContext(ancestor, around: Array(inner), index: index, to: &head)
    }
    style.append(element, to: &head)
    self.init(head: head, element: element, as: style)
  }

  private init(head: Line, element: Element, as lineStyle: LineStyle) {
    self.head = head
    text = element.text?.unmarked
    let form: Line.Form =
      element.isProtected ? .masked : element.isNeverContracted ? .uncontracted : .plain
    style = TextStyle(
      language: lineStyle.language(of: element), form: form,
      emphasis: form == .masked ? Emphasis() : lineStyle.emphasis)
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
    let bounds = range.lowerBound.value..<range.upperBound.value
    let emphasis = style.emphasis
    var before = text.styles(at: bounds.lowerBound - 1, showing: emphasis)
    for stretch in text.stretches(of: bounds, language: style.language, showing: emphasis) {
      let start = TextOffset(stretch.range.lowerBound)
      let end = TextOffset(stretch.range.upperBound)
      appendTags(stretch.styles.subtracting(before), isEnd: false, at: start, to: &line)
      let scalars = text.scalars(start..<end)
      if style.form == .masked {
        line.append(
          Passage.masked(scalars), from: .text(start), language: nil, form: .masked)
      } else {
        line.append(
          scalars, from: .text(start), language: stretch.language, form: style.form,
          typeform: emphasis.typeform(of: stretch.styles),
          isMarked: !stretch.styles.isDisjoint(with: emphasis.dots))
      }
      let after = text.styles(at: end.value, showing: emphasis)
      appendTags(stretch.styles.subtracting(after), isEnd: true, at: end, to: &line)
      before = stretch.styles
    }
  }

  private func appendTags(
    _ styles: Set<String>, isEnd: Bool, at place: TextOffset, to line: inout Line
  ) {
    let shown = Emphasis.styles.filter { styles.contains($0) && style.emphasis.tags.contains($0) }
    for name in isEnd ? shown.reversed() : shown {
      line.append(
        style.emphasis.tag(name, isEnd: isEnd), from: .mark(place), language: nil)
    }
  }

  /// A mask for each character, and what stands for its further scalars.
  private static func masked(_ scalars: some Collection<Unicode.Scalar>) -> [Unicode.Scalar] {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view).flatMap { character in
      [mask] + repeatElement(maskedRest, count: character.unicodeScalars.count - 1)
    }
  }

  /// The print of a masked character.
  public static let mask: Unicode.Scalar = "●"
  /// The print of a scalar that belongs to the masked character before it: not to be seen.
  public static let maskedRest: Unicode.Scalar = "\0"
}
