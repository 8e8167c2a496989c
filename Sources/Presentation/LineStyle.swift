// SPDX-License-Identifier: GPL-3.0-or-later
import Elements

/// How an element is said: in which order, in which words.
public struct LineStyle: Equatable, Sendable {
  /// The words for roles and states.
  public var words: Words
  /// The parts that are said, in their order.
  public var order: [Part]
  /// Whether there is room for hints.
  public var showsHints: Bool
  /// The headers that the reader has read already, which are not said again.
  public var knownHeaders: [String] = []
  /// Which styles of text are shown, and how.
  public var emphasis = Emphasis()
  /// The language of our words, if it is not the reader's.
  public var wordsLanguage: String?
  /// The language that the program's content is in, if it says so for all of it.
  public var language: String?

  /// A style with all parts in the order of behaviour L1.
  public init(words: Words, order: [Part] = Part.allCases, showsHints: Bool = true) {
    self.words = words
    self.order = order
    self.showsHints = showsHints
  }

  /// The language of an element's own words; nil: the reader's.
  func language(of element: Element) -> String? {
    element.language ?? language
  }

  /// Puts an element's parts behind a line, each after a blank.
  func append(_ element: Element, to line: inout Line) {
    let hasRest = element.hasRest
    for part in order where hasRest || !part.isOfRest {
      append(part, of: element, from: .part(part), to: &line)
    }
  }

  /// Puts an ancestor behind a line: its label, role and position.
  func appendContext(_ ancestor: Element, index: Int, to line: inout Line) {
    for part in order where part == .label || part == .role || part == .position {
      append(part, of: ancestor, from: .context(index), to: &line)
    }
  }

  private func append(
    _ part: Part, of element: Element, from origin: Line.Origin, to line: inout Line
  ) {
    let language = language(of: element)
    for word in said(part, of: element) where !word.text.isEmpty {
      line.appendGap()
      line.append(word.text, from: origin, language: word.isOurs ? wordsLanguage : language)
    }
  }

  /// A word and whose it is: ours are in the reader's language.
  struct Word: Equatable {
    var text: String
    var isOurs: Bool

    static func ours(_ text: String) -> Word { Word(text: text, isOurs: true) }
    static func theirs(_ text: String) -> Word { Word(text: text, isOurs: false) }
  }

  /// What is said of one part.
  private func said(_ part: Part, of element: Element) -> [Word] {
    switch part {
    case .selected:
      element.flags[.selected] == true ? [.ours(words.state(.selected))] : []
    case .headers: headers(of: element)
    case .label: label(of: element).map { [.theirs($0)] } ?? []
    case .role: role(of: element)
    case .value: value(of: element).map { [.theirs($0)] } ?? []
    case .states: states(of: element)
    case .position: position(of: element)
    case .error: element.errorMessage.map { [.theirs($0)] } ?? []
    case .description: description(of: element)
    case .shortcut: element.shortcut.map { [.theirs($0)] } ?? []
    case .hint: hint(of: element)
    }
  }

  func label(of element: Element) -> String? {
    let own = element.brailleLabel.flatMap { $0.isEmpty ? nil : $0 } ?? element.name
    if let own, !own.isEmpty { return own }
    // A field that shows what belongs in it has no other name for the reader.
    return element.text?.content.isEmpty == true ? element.placeholder : nil
  }

  private func description(of element: Element) -> [Word] {
    guard let description = element.description, description != label(of: element) else {
      return []
    }
    return [.theirs(description)]
  }

  /// What to do with an element, after what an empty field shows of what belongs in it.
  private func hint(of element: Element) -> [Word] {
    if let text = element.text, !text.content.isEmpty { return [] }
    guard showsHints else { return [] }
    let label = label(of: element)
    let placeholder = element.text == nil ? nil : element.placeholder
    return [placeholder, element.hint == placeholder ? nil : element.hint].compactMap { words in
      words == label ? nil : words.map { .theirs($0) }
    }
  }

  private func headers(of element: Element) -> [Word] {
    let headers = (element.rowHeaders ?? []) + (element.columnHeaders ?? [])
    return headers.map(\.text).filter { !knownHeaders.contains($0) }.map { .theirs($0) }
  }
}
