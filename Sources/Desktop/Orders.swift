// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import Core
import DBus

/// Why a command is not done (docs/protocol.md, "Errors").
enum Refusal: Error, Equatable, Sendable {
  /// The element is gone, or is not the one that is shown any more.
  case gone
  /// The text is another one by now.
  case stale
  /// It cannot be done here; with words for the reader if there is more to say.
  case impossible(String)
  /// There is nothing further that way.
  case end

  /// The protocol's code and words.
  var failure: CommandFailure {
    switch self {
    case .gone: CommandFailure(code: 3, message: "the element is gone")
    case .stale: CommandFailure(code: 6, message: "the text has changed")
    case .impossible(let words): CommandFailure(code: 7, message: words)
    case .end: CommandFailure(code: 8, message: "nothing further that way")
    }
  }

  /// It cannot be done here.
  static let impossible = Refusal.impossible("not possible here")

  /// What came of a call that failed.
  init(_ error: CallError) {
    self =
      if error.name == Refusal.noKeys || error == .searchEnded {
        .impossible(error.message)
      } else if error.isObjectGone
        || error.isProgramGone
      { .gone } else if error.isTimeout { .impossible("the program does not answer") } else {
        .impossible
      }
  }

  /// The error of keys that cannot be pressed in this session.
  static let noKeys = "org.brailled.Error.NoKeys"
}

extension Desktop {
  /// What it can do for brailled: the commands of its `hello`.
  public static let commands: Set<String> = [
    "move", "find", "setFocus", "activate", "longPress", "escape", "increment", "decrement",
    "expand", "collapse", "setValue", "scroll", "performAction", "key", "setCaret", "select",
    "selectAll", "insertText", "deleteBackward", "deleteForward", "replaceText", "cut", "copy",
    "paste", "undo", "redo", "readText",
  ]

  /// How many commands wait; a program that hangs is not waited for longer than this.
  private static let waitingLimit = 64
  private static let orderLimit = Duration.seconds(3)

  /// Takes what the reader wants; one after the other is done.
  mutating func take(_ order: Order) {
    guard orders.count < Desktop.waitingLimit else { return finish(order, .impossible) }
    orders.append(order)
    performNext()
  }

  private mutating func performNext() {
    guard running == nil, !orders.isEmpty else { return }
    let order = orders.removeFirst()
    running = order
    after(Desktop.orderLimit, .order) { desktop in
      guard desktop.running == order else { return }
      desktop.giveUp(.order)
      desktop.finish(order, .impossible("the program does not answer"))
    }
    perform(order)
  }

  /// Tells brailled that a command is finished, and goes on with the next one.
  mutating func finish(_ order: Order, _ refusal: Refusal? = nil) {
    if let sequence = order.sequence {
      send(.done(sequence: sequence, failure: refusal?.failure))
    }
    wentOn(from: order)
  }

  /// Gives up a command that runs: what is shown is of another program now.
  mutating func abandonOrder() {
    guard let running, shown != nil else { return }
    giveUp(.order)
    cancel(.routing)
    finish(running, .gone)
  }

  /// Goes on with the next command: what came of this one was told with its number.
  mutating func wentOn(from order: Order) {
    guard running == order else { return }
    running = nil
    cancel(.order)
    letGoOfText()
    performNext()
    catchUp()
  }

  /// Does a command, now or by a conversation; `finish` or `wentOn` comes of it.
  private mutating func perform(_ order: Order) {
    switch order.command {
    case .key(let key, let modifiers): pressKey(key, modifiers, for: order)
    case .move, .moveBy, .find: move(order)
    case .focused, .magicTap, .input, .system: finish(order, .impossible)
    case .escape: press("Escape", [], for: order)
    default:
      guard let object = object(of: order) else { return finish(order, .gone) }
      perform(order, on: object)
    }
  }

  /// The object that a command is about: the one that is shown, one in its text, or one that it
  /// is in.
  private func object(of order: Order) -> Accessible? {
    guard let shown, let id = order.element else { return shown?.object }
    if id == shown.id { return shown.object }
    guard let object = ids.object(id), object.program == shown.object.program else { return nil }
    let isIn = shown.snapshot.text?.objects.contains { $0.object == object } ?? false
    return isIn || shown.ancestors.contains { $0.object == object } ? object : nil
  }

  private mutating func perform(_ order: Order, on object: Accessible) {
    switch order.command {
    case .activate(let offset): activate(object, at: offset, for: order)
    case .longPress: act(on: object, for: order) { Actions.menu(in: $0) }
    case .expand: expand(object, true, for: order)
    case .collapse: expand(object, false, for: order)
    case .performAction(let name):
      act(on: object, for: order) { Actions.index(of: [name.lowercased()], in: $0) }
    case .setFocus: setFocus(object, for: order)
    case .increment: adjust(object, by: 1, for: order)
    case .decrement: adjust(object, by: -1, for: order)
    case .setValue(let value): set(object, to: value, for: order)
    case .scroll(let direction): scroll(direction, for: order)
    case .readText(let offset, let direction): readOn(from: offset, direction, for: order)
    default:
      guard object == shown?.object else { return finish(order, .gone) }
      write(order)
    }
  }
}
