// SPDX-License-Identifier: GPL-3.0-or-later
import Elements
import TestSupport
import Testing

/// Texts of several pieces, whose lines are carried through changes.
@Suite struct TextLinesTests {
  /// A text of which each piece may be long or short, with all that ends lines.
  private func text(_ lengths: ClosedRange<Int>, _ generator: inout SeededGenerator)
    -> [Unicode.Scalar]
  {
    let ends: [Unicode.Scalar] = ["\n", "\r", "\u{2028}"]
    let letters: [Unicode.Scalar] = ["a", "b", "\u{301}", " "]
    let length = generator.integer(lengths)
    // Some have lines that are too long and are cut, some hardly have any that is not empty.
    let chanceOfEnd = generator.one(of: [0, 1, 1, 10, 60])
    let chanceOfPair = generator.one(of: [0, 50])
    var text: [Unicode.Scalar] = []
    while text.count < length {
      if generator.chance(chanceOfEnd) {
        text += generator.chance(chanceOfPair) ? ["\r", "\n"] : [generator.one(of: ends)]
      } else {
        text.append(generator.one(of: letters))
      }
    }
    return text
  }

  /// Compares a text with one that is made anew of the same scalars.
  private func check(_ lines: TextLines, against scalars: [Unicode.Scalar]) {
    let new = TextLines(scalars)
    #expect(Array(lines) == scalars && lines.count == scalars.count)
    #expect(lines == new && new == lines)
    #expect(lines.lineCount == new.lineCount)
    guard lines.lineCount == new.lineCount else { return }
    for index in 0..<lines.lineCount {
      let line = lines.line(index)
      guard line == new.line(index), lines.lineIndex(of: line.lowerBound) == index,
        lines.lineIndex(of: line.upperBound) == index || lines.count == line.upperBound
          || lines.line(index + 1).lowerBound == line.upperBound,
        Array(lines.slice(line)) == Array(scalars[line])
      else {
        Issue.record("line \(index) is \(line), but \(new.line(index)) in a new text")
        return
      }
    }
  }

  @Test(arguments: (0..<24).map { UInt64($0) }) func aChangedTextHasTheLinesOfANewOne(
    _ seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var scalars = text(0...9000, &generator)
    var lines = TextLines(scalars)
    check(lines, against: scalars)
    for _ in 0..<30 {
      let isLarge = generator.chance(30)
      let start = generator.integer(0...scalars.count)
      let end = min(scalars.count, start + generator.integer(0...(isLarge ? 4000 : 3)))
      let new = text(0...(isLarge ? 5000 : 3), &generator)
      scalars.replaceSubrange(start..<end, with: new)
      lines = lines.replacing(start..<end, with: new)
      check(lines, against: scalars)
    }
  }

  @Test func aPairThatEndsALineMayComeAndGo() {
    let lines = TextLines(["a", "\r", "b", "\n", "c"])
    let pair = lines.replacing(2..<3, with: [])
    #expect((0..<pair.lineCount).map { pair.line($0) } == [0..<1, 3..<4])
    let parted = pair.replacing(2..<2, with: ["x"])
    #expect((0..<parted.lineCount).map { parted.line($0) } == [0..<1, 2..<3, 4..<5])
    let first = lines.replacing(2..<2, with: ["\n"])
    #expect((0..<first.lineCount).map { first.line($0) } == [0..<1, 3..<4, 5..<6])
  }

  @Test(arguments: (0..<12).map { UInt64($0) }) func textsAgreeAsFarAsTheirScalarsDo(
    _ seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let scalars = text(1...7000, &generator)
      let lines = TextLines(scalars)
      let place = generator.integer(0...(scalars.count - 1))
      let shared = lines.replacing(place..<(place + 1), with: ["z"])
      var other = scalars
      other[place] = "z"
      for changed in [shared, TextLines(other)] {
        #expect(lines != changed)
        let count = scalars.count
        #expect(lines.agreement(from: 0, with: changed, from: 0, upTo: count) == place)
        #expect(lines.agreementAtEnd(with: changed, upTo: count) == count - 1 - place)
      }
      let longer = lines.replacing(0..<0, with: ["z", "z"])
      let agreed = lines.agreement(from: 0, with: longer, from: 2, upTo: scalars.count)
      #expect(agreed == scalars.count)
      #expect(lines.agreementAtEnd(with: longer, upTo: scalars.count) == scalars.count)
    }
  }

  @Test func slicesGoOverPieces() {
    let letters: [Unicode.Scalar] = ["a", "b", "c", "\n", "d", "e", "f"]
    let scalars = (0..<9000).map { letters[$0 % 97 % letters.count] }
    let lines = TextLines(scalars)
    for start in stride(from: 0, through: 9000, by: 700) {
      for end in stride(from: start, through: 9000, by: 900) {
        #expect(Array(lines.slice(start..<end)) == Array(scalars[start..<end]))
      }
    }
  }
}
