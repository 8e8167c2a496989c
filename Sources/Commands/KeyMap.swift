// SPDX-License-Identifier: GPL-3.0-or-later

/// Which displays a key is for: all, those of a driver of brltty, or a model of these.
public struct KeyScope: Hashable, Sendable {
  /// The driver and the model in lower case, as far as they count.
  private let parts: [String]

  private init(parts: [String]) {
    self.parts = parts.map { $0.lowercased() }
  }

  /// All displays.
  public static let all = KeyScope(parts: [])

  /// Reads the name of a section of a key file: `keys`, `keys HumanWare`, `keys Baum ultra`; nil
  /// if it is another one.
  ///
  /// The driver and the model are what brltty calls them, in capitals or not.
  public init?(section: String) {
    let words = section.split(separator: " ").map(String.init)
    guard words.first == "keys", words.count <= 3 else { return nil }
    self.init(parts: Array(words.dropFirst()))
  }

  /// The scopes that a display is in, the narrowest first.
  ///
  /// Both names may be empty, and what is behind a blank of a model's name does not count.
  public static func containing(driver: String, model: String) -> [KeyScope] {
    guard !driver.isEmpty else { return [.all] }
    let ofDriver = KeyScope(parts: [driver])
    guard let model = model.split(separator: " ").first else { return [ofDriver, .all] }
    return [KeyScope(parts: [driver, String(model)]), ofDriver, .all]
  }
}

extension KeyScope: CustomStringConvertible {
  /// The driver and the model; empty for all displays.
  public var description: String { parts.joined(separator: " ") }
}

/// Which key does what.
///
/// A key that does `nothing` is as if nobody had bound it.
public struct KeyMap: Equatable, Sendable {
  private var actions: [KeyScope: [KeyPress: Action]] = [:]
  /// Whatever was bound, in the order in which it was.
  private var order: [Place] = []

  private struct Place: Hashable {
    var scope: KeyScope
    var press: KeyPress
  }

  /// No key does anything.
  public init() {}

  /// Lets a key do something, on some displays; gives what it did there before.
  ///
  /// The number that a key came with does not count, so `ROUTE 0` stands for all routing keys.
  @discardableResult
  public mutating func bind(
    _ press: KeyPress, to action: Action, on scope: KeyScope = .all
  ) -> Action? {
    let place = Place(scope: scope, press: KeyMap.pattern(press))
    let before = actions[scope, default: [:]].updateValue(action, forKey: place.press)
    if before == nil { order.append(place) }
    return before
  }

  /// These keys, and those of another map that are not bound here.
  ///
  /// A key that is bound here for all displays does the same on those that the other map makes an
  /// exception of.
  public func over(_ other: KeyMap) -> KeyMap {
    var result = KeyMap()
    let own = actions[.all] ?? [:]
    for place in other.order {
      // What is bound anew keeps its place among the others.
      let isHidden = KeyMap.action(for: place.press, in: own) != nil
      let isBoundAnew = place.scope == .all && own[place.press] != nil
      guard !isHidden || isBoundAnew, let action = other.actions[place.scope]?[place.press]
      else { continue }
      result.bind(place.press, to: action, on: place.scope)
    }
    for place in order {
      guard let action = actions[place.scope]?[place.press] else { continue }
      result.bind(place.press, to: action, on: place.scope)
    }
    return result
  }

  /// What a key does on a display, by the names of its driver and its model; nil if nothing.
  ///
  /// A toggle command that is not bound with its `on` or `off` does what it does without.
  public func action(for press: KeyPress, driver: String = "", model: String = "") -> Action? {
    let pattern = KeyMap.pattern(press)
    for scope in KeyScope.containing(driver: driver, model: model) {
      guard let bound = actions[scope], let action = KeyMap.action(for: pattern, in: bound) else {
        continue
      }
      return action == .nothing ? nil : action
    }
    return nil
  }

  private static func action(for pattern: KeyPress, in bound: [KeyPress: Action]) -> Action? {
    if let action = bound[pattern] { return action }
    guard case .command(let command, _, let toggle) = pattern.key, toggle != .flip else {
      return nil
    }
    let plain = KeyPress.Key.command(command, argument: 0, toggle: .flip)
    return bound[KeyPress(plain, modifiers: pattern.modifiers)]
  }

  /// The keys that do something on a display, with what they do, in the order of their names.
  public func bindings(driver: String, model: String) -> [(press: KeyPress, action: Action)] {
    var found: [KeyPress: Action] = [:]
    for scope in KeyScope.containing(driver: driver, model: model) {
      found.merge(actions[scope] ?? [:]) { narrower, _ in narrower }
    }
    return found.filter { $0.value != .nothing }.map { ($0.key, $0.value) }
      .sorted { $0.0.description < $1.0.description }
  }

  /// The same for displays of which nothing is known.
  public var bindings: [(press: KeyPress, action: Action)] { bindings(driver: "", model: "") }

  /// The displays that have keys of their own, in the order of their names.
  public var scopes: [KeyScope] {
    actions.keys.filter { $0 != .all }.sorted { $0.description < $1.description }
  }

  /// What is bound for some displays alone, in the order in which it was.
  public func bindings(of scope: KeyScope) -> [(press: KeyPress, action: Action)] {
    order.filter { $0.scope == scope }.compactMap { place in
      actions[scope]?[place.press].map { (place.press, $0) }
    }
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
