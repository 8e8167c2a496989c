// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
@testable import Core
import Elements
import Presentation
import TestSupport
import Testing

/// Where a place of an earlier text is now (behaviour K1).
@Suite struct TextHistoryTests {
  private func difference(_ old: String?, _ new: String?) -> Replacement? {
    TextHistory.difference(old.map { TextContent($0) }, new.map { TextContent($0) })
  }

  private func replaced(_ start: Int, _ end: Int, by count: Int) -> Replacement {
    Replacement(range: TextOffset(start)..<TextOffset(end), count: count)
  }

  @Test func theDifferenceIsWhatIsNotInCommon() {
    #expect(difference("hello", "hello") == nil)
    #expect(difference(nil, "") == nil)
    #expect(difference("hello", "help") == replaced(3, 5, by: 1))
    #expect(difference("abc", "abXc") == replaced(2, 2, by: 1))
    #expect(difference("aaa", "aa") == replaced(2, 3, by: 0))
    #expect(difference(nil, "abc") == replaced(0, 0, by: 3))
    #expect(difference("abc", nil) == replaced(0, 3, by: 0))
  }

  @Test func placesFollowTheirCharacters() {
    var history = TextHistory()
    history.record(from: TextContent("hello world"), to: TextContent("say hello world"))
    history.record(from: TextContent("say hello world"), to: TextContent("say hello"))
    #expect(history.revision == 2)
    #expect(history.carry(TextOffset(0), from: 0) == TextOffset(4))
    #expect(history.carry(TextOffset(6), from: 0) == nil)
    #expect(history.carry(TextOffset(2), from: 1) == TextOffset(2))
    #expect(history.carry(TextOffset(2), from: 2) == TextOffset(2))
    #expect(history.carry(TextOffset(2), from: 3) == nil)
    #expect(history.carryNearest(TextOffset(12), from: 1) == TextOffset(9))
    #expect(history.carryNearest(TextOffset(3), from: 1) == TextOffset(3))
  }

  @Test func whatIsTooLongAgoIsForgotten() {
    var history = TextHistory()
    var text = TextContent("x")
    for number in 0..<300 {
      let new = TextContent("\(number)x")
      history.record(from: text, to: new)
      text = new
    }
    #expect(history.carry(.zero, from: 0) == nil)
    #expect(history.carry(TextOffset(3), from: 299) == TextOffset(3))
  }

  @Test(arguments: (0..<8).map { UInt64($0) }) func anyEditCarriesWhatStays(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      // Scalars that occur once, so that what stays is known.
      var next = UInt32(0x4E00)
      func fresh(_ count: Int) -> [Unicode.Scalar] {
        (0..<count).compactMap { _ in
          next += 1
          return Unicode.Scalar(next)
        }
      }
      let first = fresh(generator.integer(0...30))
      var text = first
      var history = TextHistory()
      for _ in 0..<generator.integer(1...6) {
        var new = text
        let start = generator.integer(0...new.count)
        let end = generator.integer(start...new.count)
        new.replaceSubrange(start..<end, with: fresh(generator.integer(0...4)))
        history.record(from: TextContent(text), to: TextContent(new))
        text = new
      }
      for (place, scalar) in first.enumerated() {
        let carried = history.carry(TextOffset(place), from: 0)
        #expect(carried?.value == text.firstIndex(of: scalar))
      }
    }
  }
}

@Suite struct ResourcesTests {
  @Test func wordsAreThoseOfTheWiderLanguageOrEnglish() {
    let resources = EngineRig.resources
    #expect(resources.words(for: "en-GB").language == "en")
    #expect(resources.words(for: "xx").language == "en")
    #expect(Resources().words(for: "de").language == "en")
    #expect(Resources().words(for: "de").role("button") == "button")
  }
}
