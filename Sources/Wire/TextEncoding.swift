// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements

/// The text of an element as a program writes it.
extension TextContent {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "content": .string(scalars: content.slice(0..<content.count))
    ]
    if offset != 0 { members["offset"] = .integer(offset) }
    if length != end.value { members["length"] = .integer(length) }
    members["version"] = version.map { .integer($0) }
    members["caret"] = caret.map { .integer($0.value) }
    members["anchor"] = anchor.map { .integer($0.value) }
    if !runs.isEmpty { members["runs"] = .array(runs.map(\.json)) }
    if preformatted { members["preformatted"] = true }
    members["contracted"] = contracted.map { .bool($0) }
    return .object(members)
  }
}

extension TextContent.Run {
  fileprivate var json: JSONValue {
    var members = range.members
    if !style.isEmpty { members["style"] = .array(style.map { .string($0) }) }
    members["language"] = language.map { .string($0) }
    members["element"] = element.map { .string($0) }
    return .object(members)
  }
}

extension TextChange {
  var json: JSONValue {
    var members: [String: JSONValue] = [:]
    members["content"] = content.map { .string(scalars: $0) }
    members["offset"] = offset.map { .integer($0) }
    members["length"] = length.map { .integer($0) }
    members["version"] = version.map { .integer($0) }
    members["caret"] = caret.map { .integer($0.value) }
    members["anchor"] = anchor.map { .integer($0.value) }
    members["runs"] = runs.map { .array($0.map(\.json)) }
    members["preformatted"] = preformatted.map { .bool($0) }
    members["contracted"] = contracted.map { .bool($0) }
    for member in removed { members[member.rawValue] = .null }
    return .object(members)
  }
}

extension TextEdit {
  /// The params of `edit`, but for the element.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "base": .integer(base), "version": .integer(version),
      "changes": .array(changes.map(\.json)),
    ]
    members["caret"] = caret.map { .integer($0.value) }
    members["anchor"] = anchor.map { .integer($0.value) }
    return members
  }
}

extension TextEdit.Change {
  fileprivate var json: JSONValue {
    var members = range.members
    members["text"] = text.map { .string(scalars: $0) }
    members["runs"] = runs.map { .array($0.map(\.json)) }
    return .object(members)
  }
}

extension Range<TextOffset> {
  fileprivate var members: [String: JSONValue] {
    ["start": .integer(lowerBound.value), "end": .integer(upperBound.value)]
  }
}

extension JSONValue {
  fileprivate static func string(scalars: some Sequence<Unicode.Scalar>) -> JSONValue {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return .string(String(text))
  }
}
