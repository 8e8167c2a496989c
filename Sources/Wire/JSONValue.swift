// SPDX-License-Identifier: GPL-3.0-or-later

/// Any JSON.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(Double)
  /// A string.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members by their names.
  case object([String: JSONValue])

  /// An integer.
  public static func integer(_ value: Int) -> JSONValue { .number(Double(value)) }

  /// A member of an object; nil if it is none or has none of this name.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }
}

extension JSONValue: Codable {
  /// Reads any JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes it; whole numbers without a fraction.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      if value == value.rounded(), abs(value) < 1e15 {
        try container.encode(Int(value))
      } else {
        try container.encode(value)
      }
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue {
  /// More lists and objects in one another are not read: nobody writes them.
  private static let deepest = 512

  /// Reads a text of JSON; nil if it is none.
  public init?(parsing text: some Sequence<UInt8>) {
    guard let tree = try? JSONTree(Array(text), deepest: JSONValue.deepest) else { return nil }
    self = tree.read { JSONValue($0) }
  }

  init(_ part: JSONPart) {
    switch part.kind {
    case .null: self = .null
    case .true: self = .bool(true)
    case .false: self = .bool(false)
    case .number: self = .number(part.number)
    case .string: self = .string(part.string)
    case .list: self = .array(part.entries.map { JSONValue($0) })
    case .object:
      var members: [String: JSONValue] = [:]
      for (name, value) in part.members { members[name] = JSONValue(value) }
      self = .object(members)
    }
  }

  /// The JSON on one line, members in the order of their names, without the line's end.
  ///
  /// jansson would need a tree for it first, and writes 0.1 as 0.10000000000000001.
  public var line: [UInt8] {
    var line: [UInt8] = []
    write(to: &line)
    return line
  }

  private func write(to line: inout [UInt8]) {
    switch self {
    case .null: line += "null".utf8
    case .bool(let value): line += (value ? "true" : "false").utf8
    case .number(let value): line += JSONValue.text(value).utf8
    case .string(let value): JSONValue.write(value, to: &line)
    case .array(let values):
      line.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        value.write(to: &line)
      }
      line.append(UInt8(ascii: "]"))
    case .object(let members):
      line.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        JSONValue.write(member.key, to: &line)
        line.append(UInt8(ascii: ":"))
        member.value.write(to: &line)
      }
      line.append(UInt8(ascii: "}"))
    }
  }

  /// A number as JSON has it, whole ones without a fraction; `null` for what it has not.
  private static func text(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    // Up to here each integer is a number of its own.
    let isInteger = value == value.rounded() && abs(value) <= 9_007_199_254_740_992
    return isInteger ? String(Int(value)) : String(value)
  }

  private static func write(_ string: String, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
      case 0x08: line += #"\b"#.utf8
      case 0x09: line += #"\t"#.utf8
      case 0x0A: line += #"\n"#.utf8
      case 0x0C: line += #"\f"#.utf8
      case 0x0D: line += #"\r"#.utf8
      case 0..<0x20:
        line += (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8
        line += String(byte, radix: 16).utf8
      default: line.append(byte)
      }
    }
    line.append(UInt8(ascii: "\""))
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An object.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { $1 })
  }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
