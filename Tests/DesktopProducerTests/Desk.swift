// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Glibc
import Posix
import TestSupport
import Wire

/// The producer as a process between programs of a fake accessibility bus and a brailled without a
/// display, with somebody who looks on and presses keys.
final class Desk {
  let bus: FakeAccessibilityBus
  private var daemon: DaemonProcess
  private let folder: TemporaryFolder
  private let process: KeptProcess
  private let log: Transcript
  private var observer: FrameObserver
  private var hand: Connection

  /// Starts all but programs, and waits until the producer listens to them.
  ///
  /// The accessibility bus is told by the session bus of `session`, if there is one.
  init(session: Scene? = nil) throws {
    folder = try TemporaryFolder("desk")
    bus = try FakeAccessibilityBus()
    let socket = folder.file("socket")
    daemon = try Desk.startDaemon(socket)
    var variables = bus.environment
    if let session {
      session.address = bus.address
      variables = ["DBUS_SESSION_BUS_ADDRESS": session.sessionBus.address]
    }
    variables["PATH"] = "/usr/bin:/bin"
    variables["XDG_SESSION_TYPE"] = "x11"
    for name in ["TSAN_OPTIONS", "ASAN_OPTIONS"] { variables[name] = environmentVariable(name) }
    let (log, writing) = try Transcript.pipe()
    defer { writing.close() }
    self.log = log
    process = try KeptProcess(
      path: Executables.path("brailled-atspi"),
      arguments: ["--socket", socket, "--log-level", "info"], environment: variables,
      descriptors: [nil, writing, writing])
    observer = try FrameObserver(socket: socket)
    hand = try Connection(path: socket)
    try log.wait(for: "connected to brailled")
    if let session {
      try session.wait(for: "registration") { isListening }
    } else {
      try bus.wait(forRegistrationOf: Desk.lastEvent)
    }
  }

  /// The last one that the producer registers for.
  private static let lastEvent = "document:load-complete"
  private var isListening: Bool { bus.registered.contains(Desk.lastEvent) }
  /// Where brailled listens.
  var socket: String { folder.file("socket") }

  private static func startDaemon(_ socket: String) throws -> DaemonProcess {
    var launch = DaemonProcess.Launch(
      ["--display", "none", "--size", "80x1", "--socket", socket])
    launch.isTold = false
    launch.environment["LANG"] = "en_US.UTF-8"
    return try DaemonProcess(launch)
  }

  /// Kills brailled, and starts another one where it was.
  func restartDaemon() throws {
    daemon.close()
    daemon = try Desk.startDaemon(socket)
    observer.close()
    observer = try FrameObserver(socket: socket)
    hand = try Connection(path: socket)
  }

  /// Whether the producer runs.
  var isAlive: Bool { process.isAlive }
  /// What the producer uses of the machine.
  var figures: ProcessFigures { ProcessFigures(pid: process.pid) }

  // MARK: Programs

  /// Starts a program.
  func start(_ program: FakeProgram) throws -> FakeApplication { try bus.start(program) }

  /// A program with one window, which is active.
  static func program(
    _ name: String, _ children: FakeObject..., change: (inout FakeProgram) -> Void = { _ in }
  ) -> FakeProgram {
    var program = FakeProgram(
      name, FakeObject("window", role: 23, name, states: [1], children: children))
    change(&program)
    return program
  }

  /// A field to write in.
  static func field(
    _ id: String, _ name: String = "", _ text: String, caret: Int = 0, isFocused: Bool = false
  ) -> FakeObject {
    FakeObject(
      id, role: 79, name, states: isFocused ? [7, 11, 12] : [7, 11],
      text: FakeText(text, caret: caret))
  }

  /// A button.
  static func button(_ id: String, _ name: String, isFocused: Bool = false) -> FakeObject {
    FakeObject(
      id, role: 43, name, states: isFocused ? [11, 12] : [11], actions: ["click"])
  }

  // MARK: The reader

  /// Waits until what is shown is as wanted, and gives it.
  @discardableResult
  func wait(
    for what: String, limit: Duration = Patience.limit, _ condition: (ObservedFrame) -> Bool
  ) throws -> ObservedFrame {
    let frame = observer.frame(before: MonotonicClock.now + limit, where: condition)
    if let frame { return frame }
    let texts = observer.frames.suffix(6).map { "\($0.kind) \"\($0.text)\" \($0.caret ?? -1)" }
    throw TimedOut(
      "no \(what) in \(limit); shown were \(texts.joined(separator: ", "))\n\(log.text.suffix(2000))"
    )
  }

  /// Waits until this print is shown, and nothing behind it.
  @discardableResult
  func wait(forText text: String) throws -> ObservedFrame {
    try wait(for: "\"\(text)\"") { $0.text == text }
  }

  /// Waits until this print is shown with the caret in a cell.
  func wait(forText text: String, caret: Int) throws {
    try wait(for: "\"\(text)\" with the caret at \(caret)") { $0.text == text && $0.caret == caret }
  }

  /// Waits until the programs that brailled knows are as wanted.
  func waitUntil(_ what: String, _ condition: ([JSONValue]) -> Bool) throws {
    let deadline = MonotonicClock.now + Patience.limit
    let limit = Int(Patience.limit.pollMilliseconds)
    while MonotonicClock.now < deadline {
      let status = try hand.request("status", [:] as JSONValue, timeout: limit)
      if case .array(let producers)? = status.result(JSONValue.self)?["producers"],
        condition(producers)
      {
        return
      }
    }
    throw TimedOut("not in time: \(what)")
  }

  /// All that was shown.
  var frames: [ObservedFrame] { observer.frames }

  /// Presses keys, one after the other.
  func press(_ keys: String...) throws {
    _ = try hand.request(
      "press", ["keys": JSONValue.array(keys.map { .string($0) })] as JSONValue,
      timeout: Int(Patience.limit.pollMilliseconds))
  }

  /// Presses the routing key over the last place of a letter in what is shown, which must have one
  /// cell a letter.
  func route(to letter: String, in frame: ObservedFrame) throws {
    guard let place = frame.text.ranges(of: letter).last else {
      throw TimedOut("no \"\(letter)\" in \"\(frame.text)\"")
    }
    let before = frame.text[..<place.lowerBound].unicodeScalars.count
    try press("ROUTE \(before)")
  }

  /// Waits until the producer says something in its log.
  func wait(forLog part: String, times: Int = 1) throws { try log.wait(for: part, times: times) }

  /// What the producer has said.
  var said: String { log.text }

  /// Ends everything.
  func close() {
    observer.close()
    process.signal(SIGTERM)
    _ = process.waitForEnd(until: MonotonicClock.now + Patience.seconds(5))
    process.close()
    log.close()
    daemon.close()
    bus.close()
    folder.close()
  }
}
