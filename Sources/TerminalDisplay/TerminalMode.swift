// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc
import Posix

/// How a terminal treats what is typed, to be put back at the end.
struct TerminalMode: Sendable {
  private let attributes: termios

  /// Lets each key come at once and unseen; gives what was before, nil if that cannot be told.
  static func raw(_ terminal: FileDescriptor) -> TerminalMode? {
    var attributes = termios()
    guard tcgetattr(terminal.number, &attributes) == 0 else { return nil }
    var raw = attributes
    cfmakeraw(&raw)
    // Output stays as it is, so that messages of others can still be read.
    raw.c_oflag = attributes.c_oflag
    tcsetattr(terminal.number, TCSANOW, &raw)
    return TerminalMode(attributes: attributes)
  }

  /// Puts it back.
  func restore(_ terminal: FileDescriptor) {
    var attributes = attributes
    tcsetattr(terminal.number, TCSANOW, &attributes)
  }
}

extension FileDescriptor {
  /// Whether it is a terminal.
  var isTerminal: Bool { isatty(number) == 1 }
}
