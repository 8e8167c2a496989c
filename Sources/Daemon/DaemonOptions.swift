// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// What the daemon is told on its command line.
public struct DaemonOptions: Sendable {
  /// Where programs connect; nil: by the environment.
  public var socket: String?
  /// A configuration file instead of the usual ones.
  public var configuration: String?
  /// Which display is used.
  public var display = Display.brlapi
  /// The setting `brlapi.host`; nil: as configured.
  public var brlapiHost: String?
  /// The setting `brlapi.auth`; nil: as configured.
  public var brlapiAuth: String?
  /// The size of a display in the terminal or of none.
  public var size: DisplaySize?
  /// How much is logged.
  public var logLevel = LogLevel.notice

  /// Which display is used.
  public enum Display: String, CaseIterable, Sendable {
    /// Those that brltty drives.
    case brlapi
    /// One in this terminal.
    case terminal
    /// None: frames are made for observers all the same.
    case none
  }

  /// Everything as usual.
  public init() {}
}

/// How much is logged; what is read is never logged above debug.
public enum LogLevel: Int, CaseIterable, Comparable, Sendable {
  /// What keeps the daemon from its work.
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

  /// Whether the left one is more urgent than the right one.
  public static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Why the daemon cannot start; each is told in a sentence and ends with status 1 or 2.
public enum DaemonError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no folder for the sockets.
  case noRuntimeDirectory
  /// A folder for the sockets cannot be made.
  case runtimeDirectory(String)
  /// A socket cannot be had.
  case socket(String)
  /// A file that was named cannot be read.
  case configuration(String)
  /// The operating system says no.
  case system(String)

  /// What is wrong and what to do, with its place.
  public var description: String {
    switch self {
    case .noRuntimeDirectory:
      "socket: XDG_RUNTIME_DIR is not set; log in by PAM, or give --socket PATH"
    case .runtimeDirectory(let reason), .socket(let reason), .configuration(let reason),
      .system(let reason):
      reason
    }
  }

  /// The program's exit status.
  public var status: Int32 {
    if case .configuration = self { return 2 }
    return 1
  }
}
