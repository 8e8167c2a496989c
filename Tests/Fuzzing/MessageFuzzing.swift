// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Wire

/// A line, read as a program's and as the daemon's, written again and read again.
enum MessageFuzzing {
  static func problem(with bytes: [UInt8]) -> String? {
    whatBreaks { () throws(Broken) in
      for isFull in [true, false] {
        switch decode(line: bytes, isFull: isFull) {
        case .message(let incoming): try check(incoming, isFull: isFull)
        case .refused(let refused): try check(refused)
        case .ignored: break
        }
      }
      if case .command(let order)? = decode(daemonLine: bytes) { try check(order) }
      if let value = JSONValue(parsing: bytes) {
        try hold(JSONValue(parsing: value.line) == value, "\(value) is written as another value")
      }
    }
  }

  private static func check(_ incoming: Incoming, isFull: Bool) throws(Broken) {
    let method = incoming.message.method
    try hold(isFull || incoming.message.isForProducers, "\(method) is taken of producers")
    try hold(Message.methods.contains(method), "there is no \(method)")
    let line = incoming.message.json(id: incoming.id, acknowledging: incoming.acknowledged).line
    try hold(!line.contains(0x0A), "the line has an end in it")
    let again = decode(line: line, isFull: isFull)
    try hold(again == .message(incoming), "\(incoming) is written as \(again)")
  }

  private static func check(_ refused: RefusedLine) throws(Broken) {
    let error = refused.error
    try hold(!error.message.isEmpty, "nothing is said of \(error.code)")
    try hold(refused.isRequest == (refused.method != nil), "\(refused) is half a request")
    if let field = error.field {
      try hold(
        !field.isEmpty && error.message.hasPrefix(field), "\(error.message) is not of \(field)")
      try hold([.params, .tooLarge].contains(error.code), "\(error.code) has the field \(field)")
    }
    let line = Outgoing.reply(refused.id, .error(error)).line
    try hold(JSONValue(parsing: line) != nil, "the refusal is no JSON")
  }

  /// What is written of a command is read as one that is written so.
  private static func check(_ order: Order) throws(Broken) {
    let line = Outgoing.notification("command", Outgoing.command(order)).line
    guard case .command(let again)? = decode(daemonLine: line) else {
      throw Broken("\(order) is written as no command")
    }
    try hold(
      Outgoing.command(again) == Outgoing.command(order), "\(order) is written as \(again)")
  }
}
