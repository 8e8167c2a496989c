// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

/// What a fake application answers about its texts.
extension FakeScene {
  mutating func text(_ call: FakeCall) -> [DBusValue]? {
    guard let text = self[call.id]?.text else { return nil }
    let units = units(call.id)
    let first = units.index(call.integer(0))
    switch call.call.member {
    case "GetText":
      let end = call.integer(1) < 0 ? units.scalars.count : units.index(call.integer(1))
      return [.string(units.text(first..<max(first, end)))]
    case "GetCharacterAtOffset":
      let scalar = units.scalars.indices.contains(first) ? units.scalars[first].value : 0
      return [.int(Int(scalar))]
    case "GetStringAtOffset":
      guard program.hasStringAtOffset else { return nil }
      return part(
        text, units, at: first, isLine: call.integer(1) >= 3, isWord: call.integer(1) == 1)
    case "GetTextAtOffset":
      let kind = call.integer(1)
      return part(text, units, at: first, isLine: kind >= 5, isWord: kind == 1 || kind == 2)
    case "SetCaretOffset":
      guard text.takesCaret else { return [.boolean(false)] }
      setCaret(call.id, first)
      return [.boolean(true)]
    case "GetAttributeRun", "GetAttributes": return run(text, units, at: first)
    case "GetDefaultAttributes": return [.pairs([:])]
    case "ScrollSubstringTo": return [.boolean(true)]
    default: break
    }
    return selections(call, text, units) ?? edit(call, text, units)
  }

  private func part(
    _ text: FakeText, _ units: FakeTextUnits, at index: Int, isLine: Bool, isWord: Bool
  ) -> [DBusValue] {
    let range =
      isLine
      ? units.line(at: index, width: text.width)
      : isWord ? units.word(at: index) : index..<min(index + 1, units.scalars.count)
    return [
      .string(units.text(range)), .int(units.units(range.lowerBound)),
      .int(units.units(range.upperBound)),
    ]
  }

  private func run(_ text: FakeText, _ units: FakeTextUnits, at index: Int) -> [DBusValue] {
    if let run = text.runs.first(where: { $0.range.contains(index) }) {
      return [
        .pairs(run.attributes), .int(units.units(run.range.lowerBound)),
        .int(units.units(run.range.upperBound)),
      ]
    }
    let start = text.runs.map(\.range.upperBound).filter { $0 <= index }.max() ?? 0
    let end = text.runs.map(\.range.lowerBound).filter { $0 > index }.min() ?? units.scalars.count
    return [.pairs([:]), .int(units.units(start)), .int(units.units(end))]
  }

  private mutating func selections(
    _ call: FakeCall, _ text: FakeText, _ units: FakeTextUnits
  ) -> [DBusValue]? {
    func range(_ start: Int) -> Range<Int> {
      let places = [units.index(call.integer(start)), units.index(call.integer(start + 1))]
      return min(places[0], places[1])..<max(places[0], places[1])
    }
    switch call.call.member {
    case "GetNSelections": return [.int(text.selections.count)]
    case "GetSelection":
      let number = call.integer(0)
      guard text.selections.indices.contains(number) else { return [.int(0), .int(0)] }
      let selection = text.selections[number]
      return [.int(units.units(selection.lowerBound)), .int(units.units(selection.upperBound))]
    case "AddSelection":
      guard text.selections.isEmpty else { return [.boolean(false)] }
      select(call.id, range(0))
      return [.boolean(true)]
    case "SetSelection", "RemoveSelection":
      guard text.selections.indices.contains(call.integer(0)) else { return [.boolean(false)] }
      select(call.id, call.call.member == "SetSelection" ? range(1) : 0..<0)
      return [.boolean(true)]
    default: return nil
    }
  }

  private mutating func edit(
    _ call: FakeCall, _ text: FakeText, _ units: FakeTextUnits
  ) -> [DBusValue]? {
    let edits = ["InsertText", "DeleteText", "SetTextContents"]
    guard call.interface == "EditableText", edits.contains(call.call.member) else { return nil }
    guard text.isEditable else { return [.boolean(false)] }
    guard !text.ignoresEdits else { return [.boolean(true)] }
    let first = units.index(call.integer(0))
    switch call.call.member {
    case "InsertText":
      // The length is in the program's units; what is longer than the text is all of it.
      let added = FakeTextUnits(call.text(1), program.offsets)
      let length = call.integer(2) < 0 ? added.count : call.integer(2)
      var kept = String.UnicodeScalarView()
      kept.append(contentsOf: added.scalars[..<added.index(length)])
      insert(String(kept), into: call.id, at: first)
    case "DeleteText":
      let end = call.integer(1) < 0 ? units.scalars.count : units.index(call.integer(1))
      replace(min(first, end)..<max(first, end), in: call.id, with: "")
    default:
      replace(0..<units.scalars.count, in: call.id, with: call.text(0))
    }
    return [.boolean(true)]
  }
}
