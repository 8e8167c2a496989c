// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing

@Suite struct StandInServerTests {
  private func withServer(
    columns: Int = 10, rows: Int = 2, _ body: (StandInServer, WireClient) throws -> Void
  ) throws {
    let server = try StandInServer(columns: columns, rows: rows)
    defer { server.close() }
    let client = try WireClient(host: server.host)
    defer { client.close() }
    try body(server, client)
  }

  @Test func itShowsWhatIsWritten() throws {
    try withServer { server, client in
      #expect(try client.driverName() == "Virtual")
      #expect(try client.modelIdentifier() == "")
      #expect(try client.displaySize() == [10, 2])
      try client.enterTty(path: [7])
      var request = WriteRequest(dots: Array(1...20))
      (request.text, request.charset) = (Array("äbc".utf8), "UTF-8")
      (request.size, request.cursor) = (-20, 3)
      try client.show(request)
      #expect(server.state.cells == Array(1...20))
      #expect(server.state.text == "äbc                 ")
      #expect(server.state.cursor == 3)
      #expect(server.state.inTty == 1)
      #expect(try client.parameter(.renderedCells) == Array(1...20))

      var part = WriteRequest()
      (part.begin, part.size) = (2, 2)
      (part.andMask, part.orMask) = ([0, 0], [0xFF, 0xFE])
      try client.show(part)
      #expect(server.state.cells == [1, 0xFF, 0xFE] + Array(4...20))
      try client.show(WriteRequest())
      #expect(server.state.cells == [UInt8](repeating: 0, count: 20))
      try client.leaveTty()
      #expect(server.state.inTty == 0)
    }
  }

  @Test func itDislikesWhatDoesNotFit() throws {
    try withServer { _, client in
      let dislike = KitError.exception(code: 5, kind: .write)
      #expect(throws: dislike) { try client.show(WriteRequest(text: "no tty", size: 20)) }
      try client.enterTty()
      #expect(throws: KitError.exception(code: 6, kind: .write)) {
        try client.show(WriteRequest(dots: [UInt8](repeating: 1, count: 21)))
      }
      try client.synchronize()
    }
  }

  @Test func packetsAreKeptWithTheirTimes() throws {
    try withServer { server, client in
      let before = MonotonicClock.now
      try client.enterTty()
      try client.setPriority(60)
      client.send(Packet(.setFocus, [0, 0, 0, 7]))
      try client.synchronize()
      #expect(server.state.priority == 60)
      let received = server.state.received
      #expect(
        received.map(\.packet.kind) == [
          .version, .enterTty, .parameterValue, .setFocus, .synchronize,
        ])
      #expect(received.dropFirst().allSatisfy { $0.time >= before && $0.connection == 1 })
    }
  }

  @Test func keysGoToThoseInTtyMode() throws {
    try withServer { server, client in
      server.key(1)
      try client.enterTty()
      server.key(0x2001_0000)
      server.send(.key(0x2000_0001))
      #expect(try client.nextKeys(2) == [0x2001_0000, 0x2000_0001])
    }
  }

  @Test func changesAreToldToThoseWhoWatch() throws {
    try withServer { server, client in
      server.resize(columns: 4)
      #expect(
        try client.parameter(.displaySize, isWatched: true) == [0, 0, 0, 4, 0, 0, 0, 1])
      #expect(try client.parameter(.deviceOnline, isWatched: true) == [1])
      server.resize(columns: 12)
      server.setOnline(false)
      let update = try client.nextUpdate(of: .displaySize)
      #expect(update.value == [0, 0, 0, 12, 0, 0, 0, 1])
      #expect(update.flags == 1)
      #expect(try client.nextUpdate(of: .deviceOnline).value == [0])
      #expect(server.state.cells.count == 12)
      #expect(throws: KitError.timedOut("no update of deviceOnline in 0.001 seconds")) {
        try client.nextUpdate(of: .deviceOnline, limit: .milliseconds(1))
      }
    }
  }

  @Test func itLetsInWhoHasTheKey() throws {
    let server = try StandInServer(authorization: .key([1, 2, 3]))
    defer { server.close() }
    #expect(throws: KitError.refused) { try WireClient(host: server.host) }
    #expect(throws: KitError.answer(code: 17)) { try WireClient(host: server.host, key: [1]) }
    try WireClient(host: server.host, key: [1, 2, 3]).close()
    server.authorization = .refused
    #expect(throws: KitError.refused) { try WireClient(host: server.host, key: [1, 2, 3]) }
    server.authorization = .none
    try WireClient(host: server.host).close()
    #expect(server.state.connections == 5)
  }

  @Test func itGreetsWithAnotherVersion() throws {
    let server = try StandInServer(version: 7)
    defer { server.close() }
    let client = try WireClient(host: server.host)
    defer { client.close() }
    #expect(try client.parameter(.serverVersion) == [0, 0, 0, 7])
    server.version = 9
    let other = try WireClient(host: server.host)
    #expect(try other.parameter(.serverVersion) == [0, 0, 0, 9])
  }

  @Test func itSaysNothing() throws {
    let server = try StandInServer(behaviour: .silent)
    defer { server.close() }
    let limit = Duration.milliseconds(20)
    #expect(throws: KitError.timedOut("no answer 'v' in 0.02 seconds")) {
      try WireClient(host: server.host, limit: limit)
    }
    server.behaviour = .silentAfterGreeting
    #expect(throws: KitError.timedOut("no answer 'a' in 0.02 seconds")) {
      try WireClient(host: server.host, limit: limit)
    }
    server.behaviour = .normal
    try WireClient(host: server.host).close()
  }

  @Test func itBecomesDeaf() throws {
    try withServer { server, client in
      server.behaviour = .deaf
      try client.enterTty()
      #expect(throws: KitError.timedOut("no answer 'A' in 0.02 seconds")) {
        try client.synchronize(limit: .milliseconds(20))
      }
      server.key(5)
      #expect(try client.nextKey() == 5)
      server.closeClients()
      try client.waitForEnd()
      #expect(server.state.open == 0)
    }
  }

  @Test func itFailsToEnterTtyMode() throws {
    try withServer { server, client in
      server.behaviour = .failing(6)
      #expect(throws: KitError.answer(code: 6)) { try client.enterTty() }
      server.behaviour = .normal
      try client.enterTty()
    }
  }

  @Test func anotherComesToTheSamePlace() throws {
    let first = try StandInServer()
    let client = try WireClient(host: first.host)
    first.close()
    try client.waitForEnd()
    #expect(throws: KitError.self) { try WireClient(host: first.host) }
    let second = try StandInServer(columns: 7, host: first.host)
    defer { second.close() }
    let other = try WireClient(host: first.host)
    #expect(try other.displaySize() == [7, 1])
  }

  @Test func itListensOnASocketToo() throws {
    let folder = try TemporaryFolder()
    defer { folder.close() }
    let host = ":\(folder.path.split(separator: "/").last ?? "")"
    let server = try StandInServer(host: host)
    let client = try WireClient(host: host)
    #expect(try client.displaySize() == [40, 1])
    server.close()
    #expect(throws: KitError.self) { try WireClient(host: host) }
    #expect(throws: KitError.self) { try StandInServer(host: "somewhere else") }
  }

  @Test func whatDoesNotComeIsReported() throws {
    try withServer { server, client in
      try client.enterTty()
      let error = #expect(throws: TimedOut.self) {
        try server.wait(for: "write", limit: .milliseconds(1)) { $0.text.hasPrefix("x") }
      }
      #expect(error?.description.contains("no write in") == true)
      #expect(error?.description.contains("'t'(") == true)
    }
  }
}
