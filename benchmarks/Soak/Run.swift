// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Wire

/// A daemon with its brltty and display, who takes part, and rounds of everything at once, each
/// with a quiet moment behind it in which all that can be counted is.
final class Run {
  let ledger = Ledger()
  let rig: Rig<VirtualDisplay>
  let proxy: PacketProxy
  let daemon: DaemonProcess
  let reader: Reader
  var generator: SeededGenerator
  /// The program that is there all the time, on this thread.
  private let resident: WellBehaved
  private let end: WakePipe
  private let pid: Int32
  private(set) var growth = Growth()
  /// Connections that stay (`Sabotage.leak`).
  var kept: [Link] = []
  /// Whether the daemon stands still when a key is pressed (`Sabotage.slow`).
  var standsStill = false

  static let configuration = "[braille]\nlanguage = en\nmode = computer\n[brlapi]\ntty = root\n"

  init(executable: String, seed: UInt64) throws {
    rig = try Rig(columns: 40)
    proxy = try PacketProxy(upstream: rig.brltty.host)
    var launch = DaemonProcess.Launch([], environment: proxy.environment)
    launch.executable = executable
    launch.configuration = Run.configuration
    daemon = try DaemonProcess(launch)
    pid = daemon.pid
    end = try WakePipe()
    generator = SeededGenerator(seed: seed)
    let stage = Performer.Stage(socket: daemon.socket, ledger: ledger, end: end.reading)
    guard let resident = WellBehaved("resident", stage, seed: seed),
      let reader = Reader(stage, rig, proxy, seed: seed)
    else { throw TimedOut("the daemon lets nobody in") }
    (self.resident, self.reader) = (resident, reader)
    let ledger = ledger
    proxy.setFilter { direction, packet in
      if direction == .up, let cells = WriteRequest(packet, cells: 40)?.orMask {
        ledger.look(atBlank: cells.allSatisfy { $0 == 0 }, of: "brltty")
      }
      return packet
    }
    resident.show()
    guard reader.look(Patience.limit, until: { reader.frame?.producer == "resident" }) else {
      throw TimedOut("the daemon does not show its first program")
    }
    ledger.show(true)
  }

  /// The daemon's workers: the loader first.
  var workers: [Int32] { processFamily(of: pid).filter { $0 != pid } }

  func close() {
    ledger.show(false)
    daemon.close()
    proxy.close()
    rig.close()
    end.close()
  }

  // MARK: Rounds

  /// Runs for so long; `sabotage` is done in each round.
  func run(for length: Duration, _ sabotage: Sabotage?) throws {
    let start = MonotonicClock.now
    let perRound = Duration.seconds(20)
    let rounds = max(3, Int(length / perRound))
    var mishaps: [Mishap] = []
    for round in 0..<rounds {
      let roundEnd = start + length / Double(rounds) * Double(round + 1)
      let performers = try enter(round)
      repeat {
        if mishaps.isEmpty { mishaps = Mishap.allCases.shuffled(using: &generator) }
        try mishaps.removeLast().happen(self) { self.goOn($0) }
        goOn(.milliseconds(generator.integer(300...1500)))
        guard isWell() else { return }
      } while MonotonicClock.now < roundEnd - .seconds(6)
      try sabotage?.happen(self)
      for performer in performers { performer.leave() }
      try calmDown()
      guard isWell() else { return }
      checkCommands()
      checkKeys()
      let figures = settledFigures()
      let isWarmUp = Growth.isWarmUp(round, of: rounds)
      if !isWarmUp { growth.add(figures) }
      print("round \(round + 1) of \(rounds)\(isWarmUp ? ", warm-up" : ""): \(figures.text)")
      fflush(nil)
    }
  }

  /// Who takes part in a round besides the program that is always there.
  private func enter(_ round: Int) throws(PosixError) -> [Performer] {
    let seed = UInt64(round) << 8
    var performers: [Performer] = []
    func add(_ name: String, _ perform: @escaping @Sendable (Performer.Stage) -> Void)
      throws(PosixError)
    {
      performers.append(
        try Performer(name, socket: daemon.socket, ledger: ledger, perform))
    }
    try add("visitors") { Visitors.comeAndGo($0, "a\(round)", seed: seed) }
    try add("visitors") { Visitors.comeAndGo($0, "b\(round)", seed: seed + 1) }
    try add("liar") { IllBehaved.lie($0, seed: seed + 2) }
    try add("flood") { IllBehaved.flood($0, seed: seed + 3) }
    try add("stall") { IllBehaved.stall($0) }
    try add("half") { IllBehaved.breakOff($0, seed: seed + 4) }
    return performers
  }

  /// The reader presses keys and the resident program goes on, for so long.
  private func goOn(_ length: Duration) {
    let deadline = MonotonicClock.now + length
    while MonotonicClock.now < deadline {
      reader.pressAny()
      resident.work(.milliseconds(10))
      if generator.chance(20) { resident.goOn() }
      reader.look(.milliseconds(generator.integer(5...30)))
    }
  }

