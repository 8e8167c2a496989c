// SPDX-License-Identifier: GPL-3.0-or-later
public import Commands

/// Random keys of a braille display.
extension SeededGenerator {
  /// The code of a key as BrlAPI might send it: of a type and block that exist more often than
  /// not, with any flags.
  public mutating func brlapiCode() -> UInt64 {
    let flags = chance(50) ? 0 : next() << 32
    let code: Int =
      switch integer(0...6) {
      case 0: 0x2000_0000 | integer(0...180)
      case 1: 0x2000_0000 | integer(1...40) << 16 | integer(0...0xFFFF)
      case 2: 0x2001_0000 | integer(0...99)
      case 3: 0x2022_0000 | integer(0...0x1FF)
      case 4: integer(0xFF00...0xFFFF)
      case 5: 0x0100_0000 | Int(scalar().value)
      default: integer(0...0xFFFF_FFFF)
      }
    return flags | UInt64(code)
  }

  /// A key that BrlAPI can send.
  public mutating func keyPress() -> KeyPress {
    while true {
      if let press = KeyPress(brlapi: brlapiCode()) { return press }
    }
  }
}
