// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
public import Posix

/// A private brltty for a display that the kit plays, apart from the one of the system.
///
/// It has files, a BrlAPI port or socket, and a process of its own; the process ends with ours,
/// even if we crash.
public final class Brltty: Sendable {
  /// What `BRLAPI_HOST` must be for a client: `127.0.0.1:number` or `:name`.
  public let host: String

  private struct State {
    var settings: Settings
    /// The process that was started last.
    var process: KeptProcess?
    var isClosed = false
  }

  private let state: Lock<State>
  private let folder: TemporaryFolder
  private let driver: Driver
  private let device: String
  private let address: SocketAddress
  private let reservation: FileDescriptor?

  /// A brltty for this display, not started yet.
  ///
  /// Errors: files and sockets that cannot be made.
  public init(for display: some PlayedDisplay, _ settings: Settings = Settings()) throws(KitError) {
    driver = display.driver
    device = display.device
    state = Lock(State(settings: settings))
    let folder = try system { () throws(PosixError) in try TemporaryFolder("brltty") }
    self.folder = folder
    let transport = settings.transport
    (address, reservation) = try system { () throws(PosixError) in
      _ = try folder.folder("updatable", owner: Self.user)
      _ = try folder.folder("writable", owner: Self.user)
      try writeFile(folder.file("brltty.conf"), [])
      guard transport == .tcp else {
        let name = folder.path.split(separator: "/").last.map(String.init) ?? "brailled"
        return (.unix(path: "\(SocketAddress.apiFolder)/\(name)"), nil)
      }
      // A socket that is bound and does not listen keeps the port ours while brltty is down;
      // both have SO_REUSEADDR, so that brltty can listen on it.
      let reservation = try SocketAddress.loopback(port: 0).reserved()
      return (.loopback(port: reservation.port), reservation)
    }
    host = address.host
  }

  deinit {
    close()
  }

  // MARK: What is known

  /// The variables that a client needs to find it and be let in.
  public var environment: [String: String] {
    let authorization = state.withLock { $0.settings.authorization }
    let key = authorization.split(separator: "+").first { $0.hasPrefix("keyfile:") }
    return ["BRLAPI_HOST": host, "BRLAPI_AUTH": key.map(String.init) ?? "none"]
  }

  /// Whether the process runs, frozen or not.
  public var isAlive: Bool { process?.isAlive == true }

  /// The process's number; nil if it does not run.
  public var pid: Int32? { process.flatMap { $0.isAlive ? $0.pid : nil } }

  /// How it ended last; nil if it runs or never ran.
  public var termination: Termination? { process?.termination }

  private var process: KeptProcess? { state.withLock { $0.process } }

  /// Everything that it has logged since it was first started.
  public var log: String {
    guard let bytes = try? readFile(folder.file("brltty.log")) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Its folder of files, gone after `close`.
  public var path: String { folder.path }

  /// Changes the settings that the next start uses; the transport stays as it was.
  public func configure(_ edit: (inout Settings) -> Void) {
    state.withLock { edit(&$0.settings) }
  }

  // MARK: Life and death

  /// Starts it, and waits until its API greets; does nothing if it runs.
  ///
  /// It takes a second: the driver `vr` and the API look for their first event once a second.
  /// Errors: `ended` or `timedOut`, with the log.
  public func start(limit: Duration = Patience.limit) throws(KitError) {
    guard try launch() else { return }
    let deadline = MonotonicClock.now + limit
    while !greets(until: deadline) {
      if let termination { throw .ended("brltty, \(termination)\n\(log)") }
      guard MonotonicClock.now < deadline else {
        throw .timedOut("brltty's API does not greet\n\(log)")
      }
      // Nothing tells when a port begins to listen: so look again soon, or when the process ends.
      _ = process?.waitForEnd(until: MonotonicClock.now + .milliseconds(10))
    }
  }

  /// Ends it as systemd does (SIGTERM), and by SIGKILL if it has not ended after `grace`.
  public func stop(grace: Duration = Patience.seconds(2)) {
    process?.signal(SIGCONT)
    process?.signal(SIGTERM)
    if process?.waitForEnd(until: MonotonicClock.now + grace) == nil { kill() }
  }

  /// Ends it by SIGKILL, and waits until it has ended.
  public func kill() {
    process?.close()
  }

  /// Stops it in the middle of whatever it does (SIGSTOP): its sockets stay open.
  public func freeze() {
    process?.freeze()
  }

  /// Lets it go on after `freeze`.
  public func thaw() {
    process?.signal(SIGCONT)
  }

  /// Ends it as systemd does and starts it again, for clients at the same place.
  public func restart(limit: Duration = Patience.limit) throws(KitError) {
    stop()
    try start(limit: limit)
  }

  /// Ends it for good and removes all its files.
  public func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    stop()
    process?.close()
    reservation?.close()
    removeLocks()
    folder.close()
  }

  /// Starts the process; false if it runs already, or never shall again.
  private func launch() throws(KitError) -> Bool {
    try state.withLock { (state) throws(KitError) in
      guard !state.isClosed, state.process?.isAlive != true else { return false }
      let settings = state.settings
      state.process = try system { () throws(PosixError) in try process(settings) }
      return true
    }
  }

  private func process(_ settings: Settings) throws(PosixError) -> KeptProcess {
    try writeFile(folder.file("updatable/brltty.prefs"), Array(settings.preferences.utf8))
    let log = try FileDescriptor.open(appending: folder.file("brltty.log"))
    defer { log.close() }
    return try KeptProcess(
      path: Self.program,
      arguments: Self.arguments(
        settings, driver: driver, device: device, host: host, folder: folder),
      environment: [
        "PATH": environmentVariable("PATH") ?? "/usr/bin:/bin",
        "HOME": folder.file("updatable"), "LANG": "C.UTF-8",
        // Later versions give a brltty without privileges no API otherwise.
        "BRLTTY_NO_API": "false",
      ],
      descriptors: [nil, log, log], user: Self.user)
  }

  /// Whether the API greets a new connection.
  private func greets(until deadline: Duration) -> Bool {
    guard let socket = try? address.connecting() else { return false }
    defer { socket.close() }
    var stream = ByteStream(socket)
    while !stream.hasEnded, isAlive, MonotonicClock.now < deadline {
      var poller = Poller()
      stream.watch(&poller)
      // In parts, to see that the process has ended.
      poller.wait(min(.milliseconds(100), deadline - MonotonicClock.now))
      if stream.serve(poller), stream.packets()?.first?.kind == .version { return true }
    }
    return false
  }

  /// Removes what brltty leaves when it is killed: a Unix socket and its locks.
  private func removeLocks() {
    guard case .unix = address else { return }
    address.remove()
    let (name, folder) = (host.dropFirst(), SocketAddress.apiFolder)
    for lock in ["\(folder)/.\(name)", "\(folder)/.\(name)_"] { unlink(lock) }
  }
}
