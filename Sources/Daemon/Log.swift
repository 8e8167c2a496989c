// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
import Posix

/// Messages for whoever looks after the daemon, on standard error.
///
/// Under systemd each line begins with its priority (sd-daemon(3)), so that the journal knows it.
struct Log: Sendable {
  private let level: LogLevel
  private let hasPriorities = environmentVariable("JOURNAL_STREAM") != nil

  init(_ level: LogLevel) {
    self.level = level
  }

  func error(_ text: @autoclosure () -> String) { write(.error, text) }
  func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  func notice(_ text: @autoclosure () -> String) { write(.notice, text) }
  func info(_ text: @autoclosure () -> String) { write(.info, text) }
  func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  private func write(_ level: LogLevel, _ text: () -> String) {
    guard level <= self.level else { return }
    let prefix = hasPriorities ? "<\(level.rawValue)>" : ""
    // One message, one line: what others say cannot make lines of its own.
    let line = text().map { $0.isNewline ? " " : $0 }
    let bytes = Array("\(prefix)brailled: \(String(line))\n".utf8)
    bytes.withUnsafeBytes { _ = FileDescriptor(2).write($0) }
  }
}
