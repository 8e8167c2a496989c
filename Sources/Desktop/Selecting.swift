// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import Core
import DBus

// The selection.
extension Desktop {
  /// Selects from one place of the toolkit to another, where the caret is to be.
  ///
  /// The caret is put to the one end first, which takes an old selection away everywhere. GTK 4's
  /// text views do not answer to AddSelection, take its ends the other way round, and break
  /// what is selected by SetSelection (4.8, measured).
  mutating func select(_ anchor: Int, _ place: Int, for order: Order) {
    guard let shown, let text = shown.snapshot.text else { return finish(order, .gone) }
    let object = shown.object
    guard anchor != place else {
      guard order.command != .selectAll else { return finish(order) }
      return setCaret(place, in: object, for: order)
    }
    let isGTK4 = programs[object.program]?.isGTK4 == true
    var questions = Questions()
    let slots = StateSlots(object, text, &questions)
    let moved = questions.ask(object.setCaret(anchor))
    let selected = isGTK4 ? nil : questions.ask(object.addSelection(anchor, place))
    begin(
      .order,
      questions.asking(within: .milliseconds(800)) { replies in
        let error = slots.error(replies) ?? replies.error(moved)
        let isSame = slots.isSame(replies)
        let isDone = selected.map { replies[$0]?.boolean ?? false } ?? true
        return .known { desktop in
          if let error, error.isTimeout { return desktop.finish(order, Refusal(error)) }
          guard desktop.isAt(object, order) else { return desktop.finish(order, .gone) }
          guard isSame || order.version == nil else { return desktop.refuseAsStale(order) }
          // Some take only the ends in their order.
          if !isDone { desktop.tell(object.addSelection(min(anchor, place), max(anchor, place))) }
          desktop.awaitSelection(min(anchor, place)..<max(anchor, place), for: order)
        }
      })
    if isGTK4 { tell(object.addSelection(place, anchor)) }
  }

  private mutating func awaitSelection(_ range: Range<Int>, for order: Order) {
    let isTerminal = shown?.snapshot.basics.role == .terminal
    answer(order, when: { $0.selection == range }) { text in
      { desktop in
        if text.selection == range { return desktop.answer(order, with: text) }
        guard order.command == .selectAll, !isTerminal,
          let stroke = KeyStroke("a", .control), let shown = desktop.shown,
          desktop.hasKeyboard(shown)
        else { return desktop.refuse(order, with: text) }
        desktop.press([stroke], for: order, in: text) { $0.selection != nil }
      }
    }
  }

  /// Tells what there is, and that a command could not be done.
  mutating func refuse(_ order: Order, with text: TextPart) {
    showText(text)
    finish(order, .impossible)
  }
}

// The clipboard, and taking back.
extension Desktop {
  /// Cuts, copies or pastes: by EditableText where that is to be believed, else by keys.
  ///
  /// Browsers say that they do and do not; a password is never handed to the clipboard.
  mutating func useClipboard(_ order: Order, in text: TextPart) {
    guard let shown else { return finish(order, .gone) }
    let basics = shown.snapshot.basics
    guard writesDirectly(in: shown), basics.role != .passwordText,
      programs[shown.object.program]?.hasLiveRegions != true
    else { return useClipboardByKeys(order, in: text) }
    var questions = Questions()
    let slots: [Questions.Slot]
    switch order.command {
    case .paste:
      guard let place = text.selection ?? text.caret.map({ $0..<$0 }) else {
        return useClipboardByKeys(order, in: text)
      }
      let deleted = place.isEmpty ? [] : [questions.ask(shown.object.deleteText(place))]
      slots = deleted + [questions.ask(shown.object.pasteText(place.lowerBound))]
    default:
      guard let range = text.selection else { return finish(order) }
      let isCut = order.command == .cut
      slots = [
        questions.ask(isCut ? shown.object.cutText(range) : shown.object.copyText(range))
      ]
    }
    begin(
      .order,
      questions.asking(within: .milliseconds(800)) { replies in
        let error = slots.lazy.compactMap { replies.error($0) }.first
        let isRefused = slots.contains { replies[$0]?.boolean == false }
        return .known { desktop in
          if let error, error.isTimeout {
            desktop.isTextStale = true
            return desktop.finish(order, Refusal(error))
          }
          guard desktop.isAt(shown.object, order) else { return desktop.finish(order) }
          guard error == nil, !isRefused else {
            return desktop.useClipboardByKeys(order, in: text)
          }
          desktop.awaitClipboard(order, after: text)
        }
      })
  }

  private mutating func awaitClipboard(_ order: Order, after text: TextPart) {
    guard order.command != .copy, let object = shown?.object else { return finish(order) }
    let start = text.selection?.lowerBound ?? text.caret ?? 0
    let rest = text.length - (text.selection?.count ?? 0)
    let isCut = order.command == .cut
    // GTK asks the clipboard's owner first, and writes when that has answered.
    answer(order, when: { ($0.length == rest) == isCut }) { new in
      { desktop in
        let caret = start + max(0, new.length - rest)
        guard new.caret != caret, new.differs(from: text) else {
          return desktop.answer(order, with: new)
        }
        // Qt's line editor puts its caret to the end, entries of GTK 4 leave it before the text.
        desktop.tell(object.setCaret(caret))
        desktop.answer(order) { $0.caret == caret }
      }
    }
  }

  private mutating func useClipboardByKeys(_ order: Order, in text: TextPart) {
    let isTerminal = shown?.snapshot.basics.role == .terminal
    guard !isTerminal || order.command != .cut,
      let stroke = KeyStroke(order.command, isTerminal: isTerminal)
    else { return finish(order, .impossible) }
    guard order.command != .copy else {
      guard let shown, hasKeyboard(shown) else { return finish(order, .impossible) }
      return press([stroke]) { result in
        { $0.finish(order, result.failure.map { Refusal($0) }) }
      }
    }
    press([stroke], for: order, in: text) { $0.differs(from: text) }
  }

  /// Takes the last change back, or makes it again: there are keys for it alone.
  mutating func undo(_ order: Order, in text: TextPart) {
    guard let shown, shown.snapshot.basics.role != .terminal else {
      return finish(order, .impossible)
    }
    let program = programs[shown.object.program] ?? Program()
    let stroke: KeyStroke? =
      order.command == .undo ? KeyStroke("z", .control) : program.redoStroke
    guard let stroke else { return finish(order, .impossible) }
    press([stroke], for: order, in: text) { $0.differs(from: text) }
  }
}

extension KeyStroke {
  /// The key of a clipboard's command; terminals take them with Shift (VTE, Konsole).
  fileprivate init?(_ command: Command, isTerminal: Bool) {
    let modifiers: Modifiers = isTerminal ? [.control, .shift] : .control
    switch command {
    case .cut: self.init("x", modifiers)
    case .copy: self.init("c", modifiers)
    case .paste: self.init("v", modifiers)
    default: return nil
    }
  }
}
