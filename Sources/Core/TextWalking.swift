// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation

/// Moves inside of what is said of an element (behaviour §6).
///
/// Where the text has a caret the program is asked to put it there, and the display follows what
/// comes of it; else the display itself begins there.
extension Engine {
  /// Goes to the next unit of the text, or of what else is said of the element.
  mutating func walk(_ direction: Command.Direction, by unit: TextUnit, of id: ProgramID) {
    guard let content = programs[id]?.content else { return }
    // Who goes elsewhere leaves what was kept (X1).
    frozen = nil
    programs[id]?.content?.readsOn = nil
    blankUntil = nil
    if hasCaret(content, of: id) {
      let step = TextStep(
        direction: direction, unit: unit, breaks: breaks(of: content), language: language(content))
      guard let text = content.element.text, let from = content.caret,
        let target = step.target(in: text, from: from)
      else {
        goOn(direction, unit, of: id)
        return
      }
      read(from: target, of: id)
      return
    }
    if !read(direction, by: unit, of: id, content) { goOn(direction, unit, of: id) }
  }

  /// Goes on past an end of the text: the desktop's texts may be parts of a document.
  private mutating func goOn(
    _ direction: Command.Direction, _ unit: TextUnit, of id: ProgramID
  ) {
    let move = Command.move(direction, unit.unit)
    guard direction == .next || direction == .previous, let program = programs[id],
      program.screen == nil, program.speaksForDesktop, program.takes(move)
    else { return tellNoMore(direction, unit, of: id) }
    if readOn(direction, of: id) { return }
    send(move, to: id, element: nil)
    if direction == .previous { tail = ExpectedTail(program: id, until: now + .seconds(2)) }
  }

  /// Goes to a place in the text that is read.
  mutating func read(from place: TextOffset, of id: ProgramID) {
    guard let content = programs[id]?.content else { return }
    guard hasCaret(content, of: id) else {
      programs[id]?.content?.reading.want(.from(place))
      return
    }
    if content.caret == place { return }
    let version = content.element.text?.version
    send(.setCaret(place), to: id, element: content.element.id, version: version)
    programs[id]?.content?.asked = Content.AskedCaret(caret: place)
  }

  /// Selects more of the text, or less, up to where a unit begins.
  mutating func select(
    _ direction: Command.Direction, _ unit: Command.Unit, of id: ProgramID, _ content: Content
  ) {
    guard let text = content.element.text, let caret = content.caret, let unit = unit.textUnit
    else {
      tell(.notAvailable)
      return
    }
    let step = TextStep(
      direction: direction, unit: unit, breaks: breaks(of: content), language: language(content))
    guard let target = step.target(in: text, from: caret) else {
      tellNoMore(direction, unit, of: id)
      return
    }
    let anchor = (content.asked == nil ? text.anchor : content.asked?.anchor) ?? caret
    let select = Command.select(anchor: anchor, target)
    send(select, to: id, element: content.element.id, version: text.version)
    guard programs[id]?.takes(select) == true else { return }
    programs[id]?.content?.asked = Content.AskedCaret(caret: target, anchor: anchor)
  }

  /// How many of a unit there are in what is read.
  mutating func count(_ unit: TextUnit, of id: ProgramID, _ content: Content) -> Int {
    let breaks = breaks(of: content)
    if let text = content.element.text, unit.isOfText || hasCaret(content, of: id) {
      return text.count(unit, by: breaks, language: language(content))
    }
    return unit.isOfText ? 0 : content.reading.passage.count(by: unit.starts(by: breaks))
  }

  /// The place in the text where the reader is: the caret, or what stands under the first cell.
  mutating func readingPlace(of id: ProgramID) -> TextOffset {
    guard let content = programs[id]?.content else { return .zero }
    if let caret = content.caret { return caret }
    var reading = content.reading
    return reading.textPlace(style, &translator) ?? TextOffset(content.element.text?.offset ?? 0)
  }

  /// Moves the display through what is only read; false if there is nothing that way.
  private mutating func read(
    _ direction: Command.Direction, by unit: TextUnit, of id: ProgramID, _ content: Content
  ) -> Bool {
    var reading = content.reading
    defer { programs[id]?.content?.reading = reading }
    switch direction {
    case .first: return reading.panToStart(style, &translator)
    case .last: return reading.panToEnd(style, &translator)
    case .in, .out: return false
    case .next, .previous: break
    }
    let isForward = direction == .next
    guard unit.isOfText else {
      return reading.step(
        isForward: isForward, by: unit.starts(by: breaks(of: content)), style, &translator)
    }
    guard let text = content.element.text else { return false }
    let start = TextOffset(text.offset)
    let step = TextStep(
      direction: direction, unit: unit, breaks: breaks(of: content), language: language(content))
    guard
      let target = step.target(in: text, from: reading.textPlace(style, &translator) ?? start)
    else { return false }
    reading.want(.from(target))
    return true
  }

  /// Asks for more of a text that goes on, or says that there is nothing that way (K2).
  private mutating func tellNoMore(
    _ direction: Command.Direction, _ unit: TextUnit, of id: ProgramID
  ) {
    if direction == .next || direction == .previous, readOn(direction, of: id) { return }
    tellNone(of: .unit(unit.unit))
  }

  /// Whether the reader's place in a text is its caret, which the program can move.
  private func hasCaret(_ content: Content, of id: ProgramID) -> Bool {
    content.caret.map { programs[id]?.takes(.setCaret($0)) == true } ?? false
  }

  /// What knows the words of an element; of a secret nothing is told.
  private func breaks(of content: Content) -> any TextBreaks {
    content.element.isProtected ? SecretBreaks() : breaks
  }

  private func language(_ content: Content) -> String {
    content.element.language ?? settings.language
  }
}

extension Content {
  /// Where the caret is, or will be as far as the reader has asked for.
  fileprivate var caret: TextOffset? { element.text?.caret.map { asked?.caret ?? $0 } }
}

/// A step of a caret to where a unit of the text begins.
private struct TextStep {
  let direction: Command.Direction
  let unit: TextUnit
  let breaks: any TextBreaks
  let language: String

  /// Where it leads; nil if there is nothing that way.
  func target(in text: TextContent, from place: TextOffset) -> TextOffset? {
    let target: TextOffset?
    switch direction {
    case .next:
      let next = text.start(of: unit, after: place, by: breaks, language: language)
      // Behind the last word one can go on writing.
      let isLast = next == nil && !unit.isOfText && text.end.value == text.length
      target = isLast && text.caret != nil ? text.end : next
    case .previous: target = text.start(of: unit, before: place, by: breaks, language: language)
    case .first: target = .zero
    case .last: target = TextOffset(text.length)
    case .in, .out: target = nil
    }
    return target == place ? nil : target
  }
}

extension TextUnit {
  /// Whether only a text has it, not all print.
  fileprivate var isOfText: Bool { self == .line || self == .paragraph }

  fileprivate var unit: Command.Unit {
    switch self {
    case .character: .character
    case .word: .word
    case .line: .line
    case .paragraph: .paragraph
    }
  }

  /// Where it begins in print.
  fileprivate func starts(by breaks: any TextBreaks) -> Reading.Starts {
    { print, language in
      self == .word
        ? breaks.words(in: print, language: language).map(\.lowerBound) : print.characterStarts
    }
  }
}

extension Command.Unit {
  /// The unit of text that it is; nil if it is none.
  var textUnit: TextUnit? {
    switch self {
    case .character: .character
    case .word: .word
    case .line: .line
    case .paragraph: .paragraph
    default: nil
    }
  }
}
