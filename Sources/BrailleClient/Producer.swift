// SPDX-License-Identifier: MIT
private import Glibc

/// A program that is read on the braille display, and stays so: it connects again by itself.
///
/// Its loop calls `next`. At `connected` brailled knows nothing of it: it says what has the focus,
/// or hands over its screen. At a `command` it does what the reader wants, and acknowledges that
/// by what it says next, or by `done`. What is said while brailled is not there is forgotten.
///
/// For one thread. A program with a loop of its own polls `descriptor`, for `wakesIn` ms at the
/// most, and then calls `next(timeout: 0)` until there is nothing more.
public final class Producer {
  /// What a program says of itself.
  public let hello: Hello
  /// What brailled says of itself; nil until it has answered.
  public private(set) var welcome: Welcome?
  private let path: String
  private var connection: Connection?
  /// Whether it is still to be told that brailled has gone.
  private var isLost = false
  /// When it is tried to connect, in ms of the clock.
  private var connectsAt = 0
  private var delay = Producer.shortestDelay

  private static let shortestDelay = 100
  private static let longestDelay = 2000
  private static let helloID = 0

  /// What happens to a program.
  public enum Event: Equatable, Sendable {
    /// brailled is there, and knows nothing of the program.
    case connected
    /// The reader wants something done.
    case command(Command)
    /// Something that the program said is wrong.
    case rejected(Rejection)
    /// brailled has gone, and with it all that it was told; `connected` follows when it is back.
    case lost
  }

  /// A program that is to be connected to the daemon at `path`, or where it usually is.
  ///
  /// It connects when `next` is called first. Errors: `noPath`.
  public init(_ hello: Hello, path: String? = nil) throws(ConnectionError) {
    guard let path = path ?? Connection.usualPath else { throw .noPath }
    self.hello = hello
    self.path = path
  }

  /// Whether brailled is there.
  public var isConnected: Bool { connection != nil }

  /// To be polled for reading; nil while brailled is not there, and another one when it is back.
  public var descriptor: Int32? { connection?.descriptor }

  /// In how many ms `next` is to be called although nothing has come; nil: not.
  public var wakesIn: Int? {
    if isLost || connection?.hasWaiting == true { return 0 }
    return connection == nil ? max(0, connectsAt - Producer.now) : nil
  }

  /// The next thing that happens; nil if nothing does within `timeout` ms (nil: no limit).
  public func next(timeout: Int? = nil) -> Event? {
    let end = timeout.map { Producer.now + $0 }
    while true {
      if isLost {
        isLost = false
        return .lost
      }
      let left = end.map { max(0, $0 - Producer.now) }
      guard let connection else {
        if connectsAt <= Producer.now, connect() { return .connected }
        let wait = max(1, connectsAt - Producer.now)
        if let left, left < wait {
          poll(nil, 0, Int32(left))
          return nil
        }
        poll(nil, 0, Int32(wait))
        continue
      }
      do throws(ConnectionError) {
        guard let message = try connection.next(timeout: left) else { return nil }
        if let event = take(message) { return event }
      } catch {
        lose()
      }
    }
  }

  /// Says something that is not answered; nothing while brailled is not there.
  ///
  /// Errors: `unwritable`, if the params cannot be written as JSON.
  public func notify(_ method: String, _ params: some Encodable) throws(ConnectionError) {
    guard let connection else { return }
    do throws(ConnectionError) {
      try connection.notify(method, params)
    } catch {
      guard case .closed = error else { throw error }
      lose()
    }
  }

  private func connect() -> Bool {
    connectsAt = Producer.now + delay
    delay = min(2 * delay, Producer.longestDelay)
    do throws(ConnectionError) {
      let connection = try Connection(path: path)
      try connection.notify("hello", hello, id: Producer.helloID)
      self.connection = connection
      return true
    } catch {
      return false
    }
  }

  private func lose() {
    connection = nil
    welcome = nil
    isLost = true
    connectsAt = Producer.now + delay
  }

  private func take(_ message: Message) -> Event? {
    switch message.method {
    case "command": return message.params(Command.self).map { .command($0) }
    case "rejected": return message.params(Rejection.self).map { .rejected($0) }
    case nil: break
    default: return nil
    }
    if message.id == Producer.helloID {
      welcome = message.result(Welcome.self)
      delay = Producer.shortestDelay
    }
    guard let error = message.error else { return nil }
    return .rejected(Rejection(method: nil, code: error.code, message: error.message, field: nil))
  }

  /// Ms since some moment; it never jumps.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// What a program says of itself.
public struct Hello: Encodable, Equatable, Sendable {
  /// Its name, as a reader knows it.
  public var name: String
  /// Whether it acknowledges each command.
  public var acks: Bool
  /// The commands that it can do; nil: all.
  public var commands: [String]?
  /// `application`, or `desktop` for what speaks for programs that do not speak for themselves.
  public var rank: String
  /// The highest version of the protocol that it knows.
  public let `protocol` = 1

  /// What a program says of itself.
  public init(
    _ name: String, acks: Bool = true, commands: [String]? = nil, rank: String = "application"
  ) {
    self.name = name
    self.acks = acks
    self.commands = commands
    self.rank = rank
  }
}

/// What brailled says of itself.
public struct Welcome: Decodable, Equatable, Sendable {
  /// The version of the protocol that is spoken.
  public let `protocol`: Int
  /// The methods that it knows.
  public let features: [String]
  /// Its limits by their names (docs/protocol.md, "Limits").
  public let limits: [String: Int]
}

/// Why something that a program said is not taken.
public struct Rejection: Error, Decodable, Equatable, Sendable, CustomStringConvertible {
  /// The method, if it is known.
  public let method: String?
  /// The protocol's code.
  public let code: Int
  /// In words.
  public let message: String
  /// The member that is wrong: `element.text.caret`.
  public let field: String?

  /// What is wrong, with its code.
  public var description: String { "\(method ?? "a line") is refused (\(code)): \(message)" }
}
