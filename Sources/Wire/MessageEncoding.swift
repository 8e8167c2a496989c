// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
public import Core
import Elements

extension Message {
  /// The message as a program sends it, what does not apply left out (docs/protocol.md, "From the
  /// program").
  ///
  /// With an `id` it is a request. `acknowledging`: all commands up to this number are finished;
  /// left out of messages that cannot tell it (`mayAcknowledge`).
  public func json(id: RequestID? = nil, acknowledging: Int? = nil) -> JSONValue {
    var params = params
    if mayAcknowledge, let acknowledging { params["ack"] = .integer(acknowledging) }
    var members: [String: JSONValue] = ["jsonrpc": "2.0", "method": .string(method)]
    members["id"] = id?.json
    if !params.isEmpty { members["params"] = .object(params) }
    return .object(members)
  }

  /// Whether it can tell which commands are finished.
  public var mayAcknowledge: Bool { Message.acknowledging.contains(method) }

  private var params: [String: JSONValue] {
    switch self {
    case .hello(let hello): hello.params
    case .focus(let element, let ancestors):
      ancestors.isEmpty
        ? ["element": element.json]
        : ["element": element.json, "ancestors": .array(ancestors.map(\.json))]
    case .screen(let screen): screen.params
    case .insert(let insertion): insertion.params
    case .remove(let ids, let focus):
      ["ids": .array(ids.map { .string($0) })].and(["focus": focus])
    case .layoutChanged(let focus, let text): [:].and(["focus": focus, "text": text])
    case .update(let elements, let focus):
      ["elements": .array(elements.map(\.json))].and(["focus": focus])
    case .change(let changes, let focus):
      ["elements": .array(changes.map(\.json))].and(["focus": focus])
    case .edit(let id, let edit): edit.members.and(["element": id])
    case .announce(let announcement): announcement.params
    case .pageScrolled(let text): ["text": .string(text)]
    case .done(let sequence, let failure):
      failure.map { ["seq": .integer(sequence), "error": $0.json] } ?? ["seq": .integer(sequence)]
    case .pause(let lock): lock ? ["lock": true] : [:]
    case .resume, .release, .status, .settings, .history, .explain, .press, .observe: questions
    }
  }

  /// The params of what only asks, or is not about what a program shows.
  private var questions: [String: JSONValue] {
    switch self {
    case .settings(let changes):
      changes.isEmpty
        ? [:]
        : ["set": .object(Dictionary(changes.map { ($0.name, .string($0.value)) }) { $1 })]
    case .history(let limit): limit.map { ["limit": .integer($0)] } ?? [:]
    case .explain(let element, let language, let columns):
      (columns.map { ["columns": .integer($0)] } ?? [:])
        .merging(["element": element.json]) { $1 }.and(["language": language])
    case .press(let keys): ["keys": .array(keys.map { .string($0.description) })]
    case .observe(let events):
      ["events": .array(events.map(\.rawValue).sorted().map { .string($0) })]
    default: [:]
    }
  }
}

extension [String: JSONValue] {
  /// The same with strings besides, of which some may be left out.
  fileprivate func and(_ strings: [String: String?]) -> [String: JSONValue] {
    merging(strings.compactMapValues { $0.map { .string($0) } }) { $1 }
  }
}

extension Hello {
  fileprivate var params: [String: JSONValue] {
    var params: [String: JSONValue] = ["name": .string(name)]
    params["protocol"] = version.map { .integer($0) }
    if acknowledges { params["acks"] = true }
    params["commands"] = commands.map { .array($0.sorted().map { .string($0) }) }
    if rank != .application { params["rank"] = .string(rank.rawValue) }
    return params
  }
}

extension NewScreen {
  fileprivate var params: [String: JSONValue] {
    var params: [String: JSONValue] = ["elements": .array(elements.map(\.json))]
    if !rotors.isEmpty { params["rotors"] = .array(rotors.map(\.json)) }
    return params.and(["title": title, "focus": focus, "language": language])
  }
}

extension Insertion {
  fileprivate var params: [String: JSONValue] {
    ["elements": .array(elements.map(\.json))]
      .and(["parent": parent, "before": before, "after": after, "focus": focus])
  }
}

extension Announcement {
  fileprivate var params: [String: JSONValue] {
    var params: [String: JSONValue] = ["text": .string(text)]
    if priority != .default { params["priority"] = .string(priority.rawValue) }
    params["duration"] = duration.map { .integer($0) }
    if persist { params["persist"] = true }
    if isPrivate { params["private"] = true }
    return params.and(["language": language, "tag": tag, "element": element])
  }
}

extension CommandFailure {
  fileprivate var json: JSONValue {
    message.isEmpty
      ? ["code": .integer(code)] : ["code": .integer(code), "message": .string(message)]
  }
}
