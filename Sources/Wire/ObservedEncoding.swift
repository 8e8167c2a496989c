// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
public import Commands
public import Core
public import Panning
import Presentation

/// What observers are told of programs and keys, to JSON (docs/protocol.md, "Looking on").
extension Outgoing {
  /// Something that an observer is told besides frames and the display.
  public enum Observed: Equatable, Sendable {
    /// A key was pressed, by a program if one is named; `name` is nil if it may be a part of a
    /// secret, `isTyped` says that it does nothing but write.
    case key(name: String?, isTyped: Bool, by: ProgramID?)
    /// A command went to a program; its params, without secrets.
    case command(ProgramID, JSONValue)
    /// A program said something; the message, without secrets.
    case message(ProgramID, JSONValue)
    /// What a program said last was refused.
    case refused(ProgramID, method: String?, code: Int, field: String?)
    /// A program sent a line that could not be read as a message, which changed nothing.
    case unreadable(ProgramID, method: String?, code: Int, field: String?)
    /// A program left.
    case left(ProgramID)
    /// The configuration was read again; all settings.
    case settings([SettingValue])
    /// liblouis has answered what it had not before.
    case translated
    /// Time has passed, and something may come of it.
    case time
  }

  /// The notification `observed`; `time` is ms since the daemon started, `name` a program's name.
  public static func observed(
    _ observed: Observed, at time: Int, name: (ProgramID) -> String?
  ) -> JSONValue {
    var params: [String: JSONValue] = ["time": .integer(time)]
    func put(_ program: ProgramID?) {
      guard let program else { return }
      params["connection"] = .integer(program.number)
      params["producer"] = name(program).map { .string($0) }
    }
    func put(_ program: ProgramID, _ method: String?, _ code: Int, _ field: String?) {
      put(program)
      params["code"] = .integer(code)
      params["method"] = method.map { .string($0) }
      params["field"] = field.map { .string($0) }
    }
    params["event"] = .string(observed.event)
    switch observed {
    case .key(let name, let isTyped, let program):
      params["key"] = name.map { .string($0) }
      if isTyped { params["typed"] = true }
      put(program)
    case .command(let program, let command):
      put(program)
      params["command"] = command
    case .message(let program, let message):
      put(program)
      params["message"] = message
    case .refused(let program, let method, let code, let field),
      .unreadable(let program, let method, let code, let field):
      put(program, method, code, field)
    case .left(let program): put(program)
    case .settings(let values): params["settings"] = settings(values)
    case .translated, .time: break
    }
    return notification("observed", .object(params))
  }

  /// The params of `frame` for who records: whether liblouis has not answered for all of it, and
  /// without what is on it if that may be secret.
  public static func frame(_ frame: Frame, isProvisional: Bool, isSecret: Bool) -> JSONValue {
    guard case .object(var params) = self.frame(frame) else { return .null }
    if isProvisional { params["provisional"] = true }
    if isSecret {
      params["cells"] = nil
      params["text"] = nil
      params["secret"] = true
    }
    return .object(params)
  }
}

extension Outgoing.Observed {
  fileprivate var event: String {
    switch self {
    case .key: "key"
    case .command: "command"
    case .message: "message"
    case .refused: "refused"
    case .unreadable: "unreadable"
    case .left: "left"
    case .settings: "settings"
    case .translated: "translated"
    case .time: "time"
    }
  }
}

extension Message {
  /// The message as its program sent it, but for what is secret: of that, only how long it is.
  ///
  /// `isProtected` tells whether an element of an id is a secret already, `isInSecret` whether what
  /// is said, rather than shown, may be one, `mayShow` whether a key may be told.
  public func jsonWithoutSecrets(
    acknowledging: Int?, isProtected: (String) -> Bool, isInSecret: Bool,
    mayShow: (KeyPress) -> Bool
  ) -> JSONValue {
    if case .press(let keys) = self {
      let shown = keys.map { mayShow($0) ? $0 : KeyPress.hidden }
      return Message.press(shown).json()
    }
    guard case .object(var members) = json(acknowledging: acknowledging) else { return .null }
    guard case .object(var params)? = members["params"] else { return .object(members) }
    switch self {
    case .announce, .pageScrolled, .layoutChanged:
      if isInSecret { params["text"] = params["text"]?.hidden }
    case .done:
      if isInSecret { params["error"] = params["error"]?.hiding(["message"]) }
    case .edit(let id, _):
      if isProtected(id) { params["changes"] = params["changes"]?.hiding(["text"]) }
    default:
      // What is new is not known yet: it is what it comes into, or stands beside.
      let places = ["parent", "before", "after"].compactMap { params[$0] }
      let isInside =
        places.contains { if case .string(let id) = $0 { isProtected(id) } else { false } }
        || params["ancestors"]?.isSecret(isProtected) == true
      for name in ["element", "elements"] {
        params[name] = params[name]?.withoutSecrets(isProtected, isInSecret: isInside)
      }
      params["ancestors"] = params["ancestors"]?.withoutSecrets(isProtected, isInSecret: false)
    }
    members["params"] = .object(params)
    return .object(members)
  }
}

