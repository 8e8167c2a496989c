// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix

/// Why braillectl cannot do what it is asked; it ends with it.
struct Failure: Error {
  /// What it is about; may be empty.
  var place: String
  /// What is wrong and what to do.
  var reason: String
  /// 1 for what failed, 2 for wrong arguments and unreadable files.
  var status: Int32

  /// Ends the program with one line on standard error.
  func end() -> Never {
    let line = "braillectl: \(place.isEmpty ? "" : place + ": ")\(reason)\n"
    Array(line.utf8).withUnsafeBytes { _ = FileDescriptor(2).write($0) }
    exit(status)
  }
}
