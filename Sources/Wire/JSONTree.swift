// SPDX-License-Identifier: GPL-3.0-or-later
import CJansson

/// A text of JSON (RFC 8259) as jansson reads it; of several members of one name the last counts.
///
/// It owns the values, and one thread has it: what is used of them elsewhere is copied.
struct JSONTree: ~Copyable {
  private let root: UnsafeMutablePointer<json_t>

  /// Why a text is not taken.
  enum Invalid: Error {
    /// It is no JSON.
    case syntax
    /// More lists and objects are in one another than are taken.
    case depth
    /// A number is too great for one.
    case number
    /// The name of a member has a NUL in it.
    case name
  }

  /// Reads a text with at most so many lists and objects in one another.
  init(_ bytes: [UInt8], deepest: Int) throws(Invalid) {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let flags = Int(JSON_DECODE_ANY | JSON_ALLOW_NUL)
    var error = json_error_t()
    let root = bytes[mark...].withUnsafeBufferPointer {
      json_loadb($0.baseAddress, $0.count, flags, &error)
    }
    guard let root else {
      switch json_error_code(&error) {
      case json_error_stack_overflow: throw .depth
      case json_error_numeric_overflow: throw .number
      case json_error_null_byte_in_key: throw .name
      default: throw .syntax
      }
    }
    // Most texts have not so many brackets at all.
    let brackets = bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    guard brackets <= deepest || !JSONPart(root).isDeeper(than: deepest) else {
      json_decref(root)
      throw .depth
    }
    self.root = root
  }

  deinit { json_decref(root) }

  /// Lends the value of the whole text; nothing of it is to be used afterwards.
  borrowing func read<Result>(_ body: (JSONPart) -> Result) -> Result {
    body(JSONPart(root))
  }
}

/// A value in a tree, to be used only while the tree lends it.
struct JSONPart {
  private let value: UnsafeMutablePointer<json_t>

  fileprivate init(_ value: UnsafeMutablePointer<json_t>) { self.value = value }

  /// What a value is.
  enum Kind {
    case null, `true`, `false`, number, string, list, object
  }

  /// Which list or object it is; nothing can be read by it.
  ///
  /// Other values have none of their own: jansson has one `true` for all.
  struct Identity: Equatable {
    fileprivate let address: UInt
  }

  var identity: Identity { Identity(address: UInt(bitPattern: value)) }

  var kind: Kind {
    switch value.pointee.type {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .list
    case JSON_STRING: .string
    case JSON_TRUE: .true
    case JSON_FALSE: .false
    case JSON_NULL: .null
    default: .number
    }
  }

  /// A number; 0 if it is none.
  var number: Double { json_number_value(value) }

  /// A number that is written without a fraction and an exponent; nil if it is another value.
  var integer: Int? { value.pointee.type == JSON_INTEGER ? Int(json_integer_value(value)) : nil }

  /// A string; empty if it is none.
  var string: String {
    JSONPart.string(json_string_value(value), json_string_length(value))
  }

  private static func string(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// What is in a list.
  var entries: some Sequence<JSONPart> {
    (0..<json_array_size(value)).lazy.compactMap { json_array_get(value, $0).map { JSONPart($0) } }
  }

  /// A member of an object, null or not.
  func member(_ name: String) -> JSONPart? {
    name.withCString { json_object_getn(value, $0, name.utf8.count) }.map { JSONPart($0) }
  }

  /// The members of an object in the order of the text.
  var members: some Sequence<(name: String, value: JSONPart)> {
    sequence(state: json_object_iter(value)) { place -> (name: String, value: JSONPart)? in
      guard let here = place, let member = json_object_iter_value(here) else { return nil }
      let name = JSONPart.string(json_object_iter_key(here), json_object_iter_key_len(here))
      place = json_object_iter_next(value, here)
      return (name, JSONPart(member))
    }
  }

  /// Whether lists and objects are in one another more than so many times.
  fileprivate func isDeeper(than levels: Int) -> Bool {
    switch kind {
    case .list: levels == 0 || entries.contains { $0.isDeeper(than: levels - 1) }
    case .object: levels == 0 || members.contains { $0.value.isDeeper(than: levels - 1) }
    default: false
    }
  }
}

/// The way from an object or a list to a value in it.
enum JSONStep: Sendable {
  case member(String)
  case entry(Int)
}

extension JSONPart {
  /// The way from here to a list or an object; nil if it is not in here.
  ///
  /// It is looked for only when something is wrong.
  func way(to place: Identity) -> [JSONStep]? {
    if identity == place { return [] }
    switch kind {
    case .list:
      for (index, entry) in entries.enumerated() {
        if let way = entry.way(to: place) { return [.entry(index)] + way }
      }
    case .object:
      for (name, value) in members {
        if let way = value.way(to: place) { return [.member(name)] + way }
      }
    default: break
    }
    return nil
  }
}

extension [JSONStep] {
  /// The way as the protocol writes a field: `elements[2].role`.
  var field: String {
    var field = ""
    for step in self {
      switch step {
      case .member(let name): field += field.isEmpty ? name : "." + name
      case .entry(let index): field += "[\(index)]"
      }
    }
    return field
  }
}
