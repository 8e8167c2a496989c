// SPDX-License-Identifier: GPL-3.0-or-later
private import CSDBus
import DBus
private import Glibc

/// Reads what tells whether a signal is of any use, at the least cost.
///
/// In a flood the same names come again and again: they are kept, and compared in place of made
/// anew.
struct HeadReading {
  /// How long a first argument may be to be part of the head.
  static let detailLimit = 1024
  private static let slots = 1024

  private struct Slot {
    var hash: UInt64 = 0
    var text = ""
  }

  private var known = [Slot](repeating: Slot(), count: slots)

  /// The head of a signal; nil for one that no program sends.
  mutating func head(of message: OpaquePointer) -> BusSignal.Head? {
    guard let interface = sd_bus_message_get_interface(message),
      let path = sd_bus_message_get_path(message), let member = sd_bus_message_get_member(message),
      strcmp(interface, BusConnection.localInterface) != 0
    else { return nil }
    return BusSignal.Head(
      sender: sd_bus_message_get_sender(message).map { text($0) } ?? "", path: text(path),
      interface: text(interface), member: text(member), detail: detail(message))
  }

  private mutating func detail(_ message: OpaquePointer) -> String {
    var start: UnsafePointer<CChar>?
    guard let signature = sd_bus_message_get_signature(message, 1), signature[0] == .string,
      sd_bus_message_read_basic(message, .string, &start) > 0, let start,
      strnlen(start, Self.detailLimit) < Self.detailLimit
    else { return "" }
    return text(start)
  }

  /// The text at a place, as one that was made before if it is the same.
  private mutating func text(_ start: UnsafePointer<CChar>) -> String {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var count = 0
    while start[count] != 0 {
      hash = (hash ^ UInt64(UInt8(bitPattern: start[count]))) &* 0x100_0000_01B3
      count += 1
    }
    // Short ones need no memory of their own.
    guard count > 15, count < 256 else { return String(cString: start) }
    let index = Int(hash % UInt64(Self.slots))
    if known[index].hash == hash, Self.isSame(known[index].text, start, count) {
      return known[index].text
    }
    known[index] = Slot(hash: hash, text: String(cString: start))
    return known[index].text
  }

  private static func isSame(
    _ text: String, _ start: UnsafePointer<CChar>, _ count: Int
  ) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count == count, let base = bytes.baseAddress else { return false }
      return memcmp(base, start, count) == 0
    } ?? false
  }
}
