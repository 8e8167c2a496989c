// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

/// What a program that has gone wrong makes of its answers.
extension ByteSource {
  /// A wrong answer in place of a right one, or the right one.
  mutating func distorted(_ result: CallResult) -> CallResult {
    guard !isEmpty else { return result }
    let values = (try? result.get()) ?? []
    switch byte() {
    case 0...0x7F: return result
    case 0x80...0x87: return .success([])
    case 0x88...0x8F: return .success([value()])
    case 0x90...0x97: return .success(values + [value()])
    case 0x98...0x9F:
      return .failure(
        CallError(
          one(of: [
            "org.freedesktop.DBus.Error.Failed", "org.freedesktop.DBus.Error.UnknownObject",
            "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
          ]), text()))
    default: return .success(values.map { spoilt($0) })
    }
  }

  /// A value of any type.
  mutating func value() -> DBusValue {
    switch number(below: 10) {
    case 0: .string(text())
    case 1: .objectPath(one(of: ["/", "/org/a11y/atspi/null", "/org/a11y/atspi/accessible/p1"]))
    case 2: .int32(word())
    case 3: .uint32(UInt32(bitPattern: word()))
    case 4: .int64(one(of: [.min, .max, 0]))
    case 5: .double(one(of: [.nan, .infinity, -.infinity, 1e308, -0.5]))
    case 6: .boolean(byte() & 1 == 0)
    case 7: .array("v", [.variant(.variant(.array("y", [])))])
    case 8: reference()
    default: .dictionary("sv", [.init(.string(text()), .variant(.int32(word())))])
    }
  }

  private mutating func text() -> String {
    switch number(below: 10) {
    case 0: ""
    case 1: String(repeating: "x", count: 5000)
    case 2: String(repeating: "a\u{0301}\u{0302}", count: 50)
    case 3: "\u{202E}\u{FEFF}\u{200B}\u{1}\n\r\t\u{2029}"
    case 4: String(repeating: "\u{FFFC}", count: number(below: 40))
    case 5: "😀\u{E000}\u{FFFD}"
    case 6: "level:\(word())"
    case 7: "en-US"
    default:
      String(decoding: (0..<number(below: 12)).map { _ in byte() }, as: UTF8.self)
    }
  }

  /// A value of the same type with something else in it.
  private mutating func spoilt(_ value: DBusValue) -> DBusValue {
    switch value {
    case .string: return .string(text())
    case .int32: return .int32(word())
    case .uint32: return .uint32(UInt32(bitPattern: word()))
    case .int64: return .int64(Int64(word()) &* 0x1_0000_0001)
    case .double: return .double(one(of: [.nan, .infinity, -1, 1e300, 0]))
    case .boolean(let truth): return .boolean(!truth)
    case .variant(let content): return .variant(spoilt(content))
    case .structure(let members):
      // Any object may be anybody's parent, child or label; some are nowhere.
      if members.count == 2, case .objectPath = members[1] { return reference() }
      return .structure(members.map { spoilt($0) })
    case .array(let entry, let members):
      switch number(below: 4) {
      case 0: return .array(entry, [])
      case 1 where entry == "(so)":
        return .array(entry, (0..<number(below: 60)).map { _ in reference() })
      case 2 where !members.isEmpty:
        let count = number(below: 250)
        return .array(entry, (0..<count).map { members[$0 % members.count] })
      default: return .array(entry, members.map { spoilt($0) })
      }
    case .dictionary(let entry, let entries):
      return .dictionary(entry, entries.map { .init($0.key, spoilt($0.value)) })
    case .objectPath, .uint64, .byte: return value
    }
  }

  private mutating func reference() -> DBusValue {
    let keys = [
      "root", "page", "p1", "c21", "c22", "table", "r1", "name", "form", "map", "entry", "Order",
      "box", "other", "OK", "gone",
    ]
    let path = "/org/a11y/atspi/accessible/" + one(of: keys)
    return switch number(below: 6) {
    case 0: .structure([.string(""), .objectPath("/org/a11y/atspi/null")])
    case 1: .structure([.string(":1.99999"), .objectPath(path)])
    case 2: .structure([.string("no name"), .objectPath("/")])
    default: .structure([.string(":1.9"), .objectPath(path)])
    }
  }
}
