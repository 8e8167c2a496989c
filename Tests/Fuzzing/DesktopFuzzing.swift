// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import DBus
import Desktop
import Posix
import TestSupport
import Wire

/// A program on the accessibility bus that answers what it likes, and a reader who goes on.
enum DesktopFuzzing {
  private static let mostSteps = 24

  static func problem(with bytes: [UInt8]) -> String? {
    whatBreaks { () throws(Broken) in
      let source = Lock(ByteSource(bytes))
      let isPage = source.withLock { $0.byte() & 1 == 0 }
      let keys = isPage ? ["page", "p1", "c21", "name"] : ["entry", "Express", "OK", "Order"]
      var desktop = FakeDesktop(isPage ? .page() : .window(), focus: keys[0])
      desktop.distorts = { _, result in source.withLock { $0.distorted(result) } }
      for _ in 0..<mostSteps where !source.withLock({ $0.isEmpty }) {
        step(&desktop, keys, source)
      }
      try hold(desktop.mistakes.isEmpty, desktop.mistakes.joined(separator: "; "))
      for message in desktop.messages { try check(message) }
    }
  }

  private static func step(
    _ desktop: inout FakeDesktop, _ keys: [String], _ source: Lock<ByteSource>
  ) {
    let (choice, first, second, key) = source.withLock { source in
      (source.number(below: 12), source.byte(), source.word(), source.one(of: keys))
    }
    switch choice {
    case 0...3: desktop.order(Orders.all[Int(first) % Orders.all.count])
    case 4, 5: desktop.happen { $0.moveFocus(to: key) }
    case 6: desktop.happen { $0.moveCaret(of: key, to: Int(second)) }
    case 7:
      desktop.happen { $0.write(String(repeating: "a ", count: Int(first)), in: key, caret: 1) }
    case 8: desktop.happen { $0.activate(isPageKey(key) ? "root" : "Order") }
    case 9: desktop.happen { $0.remove(key) }
    case 10:
      let head = BusSignal.Head(
        sender: ":1.9", path: "/org/a11y/atspi/accessible/" + key,
        interface: "org.a11y.atspi.Event.Object",
        member: ["TextChanged", "ChildrenChanged", "StateChanged", "Announcement"][Int(first) % 4],
        detail: ["insert", "add", "focused", "remove:system"][Int(first >> 2) % 4])
      let values = source.withLock { source in (0..<5).map { _ in source.value() } }
      desktop.handle(.signal(BusSignal(head, values)))
    default: desktop.advance(by: .milliseconds(Int(first) * 20))
    }
  }

  private static func isPageKey(_ key: String) -> Bool {
    ["page", "p1", "c21", "name"].contains(key)
  }

  /// brailled takes it.
  private static func check(_ message: Message) throws(Broken) {
    guard case .message = decode(line: message.json().line, isFull: false) else {
      throw Broken("brailled does not take \(message)")
    }
  }

  private enum Orders {
    static let all: [Command] =
      [
        .find("the", .next), .insertText("a"), .deleteBackward(2), .deleteForward(3), .selectAll,
        .setCaret(TextOffset(3)), .select(anchor: TextOffset(1), TextOffset(2)),
        .replaceText(TextOffset(0)..<TextOffset(1), "b"), .readText(.zero, .next), .cut, .copy,
        .paste, .increment, .decrement, .activate(offset: nil), .expand, .longPress, .escape,
        .setFocus, .scroll(.down), .setValue("5"),
      ] + moves
    private static let moves: [Command] = [.item, .line, .heading, .table, .row, .column, .list]
      .flatMap { unit in [Command.Direction.next, .previous, .in].map { .move($0, unit) } }
  }
}
