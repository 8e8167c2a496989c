// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
public import Commands
public import Presentation

/// How keys are called, and what they do, in the words of a language.
extension Words {
  /// What a key does, as learn mode and the list of keys tell it.
  public func action(_ action: Action) -> String {
    self.action(action.description)
  }

  /// What a key is called: `space 1 2 5`, `routing key 7`.
  ///
  /// Cells count from 1. Where `isBound` it is a key as a key map has it, in which one number
  /// stands for all: `routing key`. What brltty's key tables make of a display's own keys is
  /// called as brltty calls it, for nobody else knows what is written on them.
  public func key(_ press: KeyPress, isBound: Bool = false) -> String {
    (modifiers(press.modifiers) + [name(of: press.key, isBound: isBound)])
      .joined(separator: "+")
  }

  /// The modifiers that are held, in a fixed order.
  func modifiers(_ held: Modifiers) -> [String] {
    let names: [(Modifiers, Answer)] = [
      ([.shift, .upper], .shift), (.control, .control), (.meta, .alt), (.altGr, .altGr),
      (.gui, .gui),
    ]
    return names.filter { !held.isDisjoint(with: $0.0) }.map { answer($0.1) }
  }

  private func name(of key: KeyPress.Key, isBound: Bool) -> String {
    switch key {
    case .route(let cell):
      isBound ? self.key(.anyRouting) : self.key(.routing).replacing("%", "\(cell + 1)")
    case .dots(let cell) where cell.isBlank, .chord(let cell) where cell.isBlank:
      self.key(.space)
    case .dots(let cell):
      self.key(cell.dots.count == 1 ? .dot : .dots).replacing("%", numbers(cell))
    case .chord(let cell): self.key(.chord).replacing("%", numbers(cell))
    case .keysym(let number): name(ofKeysym: number)
    case .command(let command, _, .flip): isBound ? command.name : key.description
    case .command(let command, _, .on): "\(command.name) \(state(.on, .words))"
    case .command(let command, _, .off): "\(command.name) \(state(.off, .words))"
    }
  }

  private func numbers(_ cell: Cell) -> String {
    cell.dots.map { String($0) }.joined(separator: " ")
  }

  /// A key of a keyboard is called as the action that presses it.
  private func name(ofKeysym number: UInt32) -> String {
    guard let key = Keysym.keyboardEventKey(number) else { return Keysym.name(number) }
    if key == " " { return self.key(.space) }
    let action = Action.key(key).description
    return has(action, in: .actions) ? self.action(action) : key
  }
}
