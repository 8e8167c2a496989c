// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
@testable import Core
import Elements
import Panning
import TestSupport
import Translation

/// An engine with programs, keys, displays and time, all at random, and what must hold for it
/// after each step.
struct Simulation<T: Translator> {
  var engine: Engine<T>
  var generator: SeededGenerator
  var now = Duration.zero
  var programs: [ProgramID: SimulatedProgram] = [:]
  var lockHolders: Set<ProgramID> = []
  var isOrphaned = false
  var takes = 0
  var lastProgram = 0
  /// What the display shows, and what it showed before.
  var frame: Frame?
  var frames: [Frame] = []
  var shown: ProgramID?
  /// Until when routing keys do nothing (P3), and until when brltty has the display.
  var guardedUntil = Duration.zero
  /// The program of the desktop that the reader has put before the applications.
  var preferred: ProgramID?
  var asideUntil = Duration.zero
  var message: ShownMessage?
  /// What was announced, by the words that name it.
  var announced: [String: Announcement] = [:]
  /// What did not hold; the first one ends the simulation.
  var failure: String?
  /// What was said last, so that a failure tells what came before it.
  var said: [String] = []
  var counts = Counts()

  /// A message that is on the display, by the word that names it.
  struct ShownMessage {
    var word: String
    var since: Duration
    var limit: Duration?
  }

  /// How often what happened, so that a test can see that it happens.
  struct Counts: CustomStringConvertible {
    var frames: [String: Int] = [:]
    var commands: [String: Int] = [:]
    var refused = 0
    var taken = 0
    var keys = 0
    var cursors: [String: Int] = [:]
    var description: String {
      "frames \(frames) commands \(commands) taken \(taken) refused \(refused) keys \(keys)"
        + " cursors \(cursors)"
    }
  }

  let resources: Resources

  init(_ translator: T, _ resources: Resources, seed: UInt64) {
    self.resources = resources
    engine = Engine(translator: translator, settings: Settings(), resources: resources)
    generator = SeededGenerator(seed: seed)
  }

  /// Whether nothing of anybody may be shown (behaviour P2).
  var isLocked: Bool { !lockHolders.isEmpty || isOrphaned }

  mutating func fail(_ what: String) {
    if failure == nil { failure = what }
  }

  /// Runs so many steps, or up to the first one after which something does not hold.
  mutating func run(_ steps: Int) {
    for step in 0..<steps {
      if generator.chance(30) { pass(.milliseconds(generator.integer(0...400))) }
      takeStep()
      if let failure {
        self.failure = "step \(step) at \(now): \(failure)\n" + said.joined(separator: "\n")
        return
      }
    }
  }

  private mutating func takeStep() {
    switch generator.integer(0...999) {
    case 0...29: connect()
    case 30...44: disconnect()
    case 45...599: say()
    case 600...899: press()
    case 900...929: changeDisplay()
    case 930...939: configure()
    case 940...969:
      handle(.translated)
      look()
    default:
      if let wake = engine.nextWake, generator.chance(70) {
        pass(wake - now)
      } else {
        pass(.milliseconds(generator.integer(0...5000)))
      }
    }
  }

  private mutating func connect() {
    guard programs.count < 6 else { return }
    lastProgram += 1
    let id = ProgramID(lastProgram)
    programs[id] = SimulatedProgram(id: id)
    handle(.connected(id, name: "pid \(id.number)", pid: id.number))
    look()
  }

  private mutating func disconnect() {
    guard let id = someProgram() else { return }
    programs[id] = nil
    if lockHolders.remove(id) != nil { isOrphaned = true }
    handle(.disconnected(id))
    look()
  }

  private mutating func someProgram() -> ProgramID? {
    programs.isEmpty ? nil : generator.one(of: programs.keys.sorted())
  }

  private mutating func changeDisplay() {
    message = nil
    handle(.display(generator.one(of: SimulatedKeys.displays)))
    frames = []
    look()
  }

  private mutating func configure() {
    handle(.configuration(Settings(), resources))
    look()
  }

  private mutating func say() {
    guard let id = someProgram(), let program = programs[id] else { return }
    let message = program.message(&generator)
    if case .announce(let announcement) = message, let word = announcement.word {
      announced[word] = announcement
    }
    if case .press = message { self.message = nil }
    let request = generator.chance(50) ? RequestID.number(1) : nil
    let acknowledged = generator.chance(20) ? generator.integer(0...program.lastSequence) : nil
    let outputs = engine.handle(.message(id, message, id: request, ack: acknowledged), at: now)
    let isRefused = outputs.contains { $0.isRefusal }
    said = said.suffix(4) + ["\(id.number) \(isRefused ? "refused" : "taken"): \(message)"]
    if isRefused { counts.refused += 1 } else { counts.taken += 1 }
    if !isRefused { note(message, of: id) }
    // What is urgent does not wait for the reader to come back from brltty's menus.
    if !isRefused, engine.asideUntil == nil { asideUntil = .zero }
    // Where the cursor is is told to a program that takes the display with what it says.
    checkCursors()
    updateShown()
    check(outputs)
    checkReplies(outputs, to: message, request)
    let before = frame
    look()
    if isRefused, before != frame { fail("\(message) was refused and changed the frame") }
  }

