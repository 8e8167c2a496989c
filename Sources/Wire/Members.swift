// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core

/// The members of an object; `null` is as if left out.
struct Members {
  /// The object; nil for one that was left out and has none.
  let part: JSONPart?
  /// How many lists of children it is in.
  var level = 0

  /// A member that is there, and may be null.
  func member(_ name: String) -> Node? {
    guard let part, let member = part.member(name) else { return nil }
    return node(member, in: part, name)
  }

  /// A member that is there, and not null.
  subscript(name: String) -> Node? {
    guard let member = member(name), !member.isNull else { return nil }
    return member
  }

  /// All members with their names, null ones too.
  var all: [(name: String, value: Node)] {
    guard let part else { return [] }
    return part.members.map { ($0.name, node($0.value, in: part, $0.name)) }
  }

  private func node(_ member: JSONPart, in part: JSONPart, _ name: String) -> Node {
    Node(
      part: member, place: part.identity, step: .member(name),
      level: name == "children" ? level + 1 : level)
  }

  func refuse(_ name: String, _ reason: String) -> Refusal {
    refuse(name, ProtocolError(.params, reason))
  }

  func refuse(_ name: String, _ error: ProtocolError) -> Refusal {
    Refusal(error, in: part?.identity, at: .member(name))
  }

  /// Whether a member is there and null.
  func isNull(_ name: String) -> Bool { member(name)?.isNull ?? false }

  func bool(_ name: String) throws(Refusal) -> Bool? { try self[name]?.bool() }

  func double(_ name: String) throws(Refusal) -> Double? { try self[name]?.double() }

  func string(_ name: String) throws(Refusal) -> String? { try self[name]?.string() }

  func required(_ name: String) throws(Refusal) -> String {
    guard let value = try string(name) else { throw refuse(name, "is missing; a string is needed") }
    return value
  }

  func id(_ name: String) throws(Refusal) -> String? { try self[name]?.id() }

  func integer(_ name: String, least: Int = Int.min) throws(Refusal) -> Int? {
    try self[name]?.integer(least: least)
  }

  func count(_ name: String, least: Int = 0) throws(Refusal) -> Int? {
    try self[name]?.count(least: least)
  }

  func offset(_ name: String) throws(Refusal) -> TextOffset? { try self[name]?.offset() }

  /// One of some words.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type
  ) throws(Refusal) -> Word? where Word.RawValue == String {
    guard let value = try string(name) else { return nil }
    guard let word = Word(rawValue: value) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw refuse(name, "is \(value); it can be \(words)")
    }
    return word
  }

  func list<Entry: FromNode>(_ name: String, of type: Entry.Type) throws(Refusal) -> [Entry]? {
    try self[name]?.list(of: type)
  }

  func value<Value: FromNode>(_ name: String, _ type: Value.Type) throws(Refusal) -> Value? {
    guard let node = self[name] else { return nil }
    return try Value(node)
  }
}
