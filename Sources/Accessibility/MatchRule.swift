// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

/// What a search is for (AT-SPI's `(aiia{ss}iaiiasib)`).
///
/// Attributes are tested by ourselves: at-spi2-core 2.46 compares them wrongly.
public struct MatchRule: Hashable, Sendable {
  /// Any of these roles; empty: any role at all.
  public var roles: [AccessibleRole]
  /// All of these states.
  public var states: States

  /// A rule; an empty one fits every object.
  public init(roles: [AccessibleRole] = [], states: States = []) {
    self.roles = roles
    self.states = states
  }

  /// The rule as `Collection` takes it.
  public var value: DBusValue {
    var bits = [UInt32](repeating: 0, count: 5)
    for role in roles where (0..<160).contains(role.rawValue) {
      bits[role.rawValue / 32] |= 1 << UInt32(role.rawValue % 32)
    }
    let words = [UInt32(truncatingIfNeeded: states.rawValue), UInt32(states.rawValue >> 32)]
    return .structure([
      MatchRule.words(words), MatchRule.all, .dictionary("ss", []), MatchRule.all,
      MatchRule.words(bits), MatchRule.any, .array("s", []), MatchRule.all, .boolean(false),
    ])
  }

  private static let all = DBusValue.int32(1)
  private static let any = DBusValue.int32(2)

  private static func words(_ words: [UInt32]) -> DBusValue {
    .array("i", words.map { .int32(Int32(bitPattern: $0)) })
  }
}