extension KeyPress {
  /// What stands for a key that is not told: the letter x.
  public static let hidden = KeyPress(.dots(Cell(dots: 1, 3, 4, 6)))
}

extension Order {
  /// The params of the command without what it would write, if that is secret.
  public func params(isSecret: Bool) -> JSONValue {
    let params = Outgoing.command(self)
    guard isSecret else { return params }
    let hidden = params.hiding(["text", "cells", "value"])
    // A letter is written, other keys are named.
    guard case .string(let key)? = params["key"], key.unicodeScalars.count == 1 else {
      return hidden
    }
    return hidden.hiding(["key"])
  }
}

extension JSONValue {
  /// Whether an element is a secret, or one of a list.
  fileprivate func isSecret(_ isProtected: (String) -> Bool) -> Bool {
    switch self {
    case .array(let values): return values.contains { $0.isSecret(isProtected) }
    case .object(let members):
      if members["protected"] == true || members["inputType"] == "password" { return true }
      if case .string(let id)? = members["id"] { return isProtected(id) }
      return false
    default: return false
    }
  }

  /// Elements, one or a list, without what is secret of them.
  fileprivate func withoutSecrets(
    _ isProtected: (String) -> Bool, isInSecret: Bool
  ) -> JSONValue {
    switch self {
    case .array(let values):
      return .array(values.map { $0.withoutSecrets(isProtected, isInSecret: isInSecret) })
    case .object(var members):
      var isSecret =
        isInSecret || members["protected"] == true || members["inputType"] == "password"
      if case .string(let id)? = members["id"], isProtected(id) { isSecret = true }
      let children = members.removeValue(forKey: "children")
      if isSecret {
        members["range"] = nil
        let own = JSONValue.object(members).hiding(JSONValue.contents)
        let whole = isInSecret ? own.hiding(JSONValue.names) : own
        if case .object(let hidden) = whole { members = hidden }
      }
      members["children"] = children?.withoutSecrets(isProtected, isInSecret: isSecret)
      return .object(members)
    default: return self
    }
  }

  /// What an element holds: nothing of a secret is told.
  private static let contents: Set<String> = [
    "value", "text", "details", "stateDescription", "errorMessage",
  ]

  /// What an element is called: that of a secret is no secret, but that of what is in one.
  private static let names: Set<String> = [
    "label", "brailleLabel", "description", "hint", "placeholder", "roleDescription",
    "brailleRoleDescription",
  ]

  /// The same with all strings hidden in members of these names, wherever they are.
  fileprivate func hiding(_ names: Set<String>) -> JSONValue {
    switch self {
    case .array(let values): return .array(values.map { $0.hiding(names) })
    case .object(let members):
      return .object(
        members.reduce(into: [:]) { result, member in
          result[member.key] =
            names.contains(member.key) ? member.value.hidden : member.value.hiding(names)
        })
    default: return self
    }
  }

  /// What stands for the further scalars of a character.
  private static let accent: Unicode.Scalar = "\u{301}"

  /// The same with a mark for each scalar of what is told by strings in it; languages and styles
  /// stay.
  fileprivate var hidden: JSONValue {
    switch self {
    case .string(let text):
      // A character of several scalars stays one.
      var marks = String.UnicodeScalarView()
      for character in text {
        marks.append(Passage.mask)
        let rest = character.unicodeScalars.count - 1
        marks.append(contentsOf: repeatElement(JSONValue.accent, count: rest))
      }
      return .string(String(marks))
    case .array(let values): return .array(values.map(\.hidden))
    case .object(let members):
      return .object(
        members.reduce(into: [:]) { result, member in
          let isTold = ["language", "style", "element"].contains(member.key)
          result[member.key] = isTold ? member.value : member.value.hidden
        })
    default: return self
    }
  }
}
