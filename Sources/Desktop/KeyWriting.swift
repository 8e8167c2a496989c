// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import Core
import DBus

extension Desktop {
  /// So many keys are pressed for one command.
  private static let mostKeys = 1000

  /// Does by keys what a program does not do by EditableText: terminals, browsers.
  ///
  /// `isDeleted`: what was to go is gone already.
  mutating func writeByKeys(_ order: Order, in text: TextPart, isDeleted: Bool = false) {
    let isTerminal = shown?.snapshot.basics.role == .terminal
    switch order.command {
    case .insertText(let words):
      type(words, for: order, in: text)
    case .deleteBackward(let count):
      erase(count, "Backspace", for: order, in: text)
    case .deleteForward(let count):
      erase(count, "Delete", for: order, in: text)
    case .replaceText(let range, let words):
      let start = text.place(of: range.lowerBound)
      let range = start..<max(start, text.place(of: range.upperBound))
      if isDeleted {
        type(words, for: order, in: text)
      } else if isTerminal {
        replaceAtCaret(range, words, for: order, in: text)
      } else {
        replaceSelected(range, words, for: order, in: text)
      }
    default: finish(order, .impossible)
    }
  }

  private mutating func type(_ words: String, for order: Order, in text: TextPart) {
    let typed = KeyStroke.typed(words)
    guard !typed.isEmpty else { return finish(order) }
    let isTerminal = shown?.snapshot.basics.role == .terminal
    press([.text(typed)], for: order, in: text) { new in
      isTerminal ? new.ends(with: typed, after: text) : new.grew(by: typed, from: text)
    }
  }

  private mutating func erase(
    _ count: Int, _ key: String, for order: Order, in text: TextPart
  ) {
    let isTerminal = shown?.snapshot.basics.role == .terminal
    guard let stroke = KeyStroke(key), count > 0 else { return finish(order) }
    let strokes = Array(repeating: stroke, count: min(count, Desktop.mostKeys))
    let least = text.length - max(text.selection?.count ?? 0, count)
    press(strokes, for: order, in: text) { new in
      isTerminal ? new.caret != text.caret && new.raw != text.raw : new.length <= least
    }
  }

  /// In a terminal only what stands before the caret can be replaced.
  private mutating func replaceAtCaret(
    _ range: Range<Int>, _ words: String, for order: Order, in text: TextPart
  ) {
    guard range.upperBound == text.caret, text.selection == nil else {
      return finish(order, .impossible)
    }
    let count = text.words(in: range).count
    guard let stroke = KeyStroke("Backspace"), count <= Desktop.mostKeys else {
      return finish(order, .impossible)
    }
    let typed = KeyStroke.typed(words)
    var strokes = Array(repeating: stroke, count: count)
    if !typed.isEmpty { strokes.append(.text(typed)) }
    press(strokes, for: order, in: text) { new in
      typed.isEmpty ? new.raw != text.raw : new.ends(with: typed, after: text)
    }
  }

  /// Selects a stretch, types over it, and puts the caret back to where it was.
  private mutating func replaceSelected(
    _ range: Range<Int>, _ words: String, for order: Order, in text: TextPart
  ) {
    guard let object = shown?.object else { return finish(order, .gone) }
    let typed = KeyStroke.typed(words)
    guard !range.isEmpty || !typed.isEmpty else { return finish(order) }
    let splice = Splice(range, typed, keepsCaret: true)
    let old = text
    tell(object.setCaret(range.lowerBound))
    if !range.isEmpty { tell(object.addSelection(range.lowerBound, range.upperBound)) }
    let wanted = range.isEmpty ? nil : range
    answer(order, when: { $0.selection == wanted && $0.raw == old.raw }) { text in
      { desktop in
        guard text.raw == old.raw, text.length == old.length else {
          return desktop.refuseAsStale(order)
        }
        guard text.selection == wanted else { return desktop.finish(order, .impossible) }
        let strokes = typed.isEmpty ? [KeyStroke("Backspace")].compactMap { $0 } : [.text(typed)]
        desktop.press(strokes, for: order, in: text, when: { $0.grew(by: typed, from: text) }) {
          new in
          { desktop in
            let width = new.length - text.length + range.count
            let caret = splice.caret(from: old.caret, width: max(0, width))
            guard new.caret != caret else { return desktop.answer(order, with: new) }
            desktop.tell(object.setCaret(caret))
            desktop.answer(order) { $0.caret == caret }
          }
        }
      }
    }
  }

