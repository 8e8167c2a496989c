// SPDX-License-Identifier: GPL-3.0-or-later
public import Posix

extension BusConnection {
  /// What to connect to.
  public indirect enum Address: Equatable, Sendable {
    /// The session bus that the environment names.
    case session
    /// The system bus.
    case system
    /// A bus at an address as D-Bus writes them: `unix:path=/run/user/1000/bus`.
    case bus(String)
    /// A program's own socket, at an address, without a bus: calls go without a destination.
    case peer(String)
    /// A program that has connected to a socket of ours; the descriptor is the connection's.
    case accepted(FileDescriptor)
    /// One of the buses, by a connection that only looks on once it has called
    /// `org.freedesktop.DBus.Monitoring.BecomeMonitor`: calls of others are events then.
    case monitor(Address)
  }
}

extension BusConnection.Address {
  /// Whether there is a bus on the other side.
  var hasBus: Bool {
    switch self {
    case .peer, .accepted: false
    case .session, .system, .bus, .monitor: true
    }
  }

  var isMonitor: Bool {
    if case .monitor = self { true } else { false }
  }

  /// The address in D-Bus' own words; nil for what is connected already.
  ///
  /// Errors: there is none, or it is not only of Unix sockets. sd-bus would also start programs
  /// (`unixexec:`), and an address may come from a program in a sandbox.
  func text() throws(BusError) -> String? {
    let address: String
    switch self {
    case .session:
      if let given = environmentVariable("DBUS_SESSION_BUS_ADDRESS") {
        address = given
      } else if let folder = environmentVariable("XDG_RUNTIME_DIR") {
        address = "unix:path=\(folder)/bus"
      } else {
        throw .noSessionBus
      }
    case .system:
      address =
        environmentVariable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
    case .bus(let given), .peer(let given): address = given
    case .accepted: return nil
    case .monitor(let bus): return try bus.text()
    }
    let choices = address.split(separator: ";")
    guard !choices.isEmpty, choices.allSatisfy({ $0.hasPrefix("unix:") }) else {
      throw .notASocket(address)
    }
    return address
  }
}
