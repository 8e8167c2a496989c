// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import DBus
import Cells
import Commands
import Core
import Elements

extension Desktop {
  /// Does a command about the text of what is shown.
  mutating func write(_ order: Order) {
    guard let shown, let text = shown.snapshot.text,
      shown.snapshot.basics.interfaces.contains(.text)
    else { return finish(order, .impossible) }
    if let version = order.version, version != shown.element.text?.version {
      return finish(order, .stale)
    }
    switch order.command {
    case .setCaret(let offset):
      setCaret(text.place(of: offset), in: shown.object, for: order)
    default: finish(order, .impossible)
    }
  }

  /// Puts the caret to a place of the toolkit.
  mutating func setCaret(_ place: Int, in object: Accessible, for order: Order) {
    var questions = Questions()
    let done = questions.ask(object.setCaret(place))
    begin(
      .order,
      questions.asking(within: .milliseconds(800)) { replies in
        let isDone = replies[done]?.boolean ?? false
        return .known { desktop in
          guard isDone else { return desktop.finish(order, .impossible) }
          desktop.answerWithText(order)
        }
      })
  }

  /// Reads the text again and tells it as the answer to a command.
  mutating func answerWithText(_ order: Order) {
    guard let shown else { return finish(order, .gone) }
    begin(
      .order,
      readText(of: shown).map { text in
        { desktop in
          guard let text, desktop.shown?.object == shown.object else {
            return desktop.finish(order, .gone)
          }
          desktop.showText(text, ack: order.sequence)
          desktop.wentOn(from: order)
        }
      })
  }
}
