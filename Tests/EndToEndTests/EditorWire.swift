// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements
import TestSupport
import Wire

/// What an editor says and is told, as it goes over the socket (docs/protocol.md).
extension Editor.Said {
  /// The method of the message.
  var method: String { message.method }

  /// The params of the message.
  var params: JSONValue {
    var params = members
    params["ack"] = ack.map { .integer($0) }
    return .object(params)
  }

  private var members: [String: JSONValue] {
    switch message {
    case .hello(let hello): ["name": .string(hello.name), "acks": .bool(hello.acknowledges)]
    case .focus(let element, _): ["element": Self.json(element)]
    case .update(let elements, _): ["elements": .array(elements.map(Self.json))]
    case .change(let changes, _):
      [
        "elements": .array(
          changes.map { change in
            ["id": .string(change.element.id), "text": .object(Self.json(change.text))]
          })
      ]
    case .edit(let id, let edit):
      Self.json(edit).merging(["element": .string(id)]) { $1 }
    case .done(let sequence, let failure):
      Self.given([
        "seq": .integer(sequence),
        "error": failure.map { ["code": .integer($0.code), "message": .string($0.message)] },
      ])
    default: [:]
    }
  }

  private static func json(_ element: Element) -> JSONValue {
    let text = element.text
    return .object(
      given([
        "id": .string(element.id), "role": .string(element.role?.name ?? "textbox"),
        "label": element.label.map { .string($0) }, "multiline": true,
        "text": .object(
          given([
            "content": (text?.content).map { string(Array($0)) },
            "version": text?.version.map { .integer($0) },
            "caret": text?.caret.map { .integer($0.value) },
            "anchor": text?.anchor.map { .integer($0.value) },
          ])),
      ]))
  }

  private static func json(_ change: TextChange?) -> [String: JSONValue] {
    given([
      "content": change?.content.map(string), "version": change?.version.map { .integer($0) },
      "caret": change?.caret.map { .integer($0.value) },
      "anchor": change?.anchor.map { .integer($0.value) },
    ])
  }

  private static func json(_ edit: TextEdit) -> [String: JSONValue] {
    given([
      "base": .integer(edit.base), "version": .integer(edit.version),
      "changes": .array(
        edit.changes.map { change in
          .object(
            given([
              "start": .integer(change.range.lowerBound.value),
              "end": .integer(change.range.upperBound.value), "text": change.text.map(string),
            ]))
        }),
      "caret": edit.caret.map { .integer($0.value) },
      "anchor": edit.anchor.map { .integer($0.value) },
    ])
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> JSONValue {
    .string(String(String.UnicodeScalarView(scalars)))
  }

  private static func given(_ members: [String: JSONValue?]) -> [String: JSONValue] {
    members.compactMapValues { $0 }
  }
}

extension Order {
  /// A command as it came; nil if it is none that an editor can do.
  init?(_ params: JSONValue) {
    guard let command = Command(params) else { return nil }
    self.init(
      command, element: params["element"]?.string, sequence: params["seq"]?.integer,
      version: params["version"]?.integer)
  }
}

extension Command {
  fileprivate init?(_ params: JSONValue) {
    func place(_ name: String) -> TextOffset? { params[name]?.integer.map { TextOffset($0) } }
    let text = params["text"]?.string
    let count = params["count"]?.integer ?? 1
    switch params["command"]?.string {
    case "insertText": self = .insertText(text ?? "")
    case "replaceText":
      guard let start = place("start"), let end = place("end") else { return nil }
      self = .replaceText(start..<end, text ?? "")
    case "deleteBackward": self = .deleteBackward(count)
    case "deleteForward": self = .deleteForward(count)
    case "setCaret":
      guard let place = place("offset") else { return nil }
      self = .setCaret(place)
    case "select":
      guard let anchor = place("anchor"), let place = place("offset") else { return nil }
      self = .select(anchor: anchor, place)
    case "activate": self = .activate(offset: place("offset"))
    case "selectAll": self = .selectAll
    case "cut": self = .cut
    case "copy": self = .copy
    case "paste": self = .paste
    case "undo": self = .undo
    case "redo": self = .redo
    case "key":
      let isPlain = params["modifiers"]?.elements?.isEmpty ?? true
      self = .key(params["key"]?.string ?? "", isPlain ? [] : .control)
    default: return nil
    }
  }
}
