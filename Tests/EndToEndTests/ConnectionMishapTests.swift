// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

/// A stand-in for brltty that behaves as it is told, and a daemon that finds it through a proxy.
struct Line {
  let server: StandInServer
  let proxy: PacketProxy
  let daemon: DaemonProcess
  let program: Program

  /// `prepare` is done to the server and the proxy before the daemon starts.
  init(_ prepare: (StandInServer, PacketProxy) throws -> Void = { _, _ in }) throws {
    server = try StandInServer()
    proxy = try PacketProxy(upstream: server.host)
    try prepare(server, proxy)
    daemon = try DaemonProcess(.init(environment: proxy.environment))
    program = try Program(daemon)
    try program.focus(button: "OK")
  }

  /// Shows the button, and something like it before.
  ///
  /// A key that comes while the display takes a frame counts as pressed on the frame before: that
  /// must be one with the same routing keys, or the key means nothing (there was nothing before).
  func showTwice() throws {
    try program.focus(button: "Cancel")
    try wait(forBraille: Content.cancel)
    try program.focus(button: "OK")
    try wait(forBraille: Content.okay)
  }

  /// Waits until the display shows these cells and nothing behind them.
  func wait(forBraille braille: String) throws {
    let cells = braille.unicodeScalars.map { UInt8($0.value - 0x2800) }
    try server.wait(for: braille) { state in
      state.cells.starts(with: cells) && state.cells.dropFirst(cells.count).allSatisfy { $0 == 0 }
    }
  }

  /// Waits until something is written over a connection that was made after so many others.
  func waitForWrite(after connections: Int) throws {
    try proxy.wait(for: "write on a new connection") { state in
      state.log.contains { $0.connection > connections && $0.packet.kind == .write }
    }
  }

  /// A key reaches the program, whatever is shown to the reader just now.
  func expectKey() throws {
    proxy.key(0x2000_0001)
    #expect(
      try program.command() == ["command": "move", "direction": "previous", "unit": "item"])
    #expect(daemon.isAlive)
  }

  func close() {
    daemon.close()
    proxy.close()
    server.close()
  }
}

extension Mishaps {
  /// What can happen to the connection to brltty; nothing of it needs a brltty.
  @Suite struct ConnectionMishapTests {
    @Test func aDisplayWithMoreCellsThanAPacketHasRoomForIsUsedAsItsFirstRow() throws {
      let line = try Line { server, _ in server.resize(columns: 40, rows: 40) }
      defer { line.close() }
      try line.wait(forBraille: Content.okay)
      let display = try line.program.ask("status")["display"]
      #expect(display?["columns"] == 40 && display?["rows"] == 1)
      line.server.resize(columns: 40, rows: 25)
      try line.program.focus(button: "Cancel")
      try line.wait(forBraille: Content.cancel)
    }

    @Test func connectionsThatAreClosedAtOnceAreTriedMoreAndMoreSlowly() throws {
      let start = MonotonicClock.now
      let line = try Line { _, proxy in proxy.refuses = true }
      defer { line.close() }
      try line.proxy.wait(for: "sixth attempt") { $0.connections == 6 }
      let elapsed = MonotonicClock.now - start
      #expect(elapsed >= .milliseconds(100 + 200 + 400 + 500 + 500))
      let used = line.daemon.figures.processorTime
      print("six attempts in", elapsed.report, "with", used.report, "of processor time")
      #expect(used < Patience.seconds(1))
      line.proxy.refuses = false
      try line.wait(forBraille: Content.okay)
      try line.expectKey()
      #expect(line.daemon.log.count(of: Logged.unreachable) == 1)

      // libbrlapi forgets a descriptor each time that it is cut off before it is let in.
      let descriptors = line.daemon.figures.openDescriptors
      line.proxy.refuses = true
      line.proxy.closeClients()
      try line.proxy.wait(for: "six attempts more") { $0.connections >= 13 }
      line.proxy.refuses = false
      try line.program.focus(button: "Cancel")
      try line.wait(forBraille: Content.cancel)
      try line.expectKey()
      #expect(line.daemon.figures.openDescriptors == descriptors)
    }

    @Test func aPortThatAcceptsAndSaysNothingIsLeft() throws {
      let line = try Line { _, proxy in proxy.isBlackhole = true }
      defer { line.close() }
      try line.proxy.wait(for: "second attempt") { $0.connections == 2 }
      line.proxy.isBlackhole = false
      line.proxy.closeClients()
      try line.wait(forBraille: Content.okay)
      try line.expectKey()
    }

    @Test func refusalsAreToldOnceAndTriedOn() throws {
      let line = try Line { server, _ in server.authorization = .refused }
      defer { line.close() }
      try line.daemon.log.wait(for: "let this user read /etc/brlapi.key")
      try line.proxy.wait(for: "third attempt") { $0.connections >= 3 }
      line.server.authorization = .key(Array("sesame".utf8))
      let attempts = line.proxy.state.connections
      try line.proxy.wait(for: "another attempt") { $0.connections > attempts }
      #expect(line.daemon.log.count(of: "brltty refuses access") == 1)
      line.server.authorization = .none
      try line.wait(forBraille: Content.okay)
      try line.expectKey()
    }

