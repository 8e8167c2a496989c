// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Core
import Elements

extension Desktop {
  /// The text of what is shown, its caret or its selection has changed: it is read again, as what
  /// events say of it differs among toolkits.
  mutating func textChanged() {
    guard let shown, shown.snapshot.basics.interfaces.contains(.text) else { return changed() }
    isStateTextOld = true
    // What comes of a command is told as its answer.
    guard !isTextHeld else { return heard() }
    // One is under way already: once more behind it, whatever happens meanwhile.
    guard !isUnderWay(.text) else { return isTextStale = true }
    isTextStale = false
    begin(
      .text,
      readText(of: shown).map { text in { $0.take(text: text, of: shown.object) } })
  }

  /// The text of what is shown, asked for again.
  func readText(of shown: Shown, around place: Int? = nil) -> Asking<TextPart?> {
    let basics = shown.snapshot.basics
    return shown.object.text(
      around: place, known: shown.snapshot.text,
      runs: basics.role != .terminal,
      objects: basics.interfaces.contains(.hypertext), isSecret: basics.role == .passwordText)
  }

  private mutating func take(text: TextPart?, of object: Accessible) {
    guard shown?.object == object else { return }
    guard let text else { return checkShown() }
    showText(text)
    if isTextStale { textChanged() }
  }

  /// Tells brailled what the text of what is shown is now; `ack`: the command that this answers.
  mutating func showText(_ text: TextPart, ack: Int? = nil) {
    guard var shown else { return }
    let old = shown.element
    shown.snapshot.text = text
    let new = element(
      of: shown.snapshot, version: old.text?.version ?? 0, before: shown)
    shown.element = new
    self.shown = shown
    guard new != old || ack != nil else { return }
    // What is not about the text alone is told whole.
    var rest = new
    rest.text = old.text
    if rest == old, let before = old.text, let now = new.text,
      let edit =
        (now.preformatted ? TextEdit(rowsFrom: before, to: now) : nil)
        ?? TextEdit(from: before, to: now)
    {
      return send(.edit(new.id, edit), ack: ack)
    }
    send(.update([new], focus: nil), ack: ack)
  }

  /// The caret has moved in an object.
  mutating func caretMoved(in object: Accessible, to place: Int) {
    guard place >= 0, let shown else { return }
    if object == shown.object { return textChanged() }
    guard !isPassed(object) else { return }
    guard object.program == shown.object.program else { return }
    // In a document the caret goes from one object to the next, and only the document has the
    // focus: what it is in now is shown.
    if let document = shown.document,
      document == focus || shown.object != focus || shown.snapshot.basics.isEditable
    {
      return follow(object)
    }
    // What says nothing of its focus may have it (LibreOffice, while it starts).
    var questions = Questions()
    let states = questions.ask(object.states)
    begin(
      .caret,
      questions.asking { replies in
        let isFocused = States(replies[states]).contains(.focused)
        return .known { desktop in
          guard isFocused, desktop.shown?.object == shown.object else { return }
          desktop.follow(object)
        }
      })
  }
}

extension TextEdit {
  /// The one change that makes a text of another one, with its caret; nil if they are not parts
  /// of the same whole, or no version tells them apart.
  init?(from old: TextContent, to new: TextContent) {
    guard let base = old.version, let version = new.version, old.offset == new.offset,
      old.preformatted == new.preformatted, old.contracted == new.contracted,
      (new.caret == nil) == (old.caret == nil), (new.anchor == nil) == (old.anchor == nil)
    else { return nil }
    guard version != base else {
      guard old.runs == new.runs, old.length == new.length else { return nil }
      self.init(base: base, version: base, changes: [], caret: new.caret, anchor: new.anchor)
      return
    }
    let before = old.scalars(TextOffset(old.offset)..<old.end)
    let after = new.scalars(TextOffset(new.offset)..<new.end)
    let limit = Swift.min(before.count, after.count)
    var head = 0
    while head < limit,
      before[before.startIndex + head] == after[after.startIndex + head]
    {
      head += 1
    }
    var tail = 0
    while tail < limit - head,
      before[before.endIndex - 1 - tail] == after[after.endIndex - 1 - tail]
    {
      tail += 1
    }
    // At a caret the letters that come are those before it.
    let start = TextOffset(old.offset + head)
    let change = Change(
      range: start..<TextOffset(old.offset + before.count - tail),
      text: Array(after.dropFirst(head).dropLast(tail)))
    guard new.length - old.length == after.count - before.count else { return nil }
    var result = TextEdit(base: base, version: version, changes: [change])
    guard let made = try? old.edited(by: result), made.runs == new.runs else { return nil }
    result.caret = new.caret
    result.anchor = new.anchor
    self = result
  }
}
