// SPDX-License-Identifier: GPL-3.0-or-later

/// Random texts: of all planes of Unicode, with what makes characters of several scalars.
extension SeededGenerator {
  /// A scalar of one of many kinds, the troublesome ones more often than people write them.
  public mutating func scalar() -> Unicode.Scalar {
    switch integer(0...19) {
    case 0...5: scalar(in: 0x61...0x7A)
    case 6: scalar(in: 0x20...0x7E)
    case 7: " "
    case 8: scalar(in: 0xA0...0x24F)
    case 9: one(of: SeededGenerator.marks)
    case 10: one(of: SeededGenerator.invisible)
    case 11: one(of: SeededGenerator.blanks)
    case 12: one(of: SeededGenerator.emoji)
    case 13: scalar(in: 0x1F1E6...0x1F1FF)
    case 14: scalar(in: 0x1100...0x11FF)
    case 15: scalar(in: 0x3040...0x30FF)
    case 16: scalar(in: 0x4E00...0x9FFF)
    case 17: scalar(in: 0x2800...0x28FF)
    case 18: scalar(in: 0x00...0x1F)
    default: scalar(in: 0x00...0x10FFFF)
    }
  }

  /// Some scalars, of which characters are made as they happen to be.
  public mutating func scalars(_ count: ClosedRange<Int>) -> [Unicode.Scalar] {
    list(count) { $0.scalar() }
  }

  /// Some words of small letters with a blank between each two.
  public mutating func words(_ count: ClosedRange<Int>, letters: ClosedRange<Int>) -> String {
    list(count) { generator in
      var word = String.UnicodeScalarView()
      word.append(contentsOf: generator.list(letters) { $0.scalar(in: 0x61...0x7A) })
      return String(word)
    }.joined(separator: " ")
  }

  /// A scalar whose code is in a range; those of surrogates become U+FFFD.
  public mutating func scalar(in range: ClosedRange<Int>) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(integer(range))) ?? "\u{FFFD}"
  }

  /// Marks on letters, joiners, and what makes an emoji another one.
  private static let marks: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{308}", "\u{327}", "\u{31B}", "\u{20DD}", "\u{5B0}", "\u{64B}",
    "\u{93F}", "\u{94D}", "\u{E31}", "\u{1F3FD}", "\u{FE0F}", "\u{FE0E}", "\u{200D}",
    "\u{200D}", "\u{200C}", "\u{E0067}", "\u{E007F}", "\u{16D63}",
  ]

  /// What shows nothing.
  private static let invisible: [Unicode.Scalar] = [
    "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{180E}", "\u{200B}", "\u{200E}", "\u{200F}",
    "\u{202A}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{FFFC}",
    "\u{FFFF}", "\u{600}", "\u{1D173}",
  ]

  /// Blanks of all widths, and what ends lines.
  private static let blanks: [Unicode.Scalar] = [
    "\u{A0}", "\u{1680}", "\u{2003}", "\u{2007}", "\u{2009}", "\u{202F}", "\u{205F}", "\u{3000}",
    "\t", "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}",
  ]

  private static let emoji: [Unicode.Scalar] = [
    "\u{1F600}", "\u{1F468}", "\u{1F469}", "\u{1F467}", "\u{2764}", "\u{1F3F4}", "\u{1F44D}",
    "\u{1F525}",
  ]
}
