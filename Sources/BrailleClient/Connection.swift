// SPDX-License-Identifier: MIT
private import FoundationEssentials
private import Glibc

/// A connection to brailled: messages of JSON-RPC 2.0, one a line.
///
/// For what asks or only announces; a program that shows something has a `Producer`. For one
/// thread. It needs nothing but the standard library and FoundationEssentials, so that it can be
/// copied into any program.
public final class Connection {
  /// To be polled for reading in a loop of your own; then call `next(timeout: 0)`.
  public let descriptor: Int32
  private var received: [UInt8] = []
  private var lastID = 0
  /// What came while an answer was awaited.
  private var waiting: [Message] = []

  /// Connects to the daemon at `path`, or where it usually is.
  ///
  /// Errors: no daemon listens there.
  public init(path: String? = nil) throws(ConnectionError) {
    guard let path = path ?? Connection.usualPath else { throw .noPath }
    guard path.utf8.count <= 107 else { throw .unreachable(path, "the path is too long") }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw .unreachable(path, reason)
    }
  }

  deinit {
    close(descriptor)
  }

  /// `$BRAILLED_SOCKET`, else `$XDG_RUNTIME_DIR/brailled/socket`; nil if neither is set.
  public static var usualPath: String? {
    if let path = getenv("BRAILLED_SOCKET"), path.pointee != 0 { return String(cString: path) }
    guard let folder = getenv("XDG_RUNTIME_DIR"), folder.pointee != 0 else { return nil }
    return String(cString: folder) + "/brailled/socket"
  }

  /// Sends a line as it is, without its end.
  ///
  /// Errors: the daemon is gone.
  public func send(line: String) throws(ConnectionError) {
    let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          descriptor, buffer.baseAddress?.advanced(by: sent), bytes.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .closed
      }
      sent += count
    }
  }

  /// Sends a notification: nothing comes back but, if it is wrong, `rejected`.
  ///
  /// Errors: the daemon is gone, or the params cannot be written as JSON.
  public func notify(_ method: String, _ params: some Encodable) throws(ConnectionError) {
    try notify(method, params, id: nil)
  }

  /// The same with an id: an answer comes by `next`.
  func notify(_ method: String, _ params: some Encodable, id: Int?) throws(ConnectionError) {
    try send(line: Connection.line(method, params, id: id))
  }

  /// Whether `next` has a message without reading.
  var hasWaiting: Bool { !waiting.isEmpty || received.contains(UInt8(ascii: "\n")) }

  /// Sends a request and waits for its answer; what else comes is kept for `next`.
  ///
  /// Errors: the daemon is gone, does not answer within `timeout` ms, or refuses the request.
  @discardableResult
  public func request(
    _ method: String, _ params: some Encodable, timeout: Int = 5000
  ) throws(ConnectionError) -> Message {
    lastID += 1
    let id = lastID
    try send(line: Connection.line(method, params, id: id))
    while let message = try receive(timeout: timeout) {
      guard message.id == id else {
        waiting.append(message)
        continue
      }
      if let error = message.error { throw .refused(error.code, error.message) }
      return message
    }
    throw .noAnswer
  }

  /// The next message of the daemon; nil if none comes within `timeout` ms (nil: no limit).
  ///
  /// Errors: the daemon is gone.
  public func next(timeout: Int? = nil) throws(ConnectionError) -> Message? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    return try receive(timeout: timeout)
  }

  private func receive(timeout: Int?) throws(ConnectionError) -> Message? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[..<end])
        received.removeSubrange(...end)
        return Message(line: line)
      }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&polled, 1, timeout.map { Int32($0) } ?? -1)
      if ready == 0 { return nil }
      guard ready > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .closed }
      received += buffer[..<count]
    }
  }

  private static func line(
    _ method: String, _ params: some Encodable, id: Int?
  ) throws(ConnectionError) -> String {
    let request = Request(id: id, method: method, params: params)
    guard let data = try? JSONEncoder().encode(request) else { throw .unwritable(method) }
    return String(decoding: data, as: UTF8.self)
  }
}

private struct Request<Params: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var id: Int?
  var method: String
  var params: Params
}

/// Why the daemon cannot be reached or does not do what it is asked.
public enum ConnectionError: Error, Equatable, CustomStringConvertible {
  /// Neither BRAILLED_SOCKET nor XDG_RUNTIME_DIR is set.
  case noPath
  /// Nobody listens at a path; why.
  case unreachable(String, String)
  /// The daemon has closed the connection.
  case closed
  /// The daemon does not answer.
  case noAnswer
  /// The daemon refuses; the protocol's code and its words.
  case refused(Int, String)
  /// The params of a method cannot be written as JSON.
  case unwritable(String)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .noPath: "socket: neither BRAILLED_SOCKET nor XDG_RUNTIME_DIR is set; name the socket"
    case .unreachable(let path, let reason):
      "\(path): no daemon is reached (\(reason)); start it: systemctl --user start brailled, or brailled"
    case .closed:
      "socket: the daemon has closed the connection; why, its log says: journalctl --user -u brailled"
    case .noAnswer:
      "socket: the daemon does not answer; start it again: systemctl --user restart brailled"
    case .refused(let code, let reason): "refused (\(code)): \(reason)"
    case .unwritable(let method): "\(method): the params cannot be written as JSON"
    }
  }
}
