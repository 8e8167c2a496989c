// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import TestSupport
import Testing

@Suite struct TextContentTests {
  private func lines(_ text: String) -> [String] {
    let content = TextContent(text)
    return (0..<content.lineCount).map { index in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: content.scalars(content.line(index)))
      return String(view)
    }
  }

  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("a\nb", ["a", "b"]), ("\n\n", ["", "", ""]),
    ("a\r\nb", ["a", "b"]), ("a\rb", ["a", "b"]), ("a\n\rb", ["a", "", "b"]),
    ("a\u{B}b\u{C}c\u{85}d\u{2028}e\u{2029}f", ["a", "b", "c", "d", "e", "f"]),
    // No mandatory breaks of UAX 14.
    ("a\tb\u{1C}c\u{200B}d", ["a\tb\u{1C}c\u{200B}d"]),
  ]) func linesEndWhereUnicodeSaysTheyMust(_ text: String, _ expected: [String]) {
    #expect(lines(text) == expected)
  }

  @Test func placesAreInTheirLines() {
    let text = TextContent("ab\r\ncd\n")
    #expect(text.line(1) == TextOffset(4)..<TextOffset(6))
    #expect((0...7).map { text.lineIndex(of: TextOffset($0)) } == [0, 0, 0, 0, 1, 1, 1, 2])
    #expect(text.lineIndex(of: TextOffset(-3)) == 0)
    #expect(text.lineIndex(of: TextOffset(99)) == 2)
  }

  @Test func aSliceCountsInTheWhole() {
    let text = TextContent(Array("cd\nef".unicodeScalars), offset: 10, length: 30)
    #expect(text.end == TextOffset(15))
    #expect(text.line(1) == TextOffset(13)..<TextOffset(15))
    #expect(text.lineIndex(of: TextOffset(13)) == 1)
    #expect(Array(text.scalars(TextOffset(11)..<TextOffset(14))) == ["d", "\n", "e"])
    #expect(text.scalars(TextOffset(0)..<TextOffset(99)).count == 5)
    #expect(text.scalars(TextOffset(20)..<TextOffset(25)).isEmpty)
  }

  @Test func aSelectionHasItsEndsInOrder() {
    var text = TextContent("abcdef")
    #expect(text.selection == nil)
    text.caret = TextOffset(1)
    #expect(text.selection == nil)
    text.anchor = TextOffset(4)
    #expect(text.selection == TextOffset(1)..<TextOffset(4))
    text.caret = TextOffset(5)
    #expect(text.selection == TextOffset(4)..<TextOffset(5))
    text.anchor = TextOffset(5)
    #expect(text.selection == nil)
  }

  @Test func veryLongLinesAreCutBehindBlanks() {
    let words = String(repeating: "word ", count: 500)
    #expect(
      lines(words).dropLast().allSatisfy { $0.unicodeScalars.count == 1000 && $0.last == " " })
    let cut = lines(String(repeating: "x", count: 2500))
    #expect(cut.map(\.count) == [1000, 1000, 500])
  }

  @Test(arguments: ["🇩🇪", "👨‍👩‍👧", "e\u{301}\u{308}", "\u{1112}\u{1161}\u{11AB}", " \u{301}"])
  func veryLongLinesAreCutBetweenCharacters(_ character: String) {
    for shift in 0...5 {
      let text = String(repeating: "x", count: shift) + String(repeating: character, count: 900)
      let cut = lines(text)
      #expect(cut.count > 1)
      #expect(cut.joined() == text)
      #expect(cut.map(\.count).reduce(0, +) == text.count)
    }
  }

  @Test func charactersBeginWhereUnicodeSays() {
    let text = TextContent("ae\u{301}👨‍👩‍👧\r\nx")
    let starts = (0...11).map { text.characterStart(at: TextOffset($0)).value }
    #expect(starts == [0, 1, 1, 3, 3, 3, 3, 3, 8, 8, 10, 11])
    let slice = TextContent(Array("e\u{301}x".unicodeScalars), offset: 5)
    #expect(slice.characterStart(at: TextOffset(6)) == TextOffset(5))
    #expect(slice.characterStart(at: TextOffset(7)) == TextOffset(7))
  }

  @Test(arguments: (0..<8).map { UInt64($0) }) func linesCoverAnyText(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let scalars = generator.scalars(0...60)
      let offset = generator.integer(0...5)
      let text = TextContent(scalars, offset: offset)
      var next = TextOffset(offset)
      for index in 0..<text.lineCount {
        let line = text.line(index)
        #expect(line.lowerBound == next)
        #expect(!text.scalars(line).contains { TextContent.endsLine($0) })
        next = index + 1 < text.lineCount ? text.line(index + 1).lowerBound : text.end
        let breaks = text.scalars(line.upperBound..<next)
        #expect(breaks.count <= 2 && breaks.allSatisfy { TextContent.endsLine($0) })
        for place in line.lowerBound.value..<next.value {
          #expect(text.lineIndex(of: TextOffset(place)) == index)
        }
      }
      #expect(next == text.end)
    }
  }
}

/// Where the word before the caret begins: with signs, ideographs and ends of lines apart.
@Suite struct WordBeforeTests {
  @Test(arguments: [
    ("one two", 7, 3), ("one two", 4, 4), ("one two", 3, 3), ("one two", 0, 0), ("one", 2, 2),
    ("one  \t", 6, 6), ("a, b", 2, 1), ("a, b", 3, 2), ("x_1", 3, 3), ("a\nb", 2, 1),
    ("a\r\n", 3, 1), ("thre\u{301} ", 6, 5), ("日本語", 3, 1), ("ひらがな", 4, 4), ("👩‍👧 ", 4, 2),
    ("  ", 2, 2),
  ]) func itIsCountedInCharacters(_ text: String, _ place: Int, _ count: Int) {
    #expect(TextContent(text).wordLength(before: TextOffset(place)) == count)
  }

  /// In a slice nobody knows what is before it.
  @Test func itEndsWithWhatIsHere() {
    let slice = TextContent(Array("wo".unicodeScalars), offset: 4, length: 10)
    #expect(slice.wordLength(before: TextOffset(6)) == 2)
    #expect(slice.wordLength(before: TextOffset(4)) == 0)
  }
}
