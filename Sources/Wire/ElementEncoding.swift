// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements

extension Element {
  /// The element as a program writes it: what it does not have is left out.
  var json: JSONValue {
    var members: [String: JSONValue] = ["id": .string(id)]
    for member in Member.all { members[member.name] = json(member) }
    return .object(members)
  }

  /// One of its members; nil if it does not have it.
  func json(_ member: Member) -> JSONValue? {
    switch member {
    case .role: role.map { .string($0.name) }
    case .label: label.map { .string($0) }
    case .value: value.map { .string($0) }
    case .checked: checked.map(JSONValue.init)
    case .pressed: pressed.map(JSONValue.init)
    case .level: level.map { .integer($0) }
    case .text: text?.json
    case .children: children.map { .array($0.map(\.json)) }
    case .flag(let flag): flags[flag].map { .bool($0) }
    default: hasRest ? restJSON(member) : nil
    }
  }

  private func restJSON(_ member: Member) -> JSONValue? {
    switch member {
    case .details: self.details.map { .array($0.map(\.json)) }
    case .rowHeaders: self.rowHeaders.map { .array($0.map(\.json)) }
    case .columnHeaders: self.columnHeaders.map { .array($0.map(\.json)) }
    case .range: self.range?.json
    case .frame: self.frame?.json
    case .activationPoint: self.activationPoint?.json
    case .actions: self.actions.map { .array($0.map(\.json)) }
    case .rotors: self.rotors.map { .array($0.map(\.json)) }
    case .invalid: self.invalid.map { .token($0) }
    case .current: self.current.map { .token($0) }
    case .hasPopup: self.hasPopup.map { .token($0) }
    default: words(member).map { .string($0) } ?? count(member).map { .integer($0) }
    }
  }

  private func words(_ member: Member) -> String? {
    switch member {
    case .hint: self.hint
    case .description: self.description
    case .roleDescription: self.roleDescription
    case .stateDescription: self.stateDescription
    case .brailleLabel: self.brailleLabel
    case .brailleRoleDescription: self.brailleRoleDescription
    case .placeholder: self.placeholder
    case .language: self.language
    case .live: self.live
    case .autocomplete: self.autocomplete
    case .orientation: self.orientation
    case .sort: self.sort
    case .inputType: self.inputType
    case .rowIndexText: self.rowIndexText
    case .columnIndexText: self.columnIndexText
    case .errorMessage: self.errorMessage
    case .shortcut: self.shortcut
    case .target: self.target
    default: nil
    }
  }

  private func count(_ member: Member) -> Int? {
    switch member {
    case .positionInSet: self.positionInSet
    case .setSize: self.setSize
    case .rowIndex: self.rowIndex
    case .columnIndex: self.columnIndex
    case .rowCount: self.rowCount
    case .columnCount: self.columnCount
    case .rowSpan: self.rowSpan
    case .columnSpan: self.columnSpan
    default: nil
    }
  }
}

extension ElementChange {
  /// The change as a program writes it: null for what it removes, nothing for what stays.
  var json: JSONValue {
    var members: [String: JSONValue] = ["id": .string(element.id)]
    for member in given { members[member.name] = whole(member) }
    if let text { members["text"] = text.json }
    if let range { members["range"] = range.json }
    for member in removed { members[member.name] = .null }
    return .object(members)
  }

  /// A member that is given whole: what a text or a range does not have is removed.
  private func whole(_ member: Member) -> JSONValue {
    guard let value = element.json(member) else { return .null }
    let parts: [String] =
      switch member {
      case .text: TextChange.Member.allCases.map(\.rawValue)
      case .range: RangeChange.Member.allCases.map(\.rawValue)
      default: []
      }
    guard case .object(let members) = value, !parts.isEmpty else { return value }
    return .object(members.merging(parts.map { ($0, .null) }) { given, _ in given })
  }
}

extension RangeChange {
  fileprivate var json: JSONValue {
    guard case .object(var members) = given.json else { return [:] }
    for member in removed { members[member.rawValue] = .null }
    return .object(members)
  }
}

extension Child {
  fileprivate var json: JSONValue {
    switch self {
    case .element(let element): element.json
    case .reference(let id): .string(id)
    }
  }
}

extension Rest.Detail {
  fileprivate var json: JSONValue { .object(["label": label, "value": value]) }
}

extension Rest.Header {
  fileprivate var json: JSONValue {
    short == nil ? .string(text) : .object(["text": text, "short": short])
  }
}

extension Rest.ValueRange {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [:]
    // What is no number of JSON is as if left out.
    for (name, number) in [("min", min), ("max", max), ("now", now)] {
      if let number, number.isFinite { members[name] = .number(number) }
    }
    members["text"] = text.map { .string($0) }
    return .object(members)
  }
}

extension Rest.Frame {
  fileprivate var json: JSONValue? {
    guard x.isFinite, y.isFinite, width.isFinite, height.isFinite else { return nil }
    return [
      "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
    ]
  }
}

extension Rest.Point {
  fileprivate var json: JSONValue? {
    guard x.isFinite, y.isFinite else { return nil }
    return ["x": .number(x), "y": .number(y)]
  }
}

extension CustomAction {
  fileprivate var json: JSONValue { .object(["name": name, "label": label]) }
}

extension CustomRotor {
  var json: JSONValue {
    ["name": .string(name), "label": .string(label), "items": .array(stops.map(\.json))]
  }
}

extension CustomRotor.Stop {
  fileprivate var json: JSONValue {
    guard start != nil || end != nil else { return .string(id) }
    var members: [String: JSONValue] = ["id": .string(id)]
    members["start"] = start.map { .integer($0.value) }
    members["end"] = end.map { .integer($0.value) }
    return .object(members)
  }
}

extension JSONValue {
  fileprivate init(_ toggled: Toggled) {
    self = .token(toggled.rawValue)
  }

  /// A word, or `true` or `false` as what it is.
  fileprivate static func token(_ word: String) -> JSONValue {
    switch word {
    case "true": true
    case "false": false
    default: .string(word)
    }
  }

  /// An object of strings, of which some may be left out.
  static func object(_ members: [String: String?]) -> JSONValue {
    .object(members.compactMapValues { $0.map { .string($0) } })
  }
}
