// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation
import Typing

/// A key that waits until a table has an answer for what was typed before it.
struct TypedAhead: Sendable {
  var press: KeyPress
  var frame: Frame?
  /// The number of the focus that it was meant for.
  var focus: Int?
  var since: Duration
}

/// A word that was typed and sent, with a blank behind it.
struct FinishedWord: Equatable, Sendable {
  /// The word as it was typed.
  var word: OpenWord
  /// What it came to.
  var text: [Unicode.Scalar]
  /// What held before it.
  var context: BackTranslation.Context
}

/// Braille that is typed into a text (behaviour §4).
extension Engine {
  /// Takes a key that is whole; one that has to do with writing waits behind those that wait.
  mutating func take(whole press: KeyPress, on frame: Frame?) {
    dropTypedAhead()
    var entry = TypedAhead(
      press: press, frame: frame, focus: program(shown)?.content?.number, since: now)
    entry.press.modifiers.formUnion(stuck)
    if mode == nil, messages.shown == nil, !typedAhead.isEmpty, waits(entry.press) {
      stuck = []
      typedAhead.append(entry)
    } else {
      act(on: press, on: frame)
      if let rest = heldUp(entry) { typedAhead.append(rest) }
    }
  }

  /// Whether a key does something to the text or goes elsewhere, so that it comes after what was
  /// typed before.
  private func waits(_ press: KeyPress) -> Bool {
    guard let action = action(for: press.key, held: press.modifiers) else { return true }
    return !action.leavesTyping
  }

  /// What has to wait of a key that was acted on; nil if nothing.
  private mutating func heldUp(_ entry: TypedAhead) -> TypedAhead? {
    defer {
      isHeldUp = false
      heldUpRest = nil
    }
    guard isHeldUp else { return nil }
    var entry = entry
    if let heldUpRest { entry.press = heldUpRest }
    return entry
  }

  /// Lets go of keys that waited for what is not shown any more, or too long: they are never acted on
  /// elsewhere.
  mutating func dropTypedAhead() {
    guard let first = typedAhead.first else { return }
    let isElsewhere = first.focus != program(shown)?.content?.number
    guard isElsewhere || first.since + Engine.typingPatience <= now else { return }
    typedAhead = []
    tell(isElsewhere ? .changed : .noAnswer)
  }

  /// So long a key waits for a table without anything coming of it; a table answers sooner, or is
  /// given up.
  static var typingPatience: Duration { .seconds(10) }

  /// Goes on with the keys that waited for a table.
  mutating func goOnTyping() {
    dropTypedAhead()
    var waiting = typedAhead
    typedAhead = []
    while !waiting.isEmpty {
      let entry = waiting.removeFirst()
      // What comes next has waited for this one.
      for index in waiting.indices { waiting[index].since = now }
      guard entry.focus == program(shown)?.content?.number else { break }
      catchUp(shown)
      act(on: entry.press, on: entry.frame)
      if let rest = heldUp(entry) {
        waiting.insert(rest, at: 0)
        break
      }
    }
    typedAhead = waiting
    dropTypedAhead()
  }

  /// Writes a cell at the caret of the text that is shown.
  mutating func write(_ cell: Cell, held: Modifiers, of id: ProgramID) {
    guard let program = programs[id], let content = program.content else { return }
    guard program.takes(.insertText("")) else {
      tell(.notAvailable)
      return
    }
    let way = typing(in: content.element)
    if cell.isBlank {
      finishTyping(of: id, with: " ")
    } else if way.isContracted, held.isEmpty {
      guard endLive(of: id) else { return holdUp() }
      writeContracted(cell, by: way.table, of: id)
    } else {
      guard finishWord(of: id) == .done else { return }
      writeLive(cell, isCapital: !held.isEmpty, by: way.table, of: id)
    }
    programs[id]?.content?.followsCaret = true
  }

  /// The key that acts now is to be acted on again when a table has an answer.
  mutating func holdUp() { isHeldUp = true }

