// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of brailled that takes what others say, to be tried with any bytes (docs/testing.md).
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// Lines out of bytes (`Framer`).
  case framer
  /// Lines of programs and of the daemon, read (`Wire`).
  case messages
  /// Session files, and all that programs and readers do, on the engine.
  case sessions
  /// The files of `tables`.
  case tables
  /// `brailled.conf`.
  case configuration
  /// What liblouis' processes answer.
  case workers
  /// What a terminal sends for keys.
  case terminal
  /// What a program on the accessibility bus answers.
  case desktop

  /// Has it take some bytes; tells what does not hold then, nil if all does.
  ///
  /// What must not be at all traps.
  public func problem(with bytes: [UInt8]) -> String? {
    switch self {
    case .framer: FramerFuzzing.problem(with: bytes)
    case .messages: MessageFuzzing.problem(with: bytes)
    case .sessions: SessionFuzzing.problem(with: bytes)
    case .tables: TableFuzzing.problem(with: bytes)
    case .configuration: ConfigurationFuzzing.problem(with: bytes)
    case .workers: WorkerFuzzing.problem(with: bytes)
    case .terminal: TerminalFuzzing.problem(with: bytes)
    case .desktop: DesktopFuzzing.problem(with: bytes)
    }
  }
}

/// Something that does not hold.
struct Broken: Error {
  let what: String

  init(_ what: String) { self.what = what }
}

/// Goes on only if something holds.
func hold(_ condition: Bool, _ what: @autoclosure () -> String) throws(Broken) {
  if !condition { throw Broken(what()) }
}

/// What does not hold of some checks; nil if all does.
func whatBreaks(_ checks: () throws(Broken) -> Void) -> String? {
  do throws(Broken) {
    try checks()
    return nil
  } catch {
    return error.what
  }
}
