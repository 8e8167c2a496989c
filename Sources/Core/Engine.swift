// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
public import Elements
import Panning
import Presentation
public import Translation

/// The whole behaviour as one value: what happens goes in, what is to be done comes out, and
/// what the display shows can be asked for.
///
/// Time is an argument: a span since any moment, which never goes back. There is no clock, file,
/// lock, task or thread in it.
public struct Engine<T: Translator>: Sendable {
  /// What the reader has chosen.
  public internal(set) var settings: Settings { didSet { settingsChanges += 1 } }
  /// Counts the changes of settings, so that nobody has to compare them.
  public private(set) var settingsChanges = 0
  /// The settings as the configuration has them.
  var kept: Settings
  /// What is known of the chords of the space bar.
  var chords = ChordKnowledge()
  /// The display.
  public internal(set) var display = DisplayState.none

  var resources: Resources
  var programs: [ProgramID: Program] = [:]
  /// The program whose content is shown.
  var shown: ProgramID?
  /// The program of the desktop that the reader has put before the applications.
  var preferred: ProgramID?
  var lock = Lock()
  var messages = Messages()
  var answer: ShownAnswer?
  /// The name of the element's own action that was shown when the key was pressed.
  var offered: String?
  /// What covers the content.
  var mode: Mode?
  /// What the reader looked for last.
  var sought: Sought?
  /// What is kept on the display although it changes.
  var frozen: Frozen?
  /// Modifiers that are held until the next key.
  var stuck: Modifiers = []
  /// Keys that wait until a table has an answer for what was typed before them, in order.
  var typedAhead: [TypedAhead] = []
  /// Whether the key that acts now has to wait for a table.
  var isHeldUp = false
  /// What of that key has to wait; nil: all of it.
  var heldUpRest: KeyPress?
  /// What has been typed with one hand and is not ended.
  var oneHand = OneHand()
  /// The panning key that was pressed last, which may be held.
  var heldPan: HeldPan?
  /// Where the reader has begun to select by routing keys.
  var selectionStart: SelectionStart?
  /// The program that plays or records since the reader activated it.
  var mediaSession: ProgramID?
  /// What the reader has switched off, to be as it was when it is switched on again.
  var switchedOff = SwitchedOff()
  /// Until when routing keys are taken to have been meant for what was shown before (P3).
  var guardedUntil: Duration?
  /// Until when the display is left to brltty.
  var asideUntil: Duration?
  var lastKey: Duration?
  var waiting: [Waiting] = []
  /// What the message that is being taken says of the commands to its program.
  var receipt = Receipt()
  var tail: ExpectedTail?
  /// The page that the reader asked for last.
  var pageTurn: PageTurn?
  /// What the reader has chosen for the rotor, by the names of the programs.
  var rotors: [String: Rotor] = [:]
  /// Counts what takes the display.
  var takes = 0
  var counts = Counts()
  var lastFrame: Frame?
  var now = Duration.zero
  var outputs: [Output] = []
  var style: ReadingStyle
  /// The size of the display, with its status cells; of the last one if there is none.
  var fullSize = DisplaySize(columns: 40)
  /// Until when the display is blank, so that the finger feels that it moved (T6).
  var blankUntil: Duration?
  /// When the display pans on by itself; nil: it does not.
  var scrollsAt: Duration?
  /// The element that the display showed last.
  var feltElement: String?
  var words: Words
  /// How things are said, but for what has been said already.
  var manner: LineStyle
  let startedAt: Duration
  let clock: ReaderClock
  /// What knows the words of a text.
  let breaks: any TextBreaks
  /// What turns print into braille.
  ///
  /// The last, so that where all the others are does not depend on how large it is.
  public var translator: T

  /// An engine that has just started.
  ///
  /// `clock` tells the reader's time at the moment `time`; `breaks` knows the words of texts.
  public init(
    translator: T, settings: Settings, resources: Resources, at time: Duration = .zero,
    clock: ReaderClock = ReaderClock(), breaks: any TextBreaks = BlankBreaks()
  ) {
    self.breaks = breaks
    self.translator = translator
    self.settings = settings
    kept = settings
    self.resources = resources
    startedAt = time
    now = time
    self.clock = clock
    words = resources.words(for: settings.language, style: settings.wordStyle)
    style = Engine.style(settings, resources, size: DisplaySize(columns: 40))
    manner = Engine.manner(settings, resources, words, style)
  }

