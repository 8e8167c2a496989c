// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
@testable import Core
import Elements
import Panning
import TestSupport
import Translation

/// What must hold after each step of a simulation.
extension Simulation {
  /// Looks at the display, and checks all that is on it.
  mutating func look() {
    updateShown()
    guard engine.handle(.tick, at: now).isEmpty else { return fail("a tick made something") }
    if let wake = engine.nextWake, wake <= now { return fail("nextWake is due after a tick") }
    let new = engine.frame(at: now)
    guard let new else {
      if engine.display.size != nil { fail("no frame for a display") }
      frame = nil
      message = nil
      return
    }
    counts.frames[new.kind.rawValue, default: 0] += 1
    check(new)
    checkMessage(new)
    if frame != new {
      frames.append(new)
      if frames.count > 8 { frames.removeFirst() }
    }
    frame = new
  }

  /// Which program has to be shown: the desktop's that the reader prefers, then an application
  /// before the desktop, then the last that took the display (behaviour P1 and P2).
  mutating func updateShown() {
    var top: SimulatedProgram?
    if !isLocked {
      top = programs.values.filter { !$0.isPaused && $0.read != nil }.max {
        (rank(of: $0), $0.taken) < (rank(of: $1), $1.taken)
      }
    }
    guard top?.id != shown else { return }
    if shown != nil, top != nil { guardedUntil = now + .milliseconds(300) }
    shown = top?.id
  }

  private func rank(of program: SimulatedProgram) -> Int {
    if program.id == preferred { return 2 }
    return program.rank == .application ? 1 : 0
  }

  private mutating func check(_ frame: Frame) {
    let size = frame.size
    guard size == engine.display.size, frame.cells.count == size.count,
      frame.routes.count == size.count, frame.text.count == size.rows
    else { return fail("the frame has not the display's size") }
    if let caret = frame.caret, !(0..<size.count).contains(caret.value) {
      return fail("the caret is at \(caret.value)")
    }
    if let element = shown.flatMap({ programs[$0]?.read }), element.isProtected {
      counts.frames["secret", default: 0] += 1
    }
    if frame.text.contains(where: { $0.unicodeScalars.contains(ElementMaker.secret) }) {
      return fail("a secret is printed")
    }
    if frame.cells.contains(where: { $0.rawValue == 0xB8 || $0.rawValue == 0xF8 }) {
      return fail("a secret is in the cells: \(frame.cells.unicode)")
    }
    switch frame.kind {
    case .content: checkContent(frame)
    case .idle: checkIdle(frame)
    case .message, .answer, .history, .learn, .chooser, .help, .menu, .status:
      if isLocked || now < asideUntil { fail("\(frame.kind) is shown while nothing may be") }
    }
  }

  private mutating func checkIdle(_ frame: Frame) {
    if frame.cells.contains(where: { !$0.isBlank }) { return fail("idle is not blank") }
    if frame.text.contains(where: { $0.contains { $0 != " " } }) { return fail("idle has print") }
    if !isLocked, shown != nil, now >= asideUntil { fail("idle, but a program is to be shown") }
  }

  private mutating func checkContent(_ frame: Frame) {
    guard !isLocked, now >= asideUntil else { return fail("content is shown while locked") }
    guard let shown, frame.source?.producer == shown.number, let program = programs[shown] else {
      return fail(
        "the content of \(frame.source?.producer ?? 0) is shown, not of \(shown?.number ?? 0)")
    }
    // What is frozen stays although the program goes on, as does the element of it.
    guard frame.element == program.read?.id || engine.frozen != nil else {
      return fail("another element is shown")
    }
    let print = frame.text.joined()
    for other in programs.values where other.maker.letter != program.maker.letter {
      if print.unicodeScalars.contains(other.maker.letter) {
        return fail("\(print) has what belongs to another program")
      }
    }
  }

  /// A message is not shown longer than it may be.
  private mutating func checkMessage(_ frame: Frame) {
    guard frame.kind == .message else {
      message = nil
      return
    }
    let words = frame.text.joined(separator: " ").split(separator: " ").map { String($0.prefix(6)) }
    guard let word = words.first(where: { announced[$0] != nil }),
      let announcement = announced[word]
    else {
      message = nil
      return
    }
    if message?.word != word {
      // What was left of its time when the display went may be a second when it comes back.
      let limit = announcement.limit(engine.settings).map { max($0, .seconds(1)) }
      message = ShownMessage(word: word, since: now, limit: limit)
    } else if let message, let limit = message.limit, now - message.since > limit {
      fail("\(word) is shown for longer than \(limit)")
    }
  }

  /// A command goes to the program that is shown, with the next number, and offsets are places
  /// of its text that begin a character.
  mutating func check(_ order: Order, to id: ProgramID) {
    counts.commands[order.command.name, default: 0] += 1
    guard var program = programs[id] else { return fail("a command to nobody") }
    // What is of the desktop is the desktop's, shown or not.
    let isOfDesktop = if case .system = order.command { true } else { false }
    if id != shown, !isOfDesktop { fail("a command to \(id.number), which is not shown") }
    if program.acknowledges {
      program.lastSequence += 1
      if order.sequence != program.lastSequence {
        fail("command \(order.sequence ?? 0) instead of \(program.lastSequence)")
      }
      programs[id] = program
    } else if order.sequence != nil {
      fail("a numbered command to a program that acknowledges none")
    }
    switch order.command {
    case .system where order.element == nil && program.element == nil: break
    case .move, .key: if order.element != nil { fail("\(order.command) with an element") }
    default:
      guard let element = order.element, program.ids.contains(element) else {
        return fail("\(order.command) for \(order.element ?? "no element")")
      }
    }
    switch order.command {
    case .setCaret(let place), .activate(let place?): check(place, in: program)
    case .select(let anchor, let place):
      check(anchor, in: program)
      check(place, in: program)
    default: break
    }
  }

  private mutating func check(_ place: TextOffset, in program: SimulatedProgram) {
    guard let text = program.read?.text else { return fail("an offset without a text") }
    guard place.value >= text.offset, place <= text.end else {
      return fail("offset \(place.value) is not in \(text.offset)…\(text.end.value)")
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text.content)
    var start = text.offset
    for character in String(view) {
      if start >= place.value { break }
      start += character.unicodeScalars.count
    }
    if start != place.value { fail("offset \(place.value) is inside of a character at \(start)") }
  }

  /// A request has one reply, which is the last; what a status tells is no secret.
  mutating func checkReplies(
    _ outputs: [Output], to message: Message, _ request: RequestID?
  ) {
    let replies = outputs.filter { if case .reply = $0 { true } else { false } }
    if replies.count != (request == nil ? 0 : 1) { return fail("\(replies.count) replies") }
    if request != nil, case .reply? = outputs.last {
    } else if request != nil {
      return fail("the reply is not the last")
    }
    guard case .reply(_, _, .status(let status))? = outputs.last else { return }
    let producers = programs.keys.sorted().map(\.number)
    if status.producers.map(\.pid) != producers { fail("status names \(status.producers)") }
    if status.focus != shown.flatMap({ programs[$0]?.read?.id }) {
      fail("status names another focus")
    }
    if "\(status)".unicodeScalars.contains(ElementMaker.secret) { fail("status has a secret") }
  }
}
