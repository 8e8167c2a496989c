// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

/// Answers that no program should give, the same for the same seed.
struct FakeMalice: Sendable {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// A wrong answer in place of a right one; now and then a right one.
  mutating func answer(_ result: CallResult, about scene: FakeScene) -> CallResult {
    let values = (try? result.get()) ?? []
    switch random.integer(0...9) {
    case 0: return result
    case 1: return .success([])
    case 2: return .success([value()])
    case 3: return .success(values + values + [value()])
    case 4: return .success([.variant(value())])
    case 5:
      return .failure(
        CallError(
          random.one(of: ["org.test.Odd", "org.freedesktop.DBus.Error.Failed"]), "\u{1B}[2J"))
    default: return .success(values.map { spoilt($0, scene) })
    }
  }

  /// A value of any type.
  private mutating func value() -> DBusValue {
    switch random.integer(0...9) {
    case 0: .string(text())
    case 1: .objectPath("/org/freedesktop/DBus/Local")
    case 2: .int32(integer())
    case 3: .uint32(.max)
    case 4: .int64(.min)
    case 5: .double(random.one(of: [.nan, .infinity, -.infinity, 1e308]))
    case 6: .boolean(true)
    case 7: .array("v", [.variant(.variant(.array("y", [])))])
    case 8: .structure([.string(text()), .objectPath("/")])
    default: .dictionary("sv", [.init(.string(text()), .variant(.byte(0)))])
    }
  }

  private mutating func integer() -> Int32 {
    random.one(of: [.min, -1, 0, 1, 1000, .max - 1, .max])
  }

  private mutating func text() -> String {
    switch random.integer(0...6) {
    case 0: ""
    case 1: String(repeating: "x", count: 300_000)
    case 2: String(repeating: "a\u{0301}\u{0302}", count: 2000)
    case 3: "\u{202E}\u{FEFF}\u{200B}\u{1}\n\r\t\u{2029}"
    case 4: String(repeating: "\u{FFFC}", count: 500)
    case 5: "😀\u{E000}\u{FFFD}"
    default: "org.a11y.atspi.Text"
    }
  }

  /// A value of the same type with something else in it.
  private mutating func spoilt(_ value: DBusValue, _ scene: FakeScene) -> DBusValue {
    switch value {
    case .string: return .string(text())
    case .int32: return .int32(integer())
    case .uint32: return .uint32(random.one(of: [0, 1, 129, 1 << 31, .max]))
    case .double: return .double(random.one(of: [.nan, .infinity, -1, 1e300]))
    case .boolean(let truth): return .boolean(!truth)
    case .variant(let content): return .variant(spoilt(content, scene))
    case .structure(let members):
      // Any object may be anybody's parent, child or label; some are nowhere.
      if members.count == 2, case .objectPath = members[1] { return reference(scene) }
      return .structure(members.map { spoilt($0, scene) })
    case .array(let entry, let members):
      switch random.integer(0...3) {
      case 0: return .array(entry, [])
      case 1 where entry == "(so)": return .array(entry, (0..<5000).map { _ in reference(scene) })
      case 2 where !members.isEmpty:
        return .array(entry, (0..<2000).map { members[$0 % members.count] })
      default: return .array(entry, members.map { spoilt($0, scene) })
      }
    case .dictionary(let entry, let entries):
      return .dictionary(entry, entries.map { .init($0.key, spoilt($0.value, scene)) })
    case .objectPath, .int64, .uint64, .byte: return value
    }
  }

  private mutating func reference(_ scene: FakeScene) -> DBusValue {
    switch random.integer(0...5) {
    case 0: .structure([.string(""), .objectPath("/org/a11y/atspi/null")])
    case 1: .structure([.string(":1.99999"), .objectPath(FakeScene.path("root"))])
    case 2: .structure([.string(scene.busName), .objectPath("/org/freedesktop/DBus/Local")])
    case 3: .structure([.string("no name"), .objectPath("/")])
    default: scene.reference(random.one(of: scene.nodes.keys.sorted()))
    }
  }
}
