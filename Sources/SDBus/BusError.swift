// SPDX-License-Identifier: GPL-3.0-or-later
public import Posix

/// Why there is no connection to a bus.
public enum BusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The environment names no session bus.
  case noSessionBus
  /// An address that is no Unix socket's: whoever gave it could have programs run by it.
  case notASocket(String)
  /// The address, and what the operating system says about it.
  case system(address: String, PosixError)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .noSessionBus:
      "DBUS_SESSION_BUS_ADDRESS and XDG_RUNTIME_DIR are not set; start from a desktop session"
    case .notASocket(let address):
      "\(address): is no address of a Unix socket; it has to begin with unix:"
    case .system(let address, let error):
      "\(address): \(error); look whether a bus listens there"
    }
  }
}
