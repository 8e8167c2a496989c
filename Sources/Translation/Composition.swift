// SPDX-License-Identifier: GPL-3.0-or-later

// The standard library has Unicode's normalization forms but shows them only to itself and to
// Foundation (docs/decisions/0003-normalization.md).
@_spi(_Unicode) import Swift

/// Unicode's canonical composition (UAX 15), for the few clusters that need it.
enum Composition {
  /// The scalars of a character in normal form C.
  static func composed(_ character: Character) -> [Unicode.Scalar] {
    Array(String(character)._nfc)
  }

  /// The letter that a scalar is only another code for: omega for the sign for ohm; else itself.
  static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.value >= 0x340, scalar.properties.isFullCompositionExclusion else { return scalar }
    let composed = Composition.composed(Character(scalar))
    return composed.count == 1 ? composed[0] : scalar
  }

  /// The letter that a letter with marks is built on; nil if it is built on nothing else.
  static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard let first = Array(String(scalar)._nfd).first, first != scalar else { return nil }
    return first
  }
}
