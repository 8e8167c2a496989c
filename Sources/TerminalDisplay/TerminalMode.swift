// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc
public import Posix

/// How a terminal treats what is typed, to be put back at the end.
public struct TerminalMode: Sendable {
  private let attributes: termios

  /// Lets each key come at once and unseen; gives what was before, nil if that cannot be told.
  public static func raw(_ terminal: FileDescriptor) -> TerminalMode? {
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
  public func restore(_ terminal: FileDescriptor) {
    var attributes = attributes
    tcsetattr(terminal.number, TCSANOW, &attributes)
  }
}

extension FileDescriptor {
  /// Whether it is a terminal.
  public var isTerminal: Bool { isatty(number) == 1 }

  /// How many columns and rows a terminal has; nil if it is none, or does not tell.
  public var terminalSize: (columns: Int, rows: Int)? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard cposix_terminal_size(number, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return nil
    }
    return (Int(columns), Int(rows))
  }
}
