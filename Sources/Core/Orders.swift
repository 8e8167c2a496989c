// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Typing

/// A command that a program is to react to.
struct Waiting: Equatable, Sendable {
  var program: ProgramID
  var command: Command
  /// The number to be acknowledged; nil: any message of the program will do.
  var sequence: Int?
  var deadline: Duration
}

/// Commands to programs, and what becomes of them.
extension Engine {
  /// Sends a command to the program that is shown.
  ///
  /// A command that the program cannot do is not sent, and the reader is told. One that would come
  /// before an answer that it depends on waits for that (`Correspondence`). `word` is what it came
  /// of, to be given back if it cannot be done.
  mutating func send(
    _ command: Command, to id: ProgramID, element: String?, version: Int? = nil,
    word: OpenWord? = nil, wasFelt: Bool = false
  ) {
    guard let program = programs[id], program.takes(command) else {
      tell(.notAvailable)
      return
    }
    // What the reader asked for before is not awaited any more.
    if case .move = command { tail = nil }
    if case .moveBy = command { tail = nil }
    // Who goes elsewhere leaves what was kept (X1).
    if command.movesFocus { frozen = nil }
    if command.mayMoveFocus { programs[id]?.askedToMove = now }
    if case .activate = command { beginMediaSession(of: id, element) }
    if element == program.content?.element.id { ask(for: command, of: id) }
    var pending = pending(command, to: program, element: element, version: version, word: word)
    pending.wasFelt = wasFelt || word != nil
    if command.isOfDesktop {
      // Nothing of the program's own is waited for.
      guard
        let numbered = programs[id]?.correspondence.number(
          pending, at: now, on: program.content?.element)
      else { return }
      emit(numbered, to: id)
    } else {
      programs[id]?.correspondence.add(pending)
      dispatch(id)
    }
  }

  /// Notes where the caret is asked to be.
  private mutating func ask(for command: Command, of id: ProgramID) {
    switch command {
    case .setCaret(let place): programs[id]?.content?.asked = Content.AskedCaret(caret: place)
    case .select(let anchor, let place):
      programs[id]?.content?.asked = Content.AskedCaret(caret: place, anchor: anchor)
    default: break
    }
  }

  /// A command goes out.
  mutating func emit(_ pending: PendingCommand, to id: ProgramID) {
    let command = pending.command
    counts.commands += 1
    outputs.append(
      .command(
        id,
        Order(
          command, element: pending.element, sequence: pending.sequence, version: pending.version)))
    if command == .focused, let sequence = pending.sequence { programs[id]?.lastMove = sequence }
    if command.awaitsReaction {
      wait(for: command, of: id, sequence: nil, .seconds(1))
    }
    if let sequence = pending.sequence {
      wait(for: command, of: id, sequence: sequence, Correspondence.patience)
    }
  }

  private mutating func wait(
    for command: Command, of id: ProgramID, sequence: Int?, _ limit: Duration
  ) {
    waiting.append(
      Waiting(
        program: id, command: command.withoutText, sequence: sequence, deadline: now + limit))
  }

  /// A program did something: what was awaited of it is there.
  ///
  /// A question is no reaction to a command.
  mutating func react(to message: Message, from id: ProgramID, acknowledged: Int?) {
    let isReaction = !message.isQuestion
    waiting.removeAll { wait in
      guard wait.program == id else { return false }
      guard let sequence = wait.sequence else { return isReaction }
      return acknowledged.map { sequence <= $0 } ?? false
    }
  }

  mutating func finish(_ sequence: Int, _ failure: CommandFailure?, by id: ProgramID) {
    let done = waiting.filter { $0.program == id && ($0.sequence.map { $0 <= sequence } ?? false) }
    let command = done.last { $0.sequence == sequence }?.command
    waiting.removeAll { $0.program == id && ($0.sequence.map { $0 <= sequence } ?? true) }
    guard let failure, failure.code == 6 else {
      if failure != nil { keepRefused(sequence, of: id) }
      _ = programs[id]?.correspondence.acknowledge(upTo: sequence)
      if let failure { fail(command, failure, of: id) }
      return
    }
    // What was refused because the text is another one is sent again.
    if programs[id]?.correspondence.refuse(sequence) == true { return }
    fail(command, failure, of: id)
  }

  /// The reader is told why a command was not done.
  private mutating func fail(_ command: Command?, _ failure: CommandFailure, of id: ProgramID) {
    programs[id]?.content?.asked = nil
    if case .move? = command, tail?.program == id { tail = nil }
    pageFailed(command)
    guard id == shown || command?.isOfDesktop == true else { return }
    switch failure.code {
    case 3: tell(.gone)
    case 6: tell(.changed)
    case 7: tell(.notPossible)
    case 8: tellEnd(of: command)
    default: break
    }
  }

  /// Tells that there is nothing further where a command went.
  mutating func tellEnd(of command: Command?) {
    switch command {
    case .find: tell(.noMatch)
    case .move(let direction, .item), .move(let direction, .page):
      tell(direction == .previous || direction == .first ? .top : .end)
    case .move(_, let unit): tellNone(of: .unit(unit))
    case .moveBy(_, let rotor): tellNone(of: .custom(rotor))
    default: tell(.end)
    }
  }

  /// Tells that there is none of a rotor's kind where the reader wanted to go.
  mutating func tellNone(of rotor: Rotor) {
    tell(words.answer(.none).replacing("%", word(for: rotor)))
  }

  mutating func expireWaiting() {
    let busy = programs.indices.filter { !programs.values[$0].correspondence.isIdle }
    for id in busy.map({ programs.keys[$0] }).sorted() {
      programs[id]?.correspondence.expire(at: now)
      dispatch(id)
    }
    let late = waiting.filter { $0.deadline <= now }
    guard !late.isEmpty else { return }
    waiting.removeAll { $0.deadline <= now }
    for wait in late where wait.program == shown { pageFailed(wait.command) }
    if late.contains(where: { $0.program == shown || $0.command.isOfDesktop }) { tell(.noAnswer) }
  }

  /// Shows a word that answers a key, for 1.5 s (behaviour K2).
  mutating func tell(_ word: Answer) {
    tell(words.answer(word))
  }

  /// The same with words of its own, for longer if there is more to read.
  mutating func tell(_ text: String, for time: Duration = .milliseconds(1500)) {
    tell(Line(text, language: wordsLanguage), for: time)
  }

  /// The same with words of the program's.
  mutating func tell(_ line: Line, for time: Duration = .seconds(4)) {
    let reading = Reading(Passage(line))
    answer = ShownAnswer(reading: reading, expires: now + time)
  }
}

extension Command {
  /// Whether the reader goes to another element with it.
  fileprivate var movesFocus: Bool {
    switch self {
    case .move, .moveBy, .find, .setFocus: true
    default: false
    }
  }

  /// Whether the program may put the focus elsewhere because the reader wants it.
  fileprivate var mayMoveFocus: Bool {
    if case .key = self { true } else { movesFocus }
  }

  /// Whether it is not about what is shown, so that another program may have it.
  var isOfDesktop: Bool {
    if case .system = self { true } else { false }
  }

  /// Whether even a program that acknowledges nothing is waited for (behaviour K2).
  var awaitsReaction: Bool {
    switch self {
    case .move, .moveBy, .find, .scroll, .readText: true
    default: false
    }
  }
}
