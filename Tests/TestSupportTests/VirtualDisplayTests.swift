// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Brltty.isInstalled)) final class VirtualDisplayTests {
  private let rig: Rig<VirtualDisplay>
  private let client: WireClient

  init() throws {
    rig = try Rig(columns: 20)
    client = try WireClient(host: rig.brltty.host)
  }

  deinit {
    client.close()
    rig.close()
  }

  private func enter(showing text: String = "ready") throws {
    let state = rig.display.state
    try client.enterTty()
    try client.acceptDots()
    try client.show(WriteRequest(text: text, size: state.columns * state.rows))
    try rig.display.wait(forText: text)
  }

  @Test func itShowsDotsAndText() throws {
    #expect(rig.display.state.connections == 1)
    #expect(rig.display.text.hasPrefix("no screen"))
    try enter()

    let text = #"say "a\b"           "#
    var request = WriteRequest(dots: Array(1...20))
    (request.text, request.charset) = (Array(text.utf8), "UTF-8")
    try client.show(request)
    let state = try rig.display.wait(forCells: Array(1...20))
    #expect(state.text == text)
    #expect(state.braille.hasPrefix("⠁⠂⠃⠄"))
    let last = try #require(rig.display.history.last { $0.isWritten })
    #expect(last.cells == Array(1...20))
    #expect(last.text == text)
    #expect(rig.display.history.map(\.time) == rig.display.history.map(\.time).sorted())
  }

  @Test func keysArriveWithTheirCodes() throws {
    try enter()
    let keys: [(String, VirtualKey.Argument?, UInt64)] = [
      ("LNDN", nil, 0x2000_0002), ("ROUTE", 1, 0x2001_0001), ("route", 19, 0x2001_0013),
      ("CSRVIS", .on, 0x100_2000_0026), ("CSRVIS", .off, 0x200_2000_0026),
      ("KEY_ENTER", nil, 0xFF0D), ("KEY_FUNCTION", 1, 0xFFBF), ("PASSDOTS", 0x13, 0x2022_0013),
    ]
    for (name, argument, code) in keys {
      try rig.display.press(name, argument)
      #expect(try client.nextKey() == code, "\(name)")
      #expect(try VirtualKey(name).code(argument) == code, "\(name)")
    }
    try rig.display.dots("1-2-5")
    try rig.display.dots("")
    try rig.display.type("Aé")
    #expect(try client.nextKeys(4) == [0x2022_0013, 0x2022_0000, 0x41, 0xE9])
  }

  @Test func manyKeysStayInOrder() throws {
    try enter()
    for number in 1...30 { try rig.display.press("ROUTE", .number(number)) }
    #expect(try client.nextKeys(30) == (1...30).map { 0x2001_0000 + $0 })
  }

  @Test func theCableComesOutAndIn() throws {
    _ = try client.parameter(.deviceOnline, isWatched: true)
    rig.display.unplug()
    #expect(rig.display.cells == [])
    #expect(try client.nextUpdate(of: .deviceOnline).value == [0])
    try client.waitForDisplay(columns: 0, rows: 0)

    // brltty looks for its display every 5 s.
    try rig.display.plug()
    #expect(try client.nextUpdate(of: .deviceOnline).value == [1])
    #expect(rig.display.state.connections == 2)
    try client.waitForDisplay(columns: 20)
    try enter()
  }

  @Test func theSizeChangesWhileConnected() throws {
    try rig.display.resize(columns: 30, rows: 2)
    try client.waitForDisplay(columns: 30, rows: 2)
    #expect(try client.displaySize() == [30, 2])
    try enter(showing: "thirty columns and two rows of them")
    #expect(rig.display.cells.count == 60)
    #expect(rig.display.state.connections == 1)
  }

  @Test func anotherDisplayTakesItsPlace() throws {
    rig.display.replace(columns: 12)
    try rig.display.wait(for: "new connection") { $0.connections == 2 && $0.writes > 0 }
    #expect(rig.display.cells.count == 12)
    try client.waitForDisplay(columns: 12)
    rig.display.drop()
    try rig.display.wait(for: "third connection") { $0.connections == 3 && $0.writes > 0 }
  }

  @Test func aDisplayThatTakesNothingStopsBrltty() throws {
    try enter()
    rig.display.stopReading()
    let history = rig.display.history
    // The line between them holds some writes before brltty's main loop is stuck.
    var isStuck = false
    for number in 0..<2000 where !isStuck {
      do {
        try client.show(
          WriteRequest(text: "write \(number)", size: 20), limit: .seconds(1))
      } catch KitError.timedOut {
        isStuck = true
      }
    }
    #expect(isStuck)
    #expect(rig.display.history == history)

    rig.display.resumeReading()
    client.write(WriteRequest(text: "it goes on", size: 20))
    try rig.display.wait(forText: "it goes on")
    #expect(rig.display.history.count > history.count)
  }
}

@Suite(.serialized, .enabled(if: Brltty.isInstalled)) struct SilentDisplayTests {
  @Test func aDisplayThatSaysNothingHoldsBrlttyUp() throws {
    let display = try VirtualDisplay(columns: 16, handshake: false)
    let rig = try Rig(display, isStarted: false)
    defer { rig.close() }
    try rig.brltty.start()
    try display.wait(for: "connection") { $0.isConnected }
    let client = try WireClient(host: rig.brltty.host)
    defer { client.close() }
    #expect(try client.displaySize() == [0, 0])
    #expect(display.state.writes == 0)

    try display.sendHandshake()
    try display.wait(forText: "no screen")
    try client.waitForDisplay(columns: 16)
  }
}
