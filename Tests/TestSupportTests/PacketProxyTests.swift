// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing

/// A proxy before a server of the kit's own: what it does to clients and servers.
@Suite final class PacketProxyTests {
  private let server: StandInServer
  private let proxy: PacketProxy

  init() throws {
    server = try StandInServer(columns: 20)
    proxy = try PacketProxy(upstream: server.host)
  }

  deinit {
    proxy.close()
    server.close()
  }

  private func client() throws -> WireClient {
    let client = try WireClient(host: proxy.host)
    try client.enterTty()
    return client
  }

  @Test func packetsGoBothWaysAndAreLogged() throws {
    let client = try client()
    try client.show(WriteRequest(text: "proxied", size: 20))
    #expect(server.state.text.hasPrefix("proxied"))
    #expect(
      proxy.log.map(\.packet.kind) == [
        .version, .version, .authorization, .enterTty, .acknowledgement, .write, .synchronize,
        .acknowledgement,
      ])
    #expect(proxy.log.map(\.direction).prefix(4) == [.down, .up, .down, .up])
    #expect(Set(proxy.log.map(\.connection)) == [1])
    let write = try #require(proxy.log.first { $0.packet.kind == .write })
    #expect(WriteRequest(write.packet, cells: 20)?.string == "proxied")
    client.close()
    try proxy.wait(for: "end of the connection") { $0.open == 0 }
    try server.wait(for: "end of the connection") { $0.open == 0 }
  }

  @Test func itKnowsWhetherWhatWasWrittenIsDealtWith() throws {
    let client = try client()
    client.write(WriteRequest(text: "written", size: 20))
    try proxy.wait(for: "write") { $0.log.last?.packet.kind == .write }
    #expect(!proxy.state.isTaken)
    try client.synchronize()
    try proxy.waitUntilTaken()
    // Nobody is told any more who has gone.
    client.write(WriteRequest(text: "again", size: 20))
    try proxy.wait(for: "write") { $0.log.last?.packet.kind == .write }
    client.close()
    try proxy.waitUntilTaken()
  }

  @Test func keysAreInjected() throws {
    let client = try client()
    proxy.key(0x2001_0000)
    proxy.inject(.key(0xFFBE))
    proxy.inject(bytes: Packet.key(0x2022_0113).bytes)
    #expect(try client.nextKeys(3) == [0x2001_0000, 0xFFBE, 0x2022_0113])
    proxy.inject(bytes: (0..<5000).flatMap { Packet.key(0x2001_0000 + $0 % 40).bytes })
    #expect(try client.nextKeys(5000).last == 0x2001_0027)
    try client.synchronize()
  }

  @Test(arguments: [3, 8, 12]) func aPacketIsCut(_ count: Int) throws {
    let client = try client()
    proxy.cut(after: count)
    try client.waitForEnd()
    #expect(client.takeKeys() == [])
    try server.wait(for: "end of the connection") { $0.open == 0 }
    client.close()
    try proxy.wait(for: "end of the connection") { $0.open == 0 }
  }

  @Test func bytesThatAreNoPacketArrive() throws {
    let client = try client()
    proxy.inject(bytes: [UInt8](repeating: 0xFF, count: 40))
    try client.waitForEnd()
  }

  @Test func answersAreHeldBack() throws {
    let client = try client()
    proxy.stall(.down)
    proxy.key(0x2000_0018)
    #expect(throws: KitError.timedOut("no answer 'A' in 0.02 seconds")) {
      try client.synchronize(limit: .milliseconds(20))
    }
    #expect(try client.nextKey() == 0x2000_0018)
    proxy.flow()
    // The late answer is not taken for this one's.
    #expect(try client.displaySize() == [20, 1])
  }

  @Test func requestsAreHeldBack() throws {
    let client = try client()
    proxy.stall(.up)
    client.write(WriteRequest(text: "late", size: 20))
    server.key(0x2000_0001)
    #expect(try client.nextKey() == 0x2000_0001)
    #expect(server.state.text == String(repeating: " ", count: 20))
    proxy.stall()
    proxy.flow()
    try server.wait(for: "write") { $0.text.hasPrefix("late") }
  }

  @Test func connectionsAreRefused() throws {
    proxy.refuses = true
    let proxy = proxy
    #expect(throws: KitError.self) { try WireClient(host: proxy.host) }
    #expect(server.state.connections == 0)
    proxy.refuses = false
    try client().close()
    #expect(proxy.state.connections == 2)
  }

  @Test func connectionsVanishInABlackHole() throws {
    proxy.isBlackhole = true
    let proxy = proxy
    #expect(throws: KitError.timedOut("no answer 'v' in 0.02 seconds")) {
      try WireClient(host: proxy.host, limit: .milliseconds(20))
    }
    try proxy.wait(for: "end of the connection") { $0.connections == 1 && $0.open == 0 }
    proxy.isBlackhole = false
    try client().close()
  }

  @Test func allConnectionsAreClosed() throws {
    let clients = try [client(), client()]
    #expect(proxy.state.open == 2)
    proxy.closeClients()
    for client in clients { try client.waitForEnd() }
    try server.wait(for: "end of the connections") { $0.open == 0 }
    // Without a server there is nothing behind it.
    server.close()
    let proxy = proxy
    #expect(throws: KitError.self) { try WireClient(host: proxy.host) }
  }

  @Test func aFilterChangesAndSwallowsPackets() throws {
    let client = try client()
    proxy.setFilter { direction, packet in
      guard direction == .down, packet.kind == .key else { return packet }
      return packet == .key(1) ? nil : .key(3)
    }
    server.key(1)
    server.key(2)
    #expect(try client.nextKey() == 3)
    proxy.setFilter(nil)
    server.key(1)
    #expect(try client.nextKey() == 1)
  }
}

@Suite(.serialized, .enabled(if: Brltty.isInstalled)) struct ProxiedBrlttyTests {
  @Test func whatTheDriverCannotSendIsInjected() throws {
    let rig = try Rig(columns: 20)
    defer { rig.close() }
    let proxy = try PacketProxy(upstream: rig.brltty.host)
    defer { proxy.close() }
    let client = try WireClient(host: proxy.host)
    defer { client.close() }
    try client.enterTty()
    try client.show(WriteRequest(text: "proxied", size: 20))
    try rig.display.wait(forText: "proxied")
    proxy.key(0x2001_0000)
    try rig.display.press("ROUTE", 1)
    #expect(try client.nextKeys(2) == [0x2001_0000, 0x2001_0001])
    rig.brltty.kill()
    try client.waitForEnd()
  }
}
