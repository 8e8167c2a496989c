// SPDX-License-Identifier: GPL-3.0-or-later
private import CSDBus
import DBus

/// The arguments of a message cannot be read, or are more than is kept.
struct Unreadable: Error {}

/// Reads the arguments of a message, whatever the other side has put into it.
struct MessageReading {
  /// How deep containers may be in each other: what D-Bus allows.
  static let depthLimit = 64
  /// How many values may be in a reply or a call; a web page's links are some 10,000.
  static let valueLimit = 200_000
  /// How many values may be in a signal, which comes unasked.
  static let signalLimit = 5000
  /// How many bytes all texts of a message may have.
  static let textLimit = 16 << 20
  /// How many bytes of an array of bytes are kept: those of pictures are of no use.
  static let bytesLimit = 4096

  private let message: OpaquePointer
  private let limit: Int
  private var values = 0
  private var text = 0

  private init(_ message: OpaquePointer, limit: Int) {
    (self.message, self.limit) = (message, limit)
  }

  /// All arguments of a message, from the first one on.
  static func arguments(
    of message: OpaquePointer, limit: Int = valueLimit
  ) throws(Unreadable) -> [DBusValue] {
    guard sd_bus_message_rewind(message, 1) >= 0 else { throw Unreadable() }
    var reading = MessageReading(message, limit: limit)
    return try reading.rest(depth: 0)
  }

  /// The values that remain in the container that was entered.
  private mutating func rest(depth: Int) throws(Unreadable) -> [DBusValue] {
    var members: [DBusValue] = []
    while let value = try next(depth: depth) { members.append(value) }
    return members
  }

  private mutating func next(depth: Int) throws(Unreadable) -> DBusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    let found = sd_bus_message_peek_type(message, &type, &contents)
    guard found >= 0 else { throw Unreadable() }
    guard found > 0 else { return nil }
    values += 1
    guard values <= limit, depth < Self.depthLimit else { throw Unreadable() }
    guard let contents else { return try basic(type) }
    let signature = String(cString: contents)
    if type == .array {
      if signature == "y" { return try bytes() }
      if signature.utf8.first == UInt8(ascii: "{") {
        return try dictionary(String(signature.dropFirst().dropLast()), depth: depth)
      }
    }
    try enter(type, signature)
    let members = try rest(depth: depth + 1)
    try leave()
    switch type {
    case .array: return .array(signature, members)
    case .structure: return .structure(members)
    case .variant:
      guard members.count == 1 else { throw Unreadable() }
      return .variant(members[0])
    default: throw Unreadable()
    }
  }

  private func enter(_ type: CChar, _ contents: String) throws(Unreadable) {
    guard sd_bus_message_enter_container(message, type, contents) > 0 else { throw Unreadable() }
  }

  private func leave() throws(Unreadable) {
    guard sd_bus_message_exit_container(message) >= 0 else { throw Unreadable() }
  }

  private mutating func dictionary(
    _ entry: String, depth: Int
  ) throws(Unreadable) -> DBusValue {
    try enter(.array, "{\(entry)}")
    var entries: [DBusValue.Entry] = []
    while true {
      let found = sd_bus_message_enter_container(message, .entry, entry)
      guard found >= 0 else { throw Unreadable() }
      guard found > 0 else { break }
      // An entry counts itself, so that empty ones do not come for nothing.
      values += 1
      let members = try rest(depth: depth + 2)
      guard members.count == 2, values <= limit else { throw Unreadable() }
      entries.append(DBusValue.Entry(members[0], members[1]))
      try leave()
    }
    try leave()
    return .dictionary(entry, entries)
  }

  private mutating func bytes() throws(Unreadable) -> DBusValue {
    var start: UnsafeRawPointer?
    var count = 0
    guard sd_bus_message_read_array(message, .byte, &start, &count) >= 0 else {
      throw Unreadable()
    }
    let kept = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
      .prefix(Self.bytesLimit)
    values += kept.count
    return .array("y", kept.map { .byte($0) })
  }

  private mutating func basic(_ type: CChar) throws(Unreadable) -> DBusValue {
    switch type {
    case .string, .signature: return .string(try string(type))
    case .objectPath: return .objectPath(try string(type))
    case .int16: return .int32(Int32(try number(type, Int16(0))))
    case .uint16: return .uint32(UInt32(try number(type, UInt16(0))))
    case .int32: return .int32(try number(type, 0))
    case .uint32: return .uint32(try number(type, 0))
    case .int64: return .int64(try number(type, 0))
    case .uint64: return .uint64(try number(type, 0))
    case .double: return .double(try number(type, 0))
    case .byte: return .byte(try number(type, 0))
    // A C `int` to sd-bus.
    case .boolean: return .boolean(try number(type, Int32(0)) != 0)
    default: throw Unreadable()
    }
  }

  /// A number, whose type is that of `start`.
  private func number<Number: BitwiseCopyable>(_ type: CChar, _ start: Number) throws(Unreadable)
    -> Number
  {
    var value = start
    guard sd_bus_message_read_basic(message, type, &value) > 0 else { throw Unreadable() }
    return value
  }

  private mutating func string(_ type: CChar) throws(Unreadable) -> String {
    var start: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, type, &start) > 0, let start else {
      throw Unreadable()
    }
    let value = String(cString: start)
    text += value.utf8.count
    guard text <= Self.textLimit else { throw Unreadable() }
    return value
  }
}

/// D-Bus' letters for types, as sd-bus takes them.
extension CChar {
  static let byte = CChar(UInt8(ascii: "y"))
  static let boolean = CChar(UInt8(ascii: "b"))
  static let int16 = CChar(UInt8(ascii: "n"))
  static let uint16 = CChar(UInt8(ascii: "q"))
  static let int32 = CChar(UInt8(ascii: "i"))
  static let uint32 = CChar(UInt8(ascii: "u"))
  static let int64 = CChar(UInt8(ascii: "x"))
  static let uint64 = CChar(UInt8(ascii: "t"))
  static let double = CChar(UInt8(ascii: "d"))
  static let string = CChar(UInt8(ascii: "s"))
  static let objectPath = CChar(UInt8(ascii: "o"))
  static let signature = CChar(UInt8(ascii: "g"))
  static let array = CChar(UInt8(ascii: "a"))
  static let structure = CChar(UInt8(ascii: "r"))
  static let entry = CChar(UInt8(ascii: "e"))
  static let variant = CChar(UInt8(ascii: "v"))
}
