// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport

/// A braillectl that runs, and what it prints, errors among it.
final class BraillectlProcess: Sendable {
  /// What it has printed.
  let printed: Transcript
  private let process: KeptProcess
  private let isInTerminal: Bool

  /// Starts it with a daemon's folder as its home; `terminal` is its input and output.
  init(
    _ arguments: [String], home: String, terminal: PseudoTerminal? = nil,
    environment: [String: String] = [:]
  ) throws {
    let writing: FileDescriptor
    if let terminal {
      printed = try Transcript(terminal.master)
      writing = terminal.slave
    } else {
      (printed, writing) = try Transcript.pipe()
    }
    isInTerminal = terminal != nil
    defer { if terminal == nil { writing.close() } }
    let usual = ["PATH": "/usr/bin:/bin", "HOME": home, "XDG_CONFIG_HOME": home]
    process = try KeptProcess(
      path: Executables.path("braillectl"), arguments: arguments,
      environment: usual.merging(environment) { $1 },
      descriptors: [terminal?.slave, writing, writing])
  }

  deinit {
    close()
  }

  /// Interrupts it, or sends it another signal.
  func signal(_ number: Int32 = SIGINT) { process.signal(number) }

  /// Waits until it has ended; gives how, and what it printed.
  func waitForEnd() throws -> (status: Termination?, lines: [String]) {
    let status = process.waitForEnd(until: MonotonicClock.now + Patience.limit)
    // A terminal has another end that stays open.
    if status != nil, !isInTerminal { try printed.waitForEnd() }
    return (status, printed.lines)
  }

  /// Kills it if it runs.
  func close() {
    process.close()
    printed.close()
  }
}
