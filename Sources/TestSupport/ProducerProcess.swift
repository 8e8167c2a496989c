// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
public import Posix

/// The desktop's own producer, `brailled-atspi`, on a desktop of a test.
public final class ProducerProcess: Sendable {
  /// What it says.
  public var log: Transcript { program.output }
  private let program: DesktopProgram

  /// Starts it for a daemon that listens on `socket`.
  ///
  /// `executable` is the one that was built with the tests if nil. Errors: what posix_spawn says.
  public init(
    _ session: DesktopSession, socket: String, executable: String? = nil,
    options: [String] = []
  ) throws(KitError) {
    var variables: [String: String] = [:]
    for name in ["TSAN_OPTIONS", "ASAN_OPTIONS"] { variables[name] = environmentVariable(name) }
    program = try session.start(
      executable ?? Executables.path("brailled-atspi"), ["--socket", socket] + options,
      environment: variables)
  }

  /// Its number.
  public var pid: Int32 { program.pid }

  /// Whether it runs.
  public var isAlive: Bool { program.isAlive }

  /// What it uses of the machine.
  public var figures: ProcessFigures { ProcessFigures(pid: pid) }

  /// Ends it as systemd does (SIGTERM), and tells how it ended.
  public func stop() throws(KitError) -> Termination {
    program.signal(SIGTERM)
    return try program.waitForEnd()
  }

  /// Kills it if it runs.
  public func close() { program.close() }
}
