// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Spelling

/// Why a key's name cannot be read.
public struct InvalidKey: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was read.
  public let name: String
  /// What is wrong with it and what would be right.
  public let reason: String

  /// The name with the reason.
  public var description: String { "\(name): \(reason)" }
}

extension KeyPress {
  /// Reads one key: `FWINRT`, `ROUTE 5`, `space+dot1`, `dot1+dot4`, `space`, `Return`,
  /// `shift+Tab`, `CSRTRK on`.
  ///
  /// Names of brltty's commands are in capitals, keysyms have their X names, and cells count
  /// from 0. Errors: a name that nobody knows, a number that is missing or too much.
  public init(parsing text: String) throws(InvalidKey) {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first, words.count <= 2 else {
      throw InvalidKey(name: text, reason: "is no key; give a name, as FWINRT, or ROUTE 5")
    }
    var parts = name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)[...]
    var modifiers: Modifiers = []
    while parts.count > 1, let modifier = KeyPress.modifier(parts.first) {
      modifiers.insert(modifier)
      parts.removeFirst()
    }
    if let key = KeyPress.dots(parts) {
      guard words.count == 1 else { throw InvalidKey(name: text, reason: "takes no number") }
      self.init(key, modifiers: modifiers)
      return
    }
    if parts.contains(where: { $0.hasPrefix("dot") || $0 == "space" }) {
      throw InvalidKey(
        name: text, reason: "is no cell; write dot1 to dot8 with + between, after space+ if need be"
      )
    }
    guard let last = parts.popLast(), parts.isEmpty else {
      let modifier = parts.first ?? ""
      let remedy = remedy(for: modifier, among: KeyPress.modifierNames.map(\.0))
      throw InvalidKey(name: text, reason: "\(modifier) is no modifier; \(remedy)")
    }
    self = try KeyPress.named(last, argument: words.dropFirst().first, in: text)
    self.modifiers = modifiers
  }

  /// Reads several keys; a number belongs to the name before it, and braille patterns that stand
  /// together are cells typed one after another.
  public static func list(parsing text: String) throws(InvalidKey) -> [KeyPress] {
    var keys: [KeyPress] = []
    var words = text.split(separator: " ").map(String.init)[...]
    while let name = words.popFirst() {
      if let next = words.first, Int(next) != nil || next == "on" || next == "off" {
        keys.append(try KeyPress(parsing: name + " " + next))
        words.removeFirst()
      } else if case let cells = name.unicodeScalars.compactMap({ Cell($0) }),
        cells.count == name.unicodeScalars.count
      {
        keys += cells.map { KeyPress(.dots($0)) }
      } else {
        keys.append(try KeyPress(parsing: name))
      }
    }
    return keys
  }

  private static func dots(_ parts: ArraySlice<String>) -> Key? {
    var cell = Cell.blank
    var isChord = false
    for (index, part) in parts.enumerated() {
      if let pattern = part.unicodeScalars.first.flatMap({ Cell($0) }),
        part.unicodeScalars.count == 1,
        parts.count == 1
      {
        return .dots(pattern)
      } else if part == "space", index == 0 {
        isChord = true
      } else if part.count == 4, part.hasPrefix("dot"), let dot = part.last?.wholeNumberValue,
        (1...8).contains(dot)
      {
        cell = cell.union(Cell(dots: dot))
      } else {
        return nil
      }
    }
    return isChord && !cell.isBlank ? .chord(cell) : .dots(cell)
  }

  private static let modifierNames: [(String, Modifiers)] = [
    ("shift", .shift), ("upper", .upper), ("control", .control), ("meta", .meta),
    ("altgr", .altGr), ("gui", .gui),
  ]

  private static func modifier(_ name: String?) -> Modifiers? {
    modifierNames.first { $0.0 == name }?.1
  }

  private static func named(
    _ name: String, argument: String?, in text: String
  ) throws(InvalidKey) -> KeyPress {
    if let command = BrlttyCommand(name: name) {
      return try named(command, argument: argument, in: text)
    }
    guard let keysym = Keysym.number(name) else {
      let remedy = nearestName(to: name, among: BrlttyCommand.allNames + Keysym.specialNames)
      throw InvalidKey(
        name: text,
        reason: "is neither a command of brltty, nor dots, nor a keysym of X"
          + (remedy.map { "; did you mean \($0)?" } ?? ""))
    }
    guard argument == nil else { throw InvalidKey(name: text, reason: "takes no number") }
    return KeyPress(.keysym(keysym))
  }

  private static func named(
    _ command: BrlttyCommand, argument: String?, in text: String
  ) throws(InvalidKey) -> KeyPress {
    guard command.takesArgument else {
      switch argument {
      case nil: return KeyPress(.command(command, argument: 0, toggle: .flip))
      case "on": return KeyPress(.command(command, argument: 0, toggle: .on))
      case "off": return KeyPress(.command(command, argument: 0, toggle: .off))
      default: throw InvalidKey(name: text, reason: "takes no number")
      }
    }
    guard let argument, let number = Int(argument), (0...0xFFFF).contains(number) else {
      throw InvalidKey(name: text, reason: "needs a number from 0 to 65535")
    }
    return KeyPress(KeyPress.Key(command, argument: number))
  }
}

extension KeyPress: CustomStringConvertible {
  /// The name that `init(parsing:)` reads.
  public var description: String {
    let held = KeyPress.modifierNames.filter { modifiers.contains($0.1) }.map { $0.0 + "+" }
    return held.joined() + key.description
  }
}

extension KeyPress.Key: CustomStringConvertible {
  /// The name that `KeyPress.init(parsing:)` reads.
  public var description: String {
    switch self {
    case .command(let command, let argument, let toggle):
      switch toggle {
      case .on: "\(command.name) on"
      case .off: "\(command.name) off"
      case .flip: command.takesArgument ? "\(command.name) \(argument)" : command.name
      }
    case .route(let cell): "ROUTE \(cell)"
    case .dots(let cell): cell.isBlank ? "space" : names(cell)
    case .chord(let cell): cell.isBlank ? "space" : "space+" + names(cell)
    case .keysym(let number): Keysym.name(number)
    }
  }

  private func names(_ cell: Cell) -> String {
    cell.dots.map { "dot\($0)" }.joined(separator: "+")
  }
}
