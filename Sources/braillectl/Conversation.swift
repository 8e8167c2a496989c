// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Commands
import Glibc
import Monitor
import Posix
import Wire

/// What is done with a running daemon.
struct Conversation {
  private let connection: Connection

  /// What can be done, by its name on the command line.
  enum Command: String, CaseIterable {
    case status, send, announce, press, explain, history, settings
  }

  /// Connects to the daemon.
  init(socket: String?) throws {
    connection = try Connection(path: socket)
  }

  /// Does a command; false if it failed.
  func run(_ command: Command, _ arguments: [String]) throws -> Bool {
    switch command {
    case .status: return try status(arguments)
    case .send: return try send(arguments)
    case .announce: try announce(arguments)
    case .press: try press(arguments)
    case .explain: try explain(arguments)
    case .history: try history(arguments)
    case .settings: try settings(arguments)
    }
    return true
  }

  func result(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    try connection.request(method, params).result(JSONValue.self) ?? .null
  }

  private func status(_ arguments: [String]) throws -> Bool {
    guard arguments.isEmpty || arguments == ["--json"] else {
      throw Failure(place: "status", reason: "takes --json only", status: 2)
    }
    let result = try result("status")
    let report = StatusReport(result, readers: OtherReaders(), key: BrlAPIKey(), own: Int(getpid()))
    if arguments.isEmpty {
      for line in report.lines { print(line) }
    } else {
      print(String(decoding: result.line, as: UTF8.self))
    }
    return report.isWell
  }

  /// What a command is given in one file, or on standard input.
  func input(
    _ arguments: [String], of command: Command
  ) throws(Failure) -> (path: String, bytes: [UInt8]) {
    guard arguments.count <= 1 else {
      throw Failure(place: command.rawValue, reason: "takes one file", status: 2)
    }
    let path = arguments.first ?? "/dev/stdin"
    do {
      return (path, try readFile(path))
    } catch {
      throw Failure(
        place: path, reason: PosixError.text(error.code) + "; name a file that can be read",
        status: 2)
    }
  }

  /// Sends lines as they are; what comes back within a moment of the last is printed.
  private func send(_ arguments: [String]) throws -> Bool {
    let bytes = try input(arguments, of: .send).bytes
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      try connection.send(line: String(decoding: line, as: UTF8.self))
    }
    // The answer to a request of ours comes when all of theirs are answered.
    var isGood = true
    try connection.send(line: #"{"id":"braillectl end","method":"status"}"#)
    while let message = try connection.next(timeout: 5000) {
      let value = JSONValue(parsing: message.line) ?? .null
      if value["id"] == "braillectl end" { break }
      if value["error"] != nil || message.method == "rejected" { isGood = false }
      print(String(decoding: message.line, as: UTF8.self))
    }
    return isGood
  }

  private func announce(_ arguments: [String]) throws {
    guard !arguments.isEmpty else {
      throw Failure(place: "announce", reason: "needs a text; write announce TEXT", status: 2)
    }
    let text = arguments.joined(separator: " ")
    try connection.request("announce", JSONValue.object(["text": .string(text)]))
  }

  private func press(_ arguments: [String]) throws {
    guard !arguments.isEmpty else {
      throw Failure(
        place: "press", reason: "needs the names of keys, as FWINRT or space+dot1", status: 2)
    }
    let keys: [KeyPress]
    do {
      keys = try KeyPress.list(parsing: arguments.joined(separator: " "))
    } catch {
      throw Failure(place: "press", reason: error.description, status: 2)
    }
    let names = keys.map { JSONValue.string($0.description) }
    _ = try result("press", ["keys": .array(names)])
  }

  private func settings(_ arguments: [String]) throws {
    var changes: [String: JSONValue] = [:]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw Failure(place: argument, reason: "write NAME=VALUE", status: 2)
      }
      changes[String(parts[0])] = .string(String(parts[1]))
    }
    let params: JSONValue = changes.isEmpty ? [:] : ["set": .object(changes)]
    guard case .object(let values) = try result("settings", params) else { return }
    for (name, _) in values.sorted(by: { $0.key < $1.key }) {
      print("\(name) = \(JSONValue.object(values).text(name))")
    }
  }
}
