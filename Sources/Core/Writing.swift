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
  /// Takes a key that is whole; behind keys that wait it waits, too.
  mutating func take(whole press: KeyPress, on frame: Frame?) {
    var entry = TypedAhead(press: press, frame: frame, focus: program(shown)?.content?.number)
    entry.press.modifiers.formUnion(stuck)
    if mode == nil, !typedAhead.isEmpty || waitsForCaret {
      stuck = []
      typedAhead.append(entry)
    } else {
      act(on: press, on: frame)
      if let rest = heldUp(entry) { typedAhead.append(rest) }
    }
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

  /// Whether the caret is to be put somewhere before anything else is written.
  private var waitsForCaret: Bool { program(shown)?.content?.wantedCaret != nil }

  /// Goes on with the keys that waited, for a table or for the caret.
  mutating func goOnTyping() {
    guard !typedAhead.isEmpty, !waitsForCaret else { return }
    var waiting = typedAhead
    typedAhead = []
    while !waiting.isEmpty, !waitsForCaret {
      let entry = waiting.removeFirst()
      // What was meant for another element is never written here.
      guard entry.focus == program(shown)?.content?.number else {
        tell(.changed)
        continue
      }
      catchUp(shown)
      act(on: entry.press, on: entry.frame)
      if let rest = heldUp(entry) {
        waiting.insert(rest, at: 0)
        break
      }
    }
    typedAhead = waiting
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
    if action != .edit(.deleteBackward), !action.leavesTyping {
      programs[id]?.content?.finished = nil
      programs[id]?.content?.typed = BackTranslation.Context()
    }
    guard content.word != nil || content.live != nil else { return false }
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
        if content.word != nil { _ = finishWord(of: id) } else if !endLive(of: id) { holdUp() }
        return true
      }
    default: if action.leavesTyping { return false }
    }
    return !endTyping(of: id)
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