    @Test func anotherVersionOfTheProtocolIsToldOnceAndTriedOn() throws {
      let line = try Line { server, _ in server.version = 7 }
      defer { line.close() }
      try line.daemon.log.wait(for: "another version of BrlAPI")
      try line.proxy.wait(for: "third attempt") { $0.connections >= 3 }
      #expect(line.daemon.log.count(of: "another version of BrlAPI") == 1)
      line.server.version = 8
      try line.wait(forBraille: Content.okay)
      try line.expectKey()
    }

    @Test func aPacketIsCutAnywhere() throws {
      let line = try Line()
      defer { line.close() }
      for count in [3, 8, 12] {
        try line.waitForWrite(after: line.proxy.state.connections - 1)
        let connections = line.proxy.state.connections
        // That it is closed is seen at once, and not when a call has taken too long.
        let elapsed = try time {
          line.proxy.cut(after: count)
          try line.waitForWrite(after: connections)
        }
        #expect(elapsed < Patience.seconds(2))
        try line.expectKey()
      }
      try line.wait(forBraille: Content.okay)
    }

    @Test func whatNeverEndsIsCutOff() throws {
      let line = try Line()
      defer { line.close() }
      let mishaps: [() -> Void] = [
        // Half a packet, for the rest of which libbrlapi would wait for ever.
        { line.proxy.inject(bytes: Array(Packet.key(0x2000_0001).bytes.prefix(11))) },
        // No packet: libbrlapi would read on for ever.
        { line.proxy.inject(bytes: [UInt8](repeating: 0xFF, count: 40)) },
        // Answers are lost: a key has the daemon write again, and wait.
        {
          line.proxy.stall(.down)
          line.proxy.key(0x2000_0018)
        },
      ]
      for (number, mishap) in mishaps.enumerated() {
        try line.waitForWrite(after: line.proxy.state.connections - 1)
        let connections = line.proxy.state.connections
        mishap()
        try line.daemon.log.wait(for: Logged.lost, times: number + 1)
        line.proxy.flow()
        try line.waitForWrite(after: connections)
        _ = try line.program.all("command")
        try line.expectKey()
      }
      try line.program.focus(button: "Cancel")
      try line.wait(forBraille: Content.cancel)
    }

    @Test func fiveThousandKeysAtOnceAreTaken() throws {
      let line = try Line()
      defer { line.close() }
      // Routing keys are answered by the daemon itself then, and the program hears of none.
      try line.program.ask("hello", ["name": "Mover", "commands": ["move"]])
      try line.wait(forBraille: Content.okay)
      line.proxy.inject(bytes: (0..<5000).flatMap { Packet.key(0x2001_0000 + $0 % 40).bytes })
      line.proxy.key(0x2000_0001)
      #expect(
        try line.program.command()
          == ["command": "move", "direction": "previous", "unit": "item"])
      print("\(try line.program.counter("keys")) of 5001 keys at once were handled")
      try line.program.focus(button: "Cancel")
      try line.wait(forBraille: Content.cancel)
      #expect(line.daemon.isAlive)
      #expect(line.proxy.state.connections == 1)
    }

    /// libbrlapi keeps what comes before the answer that it waits for.
    @Test func aKeyBeforeAnAnswerIsNotLeftLying() throws {
      let line = try Line()
      defer { line.close() }
      try line.showTwice()
      let answer = Lock<Packet?>(nil)
      line.proxy.setFilter { direction, packet in
        guard direction == .down, packet.kind == .parameterValue else { return packet }
        return answer.withLock { held in
          guard held == nil else { return packet }
          held = packet
          return nil
        }
      }
      // Something about the display has changed, and the daemon asks what.
      line.server.resize(columns: line.server.state.columns)
      try line.proxy.wait(for: "answer to be held") { _ in answer.withLock { $0 } != nil }
      line.proxy.key(0x2000_0001)
      if let packet = answer.withLock({ $0 }) { line.proxy.inject(packet) }
      // It would come with the next frame that is written again, after 5 s.
      let command = try line.program.next("command", limit: .seconds(3))
      #expect(command["unit"] == "item", "\(command)")
    }

    @Test func keysOfEveryKindAreTakenOrAnswered() throws {
      let line = try Line()
      defer { line.close() }
      try line.showTwice()
      let codes: [UInt64] = [
        0x2001_0000, 0x2001_FFFF, 0xFFBE, 0x2022_0113, 0x4_2022_0001, 0x1_0000_FF09, 0x0100_2813,
        0x41, 0x4000_0000, 0xE000_0000, UInt64.max, 0, 0x100_2000_0026, 0x200_2000_0021,
      ]
      for code in codes { line.proxy.key(code) }
      line.proxy.key(0x2000_0001)
      var commands: [JSONValue] = []
      repeat { commands.append(try line.program.command()) } while commands.last?["unit"] == nil
      // The first routing key, F1, and a tabulator with shift.
      #expect(commands.first == ["command": "activate", "element": "button"])
      #expect(commands.contains(["command": "key", "key": "F1", "modifiers": []]))
      #expect(commands.contains(["command": "key", "key": "Tab", "modifiers": ["Shift"]]))
      try line.program.focus(button: "Cancel")
      try line.wait(forBraille: Content.cancel)
      try line.expectKey()
    }
  }
}
