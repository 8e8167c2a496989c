// SPDX-License-Identifier: GPL-3.0-or-later

/// Cuts a text of JSON into its values.
struct JSONParser {
  private let bytes: [UInt8]
  private let deepest: Int
  private var position = 0
  private(set) var values: [JSONText.Value] = []

  init(_ bytes: [UInt8], deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
    values.reserveCapacity(bytes.count / 8 + 4)
  }

  mutating func parse() throws(JSONText.Invalid) {
    // Places are kept in 32 bits.
    guard bytes.count < Int(Int32.max), isUTF8 else { throw .syntax }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    try value(depth: 0)
    guard next() == nil else { throw .syntax }
  }

  private var isUTF8: Bool {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return true
    } catch {
      return false
    }
  }

  /// The next byte that is no blank, left where it is; nil at the end.
  private mutating func next() -> UInt8? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case let byte: return byte
      }
    }
    return nil
  }

  private mutating func value(depth: Int) throws(JSONText.Invalid) {
    switch next() {
    case UInt8(ascii: "{")?: try nested(.object, until: UInt8(ascii: "}"), depth + 1)
    case UInt8(ascii: "[")?: try nested(.list, until: UInt8(ascii: "]"), depth + 1)
    case UInt8(ascii: "\"")?: try string()
    case UInt8(ascii: "t")?: try word("true", .true)
    case UInt8(ascii: "f")?: try word("false", .false)
    case UInt8(ascii: "n")?: try word("null", .null)
    default: try number()
    }
  }

  private mutating func append(_ kind: JSONText.Kind, from start: Int, to end: Int) {
    values.append(
      JSONText.Value(
        kind: kind, start: Int32(start), end: Int32(end), next: Int32(values.count + 1)))
  }

  private mutating func nested(
    _ kind: JSONText.Kind, until close: UInt8, _ depth: Int
  ) throws(JSONText.Invalid) {
    guard depth <= deepest else { throw .depth }
    let place = values.count
    append(kind, from: position, to: position)
    position += 1
    while next() != close {
      if kind == .object {
        guard next() == UInt8(ascii: "\"") else { throw .syntax }
        try string()
        guard next() == UInt8(ascii: ":") else { throw .syntax }
        position += 1
      }
      try value(depth: depth)
      if next() == UInt8(ascii: ",") {
        position += 1
      } else if next() != close {
        throw .syntax
      }
    }
    position += 1
    values[place].end = Int32(position)
    values[place].next = Int32(values.count)
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONText.Kind
  ) throws(JSONText.Invalid) {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count, bytes[position..<end].elementsEqual("\(word)".utf8) else {
      throw .syntax
    }
    append(kind, from: position, to: end)
    position = end
  }

  private mutating func string() throws(JSONText.Invalid) {
    position += 1
    let start = position
    var kind = JSONText.Kind.string
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        append(kind, from: start, to: position)
        position += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escaped
        try escape()
      case 0..<0x20: throw .syntax
      default: position += 1
      }
    }
    throw .syntax
  }

  private mutating func escape() throws(JSONText.Invalid) {
    guard position + 1 < bytes.count else { throw .syntax }
    switch bytes[position + 1] {
    case UInt8(ascii: "u"):
      guard position + 6 <= bytes.count,
        bytes[(position + 2)..<(position + 6)].allSatisfy({ JSONEscapes.digit($0) != nil })
      else { throw .syntax }
      position += 6
    case let byte:
      guard JSONEscapes.character(byte) != nil else { throw .syntax }
      position += 2
    }
  }

  /// `-`? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
  private mutating func number() throws(JSONText.Invalid) {
    let start = position
    skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try digits() }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
      try digits()
    }
    append(.number, from: start, to: position)
  }

  @discardableResult
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func digits() throws(JSONText.Invalid) {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    guard position > start else { throw .syntax }
  }
}

/// What a backslash means in a string of JSON.
enum JSONEscapes {
  /// The value of a hexadecimal digit; nil if it is none.
  static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  /// What stands for the character behind a backslash; nil if nothing does.
  static func character(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// A string that has been found to be right, with its escapes resolved; nil if it holds half a
  /// surrogate pair.
  static func resolved(_ content: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var rest = content
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        result.append(byte)
        continue
      }
      if let character = character(kind) {
        result.append(character)
        continue
      }
      var value = unit(&rest)
      if (0xD800...0xDBFF).contains(value), rest.starts(with: Array(#"\u"#.utf8)) {
        rest.removeFirst(2)
        let low = unit(&rest)
        guard (0xDC00...0xDFFF).contains(low) else { return nil }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { return nil }
      result += scalar.utf8
    }
    return result
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
    let digits = rest.prefix(4)
    rest.removeFirst(digits.count)
    return digits.reduce(0) { $0 << 4 | (digit($1) ?? 0) }
  }
}
