// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Brltty.isInstalled)) final class HandyTechDisplayTests {
  private let rig: Rig<HandyTechDisplay>
  private let client: WireClient

  init() throws {
    rig = try Rig(HandyTechDisplay(.brailleStar40))
    client = try WireClient(host: rig.brltty.host)
    try client.enterTty()
    try client.acceptDots()
  }

  deinit {
    client.close()
    rig.close()
  }

  @Test func itShowsDotsAndSendsKeys() throws {
    #expect(try client.driverName() == "HandyTech")
    #expect(try client.displaySize() == [40, 1])
    try client.show(WriteRequest(dots: Array(0..<40)))
    try rig.display.wait(forCells: Array(0..<40))
    #expect(rig.display.state.text == "")

    try rig.display.route(0)
    try rig.display.route(39)
    try rig.display.press(.spaceRight)
    try rig.display.press(.spaceLeft)
    #expect(
      try client.nextKeys(4) == [0x2001_0000, 0x2001_0027, 0x2000_0018, 0x2000_0017])
  }

  @Test func manyKeysStayInOrder() throws {
    for cell in 0..<40 { try rig.display.route(cell) }
    #expect(try client.nextKeys(40) == (0..<40).map { 0x2001_0000 + $0 })
  }

  @Test func brailleInputTypesDots() throws {
    try rig.display.press(.b1, .b8, .spaceRight)
    try rig.display.dots("1-2-5")
    try rig.display.dots("")
    try rig.display.dots("78")
    #expect(try client.nextKeys(3) == [0x2022_0013, 0x2022_0000, 0x2022_00C0])
  }

  @Test func aHeldKeyIsRepeated() throws {
    try rig.display.hold(.rightRockerBottom)
    let keys = try client.nextKeys(3)
    #expect(Set(keys).count == 1)
    try rig.display.release(.rightRockerBottom)
    try rig.display.route(7)
    while try client.nextKey() != 0x2001_0007 {}
  }

  @Test func theCableComesOutAndIn() throws {
    _ = try client.parameter(.deviceOnline, isWatched: true)
    rig.display.unplug()
    #expect(rig.display.cells == [])
    let display = rig.display
    #expect(throws: KitError.notConnected) { try display.route(0) }
    // brltty sees it when it writes.
    client.write(WriteRequest(dots: [UInt8](repeating: 1, count: 40)))
    #expect(try client.nextUpdate(of: .deviceOnline).value == [0])
    try rig.display.plug()
    #expect(try client.nextUpdate(of: .deviceOnline).value == [1])
    try client.waitForDisplay(columns: 40)
    try client.leaveTty()
    try client.enterTty()
    try client.show(WriteRequest(dots: Array(1...40)))
    try rig.display.wait(forCells: Array(1...40))
    #expect(rig.display.state.connections >= 2)
  }
}

@Suite(.serialized, .enabled(if: Brltty.isInstalled)) struct DeadDisplayTests {
  @Test func aDisplayThatDoesNotAnswerIsNone() throws {
    let rig = try Rig(HandyTechDisplay(.braillino), isStarted: false)
    defer { rig.close() }
    rig.display.answers = false
    try rig.brltty.start()
    let client = try WireClient(host: rig.brltty.host)
    defer { client.close() }
    // brltty asks when it starts, and again after 5 s.
    try rig.display.wait(for: "questions in vain") { $0.inquiries >= 2 }
    #expect(rig.display.state.connections == 0)
    #expect(!rig.display.state.isConnected)
    #expect(try client.parameter(.deviceOnline) == [0])

    rig.display.answers = true
    try client.waitForDisplay(columns: 20)
    #expect(rig.display.state.isConnected)
  }
}
