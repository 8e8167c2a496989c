// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

/// What stands for characters that a table does not know (tables/substitutes.conf).
public struct Substitutes: Equatable, Sendable {
  private var texts: [Unicode.Scalar: [[Unicode.Scalar]]] = [:]
  /// How a character is shown that nothing stands for.
  public var form = Form.cell
  /// Whether the reader's display or braille has six dots only.
  public var isSixDot = false
  /// The names of characters in the reader's language.
  public var names = CharacterNames()

  /// How a character is shown that nothing stands for.
  public enum Form: String, CaseIterable, Sendable {
    /// As one cell of all dots.
    case cell
    /// By its name in the reader's language, else by its name in Unicode.
    case name
    /// By its code point in hexadecimal Unicode braille.
    case huc
  }

  /// No substitutes but base letters and the cell for everything else.
  public init() {}

  /// Adds a text that may stand for a character, after those that it has already.
  public mutating func add(_ text: String, for scalar: Unicode.Scalar) {
    texts[scalar, default: []].append(Array(text.unicodeScalars))
  }

  /// The texts that may stand for a character, the best first.
  func candidates(for scalar: Unicode.Scalar) -> [[Unicode.Scalar]] {
    (texts[scalar] ?? []) + Composition.parts(of: scalar)
  }

  /// What is shown for a character that nothing stands for, and that has no name.
  func stand(for character: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    switch form {
    case .cell, .name: [Substitutes.unknown]
    case .huc: character.flatMap { HUC.cells(of: $0, isSixDot: isSixDot) }
    }
  }

  /// The same, with one cell for a character that nothing stands for.
  var withoutNames: Substitutes {
    var result = self
    result.form = .cell
    result.names = CharacterNames()
    return result
  }

  /// The cell for a character that nothing else stands for: all dots.
  static let unknown: Unicode.Scalar = "\u{28FF}"
}
