// SPDX-License-Identifier: GPL-3.0-or-later
import BrlAPI
import CPosix
import Cells
import Commands
import Core
import Louis
import Panning
import Posix
import Sockets
import Tables
import TerminalDisplay
import Wire

/// The loop that alone holds the engine: keys first, then liblouis, then messages of the programs
/// in turn, then a frame for whoever can take one.
struct Loop {
  var engine: Engine<LouisTranslator>
  var display: AnyDisplay
  var connections: [ProgramID: Connection] = [:]
  /// The programs in the order in which they have their turn.
  var order: [ProgramID] = []
  var listeners: [(listener: Listener, isFull: Bool)]
  let signals: SignalDescriptor
  let decoder: LineDecoder
  let log: Log
  let options: DaemonOptions
  let started: Duration

  var lastConnection = 0
  /// Whether anything has happened since the last frame.
  var isStale = true
  var shownFrame: Frame?
  /// When a frame was last made that only observers take.
  var observedAt: Duration?
  /// When the next one is to be made, if anything has happened since.
  var observersWaitUntil: Duration?
  /// When marks that blink are to be hidden or shown again; nil: none does.
  var blinksAt: Duration?
  var areMarksHidden = false
  var isOver = false
  /// What was last logged of brltty, so that it is said once.
  var lastFailure: BrlAPIFailure?
  /// What was last logged of the workers' confinement, so that it is said once.
  var loggedConfinement: Confinement?
  /// How many programs may be connected; fewer than usual if there are few descriptors.
  let mostConnections = Loop.mostConnections(descriptors: cposix_most_descriptors())
  /// Whether it was logged that descriptors are short, so that it is said once.
  var hasLoggedDescriptors = false
  /// What systemd is told as long as the loop goes round; nil: it does not wait for that.
  var watchdog: Watchdog?
  /// Until when nobody is let in, because there are no descriptors.
  var acceptsAgainAt: Duration?
  var buffer = [UInt8](repeating: 0, count: 64 << 10)
  /// What any observer is told besides frames and the display.
  var watched: Set<ObservedEvent> = []
  /// What came from the display and has not been taken yet.
  var events: [AnyDisplay.Event] = []
  private var poller = Poller()

  init(
    engine: Engine<LouisTranslator>, display: AnyDisplay,
    listeners: [(listener: Listener, isFull: Bool)], signals: SignalDescriptor,
    decoder: LineDecoder, log: Log, options: DaemonOptions, started: Duration
  ) {
    self.engine = engine
    self.display = display
    self.listeners = listeners
    self.signals = signals
    self.decoder = decoder
    self.log = log
    self.options = options
    self.started = started
    watchdog = Watchdog(at: MonotonicClock.now - started)
  }

  /// A `handle` or a `frame` waits no longer for liblouis than this, all calls together.
  static let budget = Duration.milliseconds(50)

  /// After so long a frame is made, whatever programs have said besides.
  static let messagesTime = Duration.milliseconds(2)

  /// Frames that only observers take are made no more often than this; a display takes the next
  /// one when it has shown the last.
  static let observersInterval = Duration.milliseconds(10)

  /// After so many events of the display the programs have their turn.
  static let eventsInARow = 32

  /// Runs until a signal ends it.
  mutating func run() {
    engine.prepare()
    happen(.display(display.initialState))
    while !isOver {
      let time = now
      watchdog?.giveSign(at: time)
      engine.translator.urgent = display.urgent
      let places = fillPoller()
      poller.wait(timeout)
      takeSignals(places)
      if isOver { break }
      takeDisplay(places)
      takeTranslator(places)
      takeDecoded(places)
      readConnections(places)
      acceptConnections(places)
      handleMessages()
      if let wake = engine.nextWake, wake <= now { happen(.tick) }
      // An observer takes a frame when it has taken what was to be sent before.
      if isStale { sendAll() }
      // Who is let go leaves the display to another one.
      repeat { showFrame() } while sendAll()
      blink()
    }
    end()
  }

  /// The engine's time: a span since the start, in whole ms, as recordings have it.
  var now: Duration { (MonotonicClock.now - started).wholeMilliseconds }

  /// Where each descriptor stands in the poller.
  struct Places {
    var signals = 0
    var decoder = 0
    /// Those of the worker processes, which may be others when they are looked at.
    var workers: [Int] = []
    var listeners: [Int] = []
    var displayReading: Int?
    var displayWriting: Int?
    var watchdog: Int?
    var connections: [(id: ProgramID, place: Int)] = []
  }