  /// Whether the daemon is the one that was started, and holds who reads what it says.
  private func isWell() -> Bool {
    if !daemon.isAlive {
      ledger.fail("the daemon ended: \(daemon.termination.map { "\($0)" } ?? "")")
    }
    if resident.isLost { ledger.fail("the program that is always there was let go") }
    if reader.isLost { ledger.fail("the observer was let go") }
    return daemon.isAlive && !resident.isLost && !reader.isLost
  }

  /// All others are gone: the display shows the resident program's text, by computer braille.
  private func calmDown() throws {
    try daemon.configure(Run.configuration)
    daemon.reload()
    reader.set([
      "braille.mode": "computer", "braille.language": "en", "display.statusCells": 0,
      "reading.wrap": "word", "messages.whileReading": "wait",
    ])
    // What covers the content is left, and messages have had their time.
    resident.show("calm \(generator.integer(100...999)) text of the program that stays")
    let deadline = MonotonicClock.now + Patience.seconds(30)
    while MonotonicClock.now < deadline {
      resident.work(.milliseconds(20))
      if reader.isConnected, let frame = reader.frame, frame.kind == "content",
        frame.text.contains("calm"), frame.text.contains("text of the program"),
        rig.display.state.braille == frame.cells
      {
        // Routing keys do nothing for a moment after another program was shown.
        reader.look(.milliseconds(400))
        if reader.frame == frame { return }
        continue
      }
      if reader.isConnected, reader.frame?.kind != "content" {
        // Escape, which leaves what covers the content; a key dismisses a message.
        proxy.key(0x2022_0103)
      }
      reader.look(.milliseconds(200))
    }
    ledger.fail(
      "the display does not come back: it shows \(rig.display.state.braille), the daemon "
        + "\(reader.frame.map { "\($0)" } ?? "nothing")")
  }

  // MARK: Quiet moments

  /// The daemon has sent as many commands as have come to those that they were for.
  private func checkCommands() {
    resident.work(.milliseconds(50))
    guard let sent = reader.counter("commands") else {
      return ledger.fail("the daemon does not tell how many commands it has sent")
    }
    // All that was sent before its answer is there.
    resident.work(.milliseconds(50))
    let received = ledger.number(of: "commands received")
    if sent != received { ledger.fail("\(sent) commands were sent, \(received) came") }
  }

  /// Each key does what it must, once, and soon.
  private func checkKeys() {
    var last = 0
    for _ in 0..<6 {
      guard let text = reader.frame?.text, let place = text.firstRange(of: "text of"),
        (try? proxy.waitUntilTaken()) != nil
      else {
        return ledger.fail("there is no text to press keys on, but \(reader.frame?.text ?? "")")
      }
      let first = text.unicodeScalars.distance(from: text.startIndex, to: place.lowerBound)
      let start =
        first
        - (text.firstRange(of: "calm").map {
          text.unicodeScalars.distance(from: text.startIndex, to: $0.lowerBound)
        } ?? 0)
      let offset = (last + generator.integer(1...6)) % 7
      last = offset
      let (before, frames) = (resident.places.count, reader.frames)
      proxy.key(reader.route(first + offset))
      ledger.count("routing keys on known places")
      let deadline = MonotonicClock.now + Patience.seconds(2)
      while resident.places.count == before, MonotonicClock.now < deadline {
        resident.work(.milliseconds(20))
      }
      // Once only.
      resident.work(.milliseconds(30))
      // The caret is shown there.
      reader.look(Patience.seconds(1)) { self.reader.frames > frames }
      let came = Array(resident.places.dropFirst(before))
      if came != [start + offset] {
        ledger.fail("the routing key at \(start + offset) became \(came)")
      }
    }
    timeKeys()
  }

  /// Panning forth and back, from the key to the display.
  private func timeKeys() {
    resident.show("calm and long: " + String(repeating: "words in a row ", count: 12))
    reader.look(Patience.limit) { self.reader.frame?.text.contains("calm and long") ?? false }
    for _ in 0..<8 {
      try? proxy.waitUntilTaken()
      for (key, isBegin) in [(Reader.Key.panRight, false), (Reader.Key.lineBegin, true)] {
        if standsStill { try? standStill() }
        let time = reader.time(key, limit: Patience.seconds(4)) { frame in
          frame.kind == "content" && frame.text.contains("calm and long") == isBegin
        }
        if let time {
          ledger.answered(after: time)
        } else {
          ledger.fail("a panning key did nothing")
        }
      }
    }
  }

  /// The daemon stands still until long after the key that is pressed now.
  private func standStill() throws(PosixError) {
    let daemon = daemon
    daemon.signal(SIGSTOP)
    let end = MonotonicClock.now + Ledger.slowest * 1.5
    try Thread(name: "go on") {
      var nothing = Poller()
      while MonotonicClock.now < end { nothing.wait(.milliseconds(50)) }
      daemon.signal(SIGCONT)
    }.detach()
  }

  /// What is used when nothing more changes: workers that were let go have ended.
  private func settledFigures() -> Figures {
    let deadline = MonotonicClock.now + .seconds(3)
    while workers.count > 2, MonotonicClock.now < deadline {
      reader.look(.milliseconds(100))
      resident.work(.milliseconds(10))
    }
    reader.sendLongLine()
    return Figures(of: pid)
  }
}
