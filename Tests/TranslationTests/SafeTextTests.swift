// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import TestSupport
import Testing
@testable import Translation

/// Print that a table can take.
@Suite struct SafeTextTests {
  private static let table = TableName("a.ctb")

  private func safe(
    _ text: String, _ substitutes: Substitutes = Substitutes()
  ) throws -> SafeText {
    var tiny = TinyTranslator()
    let scalars = Array(text.unicodeScalars)
    return try #require(
      SafeText(scalars[...], in: Self.table, substitutes: substitutes, translator: &tiny))
  }

  private func string(_ text: String, _ substitutes: Substitutes = Substitutes()) throws -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: try safe(text, substitutes).scalars)
    return String(view)
  }

  @Test func asciiStaysAsItIs() throws {
    let all = String(String.UnicodeScalarView((UInt8(0x20)...0x7E).map { Unicode.Scalar($0) }))
    #expect(try string(all) == all)
    #expect(try safe(all).map == nil)
    #expect(try safe("").scalars == [])
  }

  /// What liblouis ends a text at, loops on, prints as words or as numbers.
  @Test(arguments: [
    ("a\u{0}bc", "abc"), ("a\u{1B}:::", "a:::"), ("x\u{7F}\u{9F}y", "xy"), ("a\tb\nc", "a b c"),
    ("a\u{85}b\u{2028}c\u{2029}d\u{B}e\u{C}f", "a b c d e f"), ("a\u{2003}b\u{3000}c", "a b c"),
    ("a\u{205F}b\u{1680}c", "a b c"), ("1\u{202F}kg", "1\u{A0}kg"), ("1\u{2007}kg", "1\u{A0}kg"),
    ("1\u{A0}kg", "1\u{A0}kg"), ("knowl\u{AD}edge", "knowledge"), ("a\u{200B}b", "ab"),
    ("a\u{2060}b", "ab"), ("bom\u{FEFF}x", "bomx"), ("obj\u{FFFC}x", "objx"),
    ("a\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}b", "ab"), ("a\u{61C}b", "ab"),
    ("a\u{FFFF}b", "ab"), ("a\u{34F}b", "ab"), ("a\u{180E}b", "ab"), ("a\u{3164}b", "ab"),
    ("a\u{200D}\u{200C}b", "ab"), ("⠓⠑", "⠓⠑"),
  ]) func whatNoTableTakesIsLeftOutOrABlank(_ text: String, _ expected: String) throws {
    #expect(try string(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("e\u{301}", "é"), ("u\u{308}\u{304}", "ǖ"), ("\u{1112}\u{1161}\u{11AB}", "한"),
    ("\u{212B}", "Å"), ("\u{2126}", "Ω"), ("A\u{30A}", "Å"),
    // Tables have rules for these as they are, although they have no composed form.
    ("\u{958}", "\u{958}"), ("\u{FB2A}", "\u{FB2A}"),
  ]) func charactersAreComposed(_ text: String, _ expected: String) throws {
    var builtin = BuiltinTranslator()
    let scalars = Array(text.unicodeScalars)
    let safe = SafeText(
      scalars[...], in: Self.table, substitutes: Substitutes(), translator: &builtin)
    #expect(safe?.scalars == Array(expected.unicodeScalars))
  }

  @Test func theBestSubstituteThatTheTableKnowsIsTaken() throws {
    var substitutes = Substitutes()
    substitutes.add("…", for: "\u{22EF}")
    substitutes.add("...", for: "\u{22EF}")
    substitutes.add("ij", for: "ĳ")
    #expect(try string("a\u{22EF}", substitutes) == "a...")
    #expect(try string("ĳs", substitutes) == "ijs")
    #expect(try string("é") == "e")
    #expect(try string("中") == "\u{28FF}")
  }

  /// A translator whose table knows these scalars.
  private struct Knowing: Translator {
    let known: [Unicode.Scalar]

    mutating func undefined(
      among scalars: [Unicode.Scalar], in table: TableName
    ) -> [Unicode.Scalar]? { scalars.filter { !known.contains($0) } }

    mutating func translate(
      _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
    ) -> TranslatedText? { nil }
  }

  /// What a table has of a letter with marks is used, as much of it as there is.
  @Test(arguments: [
    // Gurmukhi's sha and Devanagari's qa, which normal form C always takes apart.
    ("\u{A38}\u{A3C}", "\u{A38}\u{A36}", "\u{A36}"),
    ("\u{915}\u{93C}\u{93E}", "\u{915}\u{93E}\u{958}", "\u{958}\u{93E}"),
    ("\u{915}\u{93C}", "\u{915}", "\u{915}"),
    ("\u{915}\u{93C}", "\u{915}\u{93C}\u{958}", "\u{915}\u{93C}"),
    // D with a dot below, and Vietnamese e with circumflex and acute.
    ("\u{1E0D}", "d\u{323}", "d\u{323}"), ("\u{1E0D}", "d", "d"),
    ("\u{1EBF}", "eê\u{301}", "ê\u{301}"), ("\u{1EBF}", "eê", "ê"), ("\u{1EBF}", "e", "e"),
    ("\u{1EBF}", "e\u{302}\u{301}", "e\u{302}\u{301}"),
  ]) func asMuchOfACharacterIsKeptAsTheTableKnows(
    _ text: String, _ known: String, _ expected: String
  ) throws {
    var translator = Knowing(known: Array(known.unicodeScalars))
    let safe = SafeText(
      Array(text.unicodeScalars)[...], in: Self.table, substitutes: Substitutes(),
      translator: &translator)
    #expect(safe?.scalars == Array(expected.unicodeScalars))
  }

  @Test func aCharacterIsReplacedAsAWhole() throws {
    // A family of five scalars, a flag, a thumb with a colour.
    for emoji in ["👨‍👩‍👧", "🇩🇪", "👍🏽", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"] {
      let safe = try safe("a" + emoji + "b")
      #expect(safe.scalars == ["a", "\u{28FF}", "b"])
      let end = emoji.unicodeScalars.count + 1
      #expect(safe.map?.scalar(of: CellOffset(1)) == TextOffset(1))
      #expect(safe.map?.scalar(of: CellOffset(2)) == TextOffset(end))
      for inside in 1..<end {
        #expect(safe.map?.cell(of: TextOffset(inside)) == CellOffset(1))
      }
    }
  }

  @Test func aMarkThatTheTableDoesNotKnowIsLeftOut() throws {
    #expect(try string("q\u{301}x") == "qx")
    let safe = try safe("q\u{301}x")
    #expect(safe.map?.scalar(of: CellOffset(1)) == TextOffset(2))
  }

  @Test func whatIsLeftOutHasThePlaceOfWhatFollows() throws {
    let map = try #require(try safe("a\u{0}bc").map)
    #expect((0..<4).map { map.cell(of: TextOffset($0)).value } == [0, 1, 1, 2])
    #expect((0..<3).map { map.scalar(of: CellOffset($0)).value } == [0, 2, 3])
  }

  @Test func formsGoWithTheirScalars() throws {
    #expect(try safe("abc").carry([1, 2, 3]) == [1, 2, 3])
    #expect(try safe("abc").carry([]) == [])
    #expect(try safe("a\u{0}bc").carry([1, 2, 3, 4]) == [1, 3, 4])
    #expect(try safe("e\u{301}x").carry([5, 5, 7]) == [5, 7])
  }

  @Test func withoutAnAnswerThereIsNoText() {
    var flaky = FlakyTranslator(TinyTranslator(), seed: 1, failures: 100)
    for text in ["abc", "é"] {
      let scalars = Array(text.unicodeScalars)
      #expect(
        SafeText(scalars[...], in: Self.table, substitutes: Substitutes(), translator: &flaky)
          == nil)
    }
  }
}

