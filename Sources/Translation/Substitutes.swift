// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

/// What stands for characters that a table does not know (tables/substitutes.conf).
public struct Substitutes: Equatable, Sendable {
  private var texts: [Unicode.Scalar: [[Unicode.Scalar]]] = [:]

  /// No substitutes but base letters and the cell for everything else.
  public init() {}

  /// Adds a text that may stand for a character, after those that it has already.
  public mutating func add(_ text: String, for scalar: Unicode.Scalar) {
    texts[scalar, default: []].append(Array(text.unicodeScalars))
  }

  /// The texts that may stand for a character, the best first.
  func candidates(for scalar: Unicode.Scalar) -> [[Unicode.Scalar]] {
    var candidates = texts[scalar] ?? []
    if let base = Composition.base(of: scalar) { candidates.append([base]) }
    return candidates
  }

  /// The cell for a character that nothing else stands for: all dots.
  static let unknown: Unicode.Scalar = "\u{28FF}"
}
