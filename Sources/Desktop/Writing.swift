// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Commands
import Core
import DBus
import Elements

extension Desktop {
  /// Does a command about the text of what is shown.
  ///
  /// Its offsets count in the text of its version. The program's text may have changed since
  /// without a word of it having come, so it is looked at before anything is done in it.
  mutating func write(_ order: Order) {
    guard let shown, let text = shown.snapshot.text,
      shown.snapshot.basics.interfaces.contains(.text)
    else { return finish(order, .impossible) }
    guard !order.command.changesText || shown.snapshot.basics.isEditable else {
      return finish(order, .impossible("the text cannot be changed"))
    }
    if let version = order.version, version != shown.element.text?.version {
      return finish(order, .stale)
    }
    holdText()
    switch order.command {
    case .setCaret(let offset):
      guard text.knows(offset) else { return readElsewhere(offset, for: order) }
      setCaret(text.place(of: offset), in: shown.object, for: order)
    case .select(let anchor, let offset):
      guard text.knows(anchor) else { return readElsewhere(anchor, for: order) }
      guard text.knows(offset) else { return readElsewhere(offset, for: order) }
      select(text.place(of: anchor), text.place(of: offset), for: order)
    case .replaceText(let range, _):
      guard text.holds(range.lowerBound) else { return readElsewhere(range.lowerBound, for: order) }
      guard text.holds(range.upperBound) else { return finish(order, .stale) }
      look(order) { desktop, text in desktop.edit(order, in: text) }
    case .insertText, .deleteBackward, .deleteForward:
      look(order) { desktop, text in desktop.edit(order, in: text) }
    case .selectAll:
      look(order) { desktop, text in desktop.select(0, text.length, for: order) }
    case .cut, .copy, .paste:
      look(order) { desktop, text in desktop.useClipboard(order, in: text) }
    case .undo, .redo:
      look(order) { desktop, text in desktop.undo(order, in: text) }
    case .readText(let offset, _):
      readFirst(order, around: text.place(of: offset)) { desktop, text in
        desktop.answer(order, with: text)
      }
    default: finish(order, .impossible)
    }
  }

  // MARK: The text as it is now

  /// Looks at the text once more before a command is done in it: at its marks, and whether it is
  /// still the one that is shown; one that is not is shown first.
  mutating func look(
    _ order: Order, then go: @escaping @Sendable (inout Desktop, TextPart) -> Void
  ) {
    guard let shown, let text = shown.snapshot.text else { return finish(order, .gone) }
    var questions = Questions()
    let slots = StateSlots(shown.object, text, &questions)
    isTextStale = false
    begin(
      .order,
      questions.asking(within: .milliseconds(800)) { replies in
        let error = slots.error(replies)
        let found = slots.isSame(replies) ? slots.marked(text, replies) : nil
        return .known { desktop in
          // What is not told with the answer is read behind it.
          if found.map({ $0.differs(from: text) }) ?? true { desktop.isTextStale = true }
          if let error { return desktop.finish(order, Refusal(error)) }
          guard desktop.isAt(shown.object, order) else { return desktop.finish(order, .gone) }
          // Of a long text what is around the caret is needed.
          if let found, found.isWhole || order.version != nil { return go(&desktop, found) }
          desktop.readFirst(order, then: go)
        }
      })
  }

  /// Whether what a command is about is still shown.
  func isAt(_ object: Accessible, _ order: Order) -> Bool {
    shown?.object == object && running == order
  }

  /// Reads the text and shows what somebody else has changed in it; a command whose offsets count
  /// in the text before that is refused.
  mutating func readFirst(
    _ order: Order, around place: Int? = nil,
    then go: @escaping @Sendable (inout Desktop, TextPart) -> Void
  ) {
    guard let shown else { return finish(order, .gone) }
    isTextStale = false
    begin(
      .order,
      readText(of: shown, around: place).map { text in
        { desktop in
          guard desktop.isAt(shown.object, order) else { return desktop.finish(order, .gone) }
          guard let text else {
            desktop.isTextStale = true
            return desktop.finish(order, Refusal(.timedOut))
          }
          desktop.showText(text)
          if let version = order.version, version != desktop.shown?.element.text?.version {
            return desktop.finish(order, .stale)
          }
          go(&desktop, text)
        }
      })
  }

