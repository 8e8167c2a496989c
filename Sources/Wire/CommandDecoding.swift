// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core

/// From the params of `command` to what the reader wants done.
extension Members {
  func order() throws(Refusal) -> Order {
    Order(
      try command(try required("command")), element: try id("element"),
      sequence: try integer("seq"), version: try integer("version"))
  }

  private func command(_ name: String) throws(Refusal) -> Command {
    switch name {
    case "move": return try move()
    case "find":
      return .find(try required("text"), try needed("direction", Command.Direction.self))
    case "activate": return .activate(offset: try offset("offset"))
    case "setCaret": return .setCaret(try neededOffset("offset"))
    case "select":
      return .select(anchor: try neededOffset("anchor"), try neededOffset("offset"))
    case "insertText": return .insertText(try required("text"))
    case "replaceText":
      let (start, end) = (try neededOffset("start"), try neededOffset("end"))
      guard start <= end else { throw refuse("end", "is before the start") }
      return .replaceText(start..<end, try required("text"))
    case "deleteBackward": return .deleteBackward(try neededCount())
    case "deleteForward": return .deleteForward(try neededCount())
    case "readText":
      return .readText(
        try neededOffset("offset"), try needed("direction", Command.Direction.self))
    case "scroll": return .scroll(try needed("direction", Command.ScrollDirection.self))
    case "setValue": return .setValue(try required("value"))
    case "performAction": return .performAction(try required("action"))
    case "system": return .system(try required("action"))
    case "key":
      let names = try list("modifiers", of: String.self) ?? []
      return .key(try required("key"), Modifiers(names: names))
    case "input": return try input()
    default: return try plain(name)
    }
  }

  /// A command that has nothing of its own.
  private func plain(_ name: String) throws(Refusal) -> Command {
    switch name {
    case "setFocus": .setFocus
    case "focused": .focused
    case "longPress": .longPress
    case "escape": .escape
    case "magicTap": .magicTap
    case "increment": .increment
    case "decrement": .decrement
    case "expand": .expand
    case "collapse": .collapse
    case "selectAll": .selectAll
    case "cut": .cut
    case "copy": .copy
    case "paste": .paste
    case "undo": .undo
    case "redo": .redo
    default: throw refuse("command", "is \(name), which is not known here")
    }
  }

  private func move() throws(Refusal) -> Command {
    let direction = try needed("direction", Command.Direction.self)
    let name = try required("unit")
    let level = try integer("level")
    let unit = Command.Unit.allCases.first { $0.name == name && $0.level == level }
    return unit.map { .move(direction, $0) } ?? .moveBy(direction, rotor: name)
  }

  private func input() throws(Refusal) -> Command {
    guard let cells = [Cell](unicode: try string("cells") ?? "") else {
      throw refuse("cells", "has to be braille patterns")
    }
    return .input(cells: cells, key: try string("key"))
  }

  private func needed<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type
  ) throws(Refusal) -> Word where Word.RawValue == String {
    guard let word = try word(name, type) else { throw refuse(name, "is missing") }
    return word
  }

  private func neededOffset(_ name: String) throws(Refusal) -> TextOffset {
    guard let offset = try offset(name) else {
      throw refuse(name, "is missing; an offset is needed")
    }
    return offset
  }

  private func neededCount() throws(Refusal) -> Int {
    guard let count = try integer("count", least: 0) else {
      throw refuse("count", "is missing; an integer is needed")
    }
    return count
  }
}

extension Modifiers {
  /// Modifiers by the names that W3C's KeyboardEvent gives them; others are ignored.
  fileprivate init(names: [String]) {
    self = []
    for name in names {
      switch name {
      case "Shift": insert(.shift)
      case "Control": insert(.control)
      case "Alt": insert(.meta)
      case "AltGraph": insert(.altGr)
      case "Meta": insert(.gui)
      default: break
      }
    }
  }
}
