// SPDX-License-Identifier: GPL-3.0-or-later
import Measurement
import Posix
import Sockets
import TestSupport

/// Keys of the reader while a program changes what is shown ten thousand times a second.
struct FloodBench {
  let programs: Programs
  let labels: Labels
  let folder: TemporaryFolder

  private static let length = Duration.seconds(10)
  /// Until the daemon's memory of translations is full and its buffers are as large as they get.
  private static let warmUp = Duration.seconds(10)

  func run(_ report: inout Report) {
    guard isReadable(programs.packaged) else {
      report.note("\(programs.packaged) was not built")
      return
    }
    let name = programs.uniqueName + "-flood"
    let daemon = DaemonProcess(programs.packaged, folder: folder, name: name, display: ["none"])
    guard let daemon else { return }
    defer { daemon.end() }
    guard var flood = Flood(daemon, path: DaemonProcess.path(in: folder, name), labels: labels)
    else {
      report.note("the daemon does not let the flood's programs in")
      return
    }
    defer { flood.end() }
    guard flood.run(for: FloodBench.warmUp) != nil else {
      report.note("the daemon does not keep up with 10,000 changes a second")
      return
    }
    flood.keyTimes = Samples()
    let frames = flood.frames
    let before = Use(of: daemon)
    guard flood.run(for: FloodBench.length / 2) != nil else {
      report.note("a frame of the flood did not come")
      return
    }
    let middle = Use(of: daemon)
    guard let late = flood.run(for: FloodBench.length / 2) else {
      report.note("the final frame of the flood did not come")
      return
    }
    let after = Use(of: daemon)
    let keys = flood.keyTimes
    report.limit(
      "key to frame in 10,000 changes a second, the 99th of 100",
      keys.quantile(0.99).map { $0 / .milliseconds(1) }, most: 20, unit: "ms")
    report.limit(
      "the same, the 50th of 100", keys.median.map { $0 / .milliseconds(1) }, most: 20, unit: "ms")
    report.limit(
      "the last change to its frame, after 10 s of the flood", late / .milliseconds(1), most: 20,
      unit: "ms")
    report.limit(
      "own memory of its processes, how far it moved within 10 s of the flood",
      max(middle.drift(since: before), after.drift(since: before)), most: 5, unit: "%")
    let spent = after.processorTime - before.processorTime
    report.note(
      "the flood: \(before.memory), \(middle.memory) and \(after.memory) kB before it, after 5 s "
        + "and after 10 s; \(tenths(spent / .seconds(1))) s of processor time; "
        + "\(flood.frames - frames) frames, \(keys.times.count) keys")
  }

  /// What the daemon and its workers have used at a moment.
  private struct Use {
    /// In kB.
    let memory: Int
    let processorTime: Duration

    init(of daemon: DaemonProcess) {
      let figures = ProcessFamily(of: daemon.process.pid).pids.map { ProcessFigures(pid: $0) }
      memory = figures.reduce(0) { $0 + $1.ownMemory }
      processorTime = figures.reduce(.zero) { $0 + $1.processorTime }
    }

    /// How much more or less memory it is than before, in percent.
    func drift(since before: Use) -> Double {
      100 * Double(abs(memory - before.memory)) / Double(max(1, before.memory))
    }
  }
}

/// A program that changes its element all the time, an observer, and somebody who presses keys.
private struct Flood {
  private let program: FileDescriptor
  private let observer: FileDescriptor
  private let keyboard: FileDescriptor
  private let labels: [String]
  /// The lines that the socket has not taken.
  private var unsent: [UInt8] = []
  private var observed = LastLine()
  /// What came to the keyboard and is no whole line yet.
  private var answered: [UInt8] = []
  /// The number of the last change; all have as many digits.
  private var number = 1_000_000
  private var pressed = 0
  /// When the key was pressed that is not answered.
  private var pressedAt: Duration?
  var keyTimes = Samples()
  var frames: Int { observed.count }

  private static let interval = Duration.microseconds(100)
  private static let keyInterval = Duration.milliseconds(100)
  /// So many bytes wait here at most: else the program would be what is slow.
  private static let mostUnsent = 1 << 20

