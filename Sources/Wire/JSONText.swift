// SPDX-License-Identifier: GPL-3.0-or-later

/// A text of JSON (RFC 8259), cut into its values.
///
/// What a string or a number is, is found when it is asked for: most of what a program sends is
/// looked at once, and some of it never. A byte order mark and a comma behind the last entry are
/// no fault.
final class JSONText: Sendable {
  let bytes: [UInt8]
  /// The values in the order in which they begin; that of the whole text is the first.
  let values: [Value]

  /// Where a value stands.
  struct Value: Sendable {
    var kind: Kind
    /// Its first byte; of a string the first behind the quote.
    var start: Int32
    /// Behind its last byte; of a string the quote.
    var end: Int32
    /// The place of the value that is not in this one any more.
    var next: Int32
  }

  /// What a value is.
  enum Kind: Sendable {
    case null, `true`, `false`, number
    /// A string without escapes, or with some.
    case string, escaped
    case list
    /// Its names, each with its value behind it.
    case object
  }

  /// Why a text is not taken.
  enum Invalid: Error {
    /// It is no JSON.
    case syntax
    /// More lists and objects are in one another than are taken.
    case depth
  }

  /// Cuts a text with at most so many lists and objects in one another.
  init(_ bytes: [UInt8], deepest: Int) throws(Invalid) {
    var parser = JSONParser(bytes, deepest: deepest)
    try parser.parse()
    self.bytes = bytes
    values = parser.values
  }

  /// The places of what is in a list, or of the names of an object.
  func entries(of place: Int) -> Entries {
    Entries(text: self, isObject: values[place].kind == .object, place: place + 1, end: place)
  }

  /// Goes from one entry of a list, or from one name of an object, to the next.
  struct Entries: Sequence, IteratorProtocol {
    private let text: JSONText
    private let isObject: Bool
    private var place: Int
    private let end: Int

    fileprivate init(text: JSONText, isObject: Bool, place: Int, end: Int) {
      self.text = text
      self.isObject = isObject
      self.place = place
      self.end = Int(text.values[end].next)
    }

    mutating func next() -> Int? {
      guard place < end else { return nil }
      defer { place = Int(text.values[isObject ? place + 1 : place].next) }
      return place
    }
  }

  /// Whether a string is this one.
  func isString(_ place: Int, _ other: String) -> Bool {
    let value = values[place]
    guard value.kind == .string else { return string(place) == other }
    return bytes[Int(value.start)..<Int(value.end)].elementsEqual(other.utf8)
  }

  /// A string; nil if it holds half a surrogate pair.
  func string(_ place: Int) -> String? {
    let value = values[place]
    let content = bytes[Int(value.start)..<Int(value.end)]
    guard value.kind == .escaped else { return String(decoding: content, as: UTF8.self) }
    return JSONEscapes.resolved(content).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A number; nil if it is too great for one.
  func number(_ place: Int) -> Double? {
    let digits = bytes[Int(values[place].start)..<Int(values[place].end)]
    if digits.count <= 15, digits.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Double(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
    let number = Double(String(decoding: digits, as: UTF8.self)) ?? .infinity
    return number.isFinite ? number : nil
  }

  /// The way from the text to a value, as the protocol writes a field: `elements[2].role`.
  ///
  /// It is looked for only when something is wrong.
  func field(of place: Int, from start: Int = 0) -> String {
    var field = ""
    var here = start
    while here != place {
      let isObject = values[here].kind == .object
      var found: Int?
      for (index, entry) in entries(of: here).enumerated() {
        let value = isObject ? entry + 1 : entry
        guard (value..<Int(values[value].next)).contains(place) else { continue }
        let name = isObject ? string(entry) ?? "" : "[\(index)]"
        field += isObject && !field.isEmpty ? "." + name : name
        found = value
        break
      }
      guard let found else { return field }
      here = found
    }
    return field
  }
}
