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
  /// Whether there is no room for more than short headers.
  public var isNarrow = false
  /// Whether the display has several rows.
  public var hasRows = false
  /// What the reader has read of a table already.
  public var known = KnownPlace()
  /// When the place in a table is said.
  public var coordinates = Coordinates.always
  /// Whether what is checked, pressed or on is told by signs or by words.
  public var signs = Signs.dots
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

  /// Puts an element's parts behind a line, each after a blank; those of a table's row with
  /// its cells.
  func append(_ element: Element, to line: inout Line) {
    let hasRest = element.hasRest
    let hasCells = element.showsCells
    for part in order where hasRest || !part.isOfRest {
      if part == .label, hasCells {
        appendRow(element, to: &line)
      } else {
        append(part, of: element, from: .part(part), to: &line)
      }
    }
  }

  /// Puts an ancestor of an element behind a line: its changed headers, label, role and place.
  ///
  /// `inner` are the elements in it that are said after it, the focused one last.
  func appendContext(
    _ ancestor: Element, around inner: [Element], index: Int, to line: inout Line
  ) {
    var shown = ancestor
    // The items among which the element is are no name of what holds them (E1).
    let isIgnored = ancestor.flags[.ignored] == true || ancestor.role?.isIgnored == true
    if isIgnored || ancestor.role?.isContainer == true
      || inner.contains(where: { ancestor.lists($0.id) })
    {
      shown.children = nil
    }
    if let element = inner.last, shown.label == label(of: element) { shown.label = nil }
    for part in order where part.isOfContext {
      append(part, of: shown, from: .context(index), to: &line)
    }
  }

  func append(
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

  /// The headers of its row and its column that the reader does not know from the cell before.
  private func headers(of element: Element) -> [Word] {
    let row = (element.rowHeaders ?? []).filter { !known.rowHeaders.contains($0.text) }
    let column = (element.columnHeaders ?? []).filter { !known.columnHeaders.contains($0.text) }
    let label = label(of: element)
    return (row + column).filter { $0.text != label }.map { .theirs(text(of: $0)) }
  }

  /// A header's words; its shorter form where there is little room.
  func text(of header: Rest.Header) -> String {
    isNarrow ? header.short ?? header.text : header.text
  }
}