  /// Takes over what the engine has taken.
  private mutating func note(_ message: Message, of id: ProgramID) {
    let before = takes
    programs[id]?.note(message, takes: &takes)
    if takes > before, programs[id]?.rank == .application { preferred = nil }
    switch message {
    case .pause(lock: true): lockHolders.insert(id)
    case .resume: lockHolders.remove(id)
    case .focus, .screen: isOrphaned = false
    default: break
    }
  }

  private mutating func press() {
    let finger: Frame? =
      switch generator.integer(0...9) {
      case 0: nil
      case 1, 2: frames.isEmpty ? frame : generator.one(of: frames)
      default: frame
      }
    let press = SimulatedKeys.next(on: finger, &generator)
    counts.keys += 1
    if frame?.kind == .message { message = nil }
    let isGuarded = now < guardedUntil
    let isLearning = engine.isLearning
    let before = frame
    let outputs = handle(.key(press, on: finger))
    let map = resources.keys[engine.settings.keysPreset]
    let action = map?.action(for: KeyPress(press.key))
    if action == .stepAside, !isLearning, engine.display.isShared {
      asideUntil = now + .milliseconds(engine.settings.aside)
    }
    look()
    let isCommand = outputs.contains { if case .command = $0 { true } else { false } }
    guard let frame, frame.size.columns >= 8, !isLocked, now >= asideUntil, !isGuarded else {
      return
    }
    // A key that is held has been answered when it was pressed; cells that are written again make no
    // other frame.
    if engine.heldPan?.isRepeat == true || action == .refresh { return }
    // Behind what no table has read yet a key waits.
    if !engine.typedAhead.isEmpty { return }
    if isCommand || frame.kind == .answer || frame != finger || frame != before { return }
    // It waits for an answer to one before.
    if let shown, engine.programs[shown]?.correspondence.waiting.isEmpty == false { return }
    // Panned to what looks the same, but is another place.
    if frame.routes != finger?.routes { return }
    fail("\(press) was not answered on \(frame.text)")
  }

  /// The reader has chosen another program, of which the finger need not be guarded.
  private mutating func noteTurn() {
    guard let id = engine.shown, programs[id]?.read != nil, programs[id]?.isPaused == false
    else { return fail("a key shows a program that has nothing to show") }
    takes += 1
    programs[id]?.taken = takes
    preferred = programs[id]?.rank == .desktop ? id : nil
    shown = id
    guardedUntil = .zero
  }

  /// Lets time pass at once; the engine is told when it is to be.
  private mutating func pass(_ time: Duration) {
    let target = now + max(.zero, time)
    let isQuiet = engine.nextWake.map { $0 > target } ?? true
    now = target
    handle(.tick)
    let before = frame
    look()
    if isQuiet, before != frame { fail("the frame changed by itself before nextWake") }
  }

  @discardableResult
  mutating func handle(_ input: Input) -> [Output] {
    let takesBefore = engine.takes
    let outputs = engine.handle(input, at: now)
    if input.isKey, engine.takes > takesBefore, engine.shown != shown { noteTurn() }
    check(outputs)
    return outputs
  }

  private mutating func check(_ outputs: [Output]) {
    checkCursors()
    for output in outputs {
      switch output {
      case .command(let id, let order): check(order, to: id)
      case .save(let values): _ = engine.handle(.saved(values, failure: nil), at: now)
      case .reload: _ = engine.handle(.reloaded(failure: nil), at: now)
      default: break
      }
    }
  }
}

extension Input {
  /// Whether it is a key of the reader's, or pressed by a program for them.
  fileprivate var isKey: Bool {
    switch self {
    case .key, .message(_, .press, _, _): true
    default: false
    }
  }
}

extension Output {
  var isRefusal: Bool {
    switch self {
    case .rejected, .reply(_, _, .error): true
    default: false
    }
  }
}

extension Announcement {
  /// The word that names it in a simulation.
  var word: String? { text.isEmpty ? nil : String(text.prefix(6)) }

  /// How long it may be shown at the most; nil: until it is dismissed (behaviour M1).
  func limit(_ settings: Settings) -> Duration? {
    if persist { return nil }
    if let duration { return .milliseconds(max(500, duration)) }
    return switch settings.messageDuration {
    case .byLength: .milliseconds(max(3000, 200 * text.unicodeScalars.count))
    case .fixed(let duration): .milliseconds(duration)
    case .untilDismissed: nil
    }
  }
}
