// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

/// What stands for characters that a table does not know (tables/substitutes.conf).
public struct Substitutes: Equatable, Sendable {
  private var texts: [Unicode.Scalar: [[Unicode.Scalar]]] = [:]
  /// How a character is shown that nothing stands for.
  public var form = Form.cell
  /// Whether the reader's display or braille has six dots only.
  public var isSixDot = false

  /// How a character is shown that nothing stands for.
  public enum Form: String, CaseIterable, Sendable {
    /// As one cell of all dots.
    case cell
    /// By its name in Unicode.
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

  /// What is shown for a character that nothing stands for.
  func stand(for character: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    switch form {
    case .cell: [Substitutes.unknown]
    case .name: Substitutes.name(of: character) ?? [Substitutes.unknown]
    case .huc: character.flatMap { HUC.cells(of: $0, isSixDot: isSixDot) }
    }
  }

  /// The name of a character's first scalar in Unicode, in small letters, between blanks.
  private static func name(of character: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
    guard let first = character.first, let name = first.properties.name else { return nil }
    return Array(" \(name.lowercased()) ".unicodeScalars)
  }

  /// The cell for a character that nothing else stands for: all dots.
  private static let unknown: Unicode.Scalar = "\u{28FF}"
}
