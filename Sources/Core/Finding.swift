// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation

/// What the reader looked for last, and where in a text it was found.
struct Sought: Equatable, Sendable {
  var typed: TypedText
  var found: Place?

  /// A place in a text.
  struct Place: Equatable, Sendable {
    /// The number of the content that has the text.
    var content: Int
    var place: TextOffset
  }
}

/// Looking for a text (behaviour §6, "item chooser with find").
extension Engine {
  /// Asks for a text, or goes on with the one before.
  mutating func find(_ turn: Action.Turn?) {
    guard let turn, let sought else {
      toggleSearch()
      return
    }
    seek(sought.typed, turn == .next ? .next : .previous)
  }

  /// Opens the line in which what is to be looked for is typed, or leaves it.
  mutating func toggleSearch() {
    if case .search? = mode?.kind {
      leaveMode()
    } else if program(shown)?.content == nil {
      tell(.notAvailable)
    } else {
      openSearch(TypedText())
    }
  }

  private mutating func openSearch(_ typed: TypedText) {
    var element = Element(id: "")
    element.label = words.answer(.find)
    element.language = wordsLanguage
    var text = TextContent(typed.print)
    text.caret = text.end
    element.text = text
    open(
      .search(typed), Passage(of: element, as: manner), marks: Reading.Marks(of: element.text))
  }

  /// What a key does in that line; false if it is no other than in every mode.
  mutating func keyInSearch(for typed: TypedText, _ action: Action?, _ press: KeyPress) -> Bool {
    var typed = typed
    switch (TypedKey(action, press), action) {
    case (.stroke(let stroke)?, _): typed.append(stroke)
    case (.erase(let all)?, _):
      guard typed.removeLast() else {
        tell(.top)
        return true
      }
      if all { typed = TypedText() }
    case (.accept?, _), (nil, .find(.next)):
      take(typed, .next)
      return true
    case (nil, .find(.previous)):
      take(typed, .previous)
      return true
    default: return false
    }
    openSearch(typed)
    return true
  }

  /// Looks for what was typed; for what was looked for before if that is nothing.
  private mutating func take(_ typed: TypedText, _ direction: Command.Direction) {
    guard let wanted = typed.isEmpty ? sought?.typed : typed else {
      tell(.notAvailable)
      return
    }
    if sought?.typed != wanted { sought = Sought(typed: wanted) }
    seek(wanted, direction)
    leaveMode()
  }
}

/// Where a text is found.
private struct Hit {
  /// The item.
  var item: String
  /// The place in its text; nil: in what else is said of it.
  var place: TextOffset?
}

extension Engine {
  /// Goes to the next place that holds a text, or the one before, around the end of the screen.
  private mutating func seek(_ typed: TypedText, _ direction: Command.Direction) {
    guard let id = shown, let content = programs[id]?.content else {
      tell(.notAvailable)
      return
    }
    if programs[id]?.screen == nil, askToFind(typed, direction, of: id, content) { return }
    var search = TypedSearch(style.translation)
    if let hit = hitInText(of: id, content, typed, direction, &search) {
      land(on: hit, of: id)
      return
    }
    guard var screen = programs[id]?.screen, let cursor = programs[id]?.screenCursor else {
      tell(content.element.text == nil ? .notAvailable : .noMatch)
      return
    }
    programs[id]?.screen = nil
    let (items, here) = (screen.items(), screen.index(ofItem: cursor) ?? 0)
    programs[id]?.screen = screen
    for step in items.indices.map({ $0 + 1 }) {
      let index = (here + (direction == .next ? step : items.count - step)) % items.count
      guard let element = screen.readable(items[index]),
        let hit = hits(in: element, typed, &search).first(direction == .previous)
      else { continue }
      if items[index] != cursor { go(to: items[index], of: id) }
      land(on: hit, of: id)
      if direction == .next, index <= here { tell(.fromTop) }
      if direction == .previous, index >= here { tell(.fromEnd) }
      return
    }
    tell(.noMatch)
  }

