// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Wire

/// Something that the run has to find: without such a thing nobody knows that it can.
enum Sabotage: String, CaseIterable {
  /// The daemon is killed.
  case crash
  /// A program locks the display for a moment, so that it goes blank.
  case blank
  /// Descriptors are not closed: a program more stays connected each time.
  case leak
  /// A command comes to a program that does not tell of it.
  case lost
  /// The daemon stands still for a while when keys are pressed.
  case slow

  func happen(_ run: Run) throws {
    switch self {
    case .crash: run.daemon.signal(SIGSEGV)
    case .blank:
      let link = try Link(run.daemon.socket)
      _ = link.ask("pause", ["lock": true], limit: Patience.limit)
      run.reader.look(.milliseconds(100))
      _ = link.ask("resume", limit: Patience.limit)
    case .leak: run.kept.append(try Link(run.daemon.socket))
    case .lost:
      let link = try Link(run.daemon.socket)
      link.notify("hello", ["name": "thief", "acks": true])
      _ = link.ask(
        "focus", ["element": ["id": "t", "role": "button", "label": "thief"]],
        limit: Patience.limit)
      run.reader.look(.seconds(1)) { run.reader.frame?.producer == "thief" }
      _ = link.ask("press", ["keys": ["space+dot1"]], limit: Patience.limit)
    case .slow: run.standsStill = true
    }
  }
}