  private mutating func fillPoller() -> Places {
    poller.removeAll()
    var places = Places()
    places.signals = poller.add(signals.descriptor)
    places.decoder = poller.add(decoder.descriptor)
    places.workers = engine.translator.descriptors.map { poller.add($0) }
    switch display {
    case .brlapi(let brlapi):
      places.displayReading = poller.add(brlapi.descriptor)
      places.watchdog = poller.add(brlapi.watchdog)
    case .terminal(let terminal):
      places.displayReading = terminal.readable.map { poller.add($0) }
      places.displayWriting = terminal.writable.map {
        poller.add($0, reading: false, writing: true)
      }
    case .none: break
    }
    if acceptsAgainAt == nil {
      places.listeners = listeners.map { poller.add($0.listener.descriptor) }
    }
    for (id, connection) in connections {
      let writes = !connection.outbox.isEmpty
      guard connection.wantsBytes || writes else { continue }
      let place = poller.add(
        connection.descriptor, reading: connection.wantsBytes, writing: writes)
      places.connections.append((id, place))
    }
    return places
  }

  /// How long nothing has to be done by itself.
  private var timeout: Duration? {
    if !events.isEmpty || engine.translator.hasNews { return .zero }
    if connections.values.contains(where: { $0.mayHaveLine && !$0.isDecoding }) { return .zero }
    var times: [Duration] = []
    if let wake = engine.nextWake { times.append(wake - now) }
    if let check = engine.translator.nextCheck { times.append(check - MonotonicClock.now) }
    if let acceptsAgainAt { times.append(acceptsAgainAt - now) }
    if let blinksAt { times.append(blinksAt - now) }
    if let watchdog { times.append(watchdog.due - now) }
    if let observersWaitUntil { times.append(observersWaitUntil - now) }
    return times.min().map { max(.zero, $0) }
  }

  /// Lets the engine handle something, and does what it wants done.
  mutating func happen(_ input: Input) {
    let time = now
    if !watched.isEmpty { tell(of: input, at: time) }
    engine.translator.begin(waiting: isRecorded ? Loop.recordedBudget : Loop.budget)
    let before = engine.settingsChanges
    for output in engine.handle(input, at: time) { perform(output) }
    isStale = true
    if engine.settingsChanges != before { applySettings() }
    if isRecorded { recordFrame(at: time) }
  }

  /// What is set is also about the edges.
  private mutating func applySettings() {
    engine.translator.deadline = .milliseconds(engine.settings.deadline)
    engine.prepare()
    if case .brlapi(let display) = display { display.change(BrlAPISettings(engine.settings)) }
  }

  private mutating func takeSignals(_ places: Places) {
    guard poller.isReadable(places.signals) else { return }
    for meaning in signals.take() {
      switch meaning {
      case .end: isOver = true
      case .reload: reload()
      case .resize: break
      }
    }
  }

  private mutating func takeDisplay(_ places: Places) {
    var ready = AnyDisplay.ReadyDescriptors()
    ready.isReadable = places.displayReading.map { poller.isReadable($0) } ?? false
    ready.isWritable = places.displayWriting.map { poller.isWritable($0) } ?? false
    ready.isWatchdogReady = places.watchdog.map { poller.isReadable($0) } ?? false
    if ready.isReadable || ready.isWritable || ready.isWatchdogReady {
      events += display.take(ready)
    }
    // A flood of keys must not make more commands than can be sent meanwhile.
    let turn = events.prefix(Loop.eventsInARow)
    events.removeFirst(turn.count)
    for event in turn { take(event) }
  }

  private mutating func takeTranslator(_ places: Places) {
    // A look costs a call for each worker; without one ready there is nothing to see.
    let check = engine.translator.nextCheck.map { $0 <= MonotonicClock.now } ?? false
    let isReady = places.workers.contains { poller.isReadable($0) }
    guard check || isReady || engine.translator.hasNews else { return }
    if engine.translator.process() { happen(.translated) }
    report()
  }

  private mutating func takeDecoded(_ places: Places) {
    guard poller.isReadable(places.decoder) else { return }
    for (id, line) in decoder.takeResults() {
      connections[id]?.isDecoding = false
      handle(line, of: id)
    }
    // A line of megabytes leaves as much behind that nobody else needs.
    malloc_trim(0)
  }

  private mutating func readConnections(_ places: Places) {
    for (id, place) in places.connections {
      if poller.isReadable(place), connections[id]?.wantsBytes == true {
        connections[id]?.read(into: &buffer)
      }
    }
  }

  private mutating func acceptConnections(_ places: Places) {
    if let again = acceptsAgainAt, again <= now { acceptsAgainAt = nil }
    for (index, place) in places.listeners.enumerated() where poller.isReadable(place) {
      accept(on: listeners[index].listener, isFull: listeners[index].isFull)
    }
  }
}
