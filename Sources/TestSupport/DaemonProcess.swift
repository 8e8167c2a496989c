// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
public import Posix

/// A `brailled` of its own, as it was built with the tests: sockets, configuration and home are in
/// a temporary folder.
public final class DaemonProcess: Sendable {
  /// How a daemon is started.
  public struct Launch: Sendable {
    /// The program; the one that was built with the tests if nil.
    public var executable: String?
    /// Options besides `--socket` and `--config`.
    public var options: [String] = []
    /// Variables besides those that every program has.
    public var environment: [String: String] = [:]
    /// The content of its configuration file.
    public var configuration: String
    /// Where programs connect; in its own folder if nil.
    public var socket: String?
    /// Whether it is told by options where its socket and its configuration are.
    public var isTold = true
    /// Its standard input; /dev/null if nil.
    public var input: FileDescriptor?
    /// Its standard output; /dev/null if nil.
    public var output: FileDescriptor?
    /// Sockets that it inherits as from systemd, with their names.
    public var inherited: [(name: String, descriptor: FileDescriptor)] = []

    /// A daemon with these options and variables, and nothing else that is special.
    ///
    /// It reads English and enters brltty's root terminal, whatever session the tests run in.
    public init(_ options: [String] = [], environment: [String: String] = [:]) {
      self.options = options
      self.environment = environment
      configuration = "[braille]\nlanguage = en\n[brlapi]\ntty = root\n"
    }
  }

  /// Its folder; `XDG_CONFIG_HOME` and `HOME` are there, and the sockets by default.
  public let folder: TemporaryFolder
  /// What it says on standard error.
  public let log: Transcript
  /// Where programs connect.
  public let socket: String
  private let process: KeptProcess

  /// Starts a daemon, and waits until it is ready unless `isAwaited` is false.
  ///
  /// Errors: `ended` or `timedOut`, with the log.
  public init(_ launch: Launch = Launch(), isAwaited: Bool = true) throws(KitError) {
    let folder = try system { () throws(PosixError) in try TemporaryFolder("daemon") }
    self.folder = folder
    socket = launch.socket ?? folder.file("socket")
    let (log, writing) = try Transcript.pipe()
    self.log = log
    do throws(KitError) {
      // Our end is closed, so that the log ends with the daemon.
      defer { writing.close() }
      process = try Self.start(launch, folder, writing)
    } catch {
      log.close()
      throw error
    }
    guard isAwaited else { return }
    do throws(KitError) {
      try log.wait(for: "brailled: ready")
    } catch {
      close()
      throw error
    }
  }

  deinit {
    close()
  }

  private static let configuration = "brailled.conf"

  private static func start(
    _ launch: Launch, _ folder: TemporaryFolder, _ log: FileDescriptor
  ) throws(KitError) -> KeptProcess {
    try system { () throws(PosixError) in
      try writeFile(folder.file(configuration), Array(launch.configuration.utf8))
      let (path, arguments) = command(launch, folder)
      return try KeptProcess(
        path: path, arguments: arguments, environment: environment(launch, folder),
        descriptors: [launch.input, launch.output, log] + launch.inherited.map(\.descriptor))
    }
  }

  /// The command, through a shell where a variable must be the process's own number.
  private static func command(
    _ launch: Launch, _ folder: TemporaryFolder
  ) -> (path: String, arguments: [String]) {
    let program = launch.executable ?? Executables.path("brailled")
    var options = launch.options
    if launch.isTold {
      options += ["--config", folder.file(configuration)]
      let socket = launch.socket ?? folder.file("socket")
      if launch.inherited.isEmpty { options += ["--socket", socket] }
    }
    guard !launch.inherited.isEmpty else { return (program, options) }
    return ("/bin/sh", ["-c", "LISTEN_PID=$$ exec \"$0\" \"$@\"", program] + options)
  }

  private static func environment(
    _ launch: Launch, _ folder: TemporaryFolder
  ) -> [String: String] {
    var environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
      "LANG": "C.UTF-8",
    ]
    for name in ["TSAN_OPTIONS", "ASAN_OPTIONS", "TMPDIR", "LOUIS_TABLEPATH"] {
      environment[name] = environmentVariable(name)
    }
    if !launch.inherited.isEmpty {
      environment["LISTEN_FDS"] = "\(launch.inherited.count)"
      environment["LISTEN_FDNAMES"] = launch.inherited.map(\.name).joined(separator: ":")
    }
    return environment.merging(launch.environment) { $1 }
  }

  // MARK: What is known

  /// Where programs connect that only produce.
  public var producerSocket: String { socket + "-producer" }

  /// The process's number.
  public var pid: Int32 { process.pid }

  /// Whether it runs.
  public var isAlive: Bool { process.isAlive }

  /// How it ended; nil if it runs.
  public var termination: Termination? { process.termination }

  /// What it uses of the machine.
  public var figures: ProcessFigures { ProcessFigures(pid: pid) }

  // MARK: What is done to it

  /// Replaces its configuration file.
  public func configure(_ content: String) throws(KitError) {
    let path = folder.file(Self.configuration)
    try system { () throws(PosixError) in try writeFile(path, Array(content.utf8)) }
  }

  /// Has it read its configuration again (SIGHUP).
  public func reload() { process.signal(SIGHUP) }

  /// Sends it a signal.
  public func signal(_ number: Int32) { process.signal(number) }

  /// Waits until it has ended by itself, and tells how.
  public func waitForEnd(limit: Duration = Patience.limit) throws(KitError) -> Termination {
    if let termination = process.waitForEnd(until: MonotonicClock.now + limit) {
      return termination
    }
    throw .timedOut("no end of brailled in \(limit)\n\(log.text)")
  }

  /// Ends it as systemd does (SIGTERM), and tells how it ended.
  public func stop() throws(KitError) -> Termination {
    signal(SIGTERM)
    return try waitForEnd()
  }

  /// Kills it if it runs, and removes its files.
  public func close() {
    process.close()
    log.close()
    folder.close()
  }
}
