// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Testing

@Suite struct OneHandTests {
  /// The keys that come out, by their names, when these go in.
  private func keys(_ names: String) throws -> [String] {
    var hand = OneHand()
    return try KeyPress.list(parsing: names).compactMap { hand.take($0)?.description }
  }

  @Test func dotsAddUpToTheSpaceBar() throws {
    #expect(try keys("dot1 dot2 dot5") == [])
    #expect(try keys("dot1 dot2 dot5 space") == ["dot1+dot2+dot5"])
    #expect(try keys("dot1+dot2 dot5 space dot1 space") == ["dot1+dot2+dot5", "dot1"])
    #expect(try keys("dot1 dot1 space") == ["dot1"])
  }

  @Test func theSpaceBarFirstMakesAChord() throws {
    #expect(try keys("space dot3 dot6 space") == ["space+dot3+dot6"])
    #expect(try keys("space dot4") == [])
    #expect(try keys("space space") == ["space"])
    #expect(try keys("dot1 space space space dot2 space") == ["dot1", "space", "dot2"])
  }

  @Test func dotsWithTheSpaceBarAreAChordAtOnce() throws {
    #expect(try keys("space+dot4") == ["space+dot4"])
    #expect(try keys("dot3 space+dot6") == ["space+dot3+dot6"])
    #expect(try keys("space dot3 space+dot6") == ["space+dot3+dot6"])
  }

  @Test func otherKeysLetGoOfWhatWasBegun() throws {
    #expect(try keys("dot1 FWINRT dot2 space") == ["FWINRT", "dot2"])
    #expect(try keys("space dot1 ROUTE 5 dot2 space") == ["ROUTE 5", "dot2"])
    #expect(try keys("FWINRT") == ["FWINRT"])
  }

  @Test func whatIsHeldWithAnyPressIsHeld() throws {
    #expect(try keys("control+dot1 dot4 space dot1 space") == ["control+dot1+dot4", "dot1"])
  }

  @Test func whatIsBegunCanBeShown() throws {
    var hand = OneHand()
    #expect(hand.begun == nil)
    _ = hand.take(try KeyPress(parsing: "space"))
    #expect(hand.begun == .chord(.blank))
    _ = hand.take(try KeyPress(parsing: "dot2"))
    #expect(hand.begun == .chord(Cell(dots: 2)))
    hand.clear()
    #expect(hand.begun == nil)
  }
}
