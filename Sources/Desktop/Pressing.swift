// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import Core
import DBus

extension Desktop {
  /// Presses a key of a keyboard, by its W3C name.
  mutating func press(_ key: String, _ modifiers: Modifiers, for order: Order) {
    guard let stroke = KeyStroke(key, modifiers) else { return finish(order, .impossible) }
    press([stroke]) { result in
      { $0.finish(order, result.failure.map { Refusal($0) }) }
    }
  }

  /// Presses keys, and goes on when they are pressed or cannot be.
  mutating func press(
    _ strokes: [KeyStroke], then: @escaping @Sendable (CallResult) -> Ending
  ) {
    giveUp(.order)
    // What comes of keys is news.
    led = [:]
    lastConversation += 1
    lastToken += 1
    conversations[lastConversation] = Conversation(slot: .order, results: [nil], missing: 1) {
      .known(then($0[0]))
    }
    calls[lastToken] = Conversation.Call(conversation: lastConversation, index: 0)
    outputs.append(.keys(strokes, token: lastToken))
  }
}

extension KeyStroke {
  /// A key by its W3C name; nil: there is no such key.
  init?(_ key: String, _ modifiers: Modifiers = []) {
    if key == "ContextMenu" {
      self = .key(0xFF67, modifiers)
    } else if let number = Keysym.number(keyboardEventKey: key) {
      self = .key(number, modifiers)
    } else {
      return nil
    }
  }
}

extension Result {
  /// Why it failed; nil if it did not.
  var failure: Failure? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
