// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Posix
import Sockets
import Wire

/// A program's connection to the daemon, for one thread, which never waits when it sends.
final class Link {
  private let socket: FileDescriptor
  private var framer = Framer(longest: 64 << 20)
  private var unsent: [UInt8] = []
  private var lastID = 0
  /// Whether the daemon has closed it.
  private(set) var hasEnded = false

  /// Connects to a daemon's socket.
  init(_ path: String) throws(PosixError) {
    socket = try connectStream(path)
    socket.setNonBlocking()
  }

  deinit {
    socket.close()
  }

  /// How many bytes the daemon has not taken yet.
  var waiting: Int { unsent.count }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) {
    guard !hasEnded else { return }
    unsent += bytes
    flush()
  }

  /// Says something that is not answered.
  func notify(_ method: String, _ params: JSONValue) {
    send(Outgoing.notification(method, params).line + [0x0A])
  }

  /// Asks for something; gives the number of the answer.
  @discardableResult
  func request(_ method: String, _ params: JSONValue = [:]) -> Int {
    lastID += 1
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": params,
    ]
    send(request.line + [0x0A])
    return lastID
  }

  /// Waits until something comes, so long at the most, or until `wake` can be read; gives what came.
  func receive(_ limit: Duration, or wake: FileDescriptor? = nil) -> [JSONValue] {
    guard !hasEnded else { return [] }
    var poller = Poller()
    let own = poller.add(socket, reading: true, writing: !unsent.isEmpty)
    if let wake { poller.add(wake) }
    poller.wait(limit)
    if poller.isWritable(own) { flush() }
    return poller.isReadable(own) ? take() : []
  }

  /// Asks for something and waits for the answer; nil if none comes in time.
  ///
  /// All else that comes goes to `others`.
  func ask(
    _ method: String, _ params: JSONValue = [:], limit: Duration,
    others: (JSONValue) -> Void = { _ in }
  ) -> JSONValue? {
    let id = request(method, params)
    let deadline = MonotonicClock.now + limit
    var answer: JSONValue?
    while answer == nil, !hasEnded, MonotonicClock.now < deadline {
      for message in receive(deadline - MonotonicClock.now) {
        if message["id"] == .integer(id) { answer = message } else { others(message) }
      }
    }
    return answer
  }

  private func take() -> [JSONValue] {
    var space = [UInt8](repeating: 0, count: 65_536)
    reading: while true {
      switch space.withUnsafeMutableBytes({ socket.read(into: $0) }) {
      case .bytes(let count):
        space.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      case .wouldBlock: break reading
      case .ended, .failed:
        hasEnded = true
        break reading
      }
    }
    var messages: [JSONValue] = []
    while case .line(let line)? = framer.next() {
      if let message = JSONValue(parsing: line) { messages.append(message) }
    }
    return messages
  }

  private func flush() {
    var sent = 0
    loop: while sent < unsent.count {
      switch unsent.withUnsafeBytes({ socket.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) })
      {
      case .bytes(let count): sent += count
      case .wouldBlock: break loop
      case .ended, .failed:
        hasEnded = true
        sent = unsent.count
      }
    }
    unsent.removeFirst(sent)
  }
}

extension JSONValue {
  var string: String? { if case .string(let value) = self { value } else { nil } }
  var integer: Int? { if case .number(let value) = self { Int(exactly: value) } else { nil } }
  /// Strings of a list, joined.
  var joined: String {
    guard case .array(let values) = self else { return "" }
    return values.compactMap(\.string).joined()
  }
}
