// SPDX-License-Identifier: GPL-3.0-or-later

/// Random lines of JSON: valid messages, and what becomes of them when bytes go wrong.
extension SeededGenerator {
  /// Any JSON, nested at most so deep.
  public mutating func json(depth: Int = 3) -> String {
    switch integer(0...(depth > 0 ? 9 : 6)) {
    case 0: "null"
    case 1: chance(50) ? "true" : "false"
    case 2: "\(integer(-5...5))"
    case 3: one(of: ["0.5", "-0", "1e3", "1E-7", "1e400", "-1e20", "9007199254740993", "12e1"])
    case 4...6: jsonString()
    case 7, 8: "[" + list(0...4) { $0.json(depth: depth - 1) }.joined(separator: ",") + "]"
    default:
      "{"
        + list(0...4) { $0.jsonName() + ":" + $0.json(depth: depth - 1) }.joined(separator: ",")
        + "}"
    }
  }

  /// A line that is a message of the protocol by its form: a method that exists, and members
  /// that exist with values that may be theirs.
  public mutating func messageLine() -> String {
    let method = one(of: SeededGenerator.methods)
    let params = list(0...6) { $0.member(depth: 3) }.joined(separator: ",")
    let id = maybe(30) { ",\"id\":" + $0.one(of: ["1", "\"a\"", "null", "2.5", "[]"]) } ?? ""
    return "{\"method\":\"\(method)\"\(id),\"params\":{\(params)}}"
  }

  /// Bytes with some of them changed, left out, doubled or moved.
  public mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<integer(1...6) where !bytes.isEmpty {
      let place = integer(0...(bytes.count - 1))
      switch integer(0...4) {
      case 0: bytes[place] = UInt8(integer(0...255))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(one(of: Array("{}[]\",:\\0eE-tfn\u{0}".utf8)), at: place)
      case 3:
        let end = min(bytes.count, place + integer(1...20))
        bytes.insert(contentsOf: bytes[place..<end], at: integer(0...(bytes.count - 1)))
      default: bytes.removeSubrange(place..<min(bytes.count, place + integer(1...8)))
      }
    }
    return bytes
  }

  private mutating func member(depth: Int) -> String {
    let name = one(of: SeededGenerator.members)
    switch name {
    case "element", "text", "range", "frame", "error", "activationPoint", "set":
      guard depth > 0, chance(80) else { return "\"\(name)\":" + json(depth: 1) }
      let inner = list(0...5) { $0.member(depth: depth - 1) }.joined(separator: ",")
      return "\"\(name)\":{\"id\":\"e\(integer(0...3))\"\(inner.isEmpty ? "" : ",")\(inner)}"
    case "elements", "ancestors", "children", "runs", "details", "actions", "rowHeaders":
      guard depth > 0, chance(80) else { return "\"\(name)\":" + json(depth: 1) }
      let entries = list(0...3) { generator in
        let inner = generator.list(0...4) { $0.member(depth: depth - 1) }.joined(separator: ",")
        return "{\"id\":\"e\(generator.integer(0...3))\"\(inner.isEmpty ? "" : ",")\(inner)}"
      }
      return "\"\(name)\":[\(entries.joined(separator: ","))]"
    default:
      return "\"\(name)\":" + json(depth: 1)
    }
  }

  private mutating func jsonName() -> String {
    chance(50) ? jsonString() : "\"\(one(of: SeededGenerator.members))\""
  }

  private mutating func jsonString() -> String {
    if chance(20) { return "\"\(one(of: SeededGenerator.words))\"" }
    var text = "\""
    for scalar in scalars(0...6) {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      default:
        if scalar.value < 0x20 || chance(10), scalar.value <= 0xFFFF {
          let code = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - code.utf8.count) + code
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    if chance(5) { text += one(of: ["\\ud800", "\\udc00", "\\ud83d\\ude00", "\\n", "\\/"]) }
    return text + "\""
  }

  private static let methods = [
    "hello", "focus", "update", "change", "announce", "pageScrolled", "done", "pause", "resume",
    "release", "status", "settings", "press", "observe", "screen", "$/x",
  ]

  private static let words = [
    "button", "textbox", "mixed", "high", "low", "desktop", "frame", "FWINRT", "ROUTE 5", "true",
  ]

  private static let members = [
    "id", "element", "elements", "ancestors", "focus", "ack", "name", "protocol", "acks",
    "commands",
    "rank", "text", "priority", "language", "duration", "persist", "tag", "private", "seq", "error",
    "code", "message", "lock", "set", "keys", "events", "role", "label", "value", "checked",
    "level",
    "children", "content", "caret", "anchor", "offset", "length", "version", "runs", "start", "end",
    "style", "range", "min", "max", "now", "frame", "x", "y", "width", "height", "activationPoint",
    "details", "rowHeaders", "short", "positionInSet", "setSize", "protected", "busy", "invalid",
    "live", "atomic", "actions",
  ]
}
