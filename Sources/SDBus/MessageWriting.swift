// SPDX-License-Identifier: GPL-3.0-or-later
private import CSDBus
import DBus
private import Glibc

/// Puts values into a message; sd-bus says what is not allowed in it, but for what is said here:
/// the bus disconnects whoever sends that.
struct MessageWriting {
  /// How deep containers may be in each other.
  private static let depthLimit = 60

  private let message: OpaquePointer
  private var depth = 0

  private init(_ message: OpaquePointer) {
    self.message = message
  }

  /// Adds arguments to a message; gives 0 or more, or less than 0 for the negative `errno` of what
  /// cannot be said on D-Bus.
  static func append(_ arguments: [DBusValue], to message: OpaquePointer) -> Int32 {
    var writing = MessageWriting(message)
    for argument in arguments {
      let result = writing.append(argument)
      guard result >= 0 else { return result }
    }
    return 0
  }

  private mutating func append(_ value: DBusValue) -> Int32 {
    switch value {
    case .string(let text): return append(.string, text)
    case .objectPath(let path): return append(.objectPath, path)
    case .int32(let number): return append(.int32, number)
    case .uint32(let number): return append(.uint32, number)
    case .int64(let number): return append(.int64, number)
    case .uint64(let number): return append(.uint64, number)
    case .double(let number): return append(.double, number)
    case .byte(let number): return append(.byte, number)
    case .boolean(let truth): return append(.boolean, Int32(truth ? 1 : 0))
    case .array(let entry, let members): return append(members, in: .array, entry)
    case .structure(let members):
      guard !members.isEmpty else { return -BusConnection.invalid }
      return append(members, in: .structure, members.map(\.signature).joined())
    case .variant(let content): return append([content], in: .variant, content.signature)
    case .dictionary(let entry, let entries):
      var result = open(.array, "{\(entry)}")
      for one in entries where result >= 0 {
        result = append([one.key, one.value], in: .entry, entry)
      }
      return close(result)
    }
  }

  private mutating func append(
    _ members: [DBusValue], in type: CChar, _ contents: String
  ) -> Int32 {
    var result = open(type, contents)
    for member in members where result >= 0 { result = append(member) }
    return close(result)
  }

  private mutating func open(_ type: CChar, _ contents: String) -> Int32 {
    depth += 1
    guard depth <= Self.depthLimit else { return -BusConnection.invalid }
    return sd_bus_message_open_container(message, type, contents)
  }

  /// Ends a container if all went well so far.
  private mutating func close(_ result: Int32) -> Int32 {
    depth -= 1
    return result < 0 ? result : sd_bus_message_close_container(message)
  }

  private func append<Number: BitwiseCopyable>(_ type: CChar, _ number: Number) -> Int32 {
    withUnsafeBytes(of: number) { sd_bus_message_append_basic(message, type, $0.baseAddress) }
  }

  private func append(_ type: CChar, _ text: String) -> Int32 {
    text.withCString { start in
      // D-Bus has no text with a zero in it: what comes behind it would be lost unseen.
      strlen(start) == text.utf8.count
        ? sd_bus_message_append_basic(message, type, start) : -BusConnection.invalid
    }
  }
}
