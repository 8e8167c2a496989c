// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

/// Cells and chords that are put together from several presses, for who types with one hand.
///
/// Dots that are pressed one after another add up, and the space bar ends the cell. The space bar
/// first makes a chord of the dots that follow, up to the next space bar; twice it is the space
/// itself. Dots pressed together with the space bar make and end a chord. Any other key lets go of
/// what was begun, and is itself.
public struct OneHand: Equatable, Sendable {
  /// What has been begun and not ended; nil: nothing.
  public private(set) var begun: KeyPress.Key?
  /// What was held with any of the presses.
  private var modifiers: Modifiers = []

  /// Nothing is begun.
  public init() {}

  /// Takes a press; gives the key that it ends, or nil if more is to come.
  public mutating func take(_ press: KeyPress) -> KeyPress? {
    modifiers.formUnion(press.modifiers)
    switch press.key {
    case .dots(let cell): return take(cell)
    case .chord(let cell): return end(.chord(dots.union(cell)))
    default:
      clear()
      return press
    }
  }

  /// Lets go of what was begun.
  public mutating func clear() {
    begun = nil
    modifiers = []
  }

  private mutating func take(_ cell: Cell) -> KeyPress? {
    switch begun {
    case nil: begun = cell.isBlank ? .chord(.blank) : .dots(cell)
    case .chord(let earlier)?:
      guard !cell.isBlank else { return end(earlier.isBlank ? .dots(.blank) : .chord(earlier)) }
      begun = .chord(earlier.union(cell))
    default:
      guard !cell.isBlank else { return end(.dots(dots)) }
      begun = .dots(dots.union(cell))
    }
    return nil
  }

  /// The dots of what was begun.
  private var dots: Cell {
    switch begun {
    case .dots(let cell)?, .chord(let cell)?: cell
    default: .blank
    }
  }

  private mutating func end(_ key: KeyPress.Key) -> KeyPress {
    defer { clear() }
    return KeyPress(key, modifiers: modifiers)
  }
}
