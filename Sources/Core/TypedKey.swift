// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Translation

/// What a key does where the reader types for brailled itself: to narrow a list, to look for a text.
enum TypedKey: Equatable {
  /// A cell or a character is put behind what is typed.
  case stroke(TypedText.Stroke)
  /// The last one is taken away, or all.
  case erase(all: Bool)
  /// What is typed is taken as it is, or what is under the finger is chosen.
  case accept

  /// What a key does, if it has to do with typing; `action` is what it is bound to.
  ///
  /// Dot 7 and dot 8 alone erase and accept, as with VoiceOver; no letter is either of them.
  init?(_ action: Action?, _ press: KeyPress) {
    switch press.key {
    case .dots(Cell(dots: 7)): self = .erase(all: false)
    case .dots(Cell(dots: 8)): self = .accept
    case .dots(let cell): self = .stroke(.cell(cell))
    case .keysym(let keysym) where press.modifiers.isSubset(of: [.shift, .upper, .altGr]):
      guard let scalar = Keysym.character(keysym), scalar.properties.generalCategory != .control
      else { fallthrough }
      self = .stroke(.character(scalar))
    default:
      switch action {
      case .edit(.deleteBackward), .key("Backspace", []): self = .erase(all: false)
      case .edit(.deleteWord): self = .erase(all: true)
      case .activate, .key("Enter", []): self = .accept
      default: return nil
      }
    }
  }
}
