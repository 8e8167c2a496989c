// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc

/// How much is logged; what is read is never logged above debug.
public enum LogLevel: Int, CaseIterable, Comparable, Sendable {
  /// What keeps the program from its work.
  case error = 3
  /// What somebody should mend.
  case warning = 4
  /// What an administrator wants to know.
  case notice = 5
  /// What goes on.
  case info = 6
  /// Everything.
  case debug = 7

  /// Its name on the command line.
  public var name: String { "\(self)" }

  /// The level of a name; nil: there is none of it.
  public init?(named name: String) {
    guard let level = LogLevel.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  /// Whether the left one is more urgent than the right one.
  public static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Messages for whoever looks after the program, on standard error.
///
/// Where standard error is the journal's, each line begins with its priority (sd-daemon(3)).
public struct Log: Sendable {
  private let program: String
  private let level: LogLevel
  private let hasPriorities = Log.isReadByJournal

  /// A log whose lines begin with the program's name, of what is as urgent as `level` or more.
  public init(_ program: String, _ level: LogLevel) {
    self.program = program
    self.level = level
  }

  /// Tells what keeps the program from its work.
  public func error(_ text: @autoclosure () -> String) { write(.error, text) }
  /// Tells what somebody should mend.
  public func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  /// Tells what an administrator wants to know.
  public func notice(_ text: @autoclosure () -> String) { write(.notice, text) }
  /// Tells what goes on.
  public func info(_ text: @autoclosure () -> String) { write(.info, text) }
  /// Tells everything.
  public func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  /// Whether standard error is the stream that systemd gave to its service, by device and inode:
  /// what is started from a desktop's terminal has the variable too, and writes to people.
  private static var isReadByJournal: Bool {
    guard let stream = environmentVariable("JOURNAL_STREAM") else { return false }
    var status = stat()
    return fstat(2, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
  }

  private func write(_ level: LogLevel, _ text: () -> String) {
    guard level <= self.level else { return }
    let prefix = hasPriorities ? "<\(level.rawValue)>" : ""
    // One message, one line: what others say cannot make lines of its own.
    let line = text().map { $0.isNewline ? " " : $0 }
    let bytes = Array("\(prefix)\(program): \(String(line))\n".utf8)
    bytes.withUnsafeBytes { _ = FileDescriptor(2).write($0) }
  }
}
