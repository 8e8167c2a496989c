// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Elements
import Posix
import Sockets
import TestSupport
import Testing
import Wire

@testable import DesktopProducer

/// The connection to brailled never waits, never grows without bound, and comes again.
@Suite struct DaemonLinkTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("socket") }

  init() throws {
    folder = try TemporaryFolder("link")
  }

  private func link() -> DaemonLink {
    DaemonLink(
      path: path, hello: Hello(name: "desktop", acknowledges: true, rank: .desktop), ownPID: 42,
      log: Log("test", .error))
  }

  /// A link that is connected, and brailled's end.
  private func connected() throws -> (DaemonLink, StandInDaemon) {
    let daemon = try StandInDaemon(path)
    var link = link()
    #expect(link.process(at: .zero).isEmpty)
    try daemon.accept()
    #expect(try daemon.next(&link)["method"] == "hello")
    try daemon.greet()
    #expect(try events(&link, 1) == [.connected])
    return (link, daemon)
  }

  /// Waits until so many events have come.
  private func events(_ link: inout DaemonLink, _ count: Int) throws -> [DaemonLink.Event] {
    var events: [DaemonLink.Event] = []
    let deadline = MonotonicClock.now + Patience.limit
    while events.count < count {
      guard MonotonicClock.now < deadline else { throw TimedOut("only \(events) came") }
      var poller = Poller()
      if let descriptor = link.descriptor { poller.add(descriptor, writing: link.isWriting) }
      poller.wait(.milliseconds(100))
      events += link.process(at: .zero)
    }
    return events
  }

  @Test func itSaysWhoItIsAndHandsOn() throws {
    let daemon = try StandInDaemon(path)
    defer { daemon.close() }
    var link = link()
    defer { link.close() }
    // What is told before brailled has answered is for nobody.
    link.send(.resume)
    #expect(link.process(at: .zero).isEmpty)
    try daemon.accept()
    let hello = try daemon.next(&link)
    #expect(hello["params"] == ["name": "desktop", "acks": true, "rank": "desktop"])
    try daemon.greet()
    #expect(try events(&link, 1) == [.connected])

    let order = Order(.activate(offset: nil), element: "e", sequence: 1)
    daemon.say(Outgoing.notification("command", Outgoing.command(order)))
    #expect(try events(&link, 1) == [.order(order)])

    link.send(.focus(Element(id: "e"), ancestors: []), ack: 1)
    #expect(try daemon.next(&link)["params"]?["ack"] == 1)
    // What cannot acknowledge is followed by what does.
    link.send(.announce(Announcement(text: "x")), ack: 2)
    #expect(try daemon.next(&link)["method"] == "announce")
    #expect(try daemon.next(&link)["params"] == ["seq": 2])
  }

  @Test func producersAreAllOthers() throws {
    var (link, daemon) = try connected()
    defer { daemon.close() }
    link.askProducers()
    let question = try daemon.next(&link)
    #expect(question["method"] == "status")
    let pids: [JSONValue] = [3, 42, 7, 3]
    daemon.say([
      "id": question["id"] ?? .null,
      "result": ["producers": .array(pids.map { ["name": "x", "pid": $0, "shows": true] })],
    ])
    #expect(try events(&link, 1) == [.producers([3, 7])])
  }

  @Test func aCommandThatIsNotKnownIsAnswered() throws {
    var (link, daemon) = try connected()
    defer { daemon.close() }
    daemon.say(["method": "command", "params": ["command": "dance", "seq": 8]])
    daemon.say(["method": "shutdown"])
    daemon.say(["method": "rejected", "params": ["code": -32602, "method": "edit", "line": 2]])
    let answer = try daemon.next(&link)
    #expect(answer["method"] == "done" && answer["params"]?["seq"] == 8)
    #expect(answer["params"]?["error"]?["code"] == 7)
  }

  @Test func itIsTriedAgainLaterAndLater() throws {
    var link = link()
    var now = Duration.zero
    var pauses: [Duration] = []
    for _ in 0..<7 {
      #expect(link.process(at: now).isEmpty && link.descriptor == nil)
      let wake = try #require(link.nextWake)
      pauses.append(wake - now)
      // Nothing happens before it is time.
      #expect(link.process(at: wake - .milliseconds(1)).isEmpty && link.nextWake == wake)
      now = wake
    }
    #expect(pauses == [100, 200, 400, 800, 1600, 2000, 2000].map { .milliseconds($0) })
    let daemon = try StandInDaemon(path)
    defer { daemon.close() }
    #expect(link.process(at: now).isEmpty && link.descriptor != nil && link.nextWake == nil)
    try daemon.accept()
    _ = try daemon.next(&link)
    try daemon.greet()
    #expect(try events(&link, 1) == [.connected])
    daemon.hangUp()
    #expect(try events(&link, 1) == [.lost])
    #expect(link.nextWake == .milliseconds(100))
  }

  @Test func whoDoesNotReadIsLeft() throws {
    var (link, daemon) = try connected()
    defer { daemon.close() }
    var element = Element(id: "e")
    element.label = String(repeating: "x", count: 1000)
    var sent = 0
    while link.nextWake == nil, sent < 10_000 {
      link.send(.focus(element, ancestors: []))
      _ = link.unsentCount
      if sent % 10 == 0, link.nextWake == nil { #expect(link.process(at: .zero).isEmpty) }
      sent += 1
    }
    #expect(link.unsentCount <= DaemonLink.Bounds.lines + 1)
    #expect(try events(&link, 1) == [.lost])
    #expect(link.unsentCount == 0 && link.descriptor == nil)
  }

  @Test func fewLongLinesAreTooMuchToo() throws {
    var (link, daemon) = try connected()
    defer { daemon.close() }
    var element = Element(id: "e")
    element.label = String(repeating: "x", count: 1 << 20)
    for _ in 0..<12 { link.send(.focus(element, ancestors: [])) }
    #expect(try events(&link, 1) == [.lost])
  }

  @Test func aLineThatBrailledWouldRefuseIsNotSent() throws {
    var (link, daemon) = try connected()
    defer { daemon.close() }
    var element = Element(id: "e")
    element.label = String(repeating: "x", count: Limits.line)
    link.send(.focus(element, ancestors: []))
    link.send(.resume)
    #expect(try daemon.next(&link)["method"] == "resume")
  }

  @Test func whoRefusesHelloIsTriedAgain() throws {
    let daemon = try StandInDaemon(path)
    defer { daemon.close() }
    var link = link()
    _ = link.process(at: .zero)
    try daemon.accept()
    _ = try daemon.next(&link)
    daemon.say(["id": 0, "error": ["code": 5, "message": "no"]])
    let deadline = MonotonicClock.now + Patience.limit
    while link.descriptor != nil, MonotonicClock.now < deadline {
      #expect(link.process(at: .zero).isEmpty)
    }
    #expect(link.nextWake == .milliseconds(100))
  }
}

