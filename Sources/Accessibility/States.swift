// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

/// The states of an object, one bit each (atspi-constants.h).
public struct States: OptionSet, Hashable, Sendable {
  /// The bits, as two words of the bus make them.
  public var rawValue: UInt64

  /// States from bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// What `GetState` answers.
  public init(_ value: DBusValue?) {
    rawValue = 0
    for (index, word) in (value?.members ?? []).prefix(2).enumerated() {
      rawValue |= UInt64(UInt32(truncatingIfNeeded: word.integer ?? 0)) << UInt64(32 * index)
    }
  }

  /// AT-SPI's `active`.
  public static let active = States(rawValue: 1 << 1)
  /// AT-SPI's `busy`.
  public static let busy = States(rawValue: 1 << 3)
  /// AT-SPI's `checked`.
  public static let checked = States(rawValue: 1 << 4)
  /// AT-SPI's `collapsed`.
  public static let collapsed = States(rawValue: 1 << 5)
  /// AT-SPI's `defunct`.
  public static let defunct = States(rawValue: 1 << 6)
  /// AT-SPI's `editable`.
  public static let editable = States(rawValue: 1 << 7)
  /// AT-SPI's `enabled`.
  public static let enabled = States(rawValue: 1 << 8)
  /// AT-SPI's `expandable`.
  public static let expandable = States(rawValue: 1 << 9)
  /// AT-SPI's `expanded`.
  public static let expanded = States(rawValue: 1 << 10)
  /// AT-SPI's `focusable`.
  public static let focusable = States(rawValue: 1 << 11)
  /// AT-SPI's `focused`.
  public static let focused = States(rawValue: 1 << 12)
  /// AT-SPI's `horizontal`.
  public static let horizontal = States(rawValue: 1 << 14)
  /// AT-SPI's `modal`.
  public static let modal = States(rawValue: 1 << 16)
  /// AT-SPI's `multi-line`.
  public static let multiLine = States(rawValue: 1 << 17)
  /// AT-SPI's `multiselectable`.
  public static let multiselectable = States(rawValue: 1 << 18)
  /// AT-SPI's `pressed`.
  public static let pressed = States(rawValue: 1 << 20)
  /// AT-SPI's `selectable`.
  public static let selectable = States(rawValue: 1 << 22)
  /// AT-SPI's `selected`.
  public static let selected = States(rawValue: 1 << 23)
  /// AT-SPI's `sensitive`.
  public static let sensitive = States(rawValue: 1 << 24)
  /// AT-SPI's `showing`.
  public static let showing = States(rawValue: 1 << 25)
  /// AT-SPI's `vertical`.
  public static let vertical = States(rawValue: 1 << 29)
  /// AT-SPI's `visible`.
  public static let visible = States(rawValue: 1 << 30)
  /// AT-SPI's `manages-descendants`.
  public static let managesDescendants = States(rawValue: 1 << 31)
  /// AT-SPI's `indeterminate`.
  public static let indeterminate = States(rawValue: 1 << 32)
  /// AT-SPI's `required`.
  public static let required = States(rawValue: 1 << 33)
  /// AT-SPI's `invalid-entry`.
  public static let invalidEntry = States(rawValue: 1 << 36)
  /// AT-SPI's `supports-autocompletion`.
  public static let supportsAutocompletion = States(rawValue: 1 << 37)
  /// AT-SPI's `selectable-text`.
  public static let selectableText = States(rawValue: 1 << 38)
  /// AT-SPI's `is-default`.
  public static let isDefault = States(rawValue: 1 << 39)
  /// AT-SPI's `visited`.
  public static let visited = States(rawValue: 1 << 40)
  /// AT-SPI's `checkable`.
  public static let checkable = States(rawValue: 1 << 41)
  /// AT-SPI's `has-popup`.
  public static let hasPopup = States(rawValue: 1 << 42)
  /// AT-SPI's `read-only`.
  public static let readOnly = States(rawValue: 1 << 43)
}
