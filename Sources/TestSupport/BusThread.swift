// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus
import Sockets

/// What comes of a call to a stand-in.
enum FakeAnswer {
  case now(CallResult)
  case after(Duration, CallResult)
  case never
}

/// A signal that a stand-in sends.
struct FakeSignal: Sendable {
  var path: String
  var interface: String
  var member: String
  var arguments: [DBusValue]
}

/// A value that a `BusThread` serves on a bus.
protocol BusServing: Sendable {
  /// The value's name on the bus is known.
  mutating func isNamed(_ name: String)
  /// Takes a call.
  mutating func take(_ call: FakeCall) -> FakeAnswer
  /// Takes the signals that are to be sent now, so many at the most.
  mutating func takeSignals(_ limit: Int) -> [FakeSignal]
  /// How long until there are signals; nil: until something else happens.
  var nextSignal: Duration? { get }
  /// Whether it closes its connections.
  var isLeaving: Bool { get }
}

/// A value behind a lock, and one thread that serves it on a connection to a bus of its own, and
/// on a socket of its own if it has one.
final class BusThread<Body: BusServing>: Sendable {
  fileprivate struct Shared {
    var body: Body
    var isReady = false
    var hasLeft = false
    var isClosed = false
  }

  private let shared: Lock<Shared>
  private let wake: WakePipe
  private let thread: Thread

  /// Connects, and waits until the connection has its names.
  init(
    address: String, names: [String] = [], socket: Listener? = nil, _ body: Body
  ) throws(KitError) {
    let shared = Lock(Shared(body: body))
    let wake = try system { () throws(PosixError) in try WakePipe() }
    (self.shared, self.wake) = (shared, wake)
    do throws(PosixError) {
      thread = try Thread(name: "fake") {
        let connection = try? BusConnection(.bus(address), serving: true)
        if let connection {
          for name in names { connection.requestName(name, token: 0, within: Patience.limit) }
          BusLoop(shared, wake, connection, socket, names: names.count).run()
        }
        shared.withLock { $0.hasLeft = true }
        socket?.close()
      }
    } catch {
      wake.close()
      throw .system(error)
    }
    let isReady: Bool? = shared.wait(until: MonotonicClock.now + Patience.limit) { shared in
      shared.isReady || shared.hasLeft ? shared.isReady : nil
    }
    guard isReady == true else {
      close()
      throw .ended("the connection to \(address) before it had its names")
    }
  }

  deinit {
    close()
  }

  /// Runs `edit` with the value, alone, and lets the thread look at it again.
  func change<Result>(_ edit: (inout Body) -> Result) -> Result {
    shared.withLock { shared in
      // Not after the end: the pipe's number may be another file's then.
      defer { if !shared.isClosed { wake.wake() } }
      return edit(&shared.body)
    }
  }

  /// What `look` finds in the value now.
  func look<Result>(_ look: (Body) -> Result) -> Result {
    shared.withLock { look($0.body) }
  }

  /// Waits until `take` gives a result, and gives it; nil if it gave none before `deadline`.
  func wait<Result>(until deadline: Duration, _ take: (Body) -> Result?) -> Result? {
    shared.wait(until: deadline) { take($0.body) }
  }

  /// Waits until the connections are closed.
  func waitForEnd() {
    _ = shared.wait(until: MonotonicClock.now + Patience.limit) { $0.hasLeft ? true : nil }
  }

  /// Closes the connections and ends the thread; once.
  func close() {
    let isFirst = shared.withLock { shared in
      defer { shared.isClosed = true }
      if !shared.isClosed { wake.wake() }
      return !shared.isClosed
    }
    guard isFirst else { return }
    thread.join()
    wake.close()
  }
}

/// The connections, which no other thread touches.
private final class BusLoop<Body: BusServing> {
  /// How many messages may wait in us: the rest of a storm waits in its value.
  private static var unsentLimit: Int { 1000 }

  private let shared: Lock<BusThread<Body>.Shared>
  private let wake: WakePipe
  private let bus: BusConnection
  private let socket: Listener?
  private var peers: [BusConnection] = []
  private var missingNames: Int
  private var isNamed = false
  private var due: [(time: Duration, on: BusConnection, call: IncomingCall, CallResult)] = []

  init(
    _ shared: Lock<BusThread<Body>.Shared>, _ wake: WakePipe, _ bus: BusConnection,
    _ socket: Listener?, names: Int
  ) {
    (self.shared, self.wake, self.bus, self.socket) = (shared, wake, bus, socket)
    missingNames = names
  }

  func run() {
    var poller = Poller()
    while true {
      poller.removeAll()
      poller.add(wake.reading)
      if let socket { poller.add(socket.descriptor) }
      var limits = due.map { max(.zero, $0.time - MonotonicClock.now) }
      for connection in [bus] + peers {
        poller.add(connection.descriptor, writing: connection.isWriting)
        if let timeout = connection.timeout { limits.append(timeout) }
      }
      if bus.unsent < Self.unsentLimit, let next = shared.withLock({ $0.body.nextSignal }) {
        limits.append(next)
      }
      poller.wait(limits.min())
      if poller.isReadable(0) { wake.drain() }
      let isOver = shared.withLock { $0.isClosed || $0.body.isLeaving }
      guard !isOver, serve() else { return }
    }
  }

  /// Does what there is to do; gives whether the bus is still there.
  private func serve() -> Bool {
    if let socket, case .connection(let descriptor, _) = socket.accept(),
      let peer = try? BusConnection(.accepted(descriptor), serving: true)
    {
      peers.append(peer)
    }
    guard process(bus, isDirect: false) else { return false }
    peers = peers.filter { process($0, isDirect: true) }
    sendSignals()
    let now = MonotonicClock.now
    for answer in due where answer.time <= now { answer.on.answer(answer.call, answer.3) }
    due.removeAll { $0.time <= now }
    return true
  }

  private func process(_ connection: BusConnection, isDirect: Bool) -> Bool {
    for event in connection.process(wants: { _ in false }) {
      switch event {
      case .reply: missingNames -= 1
      case .call(let call): take(call, on: connection, isDirect: isDirect)
      case .signal: break
      case .closed: return false
      }
    }
    if !isNamed, missingNames <= 0, let name = bus.uniqueName {
      isNamed = true
      shared.withLock { shared in
        shared.body.isNamed(name)
        shared.isReady = true
      }
    }
    return true
  }

  private func take(_ call: IncomingCall, on connection: BusConnection, isDirect: Bool) {
    let answer = shared.withLock {
      $0.body.take(FakeCall(call.call, sender: call.sender, isDirect: isDirect))
    }
    // A toolkit tells what a call did before it answers.
    sendSignals()
    switch answer {
    case .now(let result): connection.answer(call, result)
    case .after(let delay, let result):
      due.append((MonotonicClock.now + delay, connection, call, result))
    case .never: break
    }
  }

  private func sendSignals() {
    let room = Self.unsentLimit - bus.unsent
    guard room > 0 else { return }
    for signal in shared.withLock({ $0.body.takeSignals(room) }) {
      bus.emit(
        path: signal.path, interface: signal.interface, member: signal.member,
        arguments: signal.arguments)
    }
  }
}
