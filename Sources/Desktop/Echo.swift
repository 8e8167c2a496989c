// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import Core
import DBus
import Elements

/// What a command has done to a text and its answer waits for: the answer is to tell what really
/// came of it (docs/protocol.md, "Text").
struct Echo: Sendable {
  var order: Order
  var object: Accessible
  /// Longer than until then the program is not waited for.
  var latest: Duration
  /// Whether the time is over: the next text that is read is taken.
  var isOver = false
  /// How often a text was read while it changed once more.
  var torn = 0
  /// Whether a text shows what the command was for.
  var isThere: @Sendable (TextPart) -> Bool
  /// What is done with the text that was read last.
  var end: @Sendable (TextPart) -> Ending
}

extension Desktop {
  /// So long an event is waited for.
  private static let echoLimit = Duration.milliseconds(150)
  /// So long in all, while events come.
  private static let longestEcho = Duration.milliseconds(450)

  /// Whether a command about the text of what is shown runs: what it does is told as its answer,
  /// not as a change that somebody else has made.
  var isTextHeld: Bool { running?.command.isAboutText == true || echo != nil }

  /// Takes care that nothing of the text is told but as an answer.
  mutating func holdText() {
    if isUnderWay(.text) { isTextStale = true }
    if isUnderWay(.state) { isStateStale = true }
    giveUp(.text)
    giveUp(.state)
  }

  /// The command is finished: its answer is not waited for any more.
  mutating func letGoOfText() {
    echo = nil
    cancel(.echo)
  }

  /// Reads once more what was told of while a command ran.
  mutating func catchUp() {
    guard !isTextHeld else { return }
    if isStateStale { changed() }
    if isTextStale { textChanged() }
  }

  /// Waits until a text shows what a command was for, and answers with it; when the time is over,
  /// with what there is.
  ///
  /// `readsAtOnce`: what the command did may be there already; else an event is waited for.
  mutating func answer(
    _ order: Order, readsAtOnce: Bool = true,
    when isThere: @escaping @Sendable (TextPart) -> Bool,
    then end: (@Sendable (TextPart) -> Ending)? = nil
  ) {
    guard let shown, running == order else { return finish(order, .gone) }
    echo = Echo(
      order: order, object: shown.object, latest: now + Desktop.longestEcho, isThere: isThere,
      end: end ?? { text in { $0.answer(order, with: text) } })
    after(Desktop.echoLimit, .echo) { $0.echoIsOver() }
    if readsAtOnce || isTextStale { readEcho() }
  }

  /// Answers a command with a text.
  mutating func answer(_ order: Order, with text: TextPart) {
    showText(text, ack: order.sequence)
    wentOn(from: order)
  }

  /// The program has told of a change while a command ran.
  mutating func heard() {
    isTextStale = true
    guard let echo else { return }
    after(min(Desktop.echoLimit, max(.zero, echo.latest - now)), .echo) { $0.echoIsOver() }
    if !isUnderWay(.order) { readEcho() }
  }

  private mutating func echoIsOver() {
    guard echo != nil else { return }
    echo?.isOver = true
    if !isUnderWay(.order) { readEcho() }
  }

  private mutating func readEcho() {
    guard let echo, let shown, shown.object == echo.object, echo.order == running else {
      return finishEcho()
    }
    isTextStale = false
    begin(.order, readText(of: shown).map { text in { $0.take(echo: text) } })
  }

  private mutating func take(echo text: TextPart?) {
    guard var echo, shown?.object == echo.object else { return finishEcho() }
    guard let text else {
      isTextStale = true
      return finish(echo.order, Refusal(.timedOut))
    }
    // What changed while it was read may be half of one text and half of another.
    if isTextStale, !echo.isOver, echo.torn < 3 {
      echo.torn += 1
      self.echo = echo
      return readEcho()
    }
    guard echo.isThere(text) || echo.isOver else { return }
    letGoOfText()
    echo.end(text)(&self)
  }

  /// What is shown is another object now: what the command did is done.
  mutating func finishEcho() {
    guard let echo else { return }
    giveUp(.order)
    finish(echo.order)
  }
}

extension Command {
  /// Whether it may change or mark the text of what is shown, or move its caret.
  var isAboutText: Bool {
    switch self {
    case .activate(let offset): offset != nil
    case .setCaret, .select, .selectAll, .insertText, .deleteBackward, .deleteForward,
      .replaceText, .cut, .copy, .paste, .undo, .redo, .readText, .key:
      true
    default: false
    }
  }

  /// Whether it changes the text.
  var changesText: Bool {
    switch self {
    case .insertText, .deleteBackward, .deleteForward, .replaceText, .cut, .paste, .undo, .redo:
      true
    default: false
    }
  }
}
