// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import ICU
import Testing

/// The words of a text (UAX 29, and libicu's dictionaries).
@Suite struct TextBreaksTests {
  private func words(_ text: String, _ language: String? = nil) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return ICUTextBreaks().words(in: scalars, language: language).map { range in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[range])
      return String(view)
    }
  }

  /// UAX 29, table 2 ("The quick (“brown”) fox can’t jump 32.3 feet, right?"), without what is no
  /// word.
  @Test func unicodesOwnExample() {
    #expect(
      words("The quick (“brown”) fox can’t jump 32.3 feet, right?")
        == ["The", "quick", "brown", "fox", "can’t", "jump", "32.3", "feet", "right"])
  }

  /// UAX 29, WB4: a mark belongs to its letter; characters of two UTF-16 units keep their places.
  @Test func marksAndWhatIsBeyondTheFirstPlane() {
    #expect(words("🍕 cafe\u{301} 𝐛old") == ["cafe\u{301}", "𝐛old"])
  }

  /// Thai and Chinese have no blanks between words: "I love you" and "hello, world".
  @Test func wordsWithoutBlanksByDictionary() {
    #expect(words("ฉันรักเธอ", "th") == ["ฉัน", "รัก", "เธอ"])
    #expect(words("你好世界", "zh") == ["你好", "世界"])
  }

  @Test func nothingAndBlanks() {
    #expect(words("") == [])
    #expect(words("  \t") == [])
    #expect(words("a b", "not a language at all") == ["a", "b"])
  }
}

/// Where the units of a text begin (behaviour §6).
@Suite struct TextUnitsTests {
  private func forward(_ unit: TextUnit, _ text: TextContent) -> [Int] {
    var places: [Int] = []
    var place = TextOffset(text.offset)
    while let next = text.start(of: unit, after: place, by: ICUTextBreaks(), language: "en") {
      places.append(next.value)
      place = next
    }
    return places
  }

  private func backward(_ unit: TextUnit, _ text: TextContent) -> [Int] {
    var places: [Int] = []
    var place = text.end
    while let next = text.start(of: unit, before: place, by: ICUTextBreaks(), language: "en") {
      places.append(next.value)
      place = next
    }
    return places
  }

  @Test func characters() {
    // e with an accent is one, the break of two scalars another; a caret can stand at the end.
    let text = TextContent("e\u{301}a\r\nb")
    #expect(forward(.character, text) == [2, 3, 5, 6])
    #expect(backward(.character, text) == [5, 3, 2, 0])
  }

  @Test func words() {
    let text = TextContent("One, two\n\nthree")
    #expect(forward(.word, text) == [5, 10])
    #expect(backward(.word, text) == [10, 5, 0])
    #expect(text.count(.word, by: ICUTextBreaks(), language: "en") == 3)
  }

  /// UAX 14 ends a line at LINE SEPARATOR and FORM FEED too, UAX 9 a paragraph only at those of
  /// class B; one with nothing in it is passed over.
  @Test func linesAndParagraphs() {
    let text = TextContent("a\u{2028}b\n \nc\u{0C}d")
    #expect(forward(.line, text) == [2, 4, 6, 8])
    #expect(forward(.paragraph, text) == [6])
    // From within a line back is the line before it, from within a paragraph its start.
    #expect(backward(.line, text) == [6, 4, 2, 0])
    #expect(backward(.paragraph, text) == [6, 0])
    #expect(text.count(.line, by: BlankBreaks(), language: nil) == 5)
    #expect(text.count(.paragraph, by: BlankBreaks(), language: nil) == 2)
  }

  /// A line that is too long is cut where it is kept, but stays one line.
  @Test func aLongLineIsOne() {
    let text = TextContent(String(repeating: "word ", count: 500) + "\nlast")
    #expect(forward(.line, text) == [2501])
    #expect(backward(.line, text) == [0])
    #expect(forward(.word, text).count == 500)
    #expect(forward(.character, text).count == 2505)
  }

  @Test func aSliceCountsInTheWhole() {
    let text = TextContent(Array("two three".unicodeScalars), offset: 100, length: 500)
    #expect(forward(.word, text) == [104])
    #expect(backward(.word, text) == [104, 100])
  }

  @Test func nothingIsToldOfASecret() {
    let secret = Array("my pass word".unicodeScalars)
    #expect(SecretBreaks().words(in: secret, language: nil) == [0..<12])
    #expect(BlankBreaks().words(in: secret, language: nil) == [0..<2, 3..<7, 8..<12])
  }
}
