// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Elements

/// From params to messages.
extension Members {
  func message(_ method: String) throws -> Message {
    switch method {
    case "hello": return .hello(try hello())
    case "focus":
      guard let element = try value("element", WireElement.self)?.element else {
        throw refuse("element", "is missing; an object with at least an id is needed")
      }
      let ancestors = try list("ancestors", of: WireElement.self) ?? []
      return .focus(element, ancestors: ancestors.map(\.element))
    case "update":
      return .update(try elements(WireElement.self).map(\.element), focus: try id("focus"))
    case "change":
      return .change(try elements(WireChange.self).map(\.change), focus: try id("focus"))
    case "edit": return try edit()
    case "announce": return .announce(try announcement())
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

  private func elements<Entry: Decodable>(_ type: Entry.Type) throws -> [Entry] {
    guard let elements = try list("elements", of: type) else {
      throw refuse("elements", "is missing; a list of objects is needed")
    }
    if elements.count > Limits.elements {
      throw Refusal(ProtocolError(limit: "elements", max: Limits.elements), at: path("elements"))
    }
    return elements
  }

  private func hello() throws -> Hello {
    let rank = try string("rank") ?? Hello.Rank.application.rawValue
    guard let rank = Hello.Rank(rawValue: rank) else {
      throw refuse("rank", "is \(rank); it can be application or desktop")
    }
    return Hello(
      name: try required("name"), version: try integer("protocol"),
      acknowledges: try bool("acks") ?? false,
      commands: try list("commands", of: String.self).map { Set($0) }, rank: rank)
  }

  private func announcement() throws -> Announcement {
    Announcement(
      text: try required("text"),
      priority: try word("priority", Announcement.Priority.self) ?? .default,
      language: try string("language"), duration: try integer("duration", least: 0),
      persist: try bool("persist") ?? false, tag: try string("tag"),
      isPrivate: try bool("private") ?? false, element: try id("element"))
  }

  private func done() throws -> Message {
    guard let sequence = try integer("seq", least: 1) else {
      throw refuse("seq", "is missing; the number of the command is needed")
    }
    let failure = try value("error", WireFailure.self)
    return .done(sequence: sequence, failure: failure?.failure)
  }

  private func settingChanges() throws -> [SettingChange] {
    guard let set = try value("set", [String: WireSetting].self) else { return [] }
    return set.sorted { $0.key < $1.key }.compactMap { name, value in
      value.text.map { SettingChange(name: name, value: $0) }
    }
  }

  private func keys() throws -> [KeyPress] {
    guard let names = try list("keys", of: String.self) else {
      throw refuse("keys", "is missing; a list of names of keys is needed")
    }
    return try names.enumerated().map { index, name in
      do {
        return try KeyPress(parsing: name)
      } catch let error as InvalidKey {
        let place = path("keys") + [Name(intValue: index) ?? Name("")]
        throw Refusal(ProtocolError(.params, error.description), at: place)
      }
    }
  }

  private func observed() throws -> Set<ObservedEvent> {
    guard let names = try list("events", of: String.self) else {
      return Set(ObservedEvent.allCases)
    }
    return Set(
      try names.map { name in
        guard let event = ObservedEvent(rawValue: name) else {
          throw refuse("events", "has \(name); there are frame and display")
        }
        return event
      })
  }
}

/// The `error` of `done`.
private struct WireFailure: Decodable {
  let failure: CommandFailure

  init(from decoder: any Decoder) throws {
    let members = try Members(from: decoder)
    guard let code = try members.integer("code") else {
      throw members.refuse("code", "is missing; an error code is needed")
    }
    failure = CommandFailure(code: code, message: try members.string("message") ?? "")
  }
}

/// The value of a setting: a string, a number or a truth value; none if it is null.
private struct WireSetting: Decodable {
  let text: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      text = nil
    } else if let value = try? container.decode(String.self) {
      text = value
    } else if let value = try? container.decode(Bool.self) {
      text = String(value)
    } else {
      let value = try container.decode(Double.self)
      text = value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
  }
}
