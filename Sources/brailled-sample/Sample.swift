// SPDX-License-Identifier: MIT
import BrailleClient

/// A program that shows its focus on the braille display and does what the reader wants.
struct Sample {
  private let producer: Producer
  private var order = Order()

  init(path: String?) throws {
    let commands = ["move", "activate", "increment", "decrement"] + EditableText.commands
    producer = try Producer(Hello("Pizza", commands: commands), path: path)
  }

  /// Takes what happens within `timeout` ms (nil: no limit); false if nothing does.
  mutating func takeNext(timeout: Int? = nil) throws -> Bool {
    switch producer.next(timeout: timeout) {
    case .connected: try producer.focus(order.focused)
    case .command(let command): try react(to: command)
    case .rejected(let rejection): throw rejection
    case .lost: break
    case nil: return false
    }
    return true
  }

  private mutating func react(to command: Command) throws {
    let reaction: Order.Reaction
    do throws(Command.Failure) {
      reaction = try order.perform(command)
    } catch {
      try producer.done(command, error)
      return
    }
    switch reaction {
    case .focus: try producer.focus(order.focused, acknowledging: command)
    case .update: try producer.update([order.focused], acknowledging: command)
    case .edit(let edit): try producer.edit(order.focused.id, edit, acknowledging: command)
    case .announce(let text):
      try producer.announce(Announcement(text, priority: "high"))
      try producer.done(command)
    }
  }
}
