// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
public import Core
public import Posix
import Sockets
import Wire

/// The connection to brailled, which is made again and again and never waits.
///
/// It belongs to one thread, which polls `descriptor` and calls `process`.
public struct DaemonLink {
  /// What comes of it.
  public enum Event: Equatable, Sendable {
    /// brailled is there and has answered `hello`.
    case connected
    /// brailled is gone, and with it all that it was told.
    case lost
    /// brailled wants something done.
    case order(Order)
    /// brailled has refused something that it was told.
    case refused
    /// The processes that tell brailled themselves what has the focus, this one not among them.
    case producers(Set<Int>)
  }

  /// What is written and has not been taken may be so much; a brailled that takes no more is left.
  public enum Bounds {
    /// Lines.
    public static let lines = 1024
    /// Bytes: two of the longest lines.
    public static let bytes = 2 * Limits.line
  }

  /// To be polled for reading; nil while there is none.
  public private(set) var descriptor: FileDescriptor?
  /// When `process` is wanted without anything having come; nil: not.
  public var nextWake: Duration? { isBroken ? .zero : connectsAt }

  private let path: String
  private let hello: Hello
  private let ownPID: Int
  private let log: Log
  /// When it is tried to connect again; nil while there is a connection.
  private var connectsAt: Duration? = .zero
  private var framer = Framer()
  private var outbox = Outbox()
  private var delay = DaemonLink.shortestDelay
  private var isWelcome = false
  private var lastRequest = 0
  /// The request that asked for the producers last.
  private var statusRequest: RequestID?
  private var hasToldProducersFailure = false
  /// What was last logged of a connection that could not be made, so that it is said once.
  private var lastFailure: String?
  /// brailled's longest line, as it tells it.
  private var longestLine = Limits.line
  /// Whether what is to be sent has passed a bound, or the other end is gone.
  private var isBroken = false

  private static let shortestDelay = Duration.milliseconds(100)
  private static let longestDelay = Duration.seconds(2)
  private static let helloRequest = RequestID.number(0)

  /// A link that connects as soon as it is processed; `ownPID` is left out of the producers.
  public init(path: String, hello: Hello, ownPID: Int, log: Log) {
    self.path = path
    self.hello = hello
    self.ownPID = ownPID
    self.log = log
  }

  /// Whether to poll it for writing too.
  public var isWriting: Bool { !outbox.isEmpty }

  /// How many lines have not been taken.
  var unsentCount: Int { outbox.count }

  /// Tells brailled something, acknowledging its commands up to a number.
  ///
  /// What is told while brailled is not there is forgotten: it has to be told all anew anyway.
  public mutating func send(_ message: Message, ack: Int? = nil) {
    guard isWelcome else { return }
    append(message.json(acknowledging: ack), method: message.method)
    if let ack, !message.mayAcknowledge {
      append(Message.done(sequence: ack, failure: nil).json(), method: "done")
    }
  }

  /// Asks which programs are connected; comes as `producers`.
  public mutating func askProducers() {
    guard isWelcome else { return }
    lastRequest += 1
    let id = RequestID.number(lastRequest)
    statusRequest = id
    append(Message.status.json(id: id), method: "status")
  }

  /// Connects when it is time, and takes and gives what can be had without waiting.
  public mutating func process(at now: Duration) -> [Event] {
    var events: [Event] = []
    if descriptor == nil, let time = connectsAt, time <= now { connect(at: now) }
    if descriptor != nil { read(into: &events, at: now) }
    if let descriptor, !isBroken, !outbox.isEmpty, !outbox.send(to: descriptor) { isBroken = true }
    if isBroken { leave(at: now, into: &events) }
    return events
  }

  /// Takes its leave: what is written and has not been taken is lost.
  public mutating func close() {
    if let descriptor { _ = outbox.send(to: descriptor) }
    descriptor?.close()
    descriptor = nil
    connectsAt = nil
    isWelcome = false
  }