  /// A place that is not in the part that is read: another part is shown, and the command is to
  /// come again with its place there.
  private mutating func readElsewhere(_ offset: TextOffset, for order: Order) {
    let place = shown?.snapshot.text?.place(of: offset)
    readFirst(order, around: place) { desktop, _ in desktop.finish(order, .stale) }
  }

  // MARK: The caret

  /// Puts the caret to a place of the toolkit; what was read of the text is read again on the same
  /// trip, and must not be another text by now.
  mutating func setCaret(_ place: Int, in object: Accessible, for order: Order) {
    if object == shown?.object, shown?.snapshot.basics.role == .terminal {
      return moveCaretByKeys(to: place, for: order)
    }
    guard let text = shown?.snapshot.text else { return finish(order, .gone) }
    var questions = Questions()
    let slots = StateSlots(object, text, &questions)
    let done = questions.ask(object.setCaret(place))
    begin(
      .order,
      questions.asking(within: .milliseconds(800)) { replies in
        let isDone = replies[done]?.boolean ?? false
        let isSame = slots.isSame(replies)
        let error = slots.error(replies) ?? replies.error(done)
        return .known { desktop in
          if let error, error.isTimeout { return desktop.finish(order, Refusal(error)) }
          guard isSame || order.version == nil else { return desktop.refuseAsStale(order) }
          guard isDone else { return desktop.finish(order, .impossible) }
          desktop.answer(order) { $0.caret == place }
        }
      })
  }

  /// Shows the text as it is now, and tells that a command was about another one.
  mutating func refuseAsStale(_ order: Order) {
    readFirst(order) { desktop, _ in desktop.finish(order, .stale) }
  }
}

extension TextPart {
  /// Whether this is all of the text.
  var isWhole: Bool { start == 0 && end >= length }

  /// Whether a place in the whole text, in scalars, is in this part or at its ends.
  func holds(_ offset: TextOffset) -> Bool {
    offset.value >= start && offset.value <= start + scalars.count
  }

  /// Whether the toolkit's place of a place is known for certain.
  func knows(_ offset: TextOffset) -> Bool {
    holds(offset) || offset.value <= 0 || offset.value == wholeLength
  }
}

/// The calls that ask whether a text is still what it was, and for its marks.
struct StateSlots: Sendable {
  private let count, caret, selections, selection: Questions.Slot
  private let text: Questions.Slot?
  private let old: TextPart

  init(_ object: Accessible, _ part: TextPart, _ questions: inout Questions) {
    old = part
    count = questions.ask(object.characterCount)
    caret = questions.ask(object.caretOffset)
    selections = questions.ask(object.selectionCount)
    selection = questions.ask(object.textSelection(0))
    text =
      part.start < part.end && !part.isMasked
      ? questions.ask(object.text(part.start..<part.end)) : nil
  }

  /// Why the program does not answer; nil: it does.
  func error(_ replies: Replies) -> CallError? { replies.error(count) }

  /// How long the text is now.
  func length(_ replies: Replies) -> Int? { replies[count]?.integer }

  /// What stands now where the part was.
  ///
  /// Of a secret what stood there before: only its length tells.
  func raw(_ replies: Replies) -> String {
    old.isMasked ? old.raw : replies[text]?.string ?? ""
  }

  /// Whether it is the same text.
  func isSame(_ replies: Replies) -> Bool {
    length(replies) == old.length && raw(replies) == old.raw
  }

  /// The part with its marks as they are now.
  func marked(_ part: TextPart, _ replies: Replies) -> TextPart {
    var part = part
    let caret = replies[caret]?.integer ?? -1
    part.caret = caret < 0 ? nil : min(caret, part.length)
    part.selection = nil
    if (replies[selections]?.integer ?? 0) > 0, let ends = replies.values(selection),
      ends.count == 2, let from = ends[0].integer, let to = ends[1].integer, from != to
    {
      let low = max(0, min(from, to))
      part.selection = low..<max(low, min(max(from, to), part.length))
    }
    return part
  }
}
