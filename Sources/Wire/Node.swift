// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core

/// A value of a line, read strictly: what has the wrong type is refused.
struct Node {
  let part: JSONPart
  /// The object or list that it is in, and where.
  let place: JSONPart.Identity
  let step: JSONStep
  /// How many lists of children it is in.
  var level = 0

  private var kind: JSONPart.Kind { part.kind }

  var isNull: Bool { kind == .null }
  var isString: Bool { kind == .string }
  var isBool: Bool { kind == .true || kind == .false }

  func refuse(_ reason: String) -> Refusal {
    refuse(ProtocolError(.params, reason))
  }

  func refuse(_ error: ProtocolError) -> Refusal { Refusal(error, in: place, at: step) }

  private func wrong(_ wanted: String) -> Refusal { refuse("has to be \(wanted)") }

  func bool() throws(Refusal) -> Bool {
    guard isBool else { throw wrong("true or false") }
    return kind == .true
  }

  func double() throws(Refusal) -> Double {
    guard kind == .number else { throw wrong("a number") }
    return part.number
  }

  private func anyString() throws(Refusal) -> String {
    guard isString else { throw wrong("a string") }
    return part.string
  }

  /// A string that is not too long.
  func string() throws(Refusal) -> String {
    let string = try anyString()
    if string.utf8.count > Limits.text, string.unicodeScalars.count > Limits.text {
      throw refuse(ProtocolError(limit: "text", max: Limits.text))
    }
    return string
  }

  func id() throws(Refusal) -> String {
    let id = try anyString()
    guard id.utf8.count <= Limits.id else {
      throw refuse(ProtocolError(limit: "id", max: Limits.id))
    }
    return id
  }

  /// A word, or `true` or `false` as one.
  func token() throws(Refusal) -> String {
    isBool ? String(kind == .true) : try string()
  }

  /// An integer, also written as 5.0; not below `least`.
  func integer(least: Int = Int.min) throws(Refusal) -> Int {
    let value = try anyInteger()
    guard value >= least else { throw refuse("is \(value); \(least) is the least") }
    return value
  }

  private func anyInteger() throws(Refusal) -> Int {
    // What others read as a double must not become another integer on its way (RFC 8259, 6).
    let range = -9_007_199_254_740_991...9_007_199_254_740_991
    if let integer = part.integer {
      guard range.contains(integer) else {
        throw refuse("is \(integer); \(range.upperBound) is the greatest")
      }
      return integer
    }
    let value = try double()
    guard let integer = Int(exactly: value), range.contains(integer) else {
      throw refuse("is \(value); an integer is needed")
    }
    return integer
  }

  /// A count, for which -1 is as if left out.
  func count(least: Int = 0) throws(Refusal) -> Int? {
    let value = try integer()
    guard value != -1 else { return nil }
    guard value >= least else { throw refuse("is \(value); \(least) is the least") }
    return value
  }

  func offset() throws(Refusal) -> TextOffset { TextOffset(try integer(least: 0)) }

  func list<Entry: FromNode>(of type: Entry.Type = Entry.self) throws(Refusal) -> [Entry] {
    guard kind == .list else { throw wrong("a list") }
    var list: [Entry] = []
    for (index, entry) in part.entries.enumerated() {
      list.append(
        try Entry(Node(part: entry, place: part.identity, step: .entry(index), level: level)))
    }
    return list
  }

  func members() throws(Refusal) -> Members {
    guard kind == .object else { throw wrong("an object") }
    return Members(part: part, level: level)
  }
}

/// What can be read from a value of a line.
protocol FromNode {
  init(_ node: Node) throws(Refusal)
}

extension String: FromNode {
  init(_ node: Node) throws(Refusal) { self = try node.string() }
}

/// A value that cannot be taken, or lacks.
struct Refusal: Error {
  var error: ProtocolError
  /// The object or list that has or lacks it, and where; nil in an object that was left out.
  var place: JSONPart.Identity?
  var step: JSONStep

  init(_ error: ProtocolError, in place: JSONPart.Identity?, at step: JSONStep) {
    self.error = error
    self.place = place
    self.step = step
  }
}