/// brailled's end of a link, for one connection and one thread.
final class StandInDaemon {
  private let listener: Listener
  private var connection: FileDescriptor?
  private var framer = Framer()

  init(_ path: String) throws {
    listener = try Listener(path: path)
  }

  func accept() throws {
    guard case .connection(let connection, _) = listener.accept() else {
      throw TimedOut("nobody connected")
    }
    self.connection = connection
  }

  /// Sends a line.
  func say(_ json: JSONValue) {
    _ = (json.line + [0x0A]).withUnsafeBytes { connection?.send($0) }
  }

  /// Answers `hello`.
  func greet() throws {
    say(Outgoing.reply(.number(0), .hello(version: 1, .none)))
  }

  /// The next line of the link, which is processed meanwhile.
  func next(_ link: inout DaemonLink) throws -> JSONValue {
    let deadline = MonotonicClock.now + Patience.limit
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while MonotonicClock.now < deadline {
      if case .line(let line)? = framer.next() {
        return JSONValue(parsing: line) ?? .null
      }
      _ = link.process(at: .zero)
      guard let connection else { break }
      if case .bytes(let count) = buffer.withUnsafeMutableBytes({ connection.read(into: $0) }) {
        buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    }
    throw TimedOut("the link said nothing more")
  }

  func hangUp() {
    connection?.close()
    connection = nil
  }

  func close() {
    hangUp()
    listener.close()
  }
}
