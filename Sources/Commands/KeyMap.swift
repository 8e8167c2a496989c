// SPDX-License-Identifier: GPL-3.0-or-later

/// Which key does what.
public struct KeyMap: Equatable, Sendable {
  private var actions: [KeyPress: Action] = [:]

  /// No key does anything.
  public init() {}

  /// Lets a key do something; gives what it did before.
  ///
  /// The number that a key came with does not count, so `ROUTE 0` stands for all routing keys.
  @discardableResult
  public mutating func bind(_ press: KeyPress, to action: Action) -> Action? {
    actions.updateValue(action, forKey: KeyMap.pattern(press))
  }

  /// What a key does; nil if nothing.
  ///
  /// A toggle command that is not bound with its `on` or `off` does what it does without.
  public func action(for press: KeyPress) -> Action? {
    let pattern = KeyMap.pattern(press)
    if let action = actions[pattern] { return action }
    guard case .command(let command, _, let toggle) = pattern.key, toggle != .flip else {
      return nil
    }
    let plain = KeyPress.Key.command(command, argument: 0, toggle: .flip)
    return actions[KeyPress(plain, modifiers: pattern.modifiers)]
  }

  /// All keys with what they do, in the order of their names.
  public var bindings: [(press: KeyPress, action: Action)] {
    actions.map { ($0.key, $0.value) }.sorted { $0.0.description < $1.0.description }
  }

  private static func pattern(_ press: KeyPress) -> KeyPress {
    switch press.key {
    case .route: KeyPress(.route(0), modifiers: press.modifiers)
    case .command(let command, _, let toggle):
      KeyPress(.command(command, argument: 0, toggle: toggle), modifiers: press.modifiers)
    default: press
    }
  }
}
