// SPDX-License-Identifier: GPL-3.0-or-later

/// How key files write actions: `pan right`, `move next item`, `key Enter`.
extension Action: CustomStringConvertible {
  /// Reads an action as key files write it; nil if there is none of this name.
  public init?(parsing text: String) {
    let words = text.split(separator: " ").map(String.init)
    if words.count == 1, let plain = Action.plain[words[0]] {
      self = plain
      return
    }
    guard let action = Action.reading(words.first ?? "", Array(words.dropFirst())) else {
      return nil
    }
    self = action
  }

  private static func reading(_ name: String, _ words: [String]) -> Action? {
    switch words.count {
    case 1: reading(name, words[0])
    case 2: reading(name, words[0], words[1])
    default: nil
    }
  }

  private static func reading(_ name: String, _ word: String) -> Action? {
    switch name {
    case "pan": Pan(rawValue: word).map { .pan($0) }
    case "program": Turn(rawValue: word).map { .program($0) }
    case "find": Turn(rawValue: word).map { .find($0) }
    case "scroll": Command.ScrollDirection(rawValue: word).map { .scroll($0) }
    case "choose": Choice(rawValue: word).map { .choose($0) }
    case "step": turn(word).map { .step($0) }
    case "rotor": turn(word).map { .rotor($0) }
    case "favourite": turn(word).map { .favourite($0) }
    case "key": keyboardKey(word)
    case "system": systemNames.contains(word) ? .system(word) : nil
    case "stick": modifiers.first { $0.name == word }.map { .stick($0.modifiers) }
    case "selectCells": CellSelection(rawValue: word).map { .selectCells($0) }
    case "typing": Typing(rawValue: word).map { .typing($0) }
    case "settings": Keeping(rawValue: word).map { .settings($0) }
    default: nil
    }
  }

  private static func reading(_ name: String, _ first: String, _ second: String) -> Action? {
    guard name == "move" || name == "select",
      let direction = Command.Direction(rawValue: first),
      let unit = Command.Unit(rawValue: second)
    else { return nil }
    return name == "move" ? .move(direction, unit) : .select(direction, unit)
  }

  /// A key by W3C's name, after what is held with it: `Enter`, `Shift+Tab`.
  private static func keyboardKey(_ word: String) -> Action? {
    var parts = word.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    var held: Modifiers = []
    while parts.count > 1, let modifier = eventModifiers.first(where: { $0.name == parts[0] }) {
      held.insert(modifier.modifiers)
      parts.removeFirst()
    }
    let name = parts.joined(separator: "+")
    return Keysym.isKeyboardEventKey(name) ? .key(name, held) : nil
  }

  private static let eventModifiers: [(name: String, modifiers: Modifiers)] = [
    ("Shift", .shift), ("Control", .control), ("Alt", .meta), ("AltGraph", .altGr), ("Meta", .gui),
  ]

  private static func turn(_ word: String) -> Command.Direction? {
    Command.Direction(rawValue: word).flatMap { $0 == .next || $0 == .previous ? $0 : nil }
  }

  /// What `init(parsing:)` reads.
  public var description: String {
    switch self {
    case .pan(let pan): "pan \(pan.rawValue)"
    case .move(let direction, let unit): "move \(direction.rawValue) \(unit.rawValue)"
    case .select(let direction, let unit): "select \(direction.rawValue) \(unit.rawValue)"
    case .program(let turn): "program \(turn.rawValue)"
    case .find(let turn?): "find \(turn.rawValue)"
    case .scroll(let direction): "scroll \(direction.rawValue)"
    case .choose(let choice): "choose \(choice.rawValue)"
    case .step(let direction): "step \(direction.rawValue)"
    case .rotor(let direction): "rotor \(direction.rawValue)"
    case .favourite(let direction): "favourite \(direction.rawValue)"
    case .key(let key, let held): "key \((held.names + [key]).joined(separator: "+"))"
    case .system(let name): "system \(name)"
    case .stick(let modifiers):
      "stick \(Action.modifiers.first { $0.modifiers == modifiers }?.name ?? "")"
    case .selectCells(let selection): "selectCells \(selection.rawValue)"
    case .typing(let typing): "typing \(typing.rawValue)"
    case .settings(let keeping): "settings \(keeping.rawValue)"
    case .edit(let edit): edit.rawValue
    default: Action.plainNames[self] ?? ""
    }
  }

  /// The names of all actions that files of keys can have, but for keys that are held with others.
  public static let names: [String] = {
    let directions = Command.Direction.allCases.map(\.rawValue)
    let units = Command.Unit.allCases.map(\.rawValue)
    let moves = directions.flatMap { direction in
      units.flatMap { ["move \(direction) \($0)", "select \(direction) \($0)"] }
    }
    let families: [(String, [String])] = [
      ("pan", Pan.allCases.map(\.rawValue)), ("choose", Choice.allCases.map(\.rawValue)),
      ("scroll", Command.ScrollDirection.allCases.map(\.rawValue)), ("system", systemNames),
      ("stick", modifiers.map(\.name)), ("selectCells", CellSelection.allCases.map(\.rawValue)),
      ("typing", Typing.allCases.map(\.rawValue)), ("settings", Keeping.allCases.map(\.rawValue)),
      ("key", Keysym.specialEventKeys),
    ]
    let turns = ["program", "find", "step", "rotor", "favourite"].map {
      ($0, Turn.allCases.map(\.rawValue))
    }
    let others = (families + turns).flatMap { name, words in words.map { "\(name) \($0)" } }
    return plain.keys.sorted() + others + moves
  }()

  private static let plain: [String: Action] = {
    var plain: [String: Action] = [
      "route": .route, "activate": .activate, "longPress": .longPress, "escape": .escape,
      "magicTap": .magicTap, "increment": .increment, "decrement": .decrement,
      "expand": .expand, "find": .find(nil), "unstick": .unstick, "stepAside": .stepAside,
      "history": .history, "status": .status, "details": .details, "title": .title,
      "position": .position, "time": .time, "learn": .learn, "keys": .keys, "menu": .menu,
      "contraction": .contraction, "computerBraille": .computerBraille, "cursor": .cursor,
      "cursorShape": .cursorShape, "blink": .blink, "styles": .styles, "freeze": .freeze,
      "follow": .follow, "autoScroll": .autoScroll, "autoScrollFromTop": .autoScrollFromTop,
      "autoScrollFaster": .autoScrollFaster, "autoScrollSlower": .autoScrollSlower,
      "describe": .describe, "refresh": .refresh, "quickNavigation": .quickNavigation,
      "oneHand": .oneHand, "nothing": .nothing,
    ]
    for edit in Edit.allCases { plain[edit.rawValue] = .edit(edit) }
    return plain
  }()

  private static let plainNames: [Action: String] =
    Dictionary(uniqueKeysWithValues: plain.map { ($0.value, $0.key) })

  private static let modifiers: [(name: String, modifiers: Modifiers)] = [
    ("shift", .shift), ("upper", .upper), ("control", .control), ("meta", .meta),
    ("altGr", .altGr), ("gui", .gui),
  ]
}
