// SPDX-License-Identifier: MIT
import BrailleClient

/// A program that shows its focus on the braille display and does what the reader wants.
struct Sample {
  let connection: Connection
  private var order = Order()

  /// A command of the daemon.
  private struct Command: Decodable {
    var command: String
    var direction: String?
    var unit: String?
    var offset: Int?
    var anchor: Int?
    var start: Int?
    var end: Int?
    var text: String?
    var count: Int?
    var seq: Int?
  }

  init(connection: Connection) throws {
    self.connection = connection
    struct Hello: Encodable {
      var name = "Pizza"
      var acks = true
    }
    try connection.request("hello", Hello())
    try showFocus(acknowledging: nil)
  }

  /// Does what the daemon asks for, until it goes.
  mutating func run() throws {
    while let message = try connection.next() {
      if message.method == "shutdown" { return }
      try handle(message)
    }
  }

  /// Does what a message asks for.
  mutating func handle(_ message: Message) throws {
    guard message.method == "command", let command = message.params(Command.self) else { return }
    let reaction: Order.Reaction
    switch command.command {
    case "move":
      guard command.unit == "item", order.move(command.direction ?? "") else {
        // Error 8: nothing further that way.
        try finish(command, error: 8)
        return
      }
      reaction = .focus
    case "activate": reaction = order.activate()
    case "increment": reaction = order.adjust(by: 1)
    case "decrement": reaction = order.adjust(by: -1)
    case "setCaret", "select", "insertText", "replaceText", "deleteBackward", "deleteForward":
      reaction = order.write { Sample.do(command, in: &$0) }
    default:
      try finish(command, error: 7)
      return
    }
    try react(reaction, to: command)
  }

  /// Does a command in the note.
  ///
  /// Nothing else changes it, so that no place in it is ever an old one.
  private static func `do`(_ command: Command, in note: inout Note) {
    let offset = command.offset ?? 0
    switch command.command {
    case "insertText": note.insert(command.text ?? "")
    case "replaceText":
      let start = command.start ?? 0
      note.replace(start..<max(start, command.end ?? 0), by: command.text ?? "")
    case "deleteBackward": note.deleteBackward(command.count ?? 1)
    case "deleteForward": note.deleteForward(command.count ?? 1)
    default: note.select(from: command.anchor ?? offset, to: offset)
    }
  }

  private func react(_ reaction: Order.Reaction, to command: Command) throws {
    switch reaction {
    case .focus:
      try showFocus(acknowledging: command.seq)
    case .update:
      struct Update: Encodable {
        var elements: [Item]
        var ack: Int?
      }
      try connection.notify("update", Update(elements: [order.focused], ack: command.seq))
    case .announce(let text):
      struct Announcement: Encodable {
        var text: String
        var priority = "high"
      }
      try connection.notify("announce", Announcement(text: text))
      try finish(command, error: nil)
    case .nothing:
      try finish(command, error: 7)
    }
  }

  private func showFocus(acknowledging sequence: Int?) throws {
    struct Focus: Encodable {
      var element: Item
      var ack: Int?
    }
    try connection.notify("focus", Focus(element: order.focused, ack: sequence))
  }

  private func finish(_ command: Command, error code: Int?) throws {
    struct Failure: Encodable {
      var code: Int
      var message = "not possible"
    }
    struct Done: Encodable {
      var seq: Int
      var error: Failure?
    }
    guard let sequence = command.seq else { return }
    try connection.notify("done", Done(seq: sequence, error: code.map { Failure(code: $0) }))
  }
}