  init?(_ daemon: DaemonProcess, path: String, labels: Labels) {
    program = daemon.socket
    self.labels = labels.all
    guard let observer = try? connectStream(path) else { return nil }
    guard let keyboard = try? connectStream(path) else {
      observer.close()
      return nil
    }
    (self.observer, self.keyboard) = (observer, keyboard)
    let element = #"{"id":"build","role":"text","label":"Nothing yet"}"#
    Flood.send(#"{"method":"focus","params":{"element":\#(element)}}"#, program)
    for socket in [observer, keyboard] {
      Flood.send(#"{"method":"observe","params":{"events":["frame"]}}"#, socket)
    }
  }

  func end() {
    observer.close()
    keyboard.close()
  }

  private static func send(_ line: String, _ socket: FileDescriptor) {
    Array((line + "\n").utf8).withUnsafeBytes { _ = socket.send($0) }
  }

  /// Floods for so long, then waits for the last change on the display; gives how long after the
  /// flood that came, nil if it did not.
  mutating func run(for length: Duration) -> Duration? {
    let start = MonotonicClock.now
    let first = number
    var nextKey = start
    while true {
      let now = MonotonicClock.now
      let isOver = now >= start + length
      if !isOver {
        change(until: first + Int((now - start) / Flood.interval))
      }
      // Every other key takes the other one back: it ends where it began.
      if pressedAt == nil, now >= nextKey, !isOver || pressed % 2 == 1 {
        nextKey += Flood.keyInterval
        press(now)
      }
      sendUnsent()
      wait()
      guard isOver else { continue }
      let late = MonotonicClock.now - start - length
      let isDone = pressed % 2 == 0 && pressedAt == nil && unsent.isEmpty
      if isDone, observed.holds("Message \(number) of") { return max(.zero, late) }
      if late > Contestant.patience { return nil }
    }
  }

  private mutating func change(until last: Int) {
    while number < last, unsent.count < Flood.mostUnsent {
      number += 1
      // Long enough to be panned in.
      let words = (0..<4).map { labels[(number * 7 + $0) % labels.count] }.joined(separator: ", ")
      let label = "Message \(number) of the build: \(words)"
      let change = #"{"elements":[{"id":"build","label":"\#(label)"}]}"#
      unsent += Array(#"{"method":"change","params":\#(change)}"#.utf8) + [0x0A]
    }
  }

  private mutating func press(_ now: Duration) {
    let key = pressed % 2 == 0 ? "FWINRT" : "LNBEG"
    pressed += 1
    pressedAt = now
    Flood.send(
      #"{"id":\#(pressed),"method":"press","params":{"keys":["\#(key)"]}}"#, keyboard)
  }

  private mutating func sendUnsent() {
    guard !unsent.isEmpty else { return }
    if case .bytes(let count) = unsent.withUnsafeBytes({ program.send($0) }) {
      unsent.removeFirst(count)
    }
  }

  /// Waits a moment for what is to be read, and reads it.
  private mutating func wait() {
    var poller = Poller()
    poller.add(observer)
    poller.add(keyboard)
    guard poller.wait(.milliseconds(1)) > 0 else { return }
    let now = MonotonicClock.now
    if poller.isReadable(1), case .bytes(let bytes) = read(keyboard) {
      answered += bytes
      // The frame that a key makes comes before the answer.
      if let pressedAt, answered.contains(Array(#""id":\#(pressed)"#.utf8)) {
        keyTimes.add(now - pressedAt)
        self.pressedAt = nil
      }
      if let end = answered.lastIndex(of: 0x0A) { answered.removeFirst(end + 1) }
    }
    if poller.isReadable(0), case .bytes(let bytes) = read(observer) { observed.append(bytes) }
  }
}

/// What comes in lines, of which only the last whole one counts.
private struct LastLine {
  private var bytes: [UInt8] = []
  /// How many lines have come.
  private(set) var count = 0

  mutating func append(_ new: ArraySlice<UInt8>) {
    count += new.count { $0 == 0x0A }
    bytes += new
    guard let end = bytes.lastIndex(of: 0x0A), end > 0 else { return }
    if let before = bytes[..<end].lastIndex(of: 0x0A) { bytes.removeFirst(before + 1) }
  }

  /// Whether a text stands in the last line, or behind it.
  func holds(_ text: String) -> Bool { bytes.contains(Array(text.utf8)) }
}
