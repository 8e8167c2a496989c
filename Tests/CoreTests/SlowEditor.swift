// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
@testable import Core
import Elements
import TestSupport

/// A program whose text is far away: commands arrive late, and so does what it says, both in order.
///
/// Each scalar of its text occurs once, so that it is known which is which.
struct SlowEditor {
  /// What it tells.
  struct Answer {
    var arrival: Duration
    var changes: [(replacement: Replacement, text: [Unicode.Scalar])] = []
    var version: Int
    var caret: TextOffset
    var acknowledged: Int?
    var isRefusal = false
  }

  /// What it has done, in order.
  enum Deed: Equatable {
    case wrote(Unicode.Scalar, before: Unicode.Scalar?)
    case deleted
    case caret(on: Unicode.Scalar?, PendingCommand)
    case selected(PendingCommand)
    case replaced([Unicode.Scalar], PendingCommand)
  }

  /// Whether it carries places through what it has changed, or refuses them.
  let carries: Bool
  var text: [Unicode.Scalar]
  var caret = TextOffset.zero
  var anchor: TextOffset?
  var version = 1
  var deeds: [Deed] = []
  private var history: [Replacement] = []
  private var inbox: [(arrival: Duration, command: PendingCommand)] = []
  private var outbox: [Answer] = []

  init(text: [Unicode.Scalar], carries: Bool) {
    self.text = text
    self.carries = carries
  }

  var isQuiet: Bool { inbox.isEmpty && outbox.isEmpty }

  /// A command is on its way.
  mutating func send(_ command: PendingCommand, at now: Duration, delay: Duration) {
    inbox.append((max(now + delay, inbox.last?.arrival ?? now), command))
  }

  /// Does what has arrived.
  mutating func work(at now: Duration, delay: Duration) {
    while let first = inbox.first, first.arrival <= now {
      inbox.removeFirst()
      perform(first.command, at: now + delay)
    }
  }

  /// What it has told by now.
  mutating func answers(at now: Duration) -> [Answer] {
    let count = outbox.prefix { $0.arrival <= now }.count
    defer { outbox.removeFirst(count) }
    return Array(outbox.prefix(count))
  }

  /// Somebody else writes in the same text.
  mutating func edit(
    _ range: Range<Int>, _ new: [Unicode.Scalar], at now: Duration, delay: Duration
  ) {
    let change = replace(range, with: new)
    tell([change], nil, at: now + delay)
  }

  private mutating func perform(_ command: PendingCommand, at time: Duration) {
    var changes: [(replacement: Replacement, text: [Unicode.Scalar])] = []
    var command = command
    if let known = command.version, known != version {
      guard carries else { return refuse(command, at: time) }
      let intended = command
      for change in history[(known - 1)...] { command.carry(through: change) }
      if command.isLost, case .replaceText = intended.command { return refuse(intended, at: time) }
    }
    switch command.command {
    case .setCaret(let place):
      (caret, anchor) = (place, nil)
      deeds.append(.caret(on: scalar(at: place), command))
    case .select(let start, let place):
      (caret, anchor) = (place, start)
      deeds.append(.selected(command))
    case .insertText(let new):
      let next = scalar(at: max(caret, anchor ?? caret))
      let new = Array(new.unicodeScalars)
      deeds += new.map { .wrote($0, before: next) }
      changes = [replace(selection, with: new)]
      anchor = nil
    case .deleteBackward(let count):
      for _ in 0..<count {
        deeds.append(.deleted)
        let range = selection.isEmpty ? max(0, caret.value - 1)..<caret.value : selection
        changes.append(replace(range, with: []))
        anchor = nil
      }
    case .replaceText(let range, let new):
      let range = range.lowerBound.value..<range.upperBound.value
      deeds.append(.replaced(Array(text[range]), command))
      changes = [replace(range, with: Array(new.unicodeScalars))]
      caret = TextOffset(range.lowerBound + new.unicodeScalars.count)
      anchor = nil
    default: break
    }
    tell(changes, command.sequence, at: time)
  }

  private var selection: Range<Int> {
    let other = anchor ?? caret
    return min(caret, other).value..<max(caret, other).value
  }

  private func scalar(at place: TextOffset) -> Unicode.Scalar? {
    place.value < text.count ? text[place.value] : nil
  }

  private mutating func replace(
    _ range: Range<Int>, with new: [Unicode.Scalar]
  ) -> (replacement: Replacement, text: [Unicode.Scalar]) {
    let isOwn = range == selection
    let change = Replacement(
      range: TextOffset(range.lowerBound)..<TextOffset(range.upperBound), count: new.count)
    text.replaceSubrange(range, with: new)
    version += 1
    history.append(change)
    caret = isOwn ? TextOffset(range.lowerBound + new.count) : change.carry(caret)
    anchor = anchor.map { change.carry($0) }
    return (change, new)
  }

  private mutating func tell(
    _ changes: [(replacement: Replacement, text: [Unicode.Scalar])], _ acknowledged: Int?,
    at time: Duration
  ) {
    outbox.append(
      Answer(
        arrival: max(time, outbox.last?.arrival ?? time), changes: changes, version: version,
        caret: caret, acknowledged: acknowledged))
  }

  private mutating func refuse(_ command: PendingCommand, at time: Duration) {
    tell([], command.sequence, at: time)
    outbox[outbox.count - 1].isRefusal = true
  }
}
