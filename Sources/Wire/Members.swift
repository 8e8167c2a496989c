// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core

/// The name of a member, or the number of an entry.
struct Name: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(stringValue: String) {
    self.init(stringValue)
  }

  init?(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

/// A member that cannot be taken, before its place is known as a field of the params.
struct Refusal: Error {
  var error: ProtocolError
  var path: [any CodingKey]

  init(_ error: ProtocolError, at path: [any CodingKey]) {
    self.error = error
    self.path = path
  }
}

/// The members of an object, read strictly: the wrong type is refused, `null` is as if left out.
struct Members {
  let container: KeyedDecodingContainer<Name>

  init(_ container: KeyedDecodingContainer<Name>) {
    self.container = container
  }

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Name.self)
  }

  func path(_ name: String) -> [any CodingKey] { container.codingPath + [Name(name)] }

  func refuse(_ name: String, _ reason: String) -> Refusal {
    Refusal(ProtocolError(.params, reason), at: path(name))
  }

  /// Whether a member is there, and not null.
  func has(_ name: String) throws -> Bool {
    let key = Name(name)
    return try container.contains(key) && !container.decodeNil(forKey: key)
  }

  /// Reads a member of any type.
  func value<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value? {
    do {
      return try container.decodeIfPresent(type, forKey: Name(name))
    } catch let error where error is DecodingError || error is Refusal {
      throw error
    } catch {
      // A number that is too great, half a surrogate pair: the decoder's own error has no place.
      throw refuse(name, "is or holds a number or a string that cannot be read")
    }
  }

  func bool(_ name: String) throws -> Bool? { try value(name, Bool.self) }

  func double(_ name: String) throws -> Double? { try value(name, Double.self) }

  /// A string that is not too long.
  func string(_ name: String) throws -> String? {
    guard let value = try value(name, String.self) else { return nil }
    if value.utf8.count > Limits.text, value.unicodeScalars.count > Limits.text {
      throw Refusal(ProtocolError(limit: "text", max: Limits.text), at: path(name))
    }
    return value
  }

  func required(_ name: String) throws -> String {
    guard let value = try string(name) else { throw refuse(name, "is missing; a string is needed") }
    return value
  }

  func id(_ name: String) throws -> String? {
    guard let value = try value(name, String.self) else { return nil }
    guard value.utf8.count <= Limits.id else {
      throw Refusal(ProtocolError(limit: "id", max: Limits.id), at: path(name))
    }
    return value
  }

  /// An integer, also written as 5.0; not below `least`.
  func integer(_ name: String, least: Int = Int.min) throws -> Int? {
    guard let value = try double(name) else { return nil }
    guard value == value.rounded(), abs(value) <= 9_007_199_254_740_991 else {
      throw refuse(name, "is \(value); an integer is needed")
    }
    guard Int(value) >= least else {
      throw refuse(name, "is \(Int(value)); \(least) is the least")
    }
    return Int(value)
  }

  /// A count, for which -1 is as if left out.
  func count(_ name: String, least: Int = 0) throws -> Int? {
    guard let value = try integer(name), value != -1 else { return nil }
    guard value >= least else { throw refuse(name, "is \(value); \(least) is the least") }
    return value
  }

  func offset(_ name: String) throws -> TextOffset? {
    try integer(name, least: 0).map { TextOffset($0) }
  }

  /// One of some words.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type
  ) throws -> Word? where Word.RawValue == String {
    guard let value = try string(name) else { return nil }
    guard let word = Word(rawValue: value) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw refuse(name, "is \(value); it can be \(words)")
    }
    return word
  }

  func list<Entry: Decodable>(_ name: String, of type: Entry.Type) throws -> [Entry]? {
    try value(name, [Entry].self)
  }
}

extension [any CodingKey] {
  /// The path as the protocol writes a field: `elements[2].role`.
  var field: String {
    var field = ""
    for key in self {
      if let index = key.intValue {
        field += "[\(index)]"
      } else {
        field += field.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
    return field
  }
}