  /// Lets a program find it that shows no screen; false if it cannot, or what is typed is not known
  /// in print.
  private mutating func askToFind(
    _ typed: TypedText, _ direction: Command.Direction, of id: ProgramID, _ content: Content
  ) -> Bool {
    var search = TypedSearch(style.translation)
    // What is in a protected text is told nobody, not even by the letters that can be found (T4).
    let text = content.element.isProtected ? nil : content.element.text
    let said = passage(of: content).line(0).scalars + (text?.letters ?? [])
    guard let text = search.print(of: typed, beside: Set(said).sorted(), with: &translator),
      programs[id]?.takes(.find(text, direction)) == true
    else { return false }
    send(.find(text, direction), to: id, element: content.element.id)
    return true
  }

  /// The next place in the text that the reader is in.
  private mutating func hitInText(
    of id: ProgramID, _ content: Content, _ typed: TypedText, _ direction: Command.Direction,
    _ search: inout TypedSearch
  ) -> Hit? {
    guard content.element.text != nil, let here = placeInText(of: id, content) else { return nil }
    let passage = Passage(of: content.element, as: manner.ofProgram)
    let line = passage.lineIndex(of: max(here, .zero))
    // From the reader's line on, so that a long text is not looked through for what is near.
    let lines = direction == .next ? Array(line..<passage.count) : (0...line).reversed()
    for index in lines {
      let hits = hits(in: passage.line(index), of: content.element, typed, &search)
      let found =
        direction == .next
        ? hits.first { $0.place.map { $0 > here } ?? false }
        : hits.last { $0.place.map { $0 < here } ?? false }
      if let found { return found }
    }
    return nil
  }

  /// Where in a text the reader is: at the caret, where the last was found, or at what is in sight.
  private mutating func placeInText(of id: ProgramID, _ content: Content) -> TextOffset? {
    if let caret = content.element.text?.caret { return caret }
    if let found = sought?.found, found.content == content.number { return found.place }
    return textInSight(of: id).map { $0 - 1 }
  }

  /// The first place of the text that is in sight.
  mutating func textInSight(of id: ProgramID) -> TextOffset? {
    for case .text(let place) in contentFrame(of: id)?.routes ?? [] { return place }
    return nil
  }

  /// All places in an element, in order.
  private mutating func hits(
    in element: Element, _ typed: TypedText, _ search: inout TypedSearch
  ) -> [Hit] {
    let passage = Passage(of: element, as: manner.ofProgram)
    return (0..<passage.count).flatMap { index in
      hits(in: passage.line(index), of: element, typed, &search)
    }
  }

  private mutating func hits(
    in line: Line, of element: Element, _ typed: TypedText, _ search: inout TypedSearch
  ) -> [Hit] {
    search.places(of: typed, in: line, with: &translator).map { scalar in
      Hit(item: element.id, place: line.textPlace(of: scalar))
    }
  }

  /// Brings the reader to a place in what is shown: by the caret where there is one.
  private mutating func land(on hit: Hit, of id: ProgramID) {
    frozen = nil
    guard let place = hit.place, let content = programs[id]?.content else { return }
    sought?.found = Sought.Place(content: content.number, place: place)
    if let text = content.element.text, text.caret != nil {
      send(.setCaret(place), to: id, element: content.element.id, version: text.version)
      return
    }
    let isInSight = contentFrame(of: id)?.routes.contains(.text(place)) == true
    if !isInSight { programs[id]?.content?.reading.want(.from(place)) }
  }
}

extension [Hit] {
  fileprivate func first(_ isLast: Bool) -> Hit? { isLast ? last : first }
}

extension Line {
  /// The place in the element's text that a scalar stands for; nil if it is none of its text.
  fileprivate func textPlace(of scalar: Int) -> TextOffset? {
    guard let span = span(at: TextOffset(scalar)), case .text(let start) = span.origin else {
      return nil
    }
    return start + (scalar - span.range.lowerBound)
  }
}

extension TextContent {
  /// The letters near its start, of which most of what is looked for is made.
  fileprivate var letters: [Unicode.Scalar] {
    Array(scalars(TextOffset(offset)..<TextOffset(offset + 2000)))
  }
}
