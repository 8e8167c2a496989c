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

  /// What a letter with marks may be written as instead, the nearest first.
  ///
  /// First with all of its marks, of which fewer and fewer are composed; then without the last,
  /// and so on to the letter that it is built on. Nothing if it is built on nothing else.
  static func parts(of scalar: Unicode.Scalar) -> [[Unicode.Scalar]] {
    let whole = Array(String(scalar)._nfd)
    guard whole.count > 1 || whole.first != scalar else { return [] }
    let lengths = (1...whole.count).reversed()
    let prefixes = lengths.map { (Array(joined(whole[..<$0])._nfc), whole[$0...]) }
    return prefixes.map { $0 + $1 }.filter { $0 != [scalar] } + prefixes.dropFirst().map(\.0)
  }

  /// The scalar for a letter and its mark that normal form C never has; nil if there is none.
  ///
  /// So it is with letters of India with a nukta: tables may have them and not the mark.
  static func uncomposed(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    excluded[[letter, mark]]
  }

  /// Unicode's composition exclusions (UAX 15, 5.1) of two scalars, by what they are composed of.
  private static let excluded: [[Unicode.Scalar]: Unicode.Scalar] = {
    var result: [[Unicode.Scalar]: Unicode.Scalar] = [:]
    for value in [0x900...0xFFF, 0x2ADC...0x2ADC, 0xFB1D...0xFB4E].joined() {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isFullCompositionExclusion
      else { continue }
      let parts = Array(String(scalar)._nfd)
      if parts.count == 2 { result[parts] = scalar }
    }
    return result
  }()

  private static func joined(_ scalars: some Collection<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
