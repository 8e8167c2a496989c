// SPDX-License-Identifier: GPL-3.0-or-later
public import Core

/// A line from brailled, as a program reads it (docs/protocol.md, "From the daemon").
public enum DaemonLine: Equatable, Sendable {
  /// The reader wants something done.
  case command(Order)
  /// A command that cannot be read or is not known here, with its number, and what is wrong with
  /// it.
  case strange(command: String?, sequence: Int?, reason: String)
  /// The answer to a request: its result, or why it was refused.
  case reply(RequestID?, Result<JSONValue, Refused>)
  /// A notification was refused.
  case rejected(Refused)
  /// brailled ends.
  case shutdown
  /// What only observers are told, or what later versions tell.
  case other

  /// Why something that a program sent was refused.
  public struct Refused: Error, Equatable, Sendable {
    /// The method, if brailled could read it and tells it.
    public var method: String?
    /// One of the protocol's error codes.
    public var code: Int
    /// brailled's own words; they may hold what the program sent.
    public var message: String
    /// The member that is wrong: `element.text.caret`.
    public var field: String?

    /// Why something was refused.
    public init(method: String? = nil, code: Int, message: String, field: String? = nil) {
      self.method = method
      self.code = code
      self.message = message
      self.field = field
    }
  }
}

/// Reads a line that brailled sent; nil if it is no message of the protocol.
public func decode(daemonLine line: [UInt8]) -> DaemonLine? {
  guard let tree = try? JSONTree(line, deepest: 64) else { return nil }
  return tree.read { part -> DaemonLine? in
    guard part.kind == .object else { return nil }
    return Members(part: part).daemonLine(part)
  }
}

extension Members {
  fileprivate func daemonLine(_ part: JSONPart) -> DaemonLine? {
    guard let method = try? string("method") else { return reply(part) }
    let params = (try? self["params"]?.members()) ?? Members(part: nil)
    switch method {
    case "command":
      do throws(Refusal) {
        return .command(try params.order())
      } catch {
        let name = try? params.string("command")
        let sequence = try? params.integer("seq")
        return .strange(command: name, sequence: sequence, reason: error.error.message)
      }
    case "rejected": return .rejected(params.refused)
    case "shutdown": return .shutdown
    default: return .other
    }
  }

  private func reply(_ part: JSONPart) -> DaemonLine? {
    let id: RequestID? =
      if let number = try? integer("id") {
        .number(number)
      } else if let text = try? string("id") {
        .text(text)
      } else {
        nil
      }
    if let error = try? self["error"]?.members() {
      var refused = error.refused
      refused.field = (try? (try? error["data"]?.members())?.string("field")) ?? nil
      return .reply(id, .failure(refused))
    }
    guard let result = part.member("result") else { return nil }
    return .reply(id, .success(JSONValue(result)))
  }

  private var refused: DaemonLine.Refused {
    DaemonLine.Refused(
      method: (try? string("method")) ?? nil, code: (try? integer("code")) ?? 0,
      message: (try? string("message")) ?? "", field: (try? string("field")) ?? nil)
  }
}

/// The result of `hello`.
public struct Welcome: Equatable, Sendable {
  /// The version of the protocol that is spoken from now on.
  public var version: Int
  /// brailled's limits by their names (docs/protocol.md, "Transport").
  public var limits: [String: Int]

  /// Reads it; nil if it is none.
  public init?(_ result: JSONValue) {
    guard let version = result["protocol"]?.integer else { return nil }
    self.version = version
    limits = [:]
    guard case .object(let members)? = result["limits"] else { return }
    limits = members.compactMapValues(\.integer)
  }
}

extension Status.Producer {
  /// Reads the programs of a result of `status`; what is none of them is left out.
  public static func list(_ result: JSONValue) -> [Status.Producer] {
    guard case .array(let entries)? = result["producers"] else { return [] }
    return entries.compactMap { entry in
      guard case .string(let name)? = entry["name"], let pid = entry["pid"]?.integer else {
        return nil
      }
      let rank: Hello.Rank = entry["rank"] == "desktop" ? .desktop : .application
      return Status.Producer(
        name: name, pid: pid, rank: rank, isPaused: entry["paused"] == true,
        showsFocus: entry["shows"] == true)
    }
  }
}

extension JSONValue {
  /// A whole number; nil if it is none.
  fileprivate var integer: Int? {
    guard case .number(let value) = self else { return nil }
    return Int(exactly: value)
  }
}
