// SPDX-License-Identifier: GPL-3.0-or-later
import Wire

/// A program of a recording, whose commands are numbered from 1 when it is played.
struct RecordedProgram: Sendable {
  /// What a session file calls it.
  let letter: String
  /// The number of the last command before the recording; nil until one is seen.
  private var numberBefore: Int?

  init(letter: String) {
    self.letter = letter
  }

  /// A command with the number that it has when it is played.
  mutating func renumbered(command: JSONValue) -> JSONValue {
    guard case .object(var members) = command, let sequence = members["seq"]?.integer else {
      return command
    }
    let before = numberBefore ?? sequence - 1
    numberBefore = before
    members["seq"] = .integer(sequence - before)
    return .object(members)
  }

  /// A message whose acknowledgements are of commands of the recording; nil if it says nothing else
  /// than that an earlier command is finished.
  func renumbered(_ message: JSONValue) -> JSONValue? {
    guard case .object(var members) = message else { return message }
    members["jsonrpc"] = nil
    guard case .object(var params)? = members["params"] else { return .object(members) }
    if message["method"] == "done" {
      guard let number = params["seq"]?.integer.flatMap({ number(of: $0) }) else { return nil }
      params["seq"] = .integer(number)
    } else if let acknowledged = params["ack"]?.integer {
      params["ack"] = number(of: acknowledged).map { .integer($0) }
    }
    members["params"] = .object(params)
    return .object(members)
  }

  private func number(of sequence: Int) -> Int? {
    guard let numberBefore, sequence > numberBefore else { return nil }
    return sequence - numberBefore
  }
}