  private mutating func connect(at now: Duration) {
    connectsAt = nil
    framer = Framer()
    outbox = Outbox()
    isBroken = false
    do throws(PosixError) {
      descriptor = try connectStream(path, isBlocking: false)
      lastFailure = nil
      append(Message.hello(hello).json(id: DaemonLink.helloRequest), method: "hello")
    } catch {
      if lastFailure == nil { log.notice("\(error); trying again until brailled is there") }
      lastFailure = error.description
      wait(at: now)
    }
  }

  private mutating func wait(at now: Duration) {
    connectsAt = now + delay
    delay = min(delay * 2, DaemonLink.longestDelay)
  }

  private mutating func leave(at now: Duration, into events: inout [Event]) {
    descriptor?.close()
    descriptor = nil
    isBroken = false
    outbox = Outbox()
    statusRequest = nil
    if isWelcome {
      log.notice("the connection to brailled is lost")
      events.append(.lost)
    }
    isWelcome = false
    wait(at: now)
  }

  private mutating func append(_ json: JSONValue, method: String) {
    guard descriptor != nil, !isBroken else { return }
    let line = json.line
    guard line.count <= longestLine else {
      log.warning("a \(method) of \(line.count) bytes is over brailled's limit; it is not sent")
      return
    }
    outbox.append(line + [UInt8(ascii: "\n")])
    guard outbox.count > Bounds.lines || outbox.byteCount > Bounds.bytes else { return }
    log.warning("brailled does not read; connecting anew")
    isBroken = true
  }
}

/// What brailled says.
extension DaemonLink {
  private mutating func read(into events: inout [Event], at now: Duration) {
    guard let descriptor else { return }
    var hasEnded = false
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      switch descriptor.read(into: buffer) {
      case .bytes(let count): framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      case .wouldBlock: break
      case .ended, .failed: hasEnded = true
      }
    }
    while let item = framer.next(isEnd: hasEnded) {
      guard case .line(let line) = item else { continue }
      take(decode(daemonLine: line), into: &events)
    }
    if hasEnded { isBroken = true }
  }

  private mutating func take(_ line: DaemonLine?, into events: inout [Event]) {
    switch line {
    case .command(let order):
      log.debug("command \(order.command.name)")
      events.append(.order(order))
    case .strange(let command, let sequence, let reason):
      log.warning("command \(command ?? "without a name") \(reason)")
      guard let sequence else { return }
      let failure = CommandFailure(code: 7, message: "this command is not known here")
      send(.done(sequence: sequence, failure: failure))
    case .reply(DaemonLink.helloRequest?, let result): greet(result, into: &events)
    case .reply(let id?, let result) where id == statusRequest: take(result, into: &events)
    case .reply(_, .failure(let refused)): tell(refused)
    case .rejected(let refused):
      tell(refused)
      events.append(.refused)
    case .shutdown: log.info("brailled ends")
    case .reply, .other: break
    case nil: log.warning("brailled sent a line that is no message")
    }
  }

  private mutating func greet(
    _ result: Result<JSONValue, DaemonLine.Refused>, into events: inout [Event]
  ) {
    switch result {
    case .success(let result):
      guard !isWelcome else { return }
      longestLine = Welcome(result)?.limits["line"] ?? Limits.line
      isWelcome = true
      delay = DaemonLink.shortestDelay
      log.info("connected to brailled")
      events.append(.connected)
    case .failure(let refused):
      tell(refused)
      isBroken = true
    }
  }

  private mutating func take(
    _ status: Result<JSONValue, DaemonLine.Refused>, into events: inout [Event]
  ) {
    statusRequest = nil
    switch status {
    case .success(let result):
      let pids = Status.Producer.list(result).filter(\.showsFocus).map(\.pid)
      events.append(.producers(Set(pids).subtracting([ownPID])))
    case .failure(let refused):
      // The producers' socket does not tell; it is said once.
      if !hasToldProducersFailure { tell(refused) }
      hasToldProducersFailure = true
    }
  }

  /// Logs what brailled refused; its message may hold what was sent.
  private func tell(_ refused: DaemonLine.Refused) {
    let field = refused.field.map { " for \($0)" } ?? ""
    log.warning("brailled refused \(refused.method ?? "a message"): error \(refused.code)\(field)")
    log.debug("brailled's words: \(refused.message)")
  }
}
