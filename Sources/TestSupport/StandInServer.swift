// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// A BrlAPI server without brltty, for what brltty cannot be made to do.
///
/// All clients share one display; the last write is shown. It has no text table: text alone
/// changes `text`, not `cells`.
public final class StandInServer: Sendable {
  /// How clients get in.
  public enum Authorization: Equatable, Sendable {
    /// Everybody does.
    case none
    /// Who knows these bytes does.
    case key([UInt8])
    /// Nobody does.
    case refused
  }

  /// What it does to its clients.
  public enum Behaviour: Equatable, Sendable {
    /// What brltty does.
    case normal
    /// It accepts connections and never says a word.
    case silent
    /// It greets, and then says nothing.
    case silentAfterGreeting
    /// It reads nothing more from a client that has entered tty mode.
    case deaf
    /// It answers the wish to enter tty mode with this BrlAPI error.
    case failing(UInt32)
  }

  /// A packet that a client has sent.
  public struct Received: Equatable, Sendable {
    /// When it came, by `MonotonicClock`.
    public let time: Duration
    /// The connection, 1 for the first that was made.
    public let connection: Int
    /// The packet.
    public let packet: Packet
  }

  /// What is known of the display and the clients.
  public struct State: Equatable, Sendable {
    /// Cells in a row; 0 is no display.
    public internal(set) var columns: Int
    /// Rows of cells; 0 is no display.
    public internal(set) var rows: Int
    /// Whether a display is there.
    public internal(set) var isOnline = true
    /// The dots shown now.
    public internal(set) var cells: [UInt8]
    /// The text shown now, a character a cell.
    public internal(set) var text: String
    /// The cell with the cursor, 1 for the first, 0 for none.
    public internal(set) var cursor = 0
    /// The priority that a client has set last.
    public internal(set) var priority: UInt32 = 50
    /// How many connections were made.
    public internal(set) var connections = 0
    /// How many connections are open.
    public internal(set) var open = 0
    /// How many clients are in tty mode.
    public internal(set) var inTty = 0
    /// All packets that clients have sent, the oldest first.
    public internal(set) var received: [Received] = []

    init(columns: Int, rows: Int) {
      (self.columns, self.rows) = (columns, rows)
      cells = [UInt8](repeating: 0, count: columns * rows)
      text = String(repeating: " ", count: columns * rows)
    }
  }

  /// What `BRLAPI_HOST` must be for a client.
  public let host: String
  private let address: SocketAddress
  private let thread: PolledThread<StandInClients>

  /// A server with a display of this size, and this version in its greeting.
  ///
  /// `host` is where it listens, a value for `BRLAPI_HOST`; nil for a port of its own. Errors:
  /// sockets that cannot be made.
  public init(
    columns: Int = 40, rows: Int = 1, authorization: Authorization = .none,
    version: UInt32 = 8, behaviour: Behaviour = .normal, driver: String = "Virtual",
    host: String? = nil
  ) throws(KitError) {
    let address = host.map { SocketAddress(host: $0) } ?? .loopback(port: 0)
    guard let address else { throw .malformed("\(host ?? "") is no place on this machine") }
    let listener = try system { () throws(PosixError) in try address.listening() }
    self.address = address
    self.host = host ?? SocketAddress.loopback(port: listener.port).host
    let manners = StandInManners(
      authorization: authorization, version: version, behaviour: behaviour, driver: driver)
    thread = try PolledThread(
      name: "stand-in server",
      StandInClients(listener: listener, manners, State(columns: columns, rows: rows)))
  }

  deinit {
    close()
  }

  /// The variables that a client needs to find it; `BRLAPI_AUTH` is for one without a key.
  public var environment: [String: String] { ["BRLAPI_HOST": host, "BRLAPI_AUTH": "none"] }

  /// What is known of the display and the clients now.
  public var state: State { thread.look { $0.state } }

  /// Waits until the state is as wanted; `condition` must not call the server.
  @discardableResult
  public func wait(
    for what: String, limit: Duration = Patience.limit, _ condition: (State) -> Bool
  ) throws(TimedOut) -> State {
    let state = thread.wait(until: MonotonicClock.now + limit) { clients in
      condition(clients.state) ? clients.state : nil
    }
    if let state { return state }
    let last = self.state
    throw TimedOut(
      "no \(what) in \(limit); \(last.open) connections open, the display shows "
        + "\"\(last.text)\" \(unicodeBraille(last.cells)), the last packets were "
        + "\(last.received.suffix(3).map(\.packet))")
  }

  // MARK: What it does to clients

  /// What it does to clients from now on, in place of what it did.
  public var behaviour: Behaviour {
    get { thread.look { $0.manners.behaviour } }
    set { thread.change { $0.manners.behaviour = newValue } }
  }

  /// How clients get in from now on.
  public var authorization: Authorization {
    get { thread.look { $0.manners.authorization } }
    set { thread.change { $0.manners.authorization = newValue } }
  }

  /// The version in its greeting from now on.
  public var version: UInt32 {
    get { thread.look { $0.manners.version } }
    set { thread.change { $0.manners.version = newValue } }
  }

  /// Sends a key to all clients in tty mode.
  public func key(_ code: UInt64) { thread.change { $0.sendInTty(.key(code)) } }

  /// Sends a packet to all clients that were let in.
  public func send(_ packet: Packet) { thread.change { $0.send(packet) } }

  /// Has a display of another size from now on, and tells those who watch.
  public func resize(columns: Int, rows: Int = 1) {
    thread.change { $0.resize(columns: columns, rows: rows) }
  }

  /// Loses or finds its display, and tells those who watch.
  public func setOnline(_ isOnline: Bool) { thread.change { $0.setOnline(isOnline) } }

  /// Closes all connections.
  public func closeClients() { thread.changeAndSettle { $0.closeClients() } }

  /// Closes all connections and the port or socket.
  public func close() {
    thread.close()
    address.remove()
  }
}
