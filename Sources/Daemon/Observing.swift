// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Louis
import Panning
import Posix
import Sockets
import Wire

/// Those who look on: what is shown, which keys are pressed, what goes to programs and comes from
/// them (docs/protocol.md, "Looking on").
extension Loop {
  /// While somebody records, liblouis is waited for so long, as it is when sessions are played.
  static let recordedBudget = Duration.seconds(1)

  /// Whether anybody is told all that a recording needs.
  var isRecorded: Bool { watched.contains(.messages) }

  mutating func observe(_ id: ProgramID, _ events: Set<ObservedEvent>) {
    guard let connection = connections[id] else { return }
    let recorded = connection.records
    connection.observed = events
    connection.sentFrame = nil
    connection.pendingFrame = nil
    lookAtObservers()
    if events.contains(.display) {
      connection.send(Outgoing.notification("display", Outgoing.display(engine.display)))
    }
    if connection.records, !recorded { tellStatements(to: connection) }
    sendFrame(to: id)
    if connection.records { recordFrame(at: now) }
  }

  /// Notes what is to be told to anybody.
  mutating func lookAtObservers() {
    watched = connections.values.reduce(into: []) { $0.formUnion($1.observed) }
    watched.subtract(ObservedEvent.usual)
  }

  /// Tells who begins to record what programs show already, as if they said it now.
  private mutating func tellStatements(to connection: Connection) {
    let time = now
    for (program, message) in engine.statements where program != connection.id {
      let told = json(of: message, from: program, acknowledging: nil)
      connection.send(observed(.message(program, told), at: time))
    }
  }

  /// Sends the frame to an observer that takes one and has not got it.
  mutating func sendFrame(to id: ProgramID) {
    guard let connection = connections[id], connection.takesFrame else { return }
    engine.translator.begin(waiting: Loop.budget)
    guard let frame = engine.frame(at: now), frame != connection.sentFrame else { return }
    connection.pendingFrame = nil
    connection.sentFrame = frame
    connection.send(Outgoing.notification("frame", Outgoing.frame(frame)))
  }

  /// Sends those who record the frame that came of what has happened, if it is another one.
  mutating func recordFrame(at time: Duration) {
    guard let frame = engine.frame(at: time) else { return }
    let isProvisional = engine.isProvisional
    // What is announced while a secret is written may be the secret (M4).
    let isSecret = engine.showsSecret && frame.kind == .message
    let params = Outgoing.frame(frame, isProvisional: isProvisional, isSecret: isSecret)
    for id in order {
      guard let connection = connections[id], connection.records,
        connection.observed.contains(.frame), connection.sentFrame != frame
      else { continue }
      connection.sentFrame = frame
      send(Outgoing.notification("frame", params), to: connection)
    }
  }

  /// Tells of what is about to happen.
  mutating func tell(of input: Input, at time: Duration) {
    switch input {
    case .key(let press, _):
      tell(.keys, keyEvent(press, by: nil), at: time)
    case .message(let id, let message, _, let acknowledged):
      // Who records is no part of the recording.
      guard connections[id]?.records == false else { return }
      if isRecorded {
        let told = json(of: message, from: id, acknowledging: acknowledged)
        tell(.messages, .message(id, told), at: time)
      }
      if case .press(let keys) = message, engine.display.size != nil {
        for key in keys { tell(.keys, keyEvent(key, by: id), at: time) }
      }
    case .disconnected(let id): tell(.messages, .left(id), at: time)
    case .translated: tell(.messages, .translated, at: time)
    case .tick, .display: tell(.messages, .time, at: time)
    // Of a configuration it is told what it sets.
    case .connected, .configuration, .saved, .reloaded: break
    }
  }

  /// Tells of a command that goes to a program.
  mutating func tell(of order: Order, to id: ProgramID) {
    guard watched.contains(.commands) else { return }
    tell(.commands, .command(id, order.params(isSecret: engine.isSecret(order, to: id))))
  }

  /// Tells those who observe an event.
  mutating func tell(
    _ event: ObservedEvent, _ what: Outgoing.Observed, at time: Duration? = nil
  ) {
    guard watched.contains(event) else { return }
    let line = observed(what, at: time ?? now)
    for id in order {
      guard let connection = connections[id], connection.observed.contains(event) else { continue }
      send(line, to: connection)
    }
  }

  /// Sends it at once: who looks on is told much more than programs are.
  private func send(_ message: JSONValue, to connection: Connection) {
    connection.send(message)
    _ = connection.outbox.send(to: connection.descriptor)
  }

  private func observed(_ what: Outgoing.Observed, at time: Duration) -> JSONValue {
    Outgoing.observed(what, at: time.inMilliseconds) { engine.name(of: $0) }
  }

  private func keyEvent(_ press: KeyPress, by program: ProgramID?) -> Outgoing.Observed {
    let isTyped = engine.isTyped(press)
    let isSecret = isTyped && engine.showsSecret
    return .key(name: isSecret ? nil : press.description, isTyped: isTyped, by: program)
  }

  /// What a program says, without secrets.
  private func json(
    of message: Message, from id: ProgramID, acknowledging acknowledged: Int?
  ) -> JSONValue {
    let isInSecret = engine.showsSecret
    return message.jsonWithoutSecrets(
      acknowledging: acknowledged, isProtected: { engine.isProtected($0, of: id) },
      isInSecret: isInSecret, mayShow: { !isInSecret || !engine.isTyped($0) })
  }
}

extension Duration {
  /// The same without what is below a millisecond.
  var wholeMilliseconds: Duration { .milliseconds(inMilliseconds) }

  /// Whole milliseconds.
  var inMilliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