  /// A key of a keyboard; where its reader writes, what it did is told as its answer.
  ///
  /// What is written behind it must not overtake it: keys and calls come to a program by two ways.
  mutating func pressKey(_ key: String, _ modifiers: Modifiers, for order: Order) {
    guard let shown, let text = shown.snapshot.text, shown.snapshot.basics.isEditable,
      hasKeyboard(shown), let stroke = KeyStroke(key, modifiers)
    else { return press(key, modifiers, for: order) }
    holdText()
    press([stroke], for: order, in: text) { $0.differs(from: text) }
  }

  // MARK: Pressing

  /// Whether keys come to what is shown.
  func hasKeyboard(_ shown: Shown) -> Bool {
    guard let focus, !isKeyboardAway else { return false }
    return focus == shown.object || shown.ancestors.contains { $0.object == focus }
  }

  /// Presses keys for what is shown, and answers when its text shows what came of them.
  mutating func press(
    _ strokes: [KeyStroke], for order: Order, in text: TextPart,
    when isThere: @escaping @Sendable (TextPart) -> Bool,
    then end: (@Sendable (TextPart) -> Ending)? = nil
  ) {
    guard let shown else { return finish(order, .gone) }
    guard hasKeyboard(shown) else {
      begin(
        .order,
        shown.object.takeFocus.map { isTaken in
          { desktop in
            guard isTaken, desktop.isAt(shown.object, order) else {
              return desktop.finish(order, isTaken ? .gone : .impossible)
            }
            // What takes the focus may select all of its text (GTK 3).
            if let caret = text.caret, text.selection == nil {
              desktop.tell(shown.object.setCaret(caret))
            }
            desktop.pressNow(strokes, for: order, in: text, when: isThere, then: end)
          }
        })
      return
    }
    pressNow(strokes, for: order, in: text, when: isThere, then: end)
  }

  private mutating func pressNow(
    _ strokes: [KeyStroke], for order: Order, in text: TextPart,
    when isThere: @escaping @Sendable (TextPart) -> Bool,
    then end: (@Sendable (TextPart) -> Ending)?
  ) {
    guard let shown else { return finish(order, .gone) }
    let object = shown.object
    let mayIgnore = writesDirectly(in: shown) && order.command.writesText
    let wasStale = isTextStale
    isTextStale = false
    press(strokes) { result in
      { desktop in
        if let error = result.failure {
          desktop.isTextStale = desktop.isTextStale || wasStale
          return desktop.finish(order, Refusal(error))
        }
        guard desktop.isAt(object, order) else { return desktop.finish(order) }
        desktop.answer(order, readsAtOnce: false, when: isThere) { new in
          { desktop in
            // It said that it had written, and keys have: it is not asked to write again.
            if mayIgnore, new.raw != text.raw {
              desktop.programs[object.program]?.ignoresInsertText = true
            }
            if let end { return end(new)(&desktop) }
            desktop.answer(order, with: new)
          }
        }
      }
    }
  }
}

extension Command {
  /// Whether EditableText does it.
  fileprivate var writesText: Bool {
    switch self {
    case .insertText, .replaceText, .deleteBackward, .deleteForward: true
    default: false
    }
  }
}

extension KeyStroke {
  /// What is typed of a text: Enter and Tab are keys of their own, never part of it.
  static func typed(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}

extension TextPart {
  /// Whether it is another text, or has its caret or selection elsewhere.
  func differs(from old: TextPart) -> Bool {
    raw != old.raw || length != old.length || caret != old.caret || selection != old.selection
  }

  /// Whether a text has come over what was selected.
  fileprivate func grew(by text: String, from old: TextPart) -> Bool {
    length >= old.length - (old.selection?.count ?? 0) + text.unicodeScalars.count
      && raw != old.raw
  }

  /// Whether a text stands before the caret that was not there.
  fileprivate func ends(with text: String, after old: TextPart) -> Bool {
    guard let caret, holds(caret), caret != old.caret || raw != old.raw else { return false }
    return scalars[..<index(of: caret)].suffix(text.unicodeScalars.count)
      .elementsEqual(text.unicodeScalars)
  }
}
