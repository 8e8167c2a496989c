// SPDX-License-Identifier: GPL-3.0-or-later

/// The members of an element that are true or false, each possibly left out.
public struct Flags: Hashable, Sendable {
  private var present: UInt32 = 0
  private var on: UInt32 = 0

  /// None is given.
  public init() {}

  /// What a member says: nil when it was left out, which is not the same as false.
  public subscript(flag: Flag) -> Bool? {
    get { present & flag.bit == 0 ? nil : on & flag.bit != 0 }
    set {
      present &= ~flag.bit
      on &= ~flag.bit
      if let newValue {
        present |= flag.bit
        if newValue { on |= flag.bit }
      }
    }
  }

  /// Whether no member is given.
  public var isEmpty: Bool { present == 0 }
}

/// A member of an element that is true or false, by the protocol's name.
public enum Flag: UInt8, CaseIterable, Sendable {
  /// The protocol's members of this kind; what each means is told there.
  case expanded, selected, disabled, required, readOnly, busy, visited, modal, hidden, ignored
  case group, ordered, adjustable, summary, updatesFrequently, causesPageTurn
  case startsMediaSession, directInteraction, protected, multiline, editable, multiselectable
  case `default`, atomic

  var bit: UInt32 { 1 << UInt32(rawValue) }

  /// The member's name in the protocol.
  public var name: String { "\(self)" }
}