  /// Takes what happened; gives what is to be done, in order.
  public mutating func handle(_ input: Input, at time: Duration) -> [Output] {
    now = max(now, time)
    outputs.removeAll(keepingCapacity: true)
    expire()
    switch input {
    case .connected(let id, let name, let pid):
      programs[id] = Program(id: id, name: name, pid: pid)
    case .disconnected(let id):
      let before = typing(of: id)
      let program = programs[id]
      disconnect(id)
      if let before, let program { keep(before, of: program) }
    case .message(let id, let message, let request, let acknowledged):
      receive(message, from: id, request: request, acknowledged: acknowledged)
    case .key(let press, let frame): take(press, on: frame)
    case .display(let state): change(display: state)
    case .translated:
      retranslate(onlyProvisional: true)
      goOnTyping()
    case .tick: break
    case .configuration(let settings, let resources):
      self.resources = resources
      kept = settings
      apply(settings)
    case .saved(let values, let failure): saved(values, failure)
    case .reloaded(let failure, let finding): reloaded(failure, finding)
    }
    updateShown()
    dropTypedAhead()
    askIfDue()
    return outputs
  }

  /// When `handle` or `frame` has something to do by itself; nil: never.
  public var nextWake: Duration? {
    var times = waiting.map(\.deadline)
    if let time = answer?.expires { times.append(time) }
    if let asideUntil { times.append(asideUntil) }
    if let blankUntil { times.append(blankUntil) }
    if let scrollsAt { times.append(scrollsAt) }
    if let time = mode?.leavesAt { times.append(time) }
    if let shown, let time = programs[shown]?.content?.presentsAt { times.append(time) }
    if let shown, let time = programs[shown]?.correspondence.deadline { times.append(time) }
    if let unseenWake { times.append(unseenWake) }
    if let time = typedAhead.first?.since { times.append(time + Engine.typingPatience) }
    if display.size != nil, let wake = messages.nextWake(readingUntil: readingUntil) {
      times.append(wake)
    }
    return times.min()
  }

  /// Until when the reader is taken to read on, so that messages wait.
  var readingUntil: Duration? {
    lastKey.map { $0 + .milliseconds(settings.readingPause) }
  }

  /// Lets go of what has had its time.
  private mutating func expire() {
    if let time = answer?.expires, time <= now { answer = nil }
    if let asideUntil, asideUntil <= now {
      self.asideUntil = nil
      if display.size != nil { messages.resume(now) }
    }
    if let blankUntil, blankUntil <= now { self.blankUntil = nil }
    leaveIfDue()
    if let guardedUntil, guardedUntil <= now { self.guardedUntil = nil }
    if let tail, tail.until <= now { self.tail = nil }
    if let pageTurn, pageTurn.until <= now { self.pageTurn = nil }
    expireWaiting()
    dropTypedAhead()
    if display.size != nil, !messages.isIdle { messages.tick(now, messageStyle) }
    scrollIfDue()
    presentIfDue()
  }

  /// The Unix time in ms.
  var wallTime: Int { clock.epoch + (now - startedAt).milliseconds }

  func program(_ id: ProgramID?) -> Program? {
    id.flatMap { programs[$0] }
  }
}

// What the engine is made of. Inside of a generic type each would be generic too, and so would
// everything that is done with it.

/// Whether anything may be shown (behaviour P2).
struct Lock: Equatable, Sendable {
  /// Until each of these programs resumes.
  var holders: Set<ProgramID> = []
  /// A program that locked is gone: until somebody shows something new.
  var isOrphaned = false

  var isOpen: Bool { holders.isEmpty && !isOrphaned }
}

/// An answer to a key that is shown for a moment.
struct ShownAnswer: Sendable {
  var reading: Reading
  /// Until when; nil: until the next key.
  var expires: Duration?
  /// The name of the element's own action that it offers.
  var action: String?
}

/// A move back that was asked of a program: what it shows next is read from its tail.
struct ExpectedTail: Equatable, Sendable {
  var program: ProgramID
  var until: Duration
}

/// What has been counted since the start.
struct Counts: Equatable, Sendable {
  var messages = 0
  var refused = 0
  var keys = 0
  var commands = 0
  var frames = 0
}
