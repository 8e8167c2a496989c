// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands

extension Command {
  /// The members that belong to the command alone.
  var params: [String: JSONValue] {
    switch self {
    case .move(let direction, let unit):
      ["direction": .string(direction.rawValue), "unit": .string(unit.name)]
        .merging(unit.level.map { ["level": .integer($0)] } ?? [:]) { $1 }
    case .moveBy(let direction, let rotor):
      ["direction": .string(direction.rawValue), "unit": .string(rotor)]
    case .find(let text, let direction):
      ["text": .string(text), "direction": .string(direction.rawValue)]
    case .activate(let offset?), .setCaret(let offset): ["offset": .integer(offset.value)]
    case .select(let anchor, let offset):
      ["anchor": .integer(anchor.value), "offset": .integer(offset.value)]
    case .insertText(let text): ["text": .string(text)]
    case .replaceText(let range, let text):
      [
        "start": .integer(range.lowerBound.value), "end": .integer(range.upperBound.value),
        "text": .string(text),
      ]
    case .readText(let offset, let direction):
      ["offset": .integer(offset.value), "direction": .string(direction.rawValue)]
    case .scroll(let direction): ["direction": .string(direction.rawValue)]
    case .setValue(let value): ["value": .string(value)]
    case .performAction(let name), .system(let name): ["action": .string(name)]
    case .deleteBackward(let count), .deleteForward(let count): ["count": .integer(count)]
    case .key(let key, let modifiers):
      ["key": .string(key), "modifiers": .array(modifiers.names.map { .string($0) })]
    case .input(let cells, let key?) where cells.isEmpty: ["key": .string(key)]
    case .input(let cells, let key?): ["cells": .string(cells.unicode), "key": .string(key)]
    case .input(let cells, nil): ["cells": .string(cells.unicode)]
    case .activate, .setFocus, .focused, .longPress, .escape, .magicTap, .increment, .decrement,
      .expand, .collapse, .selectAll, .cut, .copy, .paste, .undo, .redo:
      [:]
    }
  }
}
