// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import Core

extension Desktop {
  /// Goes to another object, to be read there.
  mutating func move(_ order: Order) {
    finish(order, .impossible)
  }

  /// Reads an object, wherever the keyboard is.
  mutating func read(_ object: Accessible, for order: Order) {
    begin(
      .order,
      look(at: object).map { look in
        { desktop in
          guard let look else { return desktop.finish(order, .gone) }
          desktop.show(look.snapshot, in: look.ancestors, ack: order.sequence)
          desktop.wentOn(from: order)
        }
      })
  }

  /// Shows another part of what is read.
  mutating func scroll(_ direction: Command.ScrollDirection, for order: Order) {
    let key =
      switch direction {
      case .up, .previousPage: "PageUp"
      case .down, .nextPage: "PageDown"
      case .left: "ArrowLeft"
      case .right: "ArrowRight"
      }
    press(key, [], for: order)
  }
}
