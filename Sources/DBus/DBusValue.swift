// SPDX-License-Identifier: GPL-3.0-or-later

/// A value as D-Bus has them (D-Bus specification, "Type System"), but for file descriptors.
public indirect enum DBusValue: Hashable, Sendable {
  /// `s`, or a signature, `g`.
  case string(String)
  /// `o`.
  case objectPath(String)
  /// `i`, also for what comes as `n`.
  case int32(Int32)
  /// `u`, also for what comes as `q`.
  case uint32(UInt32)
  /// `x`.
  case int64(Int64)
  /// `t`.
  case uint64(UInt64)
  /// `d`.
  case double(Double)
  /// `b`.
  case boolean(Bool)
  /// `y`.
  case byte(UInt8)
  /// `a` with the signature of its entries, which are no dictionary entries.
  case array(String, [DBusValue])
  /// Several values in parentheses.
  case structure([DBusValue])
  /// `a{…}` with the signature of an entry without its braces: `sv`.
  case dictionary(String, [Entry])
  /// `v` with what is in it; its signature is that of the value.
  case variant(DBusValue)

  /// An entry of a dictionary.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public var key: DBusValue
    /// The value.
    public var value: DBusValue

    /// An entry with its key.
    public init(_ key: DBusValue, _ value: DBusValue) {
      self.key = key
      self.value = value
    }
  }

  /// The signature of the value: `a{sv}`.
  public var signature: String {
    switch self {
    case .string: "s"
    case .objectPath: "o"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .boolean: "b"
    case .byte: "y"
    case .array(let entry, _): "a" + entry
    case .structure(let members): "(" + members.map(\.signature).joined() + ")"
    case .dictionary(let entry, _): "a{" + entry + "}"
    case .variant: "v"
    }
  }

  /// What is in a variant, else the value itself.
  public var content: DBusValue {
    if case .variant(let value) = self { return value.content }
    return self
  }

  /// A string or an object path; nil if it is neither.
  public var string: String? {
    switch content {
    case .string(let text), .objectPath(let text): text
    default: nil
    }
  }

  /// An integer of any type; nil if it is none.
  ///
  /// It is cut off at the ends of `i` and `u`, which all counts, indexes and offsets have: what a
  /// program sends instead of them may be added to without running over.
  public var integer: Int? {
    switch content {
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int64(let value): Int(max(Int64(Int32.min), min(value, Int64(UInt32.max))))
    case .uint64(let value): Int(UInt32(clamping: value))
    case .byte(let value): Int(value)
    default: nil
    }
  }

  /// A number of any kind; nil if it is none.
  public var number: Double? {
    switch content {
    case .double(let value): value
    case .int64(let value): Double(value)
    case .uint64(let value): Double(value)
    default: integer.map { Double($0) }
    }
  }

  /// How many there are of something; nil if it is no integer, 0 if that is less.
  public var count: Int? { integer.map { max(0, $0) } }

  /// A truth value; nil if it is none.
  public var boolean: Bool? {
    if case .boolean(let value) = content { return value }
    return nil
  }

  /// What is in an array or a structure; empty if it is neither.
  public var members: [DBusValue] {
    switch content {
    case .array(_, let members), .structure(let members): members
    default: []
    }
  }

  /// The strings of a dictionary from strings to strings; empty if it is none.
  public var strings: [String: String] {
    guard case .dictionary(_, let entries) = content else { return [:] }
    var strings: [String: String] = [:]
    for entry in entries {
      if let key = entry.key.string { strings[key] = entry.value.string }
    }
    return strings
  }
}
