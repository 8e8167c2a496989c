// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements

/// The commands to one program that it has not answered, and those that wait for that
/// (docs/protocol.md, "Text").
///
/// A program's text goes on while a command is on its way. So behind a command that names a place
/// everything for that element waits until the program has acknowledged it; what has not arrived
/// is carried through each change of the text; and what the program refuses because its text was
/// another one is sent again. Commands leave in the order in which they came. To a program that
/// acknowledges nothing all is sent at once.
struct Correspondence: Equatable, Sendable {
  /// Whether the program acknowledges commands.
  var acknowledges = false
  /// The number of the last command that was sent.
  private(set) var lastSequence = 0
  /// What was sent and is not acknowledged, or of which the effect is not seen, in order.
  private(set) var sent: [PendingCommand] = []
  /// What waits, in order.
  private(set) var waiting: [PendingCommand] = []
  /// Whether the program has once refused a command because its text was another one: then what
  /// names a place waits until all before it is acknowledged.
  private(set) var hasRefused = false
  /// Whether all that waits is to be sent, because the program does not answer.
  private var isLifted = false

  /// So long an answer is awaited.
  static let patience = Duration.seconds(2)
  /// So many commands wait, or are remembered; past that the oldest does not.
  static let most = 4000
  /// So often a command is sent again.
  static let mostRepeats = 8

  /// What is to be done next.
  enum Step: Equatable, Sendable {
    /// Send it.
    case send(PendingCommand)
    /// It cannot be done any more: what it was about has gone.
    case drop(PendingCommand)
  }

  /// Takes a command behind all that waits; joins what is typed while it waits.
  mutating func add(_ command: PendingCommand) {
    if waiting.isEmpty {
      isLifted = false
    } else if waiting[waiting.count - 1].join(command) {
      return
    }
    waiting.append(command)
  }

  /// What may be sent now, the oldest first; nil: all that waits has to.
  ///
  /// `element` is what has the program's focus. To be asked until there is none.
  mutating func next(at now: Duration, on element: Element?) -> Step? {
    guard let first = waiting.first, !isHeld(first) else {
      if waiting.isEmpty { isLifted = false }
      return nil
    }
    waiting.removeFirst()
    if first.isLost || first.repeats > Correspondence.mostRepeats {
      giveUp(first)
      return .drop(first)
    }
    return .send(number(first, at: now, on: element))
  }

  /// A command gets its number and is remembered, with its places as they are to be sent.
  mutating func number(
    _ command: PendingCommand, at now: Duration, on element: Element?
  ) -> PendingCommand {
    var command = command
    if acknowledges {
      lastSequence += 1
      command.sequence = lastSequence
    }
    command.deadline = now + Correspondence.patience
    if command.isCarried, let element, element.id == command.home, let text = element.text {
      command.align(to: text)
    }
    let order = foreseen(command, on: element)
    guard acknowledges || command.home != nil else { return order }
    sent.append(command.kept)
    if sent.count > Correspondence.most { sent.removeFirst() }
    return order
  }

  private func isHeld(_ command: PendingCommand) -> Bool {
    guard acknowledges, !isLifted, waiting.count <= Correspondence.most else { return false }
    if hasRefused, command.version != nil { return sent.contains { $0.sequence != nil } }
    guard let home = command.home else { return false }
    return sent.contains { $0.holds && $0.home == home && $0.sequence != nil }
  }

  /// The program has done all up to a number; whether any of it was awaited.
  mutating func acknowledge(upTo sequence: Int) -> Bool {
    let count = sent.count
    sent.removeAll { $0.sequence.map { $0 <= sequence } ?? false }
    return sent.count < count
  }

  /// The program did not do a command because its text had changed, and has done all before it;
  /// whether it goes first in what waits, to be sent again or given up.
  mutating func refuse(_ sequence: Int) -> Bool {
    hasRefused = true
    let refused = sent.first { $0.sequence == sequence }
    _ = acknowledge(upTo: sequence)
    guard var refused, refused.version != nil else { return false }
    refused.sequence = nil
    refused.repeats += 1
    // Nobody knows its text any more.
    if refused.isSecret, case .replaceText = refused.command { refused.lose() }
    waiting.insert(refused, at: 0)
    return true
  }

  /// Lets go of what was not answered in time; all that waits is to be sent then.
  mutating func expire(at now: Duration) {
    guard let first = sent.first, first.deadline <= now else { return }
    let isUnanswered = sent.contains { $0.deadline <= now && $0.sequence != nil }
    sent.removeAll { $0.deadline <= now }
    if isUnanswered, !waiting.isEmpty { isLifted = true }
  }

