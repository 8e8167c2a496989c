// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@Suite struct VirtualKeyTests {
  @Test func everyWordOfTheDriverIsKnownOnce() {
    #expect(VirtualKey.all.count == 206)
    #expect(Set(VirtualKey.all.map(\.name)).count == 206)
    #expect(VirtualKey.all.count { !$0.isReachable } == 6)
  }

  @Test func codesAreThoseOfBrlAPI() throws {
    #expect(try VirtualKey("COMPBRL6").code() == 0x2000_009A)
    #expect(try VirtualKey("touch_at").code(1) == 0x2027_0001)
    #expect(try VirtualKey("KEY_DELETE").code() == 0xFFFF)
    // The driver adds the number to the command: one more than the last character.
    #expect(try VirtualKey("PASSCHAR").code(256) == 0x2022_0000)
  }

  @Test(arguments: [
    ("ROUTE", VirtualKey.Argument.number(0)), ("ROUTE", 257), ("ROUTE", nil), ("ROUTE", .on),
    ("LNDN", 3), ("SETLEFT", 1), ("KEY_FUNCTION", 0), ("KEY_ENTER", .off), ("NONESUCH", nil),
  ])
  func whatTheDriverRefusesIsNotSent(_ name: String, _ argument: VirtualKey.Argument?) {
    #expect(throws: KitError.self) { try VirtualKey(name).line(argument) }
  }

  @Test func aDisplayThatNobodyDrivesSendsNothing() throws {
    let display = try VirtualDisplay()
    defer { display.close() }
    #expect(throws: KitError.notConnected) { try display.press("LNDN") }
    #expect(throws: KitError.notAKey("dots 9")) { try display.dots("9") }
    #expect(display.cells == [])
    let error = #expect(throws: TimedOut.self) {
      try display.wait(forText: "something", limit: .milliseconds(1))
    }
    #expect(error?.description.contains("no text \"something\"") == true)
    #expect(error?.description.contains("not connected") == true)
  }
}
