// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Glibc
import Posix
import TestSupport
import Wire

/// A program that is connected to the daemon; for one thread.
final class Program {
  /// The connection, for what nobody does who is well.
  let connection: Connection

  /// Connects to a daemon's socket; the one for those who only produce if told so.
  init(_ daemon: DaemonProcess, producesOnly: Bool = false) throws {
    connection = try Connection(path: producesOnly ? daemon.producerSocket : daemon.socket)
  }

  /// Connects to a socket.
  init(path: String) throws {
    connection = try Connection(path: path)
  }

  // MARK: What it says

  /// Says something that is not answered.
  func say(_ method: String, _ params: JSONValue = [:]) throws {
    try connection.notify(method, params)
  }

  /// Asks for something, and gives the result.
  @discardableResult
  func ask(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    let limit = Int(Patience.limit.pollMilliseconds)
    let message = try connection.request(method, params, timeout: limit)
    return message.result(JSONValue.self) ?? .null
  }

  /// Says that an element has the focus.
  func focus(_ element: JSONValue) throws {
    try ask("focus", ["element": element])
  }

  /// A button has the focus.
  func focus(button label: String, id: String = "button") throws {
    try focus(["id": .string(id), "role": "button", "label": .string(label)])
  }

  /// Plain words have the focus.
  func focus(words: String, id: String = "words") throws {
    try focus(["id": .string(id), "role": "text", "label": .string(words)])
  }

  /// A text that is read has the focus, with its caret if it has one.
  func focus(text: String, caret: Int? = nil, role: String = "text") throws {
    var content: [String: JSONValue] = ["content": .string(text)]
    content["caret"] = caret.map { .integer($0) }
    try focus(["id": "text", "role": .string(role), "text": .object(content)])
  }

  /// Changes settings.
  func set(_ settings: [String: JSONValue]) throws {
    try ask("settings", ["set": .object(settings)])
  }

  /// Presses keys by their names.
  func press(_ keys: String...) throws {
    try ask("press", ["keys": .array(keys.map { .string($0) })])
  }

  /// Sends bytes as they are, as soon as they are taken.
  func send(bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let descriptor = FileDescriptor(connection.descriptor)
      switch rest.withUnsafeBytes({ descriptor.send($0) }) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock:
        var poller = Poller()
        poller.add(descriptor, reading: false, writing: true)
        guard poller.wait(Patience.limit) > 0 else { throw TimedOut("nobody reads what is sent") }
      case .ended, .failed: throw ConnectionError.closed
      }
    }
  }

  /// Sends text as it is.
  func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

  /// Lets the daemon see that nothing more comes, and can still be told something.
  func finishSending() {
    _ = shutdown(connection.descriptor, Int32(SHUT_WR))
  }

  // MARK: What it is told

  /// Waits for the next notification of a kind, and gives its params; others are dropped.
  func next(_ method: String, limit: Duration = Patience.limit) throws -> JSONValue {
    let end = MonotonicClock.now + limit
    while let message = try message(before: end) {
      if message.method == method { return message.params(JSONValue.self) ?? .null }
    }
    throw TimedOut("no \(method) in \(limit)")
  }

  private func message(before end: Duration) throws -> Message? {
    try connection.next(timeout: Int((end - MonotonicClock.now).pollMilliseconds))
  }

  /// Waits for the next message, whatever it is.
  func next(limit: Duration = Patience.limit) throws -> JSONValue {
    guard let message = try message(before: MonotonicClock.now + limit) else {
      throw TimedOut("no message in \(limit)")
    }
    return JSONValue(parsing: message.line) ?? .null
  }

  /// Waits for the next message that is as wanted; others are dropped.
  func next(limit: Duration = Patience.limit, where isWanted: (JSONValue) -> Bool) throws
    -> JSONValue
  {
    let end = MonotonicClock.now + limit
    while let message = try message(before: end) {
      if let value = JSONValue(parsing: message.line), isWanted(value) { return value }
    }
    throw TimedOut("no message as wanted in \(limit)")
  }

  /// Waits for the next command.
  func command() throws -> JSONValue { try next("command") }

  /// The notifications of a kind that have come and were not taken, as the daemon has them by now.
  func all(_ method: String) throws -> [JSONValue] {
    // What was sent before the answer has come before it.
    try ask("status")
    var params: [JSONValue] = []
    while let message = try connection.next(timeout: 0) {
      if message.method == method { params.append(message.params(JSONValue.self) ?? .null) }
    }
    return params
  }

  /// A counter of the daemon's.
  func counter(_ name: String) throws -> Int {
    try ask("status")["counters"]?[name]?.integer ?? 0
  }

  /// Waits until the daemon closes the connection.
  func waitForEnd(limit: Duration = Patience.limit) throws {
    let end = MonotonicClock.now + limit
    do {
      while try message(before: end) != nil {}
    } catch ConnectionError.closed {
      return
    }
    throw TimedOut("no end of the connection in \(limit)")
  }
}

/// What the daemon has the display show.
struct Shown: Equatable, CustomStringConvertible {
  var cells: String
  var text: String
  var caret: Int?
  var kind: String
  var element: String?

  init(_ params: JSONValue) {
    cells = (params["cells"]?.strings ?? []).joined().withoutBlanksBehind
    text = (params["text"]?.strings ?? []).joined().withoutBlanksBehind
    caret = params["caret"]?["column"]?.integer
    kind = params["kind"]?.string ?? ""
    element = params["element"]?.string
  }

  var description: String {
    "\(kind) \(cells) \"\(text)\"" + (caret.map { ", caret \($0)" } ?? "")
  }
}

/// Somebody who looks on what is shown; no display is needed for that.
final class Observer {
  private let program: Program
  /// What was seen so far, the newest last.
  private(set) var seen: [Shown] = []

  init(_ daemon: DaemonProcess) throws {
    program = try Program(daemon)
    try program.ask("observe", ["events": ["frame"]])
  }

  /// Waits until something is shown that is as wanted, from what was seen last on.
  @discardableResult
  func wait(
    for what: String, limit: Duration = Patience.limit, _ condition: (Shown) -> Bool
  ) throws -> Shown {
    if let last = seen.last, condition(last) { return last }
    let end = MonotonicClock.now + limit
    while MonotonicClock.now < end {
      guard let shown = try? next(limit: end - MonotonicClock.now) else { break }
      if condition(shown) { return shown }
    }
    throw TimedOut("no \(what) in \(limit), but \(seen.last.map(\.description) ?? "nothing")")
  }

  /// Waits for the next frame.
  @discardableResult
  func next(limit: Duration = Patience.limit) throws -> Shown {
    let shown = Shown(try program.next("frame", limit: limit))
    seen.append(shown)
    return shown
  }

  /// Waits until these cells are shown, and nothing behind them.
  @discardableResult
  func wait(forCells cells: String) throws -> Shown {
    try wait(for: cells) { $0.cells == cells }
  }

  /// Waits until this print is shown, and nothing behind it.
  @discardableResult
  func wait(forText text: String) throws -> Shown {
    try wait(for: text) { $0.text == text }
  }
}

extension JSONValue {
  var string: String? { if case .string(let value) = self { value } else { nil } }
  var integer: Int? { if case .number(let value) = self { Int(value) } else { nil } }
  var strings: [String]? { elements?.compactMap(\.string) }
  var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}
