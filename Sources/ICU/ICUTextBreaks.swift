// SPDX-License-Identifier: GPL-3.0-or-later
import CICU
public import Elements

/// The words of a text by libicu: Unicode's rules (UAX 29), what languages have of their own, and
/// dictionaries where no blanks stand between words.
public struct ICUTextBreaks: TextBreaks {
  /// libicu as it is installed.
  public init() {}

  /// The words of a line, in order; as between blanks if libicu finds nothing to go by.
  public func words(in text: [Unicode.Scalar], language: String?) -> [Range<Int>] {
    let encoded = Encoded(text)
    return encoded.units.withUnsafeBufferPointer { units in
      guard let start = units.baseAddress, !units.isEmpty,
        // The root's rules where no language is known, never those of the environment.
        let iterator = cicu_open_words(language ?? "root", start, Int32(units.count))
      else { return BlankBreaks().words(in: text, language: language) }
      defer { cicu_close(iterator) }
      var words: [Range<Int>] = []
      var before = 0
      while let boundary = ICUTextBreaks.next(iterator) {
        let place = encoded.places[boundary]
        if cicu_is_word(iterator) != 0, place > before { words.append(before..<place) }
        before = place
      }
      return words
    }
  }

  private static func next(_ iterator: OpaquePointer) -> Int? {
    let boundary = cicu_next(iterator)
    return boundary < 0 ? nil : Int(boundary)
  }

  /// A text in UTF-16, with the scalar that each unit belongs to, and the end.
  private struct Encoded {
    var units: [UInt16] = []
    var places: [Int] = []

    init(_ text: [Unicode.Scalar]) {
      for (place, scalar) in text.enumerated() {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          units.append(unit)
          places.append(place)
        }
      }
      places.append(text.count)
    }
  }
}