  /// Ends what is being typed, and puts some text behind it, as a blank.
  mutating func finishTyping(of id: ProgramID, with suffix: String) {
    guard let content = programs[id]?.content else { return }
    if content.word != nil {
      _ = finishWord(of: id, with: suffix)
    } else {
      programs[id]?.content?.finished = nil
      guard endLive(of: id, with: suffix) else { return holdUp() }
    }
  }

  /// Ends what is being typed; false if that has to wait, or cannot be read.
  mutating func endTyping(of id: ProgramID) -> Bool {
    guard let content = programs[id]?.content else { return true }
    if content.word != nil { return finishWord(of: id) == .done }
    guard endLive(of: id) else {
      holdUp()
      return false
    }
    return true
  }

  /// What an action does to what is being typed; true if it does nothing else, or has to wait.
  ///
  /// What goes elsewhere, or does something to the text, ends it first.
  mutating func actOnTyping(
    _ action: Action, _ press: KeyPress, held: Modifiers, on frame: Frame?, of id: ProgramID,
    _ content: Content
  ) -> Bool {
    if case .typing(let typing) = action {
      take(typing, of: id, content)
      return true
    }
    if !action.leavesTyping, action != .edit(.deleteBackward) {
      programs[id]?.content?.finished = nil
    }
    guard content.word != nil || content.live != nil else {
      // A passage of capitals is not gone on with elsewhere.
      if !action.leavesTyping { programs[id]?.content?.typed = BackTranslation.Context() }
      return false
    }
    // What is done to it is felt where it is done.
    if !action.leavesTyping { programs[id]?.content?.followsCaret = true }
    switch action {
    case .edit(.deleteBackward) where held.isEmpty: return erase(of: id)
    case .edit(.deleteForward) where held.isEmpty && content.word != nil:
      if programs[id]?.content?.word?.deleteForward() == true { return true }
    case .edit(.deleteWord) where content.word != nil:
      eraseWord(of: id)
      return true
    case .key("ArrowLeft", []) where held.isEmpty && content.word != nil:
      if moveInWord(by: -1, of: id) { return true }
    case .key("ArrowRight", []) where held.isEmpty && content.word != nil:
      if moveInWord(by: 1, of: id) { return true }
    case .route:
      let route = press.key.cells.flatMap { frame?.route(of: $0.lowerBound) }
      if case .pending? = route { return false }
      // Behind what is typed there is nowhere else to go.
      if case .text(let place)? = route, let typed = content.pending?.range, typed.isEmpty,
        place == typed.lowerBound, place == content.element.text?.end
      {
        _ = leaveTyping(of: id)
        return true
      }
    default: if action.leavesTyping { return false }
    }
    return !leaveTyping(of: id)
  }

  /// Ends what is being typed because the reader does something else; false if that has to wait.
  ///
  /// What cannot be read is kept in the history: nobody is caught in it.
  private mutating func leaveTyping(of id: ProgramID) -> Bool {
    guard let content = programs[id]?.content else { return true }
    switch finishWord(of: id) {
    case .heldUp: return false
    case .unreadable:
      answer = nil
      programs[id]?.content?.word = nil
      if let word = content.word { keep(word.cells.unicode, of: content, in: id) }
    case .done: break
    }
    guard endLive(of: id) else {
      holdUp()
      return false
    }
    programs[id]?.content?.typed = BackTranslation.Context()
    return true
  }

  private mutating func take(_ typing: Action.Typing, of id: ProgramID, _ content: Content) {
    switch typing {
    case .nextMode:
      if content.word != nil, finishWord(of: id) != .done { return }
      guard endLive(of: id) else { return holdUp() }
      nextTypingMode()
    case .translate:
      if let word = content.word {
        // Nothing changes: what the word is tells that the key was taken.
        if let original = word.original, word.isUnchanged { tell(String(original.text)) }
        _ = finishWord(of: id)
      } else if content.live != nil {
        guard endLive(of: id) else { return holdUp() }
      } else if !typedAhead.isEmpty {
        return
      } else {
        tell(.notAvailable)
      }
    }
  }
}

extension Action {
  /// Whether what is being typed stays as it is.
  fileprivate var leavesTyping: Bool {
    switch self {
    case .pan, .freeze, .describe, .details, .position, .nothing, .autoScrollFromTop: true
    default: false
    }
  }
}