@Suite struct SafeTextProperties {
  static let seeds = (0..<8).map { UInt64($0) }

  private func substitutes() -> Substitutes {
    var substitutes = Substitutes()
    substitutes.add("smile", for: "\u{1F600}")
    substitutes.add("", for: "\u{1F525}")
    substitutes.add("two words", for: "\u{2764}")
    return substitutes
  }

  private func check(
    _ text: [Unicode.Scalar], _ translator: inout some Translator
  ) throws {
    let safe = try #require(
      SafeText(
        text[...], in: TableName("a.ctb"), substitutes: substitutes(), translator: &translator))
    safe.expectPlaces(startingCharactersOf: text)
    for scalar in safe.scalars {
      #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
      #expect(scalar.value < 0xFFFE || scalar.value > 0xFFFF || scalar.value == 0xFFFE)
    }
  }

  @Test(arguments: seeds) func cellsLeadToStartsOfCharacters(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var (tiny, builtin) = (TinyTranslator(), BuiltinTranslator())
    var garbage = GarbageTranslator(seed: seed)
    for _ in 0..<60 {
      let text = generator.scalars(0...40)
      try check(text, &tiny)
      try check(text, &builtin)
      try check(text, &garbage)
    }
  }

  @Test func whatUnicodeSaysIsInvisibleTakesNoCell() {
    var tiny = TinyTranslator()
    for value in UInt32(0x80)...0xE1000 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isDefaultIgnorableCodePoint
      else { continue }
      let safe = SafeText(
        ["a", scalar, "b"], in: TableName("a.ctb"), substitutes: Substitutes(), translator: &tiny)
      #expect(safe?.scalars == ["a", "b"], "U+\(String(value, radix: 16))")
    }
  }
}

extension SafeText {
  /// Each of its places leads to where a character of the text begins, or to the end.
  func expectPlaces(startingCharactersOf text: [Unicode.Scalar]) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    var starts: Set<Int> = [text.count]
    var start = 0
    for character in String(view) {
      starts.insert(start)
      start += character.unicodeScalars.count
    }
    let map = map ?? PositionMap(identity: text.count)
    #expect(map.scalarCount == text.count)
    #expect(map.cellCount == scalars.count)
    for cell in 0...map.cellCount {
      #expect(starts.contains(map.scalar(of: CellOffset(cell)).value))
    }
  }
}
