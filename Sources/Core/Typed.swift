// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Presentation
import Translation

/// What is typed on the display, without the space bar or with it by accident (behaviour §4).
extension Engine {
  /// The key with all its dots; nil while more of them are to come, which the reader is shown.
  mutating func whole(_ press: KeyPress) -> KeyPress? {
    guard settings.oneHand == .on else {
      oneHand.clear()
      return press
    }
    if let whole = oneHand.take(press) { return whole }
    switch oneHand.begun {
    // Of a secret no cell is told (T4).
    case .dots? where isTypingSecret: tell("●")
    case .dots(let cell)?: tell([cell].unicode)
    case .chord(let cell)? where cell.isBlank: tell(.space)
    case .chord(let cell)?: tell("\(words.answer(.space)) \([cell].unicode)")
    default: answer = nil
    }
    return nil
  }

  /// Whether what is typed goes into a text that is told nobody.
  private var isTypingSecret: Bool {
    mode == nil && program(shown)?.content?.element.isProtected == true
  }

  /// A key that does nothing by itself: a cell is what it stands for.
  ///
  /// In text that can be edited a chord that nothing is bound to is no chord: the space bar was
  /// still down when the next cell was typed. How long both were down nobody knows, because brltty
  /// sends whole cells.
  mutating func type(_ key: KeyPress.Key, held: Modifiers) {
    guard let id = shown, let element = programs[id]?.content?.element else {
      tell(.notAvailable)
      return
    }
    switch key {
    case .dots(let cell): type(cell, held: held, of: id, element)
    case .chord(let cell) where element.isEditable:
      type(.blank, held: held, of: id, element)
      // If the blank has to wait, so has what is behind it.
      if isHeldUp { return }
      type(cell, held: [], of: id, element)
      if isHeldUp { heldUpRest = KeyPress(.dots(cell)) }
    default: tell(.notAvailable)
    }
  }

  private mutating func type(
    _ cell: Cell, held: Modifiers, of id: ProgramID, _ element: Element
  ) {
    if held.isEmpty, element.flags[.directInteraction] == true {
      send(.input(cells: [cell], key: nil), to: id, element: element.id)
      return
    }
    if element.isEditable, held.isSubset(of: [.shift, .upper]),
      programs[id]?.takes(.insertText("")) == true
    {
      write(cell, held: held, of: id)
      return
    }
    // What is being typed comes before the key.
    guard endTyping(of: id) else { return }
    let isQuick = settings.quickNavigation == .on && held.isEmpty && !cell.isBlank
    guard !isQuick, let scalar = Builtin.scalar(of: cell) else {
      tell(.notAvailable)
      return
    }
    var held = held
    var key = String(scalar)
    if scalar.properties.isUppercase { held.insert(.upper) }
    // As W3C has it, the key is the character that it makes.
    if !held.isDisjoint(with: [.shift, .upper]) { key = key.uppercased() }
    send(.key(key, held), to: id, element: nil)
  }

  /// Where a letter leads by quick navigation; nil if it is none, or if it is text.
  func quickAction(_ cell: Cell) -> Action? {
    guard settings.quickNavigation == .on, let element = program(shown)?.content?.element,
      !element.isEditable
    else { return nil }
    return resources.quickNavigation.action(for: KeyPress(.dots(cell)))
  }
}
