// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Commands
import Core
import Elements

extension Desktop {
  /// Sends more of a text of which a part is read, behind a place or before it.
  mutating func readOn(
    from offset: TextOffset, _ direction: Command.Direction, for order: Order
  ) {
    guard let shown, let text = shown.snapshot.text else { return finish(order, .impossible) }
    if let version = order.version, version != shown.element.text?.version {
      return finish(order, .stale)
    }
    let isForward = direction != .previous
    guard isForward ? text.end < text.length : text.start > 0 else { return finish(order, .end) }
    // The place is kept in sight, so that the new part can be told to be of the same text.
    let overlap = Accessible.halfPart / 4
    let middle = Accessible.halfPart - overlap
    let place = text.place(of: offset) + (isForward ? middle : -middle)
    begin(
      .order,
      readText(of: shown, around: max(0, min(place, text.length))).map { text in
        { desktop in
          guard let text, desktop.shown?.object == shown.object else {
            return desktop.finish(order, .gone)
          }
          desktop.showText(text, ack: order.sequence)
          desktop.wentOn(from: order)
        }
      })
  }
  /// Shows another part of what is read, as a program does it by itself.
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
