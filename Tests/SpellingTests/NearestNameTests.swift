// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Spelling
import TestSupport
import Testing

/// The nearest right name to a wrong one.
@Suite struct NearestNameTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("kitten", "sitting", 3), ("abc", "acb", 1),
    ("same", "same", 0), ("ca", "abc", 3), ("modet", "mdoe", 2),
  ]) func distancesAreThoseOfDamerauAndLevenshtein(
    _ left: String, _ right: String, _ distance: Int
  ) {
    let (left, right) = (left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value))
    #expect(editDistance(left, right) == distance)
    #expect(editDistance(right, left) == distance)
  }

  @Test(arguments: [
    ("contractd", "contracted"), ("CONTRACTED", "contracted"), ("computr", "computer"),
    ("uncontr", "uncontracted"), ("cnotracted", "contracted"), ("of", "off"), ("78", "7-8"),
    ("comp", "computer"), ("until-dismissed", "untilDismissed"),
  ]) func aSlipOfTheHandIsKnown(_ wrong: String, _ right: String) {
    let names = ["uncontracted", "contracted", "computer", "off", "7-8", "untilDismissed"]
    #expect(nearestName(to: wrong, among: names) == right)
    #expect(remedy(for: wrong, among: names) == "did you mean \(right)?")
  }

  /// Nothing is guessed: another word, a letter that no name has, what several names begin with.
  @Test(arguments: ["", "grade2", "x", "display.c", String(repeating: "off", count: 100)])
  func whatIsNotNearIsNotGuessed(_ wrong: String) {
    let names = ["", "contracted", "computer", "off", "8", "display.cursor", "display.cells"]
    #expect(nearestName(to: wrong, among: names) == nil)
    #expect(remedy(for: wrong, among: ["a", "b"]) == "there are a, b")
  }

  @Test func theFirstOfThoseThatAreEquallyNearIsTaken() {
    #expect(nearestName(to: "next", among: ["nest", "text"]) == "nest")
    #expect(nearestName(to: "next", among: ["text", "nest"]) == "text")
    #expect(nearestName(to: "next", among: ["text", "Next"]) == "Next")
  }

  @Test(arguments: (0..<4).map { UInt64($0) }) func oneSlipIsAlwaysFound(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let names = ["braille.mode", "reading.context", "messages.whileReading", "keys.preset"]
    for _ in 0..<50 {
      let name = generator.one(of: names)
      var letters = Array(name)
      let place = generator.integer(0...letters.count - 2)
      switch generator.integer(0...3) {
      case 0: letters.remove(at: place)
      case 1: letters.insert("q", at: place)
      case 2: letters[place] = "q"
      default: letters.swapAt(place, place + 1)
      }
      #expect(nearestName(to: String(letters), among: names) == name, "\(String(letters))")
    }
  }
}
