// SPDX-License-Identifier: GPL-3.0-or-later
private import CSDBus
import DBus
private import Glibc

/// Reads what tells whether a signal is of any use.
///
/// In a flood this is all that is done with most signals. Keeping the names that come again was
/// tried and made nothing faster: what costs is to get the message from the socket.
enum HeadReading {
  /// How long a first argument may be to be part of the head.
  static let detailLimit = 1024

  /// The head of a signal; nil for one that no program sends.
  static func head(of message: OpaquePointer) -> BusSignal.Head? {
    guard let interface = sd_bus_message_get_interface(message),
      let path = sd_bus_message_get_path(message), let member = sd_bus_message_get_member(message),
      strcmp(interface, BusConnection.localInterface) != 0
    else { return nil }
    return BusSignal.Head(
      sender: sd_bus_message_get_sender(message).map { String(cString: $0) } ?? "",
      path: String(cString: path), interface: String(cString: interface),
      member: String(cString: member), detail: detail(message))
  }

  private static func detail(_ message: OpaquePointer) -> String {
    var start: UnsafePointer<CChar>?
    guard let signature = sd_bus_message_get_signature(message, 1), signature[0] == .string,
      sd_bus_message_read_basic(message, .string, &start) > 0, let start,
      strnlen(start, detailLimit) < detailLimit
    else { return "" }
    return String(cString: start)
  }
}
