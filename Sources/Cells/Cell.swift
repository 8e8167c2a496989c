// SPDX-License-Identifier: GPL-3.0-or-later

/// One braille cell: a set of raised dots.
///
/// Bit 0 is dot 1 … bit 7 is dot 8, as in ISO/TR 11548-1, BrlAPI and Unicode's block U+2800.
public struct Cell: RawRepresentable, Hashable, Sendable {
  /// The dots as bits.
  public var rawValue: UInt8

  /// A cell with these dots.
  @inlinable public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A cell with the dots of these numbers, 1 to 8; others are ignored.
  public init(dots: Int...) {
    self.init(dots: dots)
  }

  /// A cell with the dots of these numbers, 1 to 8; others are ignored.
  public init(dots: [Int]) {
    rawValue = dots.reduce(0) { (1...8).contains($1) ? $0 | 1 << UInt8($1 - 1) : $0 }
  }

  /// The cell that a Unicode braille pattern shows; nil for any other scalar.
  @inlinable public init?(_ scalar: Unicode.Scalar) {
    guard (0x2800...0x28FF).contains(scalar.value) else { return nil }
    rawValue = UInt8(truncatingIfNeeded: scalar.value)
  }

  /// No dot.
  public static let blank = Cell(rawValue: 0)
  /// All eight dots.
  public static let full = Cell(rawValue: 0xFF)
  /// Dots 7 and 8, which mark the caret and the selection.
  public static let dots78 = Cell(rawValue: 0xC0)

  /// Whether no dot is raised.
  @inlinable public var isBlank: Bool { rawValue == 0 }

  /// The Unicode braille pattern of these dots.
  public var scalar: Unicode.Scalar {
    Unicode.Scalar(UInt16(0x2800) | UInt16(rawValue)) ?? "\u{2800}"
  }

  /// These dots and those.
  public func union(_ other: Cell) -> Cell {
    Cell(rawValue: rawValue | other.rawValue)
  }

  /// The numbers of the dots, from the smallest.
  public var dots: [Int] {
    (1...8).filter { rawValue & 1 << UInt8($0 - 1) != 0 }
  }
}

extension Sequence where Element == Cell {
  /// The cells as Unicode braille patterns.
  public var unicode: String {
    var scalars = String.UnicodeScalarView()
    for cell in self { scalars.append(cell.scalar) }
    return String(scalars)
  }
}

extension [Cell] {
  /// The cells that a string of Unicode braille patterns shows; nil if it holds anything else.
  public init?(unicode text: String) {
    self = []
    for scalar in text.unicodeScalars {
      guard let cell = Cell(scalar) else { return nil }
      append(cell)
    }
  }
}
