// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import DBus
import Desktop

/// Keys by a virtual keyboard of the kernel (uinput), where the user may make one.
///
/// A keyboard has keys and no characters: it is taken for one with the US layout.
struct VirtualKeyboardKeys: KeyInjector {
  let name = "uinput"

  func steps(for strokes: [KeyStroke]) throws(CallError) -> [KeyStep] {
    var steps: [KeyStep] = []
    for stroke in strokes {
      switch stroke {
      case .key(let keysym, let modifiers):
        steps += try press(try VirtualKeyboardKeys.key(keysym), modifiers)
      case .text(let text):
        for scalar in text.unicodeScalars {
          let keysym: UInt32 =
            switch scalar {
            case "\n", "\r": 0xFF0D
            case "\t": 0xFF09
            default: scalar.value
            }
          steps += try press(try VirtualKeyboardKeys.key(keysym), [])
        }
      }
    }
    return steps
  }

  private func press(_ key: Key, _ modifiers: Modifiers) throws(CallError) -> [KeyStep] {
    var modifiers = modifiers
    if key.isShifted || modifiers.contains(.upper) { modifiers.insert(.shift) }
    let held: [(Modifiers, UInt16)] = [
      (.control, 29), (.shift, 42), (.meta, 56), (.altGr, 100), (.gui, 125),
    ]
    let codes = held.filter { modifiers.contains($0.0) }.map(\.1)
    return codes.map { .key($0, isDown: true) }
      + [.key(key.code, isDown: true), .key(key.code, isDown: false)]
      + codes.reversed().map { .key($0, isDown: false) }
  }

  /// A key by its number in linux/input-event-codes.h.
  private struct Key {
    var code: UInt16
    var isShifted = false
  }

  private static func key(_ keysym: UInt32) throws(CallError) -> Key {
    if let code = named[keysym] { return Key(code: code) }
    guard let scalar = Unicode.Scalar(keysym), let key = written[scalar] else {
      throw .noKeys("this character cannot be typed here: install the package wtype")
    }
    return key
  }

  /// The keys that write something on the US layout.
  private static let written: [Unicode.Scalar: Key] = {
    let rows: [(first: UInt16, plain: String, shifted: String)] = [
      (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"),
      (30, "asdfghjkl;'`", "ASDFGHJKL:\"~"), (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    ]
    var keys: [Unicode.Scalar: Key] = [" ": Key(code: 57)]
    for row in rows {
      for (index, scalar) in row.plain.unicodeScalars.enumerated() {
        keys[scalar] = Key(code: row.first + UInt16(index))
      }
      for (index, scalar) in row.shifted.unicodeScalars.enumerated() {
        keys[scalar] = Key(code: row.first + UInt16(index), isShifted: true)
      }
    }
    return keys
  }()

  /// The keys that write nothing, by their keysyms of X.
  private static let named: [UInt32: UInt16] = {
    var keys: [UInt32: UInt16] = [
      0xFF08: 14, 0xFF09: 15, 0xFF0D: 28, 0xFF1B: 1, 0xFFFF: 111, 0xFF63: 110, 0xFF50: 102,
      0xFF51: 105, 0xFF52: 103, 0xFF53: 106, 0xFF54: 108, 0xFF55: 104, 0xFF56: 109, 0xFF57: 107,
      0xFF67: 127, 0xFFC8: 87, 0xFFC9: 88, 0xFF61: 99, 0xFF13: 119, 0xFFEB: 125, 0xFFE9: 56,
      0xFF8D: 96,
    ]
    for number in 0..<10 { keys[0xFFBE + UInt32(number)] = 59 + UInt16(number) }
    return keys
  }()

  /// All keys that such a keyboard has.
  static let allCodes: [UInt16] =
    (Array(named.values) + written.values.map(\.code) + [29, 42, 56, 100, 125])
    .reduce(into: Set<UInt16>()) { $0.insert($1) }.sorted()
}
