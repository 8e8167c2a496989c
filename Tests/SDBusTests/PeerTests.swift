// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus
import Sockets
import TestSupport
import Testing

/// Connections without a bus, to programs of all kinds.
@Suite struct PeerTests {
  private let folder: TemporaryFolder
  private let listener: Listener
  private let asking: BusTalker

  init() throws {
    folder = try TemporaryFolder("peer")
    listener = try Listener(path: folder.file("socket"))
    asking = try BusTalker(.peer("unix:path=\(folder.file("socket"))"))
  }

  private func accept() throws -> FileDescriptor {
    guard case .connection(let descriptor, _) = listener.accept() else {
      throw TimedOut("nobody has connected")
    }
    return descriptor
  }

  private let question = MethodCall(":1.5", "/object", "org.test.Interface", "M", [.int32(1)])

  @Test func aPeerIsCalledWithoutABus() throws {
    defer { listener.close() }
    let serving = try BusTalker(.accepted(try accept()), serving: true)
    serving.answer = { .success($0.arguments) }
    #expect(try asking.ask(question, serving).values == [.int32(1)])
    #expect(serving.calls.first?.call.destination == "")
    #expect(serving.calls.first?.sender == "")
    #expect(asking.connection.uniqueName == nil)
    serving.connection.emit(
      path: "/", interface: "org.test.I", member: "S", arguments: [.string("detail")])
    try BusTalker.talk([asking, serving], for: "signal") { asking.signals.count == 1 }
    #expect(asking.signals.first?.head.sender == "")
    asking.connection.send(question, token: 5, within: Patience.limit)
    serving.answer = { _ in nil }
    try BusTalker.talk([asking, serving], for: "call") { serving.calls.count == 2 }
    serving.connection.close()
    try BusTalker.talk([asking, serving], for: "end") { asking.isClosed && serving.isClosed }
    #expect(asking.replies.last?.result.error == .disconnected)
  }

  @Test func aPeerThatNeverGreetsCostsItsTime() throws {
    defer { listener.close() }
    let silent = try accept()
    defer { silent.close() }
    asking.connection.send(question, token: 1, within: .milliseconds(20))
    try BusTalker.talk([asking], for: "time-out") { asking.replies.count == 1 }
    #expect(asking.replies.first?.result.error?.isTimeout == true)
  }

  @Test func aPeerThatTalksNonsenseIsLeft() throws {
    defer { listener.close() }
    let silent = try accept()
    defer { silent.close() }
    asking.connection.send(question, token: 1, within: .seconds(1000))
    try write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), to: silent)
    try BusTalker.talk([asking], for: "end") { asking.isClosed }
    #expect(asking.replies.first?.result.error == .disconnected)
  }

  @Test(arguments: 0..<20) func randomMessagesDoNoHarm(seed: UInt64) throws {
    defer { listener.close() }
    let peer = try accept()
    defer { peer.close() }
    var random = SeededGenerator(seed: seed)
    try write(Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\n".utf8), to: peer)
    for token in 0..<200 {
      asking.connection.send(question, token: token, within: .milliseconds(50))
      let message = random.message(replyTo: UInt32(token + 1))
      try? write(message, to: peer)
      asking.process()
    }
    try BusTalker.talk([asking], for: "replies") { asking.replies.count >= 200 }
    #expect(Set(asking.replies.map(\.token)) == Set(0..<200))
    #expect(asking.replies.count == 200)
  }

  private func write(_ bytes: [UInt8], to descriptor: FileDescriptor) throws {
    let sent = bytes.withUnsafeBytes { descriptor.send($0) }
    guard sent == .bytes(bytes.count) else { throw TimedOut("\(sent) of \(bytes.count) bytes") }
  }
}

extension SeededGenerator {
  private static let signatures = [
    "s", "sss", "as", "a{sv}", "v", "vv", "aav", "siiva{sv}", "(ii(s))", "a(so)", "aai", "h", "ah",
    "g", "ay", "aay", "d", "b", "o", "nqxt", "a{s(iv)}", "a{sa{sv}}", "()", "a", "{ss}", "z",
    String(repeating: "a", count: 40) + "y", String(repeating: "(", count: 40) + "y",
  ]

  /// A reply or a signal whose head is right, or nearly, and whose body is anything.
  fileprivate mutating func message(replyTo serial: UInt32) -> [UInt8] {
    let signature = one(of: Self.signatures)
    var body: [UInt8] = []
    for _ in 0..<integer(0...40) {
      switch integer(0...5) {
      case 0: body += [0, 0, 0, 0]
      case 1: body += [UInt8(integer(0...24)), 0, 0, 0]
      case 2: body += Array("text".utf8)
      case 3: body += [1, UInt8(ascii: "v"), 0]
      case 4: body += [1, one(of: Array("ysvbdn".utf8)), 0, 0]
      default: body.append(UInt8(truncatingIfNeeded: next()))
      }
    }
    let isSignal = chance(40)
    var fields: [UInt8] = []
    func pad(_ bytes: inout [UInt8]) { while bytes.count % 8 != 0 { bytes.append(0) } }
    func field(_ code: UInt8, _ type: Character, _ text: String) {
      pad(&fields)
      fields += [code, 1, type.asciiValue ?? 0, 0]
      let count = text.utf8.count
      fields += type == "g" ? [UInt8(count)] : [UInt8(count), 0, 0, 0]
      fields += Array(text.utf8) + [0]
    }
    if isSignal {
      field(1, "o", "/object")
      field(2, "s", one(of: ["org.test.I", "org.freedesktop.DBus.Local", "wrong"]))
      field(3, "s", one(of: ["Signal", "Disconnected", "Connected"]))
    } else {
      pad(&fields)
      fields += [5, 1, UInt8(ascii: "u"), 0]
      fields += (0..<4).map { UInt8(truncatingIfNeeded: serial >> ($0 * 8)) }
      if chance(10) { field(4, "s", one(of: ["org.test.Error", "x"])) }
    }
    field(8, "g", signature)
    func number(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let type: UInt8 = isSignal ? 4 : chance(90) ? 2 : UInt8(integer(0...5))
    var bytes: [UInt8] = [UInt8(ascii: "l"), type, 1, 1]
    bytes += number(body.count) + number(integer(0...9)) + number(fields.count) + fields
    pad(&bytes)
    bytes += body
    if chance(5) {
      let index = integer(0...(bytes.count - 1))
      bytes[index] ^= UInt8(truncatingIfNeeded: next())
    }
    return bytes
  }
}
