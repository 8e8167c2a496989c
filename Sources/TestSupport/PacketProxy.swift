// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// Stands between BrlAPI clients and brltty, and knows where packets begin and end.
public final class PacketProxy: Sendable {
  /// The way that a packet goes.
  public enum Direction: CaseIterable, Sendable {
    /// From the client to brltty.
    case up
    /// From brltty to the client.
    case down
  }

  /// A packet that came by.
  public struct Passed: Equatable, Sendable {
    /// When, by `MonotonicClock`.
    public let time: Duration
    /// Its way.
    public let direction: Direction
    /// The connection, 1 for the first that was made.
    public let connection: Int
    /// The packet as it came, before a filter.
    public let packet: Packet
  }

  /// What is known of the connections.
  public struct State: Equatable, Sendable {
    /// How many connections were made, also refused ones.
    public internal(set) var connections = 0
    /// How many connections are open.
    public internal(set) var open = 0
    /// All packets that came by, the oldest first.
    public internal(set) var log: [Passed] = []
    /// The open connections on which something was written that brltty has not yet said it has dealt
    /// with, and whether it was asked.
    var untaken: [Int: Bool] = [:]

    /// Whether brltty has said of all that was written that it has dealt with it.
    public var isTaken: Bool { untaken.isEmpty }

    /// Notes what a packet that is passed on means for what was written.
    mutating func note(_ packet: Packet, _ direction: Direction, connection: Int) {
      switch (direction, packet.kind) {
      case (.up, .write): untaken[connection] = false
      case (.up, .synchronize): if untaken[connection] != nil { untaken[connection] = true }
      case (.down, .acknowledgement): if untaken[connection] == true { untaken[connection] = nil }
      default: break
      }
    }
  }

  /// What `BRLAPI_HOST` must be for a client.
  public let host: String
  private let thread: PolledThread<ProxyTraffic>

  /// A proxy for a server, a value for `BRLAPI_HOST`.
  ///
  /// Errors: sockets that cannot be made.
  public init(upstream: String) throws(KitError) {
    guard let address = SocketAddress(host: upstream) else {
      throw .malformed("\(upstream) is no server of this machine")
    }
    let listener = try system { () throws(PosixError) in
      try SocketAddress.loopback(port: 0).listening()
    }
    host = SocketAddress.loopback(port: listener.port).host
    thread = try PolledThread(
      name: "packet proxy", ProxyTraffic(listener: listener, upstream: address))
  }

  deinit {
    close()
  }

  /// The variables that a client needs to go through it and be let in without a key.
  public var environment: [String: String] { ["BRLAPI_HOST": host, "BRLAPI_AUTH": "none"] }

  /// What is known of the connections now.
  public var state: State { thread.look { $0.state } }

  /// All packets that came by, the oldest first.
  public var log: [Passed] { state.log }

  /// Waits until the connections are as wanted; `condition` must not call the proxy.
  @discardableResult
  public func wait(
    for what: String, limit: Duration = Patience.limit, _ condition: (State) -> Bool
  ) throws(TimedOut) -> State {
    let state = thread.wait(until: MonotonicClock.now + limit) { traffic in
      condition(traffic.state) ? traffic.state : nil
    }
    if let state { return state }
    let last = self.state
    throw TimedOut(
      "no \(what) in \(limit); \(last.open) connections open, the last packets were "
        + "\(last.log.suffix(3).map { "\($0.direction) \($0.packet)" })")
  }

  /// Waits until brltty has told the clients that it has dealt with all that they wrote.
  ///
  /// A key that is pressed now comes to them after that, so that it is meant for what is shown now;
  /// one that came before would be taken to be meant for what was there before.
  public func waitUntilTaken() throws(TimedOut) {
    try wait(for: "word that what was written is dealt with") { $0.isTaken }
  }

  // MARK: Packets

  /// Sends a packet to all clients, between those of brltty.
  public func inject(_ packet: Packet) { inject(bytes: packet.bytes) }

  /// Sends bytes as they are to all clients, between the packets of brltty.
  public func inject(bytes: [UInt8]) { thread.change { $0.inject(bytes) } }

  /// Sends a key to all clients.
  public func key(_ code: UInt64) { inject(.key(code)) }

  /// Sends the first bytes of a packet to all clients, and then nothing but the end.
  public func cut(_ packet: Packet = .key(0x2000_0001), after count: Int) {
    thread.changeAndSettle { $0.cut(Array(packet.bytes.prefix(count))) }
  }

  /// What is done to each packet that comes by: it is passed on as given, or not for nil.
  ///
  /// It runs on the proxy's thread and must not call the proxy.
  public func setFilter(_ filter: (@Sendable (Direction, Packet) -> Packet?)?) {
    thread.change { $0.filter = filter }
  }

  // MARK: Connections

  /// Takes nothing any more that goes this way, or either way for nil; what is injected goes.
  public func stall(_ direction: Direction? = nil) {
    let directions = direction.map { [$0] } ?? Direction.allCases
    thread.change { $0.stalled.formUnion(directions) }
  }

  /// Lets everything go over again.
  public func flow() { thread.change { $0.stalled = [] } }

  /// Whether new connections are closed at once.
  public var refuses: Bool {
    get { thread.look { $0.refuses } }
    set { thread.change { $0.refuses = newValue } }
  }

  /// Whether new connections get no server and no word.
  public var isBlackhole: Bool {
    get { thread.look { $0.isBlackhole } }
    set { thread.change { $0.isBlackhole = newValue } }
  }

  /// Closes all connections, as when brltty is killed.
  public func closeClients() { thread.changeAndSettle { $0.closeClients() } }

  /// Closes all connections and the port.
  public func close() { thread.close() }
}
