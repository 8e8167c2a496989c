// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// What a `WireClient` knows of its connection.
struct WireConnection: Polled {
  /// Keys that came and were not taken, the oldest first.
  var keys: [UInt64] = []
  /// Changes of parameters that came and were not taken, the oldest first.
  var updates: [ParameterUpdate] = []
  /// Dislikes that came and were not told, the oldest first.
  var exceptions: [KitError] = []
  /// Whether the server has closed the connection, or sent what is not BrlAPI.
  private(set) var hasEnded = false

  private var stream: ByteStream
  /// Answers come in the order of the requests, so that counting tells whose they are.
  private var answers: [Int: Packet] = [:]
  private var asked = 0
  private var answered = 0

  init(_ stream: ByteStream) {
    self.stream = stream
  }

  /// Sends a packet that is not answered.
  mutating func send(_ bytes: [UInt8]) {
    stream.send(bytes)
  }

  /// Sends a packet, if any, and gives the number of the answer that it will have.
  mutating func ask(_ packet: Packet?) -> Int {
    if let packet { stream.send(packet.bytes) }
    asked += 1
    return asked
  }

  /// The answer with this number, if it has come.
  mutating func takeAnswer(_ number: Int) -> Packet? {
    answers.removeValue(forKey: number)
  }

  /// The oldest key that was not taken.
  mutating func takeKey() -> UInt64? {
    keys.isEmpty ? nil : keys.removeFirst()
  }

  /// The oldest change of this parameter that was not taken.
  mutating func takeUpdate(of parameter: Parameter) -> ParameterUpdate? {
    guard let index = updates.firstIndex(where: { $0.parameter == parameter.rawValue }) else {
      return nil
    }
    return updates.remove(at: index)
  }

  mutating func watch(_ poller: inout Poller) -> Duration? {
    if !hasEnded { stream.watch(&poller) }
    return nil
  }

  mutating func serve(_ poller: Poller) {
    guard !hasEnded else { return }
    _ = stream.serve(poller)
    let packets = stream.packets()
    for packet in packets ?? [] { take(packet) }
    if packets == nil || stream.hasEnded {
      hasEnded = true
      stream.descriptor.close()
    }
  }

  mutating func close() {
    guard !hasEnded else { return }
    hasEnded = true
    stream.descriptor.close()
  }

  private mutating func take(_ packet: Packet) {
    var reader = PayloadReader(packet.payload)
    switch packet.kind {
    case .key:
      if let code = reader.number(UInt64.self) { keys.append(code) }
    case .parameterUpdate:
      if let update = ParameterUpdate(packet) { updates.append(update) }
    case .exception:
      if let code = reader.number(UInt32.self), let kind = reader.number(UInt32.self) {
        exceptions.append(.exception(code: code, kind: PacketKind(rawValue: kind)))
      }
    default:
      answered += 1
      answers[answered] = packet
    }
  }
}

/// A parameter that has changed, as a server tells those who watch it.
public struct ParameterUpdate: Equatable, Sendable {
  /// The parameter's number.
  public let parameter: UInt32
  /// Whether it is the value for all clients (1) or for this one (0).
  public let flags: UInt32
  /// What it is now; brltty 6.5 often sends the numbers of a display's size in the wrong order of
  /// bytes.
  public let value: [UInt8]

  init?(_ packet: Packet) {
    var reader = PayloadReader(packet.payload)
    guard let flags = reader.number(UInt32.self), let parameter = reader.number(UInt32.self),
      reader.number(UInt64.self) != nil
    else { return nil }
    self.flags = flags
    self.parameter = parameter
    value = reader.remaining()
  }
}
