// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Presentation
import Typing

/// What a message of a program says of the commands to it.
struct Receipt: Equatable, Sendable {
  /// The program whose message it is.
  var program: ProgramID?
  /// Whether it comes of one of them.
  var isEcho = false
  /// Whether its caret is from before the last of them that put the caret somewhere.
  var hasOldCaret = false
}

/// When commands are sent, and what becomes of those that cannot be done (docs/protocol.md,
/// "Text").
extension Engine {
  /// Whether the message of a program that is being taken comes of a command to it; what else
  /// changes a text comes from elsewhere.
  func isEcho(in id: ProgramID) -> Bool { receipt.program == id && receipt.isEcho }

  /// A command to a program, with the element that has to have the focus for it.
  func pending(
    _ command: Command, to program: Program, element: String?, version: Int?, word: OpenWord?
  ) -> PendingCommand {
    let focus = program.content?.element
    var home: String?
    if case .key = command { home = focus?.id } else if element == focus?.id { home = element }
    var pending = PendingCommand(
      command, element: element, home: home, version: version, word: word,
      isSecret: home != nil && focus?.isProtected == true)
    pending.since = now
    return pending
  }

  /// Sends what need not wait, in order.
  mutating func dispatch(_ id: ProgramID) {
    while let place = programs.index(forKey: id), !programs.values[place].correspondence.isIdle {
      let element = programs.values[place].content?.element
      guard let step = programs.values[place].correspondence.next(at: now, on: element) else {
        return
      }
      switch step {
      case .send(let command): emit(command, to: id)
      case .drop(let command): giveBack(command, of: id)
      }
    }
  }

  /// What acknowledges commands makes room for those that wait.
  mutating func note(_ acknowledged: Int?, from id: ProgramID) {
    receipt = Receipt(program: id)
    guard let place = programs.index(forKey: id), !programs.values[place].correspondence.isIdle
    else { return }
    let focus = programs.values[place].content?.element.id
    if !programs.values[place].acknowledges {
      let pending = focus.map { programs.values[place].correspondence.pending(of: $0) }
      receipt.isEcho = pending?.isEmpty == false
    } else if let acknowledged {
      receipt.isEcho = programs.values[place].correspondence.acknowledge(upTo: acknowledged)
      receipt.hasOldCaret =
        focus.map { programs.values[place].correspondence.placesCaret(of: $0) } ?? false
    }
  }

  /// After a message has been taken: what waits for an element that has lost the focus is not done
  /// elsewhere, and what the message has made room for is sent.
  mutating func settle(_ id: ProgramID) {
    receipt = Receipt()
    guard let place = programs.index(forKey: id), !programs.values[place].correspondence.isIdle
    else { return }
    let focus = programs.values[place].content?.element.id
    for command in programs.values[place].correspondence.focusMoved(to: focus) {
      giveBack(command, of: id)
    }
    dispatch(id)
  }

  /// A command cannot be done any more, which the reader is told; a word that it came of is cells
  /// again.
  private mutating func giveBack(_ command: PendingCommand, of id: ProgramID) {
    let isThere = command.home != nil && programs[id]?.content?.element.id == command.home
    if case .replaceText(let range, let text) = command.command {
      if var word = command.word, isThere {
        word.site = .stretch(range.lowerBound..<range.upperBound + word.behind)
        word.behind = 0
        reopen(word, in: id)
      } else if !command.isSecret {
        // What was typed is not lost (§4).
        announce(Announcement(text: text, priority: .low), by: id)
      }
    }
    if case .insertText(let text) = command.command, !isThere, !command.isSecret {
      announce(Announcement(text: text, priority: .low), by: id)
    }
    if isThere, command.command.placesCaret { programs[id]?.content?.asked = nil }
    guard id == shown else { return }
    if case .readText = command.command { return }
    tell(.changed)
  }

  /// Makes a word cells again that has not come into the text.
  ///
  /// Where another one is typed meanwhile the history has it.
  mutating func reopen(_ word: OpenWord, in id: ProgramID) {
    guard let content = programs[id]?.content else { return }
    guard content.word == nil else {
      let text = text(of: word, after: content.typed)?.text ?? []
      keep(text.isEmpty ? word.cells.unicode : String(text), of: content, in: id)
      return
    }
    programs[id]?.content?.word = word
  }

  /// What a program could not write is not lost: the history has it, unless it is a secret.
  mutating func keepRefused(_ sequence: Int, of id: ProgramID) {
    guard let refused = programs[id]?.correspondence.sent.first(where: { $0.sequence == sequence }),
      !refused.isSecret
    else { return }
    switch refused.command {
    case .insertText(let text), .replaceText(_, let text):
      announce(Announcement(text: text, priority: .low), by: id)
    default: break
    }
  }
}
