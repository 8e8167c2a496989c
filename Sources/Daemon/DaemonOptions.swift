// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Posix

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
