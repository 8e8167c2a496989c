// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Brltty.isInstalled)) struct BrailliantDisplayTests {
  private func withDisplay(
    _ model: BrailliantDisplay.Model = .bi40, _ settings: Brltty.Settings = Brltty.Settings(),
    _ body: (BrailliantDisplay, WireClient) throws -> Void
  ) throws {
    let rig = try Rig(BrailliantDisplay(model), settings)
    defer { rig.close() }
    let client = try WireClient(host: rig.brltty.host)
    defer { client.close() }
    try client.enterTty()
    try client.acceptDots()
    try body(rig.display, client)
  }

  @Test func itShowsDotsAndSendsKeys() throws {
    try withDisplay { display, client in
      #expect(try client.driverName() == "HumanWare")
      #expect(try client.displaySize() == [40, 1])
      try client.show(WriteRequest(dots: Array(0..<40)))
      try display.wait(forCells: Array(0..<40))

      try display.route(0)
      try display.route(39)
      #expect(try client.nextKeys(2) == [0x2001_0000, 0x2001_0027])
      // From the third cell to the eighth: two routing keys together.
      try display.press(.routing(3), .routing(8))
      #expect(try client.nextKey() == 0x2010_0803)
      try display.press(.thumbLeft)
      try display.press(.thumbNext)
      try display.press(.display(2))
      #expect(try client.nextKeys(3).allSatisfy { $0 >> 16 == 0x2000 })
    }
  }

  @Test func itsKeyboardTypesDots() throws {
    try withDisplay { display, client in
      try display.dots("1-4")
      try display.dots("")
      // dots 7 alone is bound: backspace.
      try display.dots("7")
      // A chord that brltty's table has: the up arrow.
      try display.chord("1")
      #expect(try client.nextKeys(4) == [0x2022_0009, 0x2022_0000, 0xFF08, 0xFF52])
    }
  }

  @Test func preferencesAreUsed() throws {
    var settings = Brltty.Settings()
    settings.preferences = "braille-quick-space=yes\n"
    try withDisplay(.bi32, settings) { display, client in
      #expect(try client.displaySize() == [32, 1])
      try display.chord("1-3-4-5")
      try display.chord("7")
      try display.dots("")
      #expect(try client.nextKeys(3) == [0x2022_011D, 0x2022_0140, 0x2022_0100])
    }
  }

  @Test func otherTablesAreUsed() throws {
    let folder = try TemporaryFolder("tables")
    defer { folder.close() }
    for name in ["Attributes", "Contraction", "Keyboard", "Text"] {
      symlink("/etc/brltty/\(name)", folder.file(name))
    }
    let input = try folder.folder("Input")
    try writeFile("\(try folder.folder("Input/hw"))/B80.ktb", Array("bind ThumbLeft TOP\n".utf8))
    #expect(access(input, X_OK) == 0)
    var settings = Brltty.Settings()
    settings.tables = folder.path
    try withDisplay(.b80, settings) { display, client in
      try display.press(.thumbLeft)
      #expect(try client.nextKey() == 0x2000_0009)
      try display.route(0)
      try display.press(.thumbLeft)
      #expect(try client.nextKey() == 0x2000_0009)
    }
  }

  @Test func itSwitchesOffAndOn() throws {
    try withDisplay { display, client in
      _ = try client.parameter(.deviceOnline, isWatched: true)
      try display.powerOff()
      #expect(try client.nextUpdate(of: .deviceOnline).value == [0])
      try display.route(5)
      #expect(try client.nextUpdate(of: .deviceOnline).value == [1])
      #expect(try client.nextKey() == 0x2001_0005)
    }
  }
}
