// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Translation

/// What a key stands for where the reader is (behaviour §5; docs/keys.md, "What a key does").
extension Engine {
  /// What a key does now; nil if nothing, or if it is typed.
  ///
  /// A key with a modifier is another one: Shift+Tab is not what Tab is.
  func action(for key: KeyPress.Key, held: Modifiers) -> Action? {
    switch key {
    case .keysym(let keysym):
      return action(forKeysym: keysym, bound: bound(KeyPress(key, modifiers: held)))
    case .dots(let cell) where isTyped(cell): return nil
    case .dots(let cell) where held.isEmpty:
      if let action = quickAction(cell) { return action }
    default: break
    }
    let action = bound(KeyPress(key, modifiers: held)) ?? bound(KeyPress(key))
    // A chord that stands for a key of the keyboard does what brltty's keysym for that would do,
    // but for what only this display has on it.
    if case .key(let name, let with)? = action, with.union(held).isEmpty,
      let keysym = Keysym.number(keyboardEventKey: name)
    {
      return self.action(forKeysym: keysym, bound: keys?.action(for: KeyPress(.keysym(keysym))))
    }
    return action
  }

  /// What the files of keys say of a key, on this display.
  func bound(_ press: KeyPress) -> Action? {
    keys?.action(for: press, driver: display.driver, model: display.model)
  }

  private var keys: KeyMap? { resources.keys[settings.keysPreset] }

  /// In text that can be edited the keys of a keyboard stay what they are, but for what leads out
  /// of it at its first and its last line.
  private func action(forKeysym keysym: UInt32, bound: Action?) -> Action? {
    var own = Keysym.keyboardEventKey(keysym).map { Action.key($0) }
    // What brltty makes of dots 7 alone does what the dots do.
    if isEditing, own == .key("Backspace") { own = .edit(.deleteBackward) }
    if isEditing, own == .key("Delete") { own = .edit(.deleteForward) }
    guard let bound else { return own }
    return isEditing && !leadsOut(bound) ? own : bound
  }

  /// Whether the reader is in text that can be edited, and not in what covers it, but for learning,
  /// which tells what keys do there.
  private var isEditing: Bool {
    (mode == nil || isLearning) && program(shown)?.content?.element.isEditable == true
  }

  /// Whether an arrow has nothing left to do in the text: a move back on the first line, a move
  /// on on the last.
  ///
  /// The lines of a terminal are a screen, on which programs make something else of arrows.
  private func leadsOut(_ action: Action) -> Bool {
    guard case .move(let direction, .item) = action, let program = program(shown),
      let element = program.content?.element, element.role?.name != "terminal"
    else { return false }
    guard let text = element.text, let caret = text.caret else { return element.text == nil }
    let line = text.lineIndex(of: caret)
    switch direction {
    case .previous: return line == 0 && text.border(false) == nil
    case .next: return line == text.lineCount - 1 && text.border(true) == nil
    default: return false
    }
  }

  /// Whether a cell is a part of what is written, or goes to a program that takes cells as they are,
  /// so that it is no key.
  ///
  /// In six-dot braille nothing is written with dots 7 and 8, and alone they are keys everywhere.
  private func isTyped(_ cell: Cell) -> Bool {
    guard mode == nil || isLearning, let element = program(shown)?.content?.element else {
      return false
    }
    if element.flags[.directInteraction] == true { return true }
    guard element.isEditable else { return false }
    let extra = Cell(rawValue: cell.rawValue & Cell(dots: 7, 8).rawValue)
    if extra.isBlank { return true }
    return typing(in: element).hasEightDots && extra != cell
  }
}