  /// Whether nothing is awaited, and nothing waits.
  var isIdle: Bool { sent.isEmpty && waiting.isEmpty }

  /// When what is not seen is not awaited any longer; nil: nothing is.
  var deadline: Duration? { sent.first { $0.command.edits }?.deadline }

  /// What cannot be done any more is not done elsewhere: what is about what stands at its caret goes
  /// with it, and text goes where its place was.
  private mutating func giveUp(_ lost: PendingCommand) {
    guard lost.command.placesCaret else { return }
    var index = 0
    while index < waiting.count {
      let next = waiting[index]
      if next.home != lost.home {
        index += 1
      } else if next.command.writes {
        let isHopeless = lost.repeats > Correspondence.mostRepeats
        if !isHopeless, let nearest = lost.settingCaret() { waiting.insert(nearest, at: 0) }
        return
      } else if next.command.takesFromCaret {
        waiting.remove(at: index)
      } else if next.command.placesCaret {
        return
      } else {
        index += 1
      }
    }
  }
}

// What becomes of the text, and of the focus.
extension Correspondence {
  /// A text has changed: all places in it are carried along.
  ///
  /// `changes` are nil where they are too many to be known. Without acknowledgements it is looked
  /// at how much of what was sent the new text shows; one that is nothing of that shows all.
  mutating func textChanged(
    of element: String, from old: TextContent?, to new: TextContent?,
    by changes: ArraySlice<Replacement>?
  ) {
    guard !isIdle else { return }
    if !acknowledges, changes?.isEmpty != true {
      var count = shown(by: new, after: old, of: element) ?? Int.max
      sent.removeAll { command in
        guard command.home == element, count > 0 else { return false }
        count -= 1
        return true
      }
    }
    let version = new?.version
    for index in sent.indices where sent[index].home == element {
      sent[index].follow(changes, version: version)
    }
    for index in waiting.indices where waiting[index].home == element {
      waiting[index].follow(changes, version: version)
    }
  }

  /// A caret has moved and its text has not changed: without acknowledgements that is what was asked
  /// for, or it has been moved from elsewhere since.
  mutating func caretMoved(of element: String) {
    guard !acknowledges, !sent.contains(where: { $0.home == element && $0.command.edits }) else {
      return
    }
    sent.removeAll { $0.home == element }
  }

  /// Another element has the focus, or none: what waits for one that had it is not done elsewhere.
  ///
  /// Gives what is not sent. Text is sent all the same, with what leads to its place, because the
  /// program is told whose it is; but nothing behind a command of which only the program knows what it
  /// does. Where the reader goes away himself the program learns that behind what was asked for
  /// before.
  mutating func focusMoved(to element: String?) -> [PendingCommand] {
    if !acknowledges { sent.removeAll { $0.home != element } }
    guard !waiting.isEmpty else { return [] }
    let leaving = waiting.lastIndex { $0.command == .focused } ?? 0
    var broken: Set<String> = []
    let lastWritten = Dictionary(
      waiting.indices.filter { waiting[$0].command.hasText }.map { (waiting[$0].home, $0) }
    ) { $1 }
    let stays = waiting.indices.map { index in
      let next = waiting[index]
      guard index >= leaving, let home = next.home, home != element else { return true }
      guard index <= lastWritten[home] ?? -1, next.command != .cut, next.command != .copy else {
        return false
      }
      let isOfText = next.command.touchesText && next.command.isForeseeable
      if !isOfText { broken.insert(home) }
      return isOfText && !broken.contains(home)
    }
    let dropped = zip(waiting, stays).filter { !$0.1 }.map(\.0)
    if !dropped.isEmpty { waiting = zip(waiting, stays).filter { $0.1 }.map(\.0) }
    return dropped
  }

  /// Whether the caret is to be elsewhere than the program says.
  func placesCaret(of element: String) -> Bool {
    sent.contains { $0.home == element && $0.command.placesCaret }
      || waiting.contains { $0.home == element && $0.command.placesCaret }
  }

  /// Whether the program is still to be told where the reader's cursor is.
  var isMoving: Bool { waiting.contains { $0.command == .focused } }

  /// What is to come of an element that has the focus, in order.
  func pending(of element: String) -> [PendingCommand] {
    guard !sent.isEmpty || !waiting.isEmpty else { return [] }
    return sent.filter { $0.home == element } + waiting.filter { $0.home == element }
  }
}

extension PendingCommand {
  fileprivate mutating func follow(_ changes: ArraySlice<Replacement>?, version: Int?) {
    if let changes {
      for change in changes { carry(through: change) }
    } else {
      lose()
    }
    if self.version != nil { self.version = version }
  }
}
