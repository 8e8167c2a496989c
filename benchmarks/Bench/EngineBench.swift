// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Louis
import Measurement
import Panning
import Posix
import Tables
import Translation

/// From a focus to its frame in the engine, against liblouis alone.
struct EngineBench {
  private let labels: Labels
  private let limit: Limit?
  private var bare: Engine<InProcess>
  private var whole: Engine<LouisTranslator>
  private let messages: [Message]
  private var clock = Duration.zero
  /// So many labels are taken before it is the other's turn.
  private let turn = 20
  static let id = ProgramID(1)
  private static let rounds = 14

  init?(labels: Labels, limit: Limit?, files: String) {
    guard let translator = InProcess(files: files) else { return nil }
    self.labels = labels
    self.limit = limit
    messages = labels.messages
    bare = EngineBench.engine(translator)
    whole = EngineBench.engine(LouisTranslator(executable: ownExecutable()))
    // The table is compiled before anything is measured.
    whole.translator.begin(waiting: nil)
    _ = EngineBench.show(messages[0], &whole, at: clock)
  }

  /// An engine with a display of 40 cells and a program connected to it.
  static func engine<T: Translator>(_ translator: T, language: String = "en") -> Engine<T> {
    var settings = Settings()
    settings.language = language
    settings.mode = .contracted
    var engine = Engine(
      translator: translator, settings: settings,
      resources: DataFolders.standard().read(tables: []).resources)
    let display = DisplayState(size: DisplaySize(columns: 40), driver: "none")
    _ = engine.handle(.display(display), at: .zero)
    _ = engine.handle(.connected(id, name: "bench", pid: 1), at: .zero)
    return engine
  }

  /// Gives the focus to something; gives how many cells the frame has.
  static func show<T: Translator>(
    _ message: Message, _ engine: inout Engine<T>, at time: Duration
  ) -> Int {
    _ = engine.handle(.message(id, message, id: nil, ack: nil), at: time)
    return engine.frame(at: time)?.cells.count ?? 0
  }

  mutating func run(_ report: inout Report) {
    let turns = messages.count / turn
    var limits = Rounds(things: turns)
    var bares = Rounds(things: turns)
    var wholes = Rounds(things: turns)
    for _ in 0..<EngineBench.rounds {
      for index in 0..<turns {
        clock += .seconds(1)
        let first = index * turn
        if let time = limit?.translate(first, count: turn) { limits.add(time, of: index) }
        bares.add(bareTime(first), of: index)
        wholes.add(wholeTime(first), of: index)
      }
    }
    let count = turns * turn
    report.compare(
      "focus to frame, en-ueb-g2: engine / liblouis in C", bares.best.map { $0 / count },
      limits.best.map { $0 / count }, aim: limit.map { _ in 1.3 })
    report.compare(
      "the same: liblouis in a worker / in process", wholes.best.map { $0 / count },
      bares.best.map { $0 / count }, aim: nil)
    for (name, value) in whole.translator.counters where name == "translationsCached" && value > 0 {
      report.note("\(value) of the worker's answers came from memory")
    }
    whole.translator.end()
  }

  private mutating func bareTime(_ first: Int) -> Duration {
    let start = MonotonicClock.now
    for message in messages[first..<(first + turn)] {
      _ = EngineBench.show(message, &bare, at: clock)
    }
    return MonotonicClock.now - start
  }

  private mutating func wholeTime(_ first: Int) -> Duration {
    let start = MonotonicClock.now
    for message in messages[first..<(first + turn)] {
      whole.translator.begin(waiting: .seconds(1))
      _ = EngineBench.show(message, &whole, at: clock)
    }
    return MonotonicClock.now - start
  }
}

/// liblouis alone, in a process of its own that takes turns with this one.
struct Limit {
  private let process: ChildProcess
  private let socket: FileDescriptor

  /// nil if the program was not built.
  init?(program: String, files: String, labels: Labels) {
    guard let (ours, theirs) = try? FileDescriptor.streamPair() else { return nil }
    defer { theirs.close() }
    let process = try? ChildProcess(
      path: program, arguments: [files, labels.path, labels.suffix],
      descriptors: [theirs, theirs, FileDescriptor(2)])
    guard let process else { return nil }
    self.process = process
    socket = ours
  }

  /// How long so many labels take from one on; nil if the process is gone.
  func translate(_ first: Int, count: Int) -> Duration? {
    let line = Array("\(first) \(count)\n".utf8)
    line.withUnsafeBytes { _ = socket.send($0) }
    var answer: [UInt8] = []
    while answer.last != 0x0A {
      guard case .bytes(let part) = read(socket) else { return nil }
      answer += part
    }
    return Int(String(decoding: answer.dropLast(), as: UTF8.self)).map { .nanoseconds($0) }
  }

  func end() {
    socket.close()
    _ = process.wait()
  }
}
