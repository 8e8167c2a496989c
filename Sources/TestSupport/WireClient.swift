// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// A BrlAPI client in protocol code of its own: another program beside the one that is tested.
///
/// Several threads may use it; each gets the answers to its own requests. Unless said otherwise a
/// call waits for its answer, `limit` at most, and the errors are `timedOut`, `ended`, `answer`,
/// and `exception` if the server disliked something that was sent before.
public final class WireClient: Sendable {
  /// How long a call waits for its answer.
  public let limit: Duration
  private let thread: PolledThread<WireConnection>

  /// Connects to a server, a value for `BRLAPI_HOST`, and is let in, with a key if one is needed.
  ///
  /// Errors: `refused`, and those of every call.
  public init(
    host: String, key: [UInt8]? = nil, limit: Duration = Patience.limit
  ) throws(KitError) {
    self.limit = limit
    guard let address = SocketAddress(host: host) else {
      throw .malformed("\(host) is no server of this machine")
    }
    let socket = try system { () throws(PosixError) in try address.connecting() }
    thread = try PolledThread(name: "wire client", WireConnection(ByteStream(socket)))
    do throws(KitError) {
      try enter(key)
    } catch {
      thread.close()
      throw error
    }
  }

  deinit {
    close()
  }

  private func enter(_ key: [UInt8]?) throws(KitError) {
    _ = try answer(to: nil, .version)
    let ways = try answer(to: Packet(.version, UInt32(8).bigEndianBytes), .authorization)
    let none = UInt32(UInt8(ascii: "N")).bigEndianBytes
    let withKey = UInt32(UInt8(ascii: "K")).bigEndianBytes
    let offered = stride(from: 0, to: ways.count - 3, by: 4).map { Array(ways[$0..<$0 + 4]) }
    if offered.contains(none) { return }
    guard offered.contains(withKey), let key else { throw .refused }
    try request(Packet(.authorization, withKey + key))
  }

  /// Whether the server has not closed the connection.
  public var isOpen: Bool { thread.look { !$0.hasEnded } }

  /// Waits until the server closes the connection.
  public func waitForEnd(limit: Duration = Patience.limit) throws(TimedOut) {
    let end = thread.wait(until: MonotonicClock.now + limit) { $0.hasEnded ? true : nil }
    guard end != nil else { throw TimedOut("no end of the connection in \(limit)") }
  }

  /// Closes the connection.
  public func close() {
    thread.close()
  }

  // MARK: Packets

  /// Sends a packet and waits for nothing.
  public func send(_ packet: Packet) { send(bytes: packet.bytes) }

  /// Sends bytes as they are and waits for nothing.
  public func send(bytes: [UInt8]) { thread.change { $0.send(bytes) } }

  /// Sends a packet and gives its answer, which must be of the given type.
  @discardableResult
  public func request(
    _ packet: Packet, answer kind: PacketKind = .acknowledgement, limit: Duration? = nil
  ) throws(KitError) -> [UInt8] {
    try answer(to: packet, kind, limit: limit)
  }

  private func answer(
    to packet: Packet?, _ kind: PacketKind, limit: Duration? = nil
  ) throws(KitError) -> [UInt8] {
    let number = thread.change { $0.ask(packet) }
    let found = try take(limit, "answer \(kind)") { $0.takeAnswer(number) }
    // An exception comes before the answer to what was sent after the packet it is about.
    if let exception = thread.change({ $0.exceptions.popFirst() }) { throw exception }
    if found.kind == kind { return found.payload }
    var reader = PayloadReader(found.payload)
    guard found.kind == .error, let code = reader.number(UInt32.self) else {
      throw .malformed("\(found) is no answer to \(packet.map { "\($0.kind)" } ?? "a connection")")
    }
    throw .answer(code: code)
  }

  /// Waits until `take` gives something.
  private func take<Result>(
    _ limit: Duration?, _ what: String, _ take: (inout WireConnection) -> Result?
  ) throws(KitError) -> Result {
    let limit = limit ?? self.limit
    let result = thread.wait(until: MonotonicClock.now + limit) { connection -> Result?? in
      if let result = take(&connection) { return .some(result) }
      return connection.hasEnded ? .some(nil) : nil
    }
    guard let result else { throw .timedOut("no \(what) in \(limit)") }
    guard let result else { throw .ended("connection, before \(what)") }
    return result
  }

  // MARK: Keys and changes

  /// Waits for the next key.
  public func nextKey(limit: Duration? = nil) throws(KitError) -> UInt64 {
    try take(limit, "key") { $0.takeKey() }
  }

  /// Waits for so many keys.
  public func nextKeys(_ count: Int) throws(KitError) -> [UInt64] {
    var keys: [UInt64] = []
    while keys.count < count { keys.append(try nextKey()) }
    return keys
  }

  /// The keys that have come and were not taken; waits for none.
  public func takeKeys() -> [UInt64] {
    thread.change { connection in
      defer { connection.keys = [] }
      return connection.keys
    }
  }

  /// Waits for the next change of a parameter that is watched.
  public func nextUpdate(
    of parameter: Parameter, limit: Duration? = nil
  ) throws(KitError) -> ParameterUpdate {
    try take(limit, "update of \(parameter)") { $0.takeUpdate(of: parameter) }
  }
}

extension Array {
  fileprivate mutating func popFirst() -> Element? {
    isEmpty ? nil : removeFirst()
  }
}
