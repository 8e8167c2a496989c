// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Glibc
import Posix
import Sockets
import TestSupport
import Testing
import Wire

/// The program as a process, with buses and a brailled of a test's own.
@Suite struct ProcessTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("socket") }

  init() throws {
    folder = try TemporaryFolder("atspi")
  }

  private func start(
    _ arguments: [String], _ environment: [String: String]
  ) throws -> (process: KeptProcess, log: Transcript) {
    let (log, writing) = try Transcript.pipe()
    defer { writing.close() }
    let process = try KeptProcess(
      path: Executables.path("brailled-atspi"), arguments: arguments, environment: environment,
      descriptors: [nil, writing, writing])
    return (process, log)
  }

  private func end(_ arguments: [String], _ environment: [String: String] = [:]) throws
    -> (Termination?, [String])
  {
    let (process, log) = try start(arguments, environment)
    defer { process.close() }
    let termination = process.waitForEnd(until: MonotonicClock.now + Patience.limit)
    try log.waitForEnd()
    return (termination, log.lines)
  }

  @Test func wrongArgumentsAreTold() throws {
    for arguments in [["--nonsense"], ["--socket"], ["--log-level", "loud"], ["file"]] {
      let (termination, lines) = try end(arguments)
      #expect(termination == .exit(2) && lines.count == 1)
      #expect(lines.first?.hasPrefix("brailled-atspi: ") == true)
    }
    #expect(try end(["--version"]).0 == .exit(0))
    #expect(try end(["--help"]).1.first == "Usage: brailled-atspi [OPTION]...")
  }

  @Test func withoutASessionBusItEnds() throws {
    for environment in [
      [:], ["XDG_RUNTIME_DIR": folder.path],
      ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.file("nobody"))"],
    ] {
      let (termination, lines) = try end(["--socket", path], environment)
      #expect(termination == .exit(1) && lines.count == 1)
      #expect(lines.first?.hasPrefix("brailled-atspi: session bus: ") == true)
    }
    let (termination, lines) = try end([], [:])
    #expect(termination == .exit(1) && lines.count == 1)
  }

  @Test func itFindsBothBusesAndBrailledAgainAndEndsBySignal() throws {
    let scene = try Scene()
    defer { scene.close() }
    let listener = try Listener(path: path)
    defer { listener.close() }
    let (process, log) = try start(
      ["--socket", path, "--log-level", "info"],
      ["DBUS_SESSION_BUS_ADDRESS": scene.sessionBus.address, "PATH": "/usr/bin:/bin"])
    defer { process.close() }
    func wait(_ part: String, times: Int = 1) throws {
      try scene.wait(for: "\(part) \(times) times in \(log.text)") {
        log.count(of: part) >= times
      }
    }
    try greet(listener, scene)
    try wait("connected to brailled")
    try wait("connected to the accessibility bus")
    try scene.replaceAccessibilityBus()
    try wait("connected to the accessibility bus", times: 2)
    try greet(listener, scene)
    try wait("connected to brailled", times: 2)
    #expect(process.isAlive)
    process.signal(SIGTERM)
    #expect(process.waitForEnd(until: MonotonicClock.now + Patience.limit) == .exit(0))
    #expect(!"\(scene.calls)".contains("ScreenReaderEnabled"))
  }

  @Test func aSilentSessionKeepsItFromNothing() throws {
    let scene = try Scene()
    defer { scene.close() }
    scene.isAnswering = false
    let listener = try Listener(path: path)
    defer { listener.close() }
    let (process, log) = try start(
      ["--socket", path, "--log-level", "info"],
      ["DBUS_SESSION_BUS_ADDRESS": scene.sessionBus.address, "PATH": "/usr/bin:/bin"])
    defer { process.close() }
    try greet(listener, scene)
    try log.wait(for: "connected to brailled")
    process.signal(SIGINT)
    #expect(process.waitForEnd(until: MonotonicClock.now + Patience.limit) == .exit(0))
  }

  /// Answers the hello of the next connection, and hangs up when that was read.
  private func greet(_ listener: Listener, _ scene: Scene) throws {
    var connection: FileDescriptor?
    try scene.wait(for: "connection") {
      guard case .connection(let descriptor, _) = listener.accept() else { return false }
      connection = descriptor
      return true
    }
    guard let connection else { return }
    defer { connection.close() }
    var framer = Framer()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var hello: JSONValue?
    try scene.wait(for: "hello") {
      if case .bytes(let count) = buffer.withUnsafeMutableBytes({ connection.read(into: $0) }) {
        buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
      guard case .line(let line)? = framer.next() else { return false }
      hello = JSONValue(parsing: line)
      return true
    }
    #expect(hello?["method"] == "hello" && hello?["params"]?["name"] == "desktop")
    #expect(hello?["params"]?["rank"] == "desktop" && hello?["params"]?["acks"] == true)
    let answer = Outgoing.reply(.number(0), .hello(version: 1, .none)).line + [0x0A]
    _ = answer.withUnsafeBytes { connection.send($0) }
  }
}
