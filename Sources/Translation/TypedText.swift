// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// What a reader types to look for: cells of a braille keyboard, characters of another one, or both.
public struct TypedText: Equatable, Sendable {
  /// In the order in which they were typed.
  public private(set) var strokes: [Stroke] = []

  /// One key of what is typed.
  public enum Stroke: Hashable, Sendable {
    /// A cell; blank is a blank.
    case cell(Cell)
    /// A character.
    case character(Unicode.Scalar)
  }

  /// Nothing is typed yet.
  public init() {}

  /// Whether nothing is typed.
  public var isEmpty: Bool { strokes.isEmpty }

  /// Puts a key behind what is typed.
  public mutating func append(_ stroke: Stroke) { strokes.append(stroke) }

  /// Takes the last key away; false if there is none.
  public mutating func removeLast() -> Bool { strokes.popLast() != nil }

  /// How it is shown: cells by the characters for braille patterns, which are felt as they were
  /// typed.
  public var print: [Unicode.Scalar] {
    strokes.map { stroke in
      switch stroke {
      case .cell(let cell): cell.isBlank ? " " : cell.scalar
      case .character(let scalar): scalar
      }
    }
  }

  /// Its characters, if it has no cells.
  var characters: [Unicode.Scalar]? {
    var characters: [Unicode.Scalar] = []
    for stroke in strokes {
      guard case .character(let scalar) = stroke else { return nil }
      characters.append(scalar)
    }
    return characters
  }
}
