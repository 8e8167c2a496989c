// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
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

  /// Why the daemon cannot be reached or does not do what it is asked.
  init(_ error: ConnectionError) {
    switch error {
    case .refused(let code, let reason):
      self.init(place: "brailled", reason: "\(reason) (error \(code))", status: 1)
    case .noPath:
      self.init(
        place: "socket",
        reason: "neither BRAILLED_SOCKET nor XDG_RUNTIME_DIR is set; give --socket PATH", status: 1)
    default: self.init(place: "", reason: error.description, status: 1)
    }
  }

  /// A reason with its place.
  init(place: String, reason: String, status: Int32) {
    self.place = place
    self.reason = reason
    self.status = status
  }

  /// Ends the program with one line on standard error.
  func end() -> Never {
    let line = "braillectl: \(place.isEmpty ? "" : place + ": ")\(reason)\n"
    Array(line.utf8).withUnsafeBytes { _ = FileDescriptor(2).write($0) }
    exit(status)
  }
}
