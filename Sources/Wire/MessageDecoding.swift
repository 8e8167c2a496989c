// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Elements

/// From params to messages.
extension Members {
  func message(_ method: String) throws(Refusal) -> Message {
    switch method {
    case "hello": return .hello(try hello())
    case "focus":
      guard let element = try value("element", WireElement.self)?.element else {
        throw refuse("element", "is missing; an object with at least an id is needed")
      }
      let ancestors = try list("ancestors", of: WireElement.self) ?? []
      return .focus(element, ancestors: ancestors.map(\.element))
    case "screen": return .screen(try screen())
    case "insert": return .insert(try insertion())
    case "remove":
      guard let ids = try list("ids", of: String.self) else {
        throw refuse("ids", "is missing; a list of ids is needed")
      }
      return .remove(ids, focus: try id("focus"))
    case "layoutChanged":
      return .layoutChanged(focus: try id("focus"), text: try string("text"))
    case "update":
      return .update(try elements(WireElement.self).map(\.element), focus: try id("focus"))
    case "change":
      return .change(try elements(WireChange.self).map(\.change), focus: try id("focus"))
    case "edit": return try edit()
    case "announce": return .announce(try announcement())
    case "pageScrolled": return .pageScrolled(try required("text"))
    case "done": return try done()
    case "pause": return .pause(lock: try bool("lock") ?? false)
    case "resume": return .resume
    case "release": return .release
    case "status": return .status
    case "settings": return .settings(try settingChanges())
    case "history": return .history(limit: try count("limit"))
    case "explain":
      guard let element = try value("element", WireElement.self)?.element else {
        throw refuse("element", "is missing; an object with at least an id is needed")
      }
      return .explain(
        element, language: try string("language"), columns: try integer("columns"))
    case "press": return .press(try keys())
    case "observe": return .observe(try observed())
    default: throw refuse("method", "is unknown")
    }
  }

  private func elements<Entry: FromNode>(_ type: Entry.Type) throws(Refusal) -> [Entry] {
    guard let elements = try list("elements", of: type) else {
      throw refuse("elements", "is missing; a list of objects is needed")
    }
    if elements.count > Limits.elements {
      throw refuse("elements", ProtocolError(limit: "elements", max: Limits.elements))
    }
    return elements
  }

  private func screen() throws(Refusal) -> NewScreen {
    NewScreen(
      elements: try elements(WireElement.self).map(\.element), title: try string("title"),
      focus: try id("focus"), language: try string("language"),
      rotors: try list("rotors", of: WireRotor.self)?.map(\.rotor) ?? [])
  }

  private func insertion() throws(Refusal) -> Insertion {
    var insertion = Insertion(elements: try elements(WireElement.self).map(\.element))
    insertion.parent = try id("parent")
    insertion.before = try id("before")
    insertion.after = try id("after")
    insertion.focus = try id("focus")
    return insertion
  }

  private func hello() throws(Refusal) -> Hello {
    let rank = try string("rank") ?? Hello.Rank.application.rawValue
    guard let rank = Hello.Rank(rawValue: rank) else {
      throw refuse("rank", "is \(rank); it can be application or desktop")
    }
    return Hello(
      name: try required("name"), version: try integer("protocol"),
      acknowledges: try bool("acks") ?? false,
      commands: try list("commands", of: String.self).map { Set($0) }, rank: rank)
  }

  private func announcement() throws(Refusal) -> Announcement {
    Announcement(
      text: try required("text"),
      priority: try word("priority", Announcement.Priority.self) ?? .default,
      language: try string("language"), duration: try integer("duration", least: 0),
      persist: try bool("persist") ?? false, tag: try string("tag"),
      isPrivate: try bool("private") ?? false, element: try id("element"))
  }

  private func done() throws(Refusal) -> Message {
    guard let sequence = try integer("seq", least: 1) else {
      throw refuse("seq", "is missing; the number of the command is needed")
    }
    let failure = try value("error", WireFailure.self)
    return .done(sequence: sequence, failure: failure?.failure)
  }

  private func settingChanges() throws(Refusal) -> [SettingChange] {
    guard let set = try self["set"]?.members() else { return [] }
    var changes: [SettingChange] = []
    for (name, value) in set.all where !value.isNull {
      changes.append(SettingChange(name: name, value: try value.settingText()))
    }
    return changes.sorted { $0.name < $1.name }
  }

  private func keys() throws(Refusal) -> [KeyPress] {
    guard let keys = try list("keys", of: WireKey.self) else {
      throw refuse("keys", "is missing; a list of names of keys is needed")
    }
    return keys.map(\.press)
  }

  private func observed() throws(Refusal) -> Set<ObservedEvent> {
    guard let names = try list("events", of: String.self) else {
      return ObservedEvent.usual
    }
    var events: Set<ObservedEvent> = []
    for name in names {
      guard let event = ObservedEvent(rawValue: name) else {
        let known = ObservedEvent.allCases.map(\.rawValue).joined(separator: ", ")
        throw refuse("events", "has \(name); there are \(known)")
      }
      events.insert(event)
    }
    return events
  }
}

/// The `error` of `done`.
private struct WireFailure: FromNode {
  let failure: CommandFailure

  init(_ node: Node) throws(Refusal) {
    let members = try node.members()
    guard let code = try members.integer("code") else {
      throw members.refuse("code", "is missing; an error code is needed")
    }
    failure = CommandFailure(code: code, message: try members.string("message") ?? "")
  }
}

/// A key by its name.
private struct WireKey: FromNode {
  let press: KeyPress

  init(_ node: Node) throws(Refusal) {
    let name = try node.string()
    do {
      press = try KeyPress(parsing: name)
    } catch {
      throw node.refuse(error.description)
    }
  }
}

extension Node {
  /// The value of a setting as a file has it: it may be a string, a number or a truth value.
  fileprivate func settingText() throws(Refusal) -> String {
    guard !isString, !isBool else { return try token() }
    let value = try double()
    return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
