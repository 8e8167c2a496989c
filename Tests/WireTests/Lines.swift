// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Testing
import Wire

/// What lines come to.
enum Lines {
  static func decoded(_ line: String, isFull: Bool = true) -> DecodedLine {
    decode(line: Array(line.utf8), isFull: isFull)
  }

  /// The message of a line that has to be taken.
  static func taken(_ line: String, isFull: Bool = true) throws -> Incoming {
    let decoded = decoded(line, isFull: isFull)
    guard case .message(let incoming) = decoded else {
      Issue.record("\(line) came to \(decoded)")
      throw NotTaken()
    }
    return incoming
  }

  /// The refusal of a line that must not be taken.
  static func refused(_ line: String, isFull: Bool = true) throws -> RefusedLine {
    let decoded = decoded(line, isFull: isFull)
    guard case .refused(let refusal) = decoded else {
      Issue.record("\(line) came to \(decoded)")
      throw NotTaken()
    }
    return refusal
  }

  struct NotTaken: Error {}
}
