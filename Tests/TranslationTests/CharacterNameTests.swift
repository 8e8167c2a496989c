// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import TestSupport
import Testing
@testable import Translation

/// Names of characters, found in the bytes of their files.
@Suite struct CharacterNameTests {
  private func names(_ text: String) -> CharacterNames { CharacterNames(file: Array(text.utf8)) }

  private func name(_ character: String, in names: CharacterNames) -> String? {
    names.name(of: Array(character.unicodeScalars))
  }

  private static let text = """
    # Names

    #⃣ keycap: #
    → right
    ☎ telephone
    🏽 medium
    🏿 dark
    👋 wave
    👨 man
    👨‍👩‍👧 family: man, woman, girl
    👩 woman
    👩‍🚀 astronaut

    """

  @Test(arguments: [
    ("#\u{FE0F}\u{20E3}", "keycap: #"), ("→", "right"), ("☎", "telephone"),
    ("☎\u{FE0F}", "telephone"), ("☎\u{FE0E}", "telephone"), ("👨", "man"),
    ("👨‍👩‍👧", "family: man, woman, girl"), ("👩‍🚀", "astronaut"), ("🏽", "medium"),
    // Skin tones stand behind the name; a name that has parts already gets one more.
    ("👋🏽", "wave: medium"), ("👩🏿‍🚀", "astronaut: dark"),
    ("👨🏽‍👩🏿‍👧🏽", "family: man, woman, girl, medium, dark"),
    // One that is not there.
    ("👋🏼", "wave"),
    // Joined, with no name together.
    ("👨‍👩", "man, woman"), ("👨🏽‍👩", "man, woman: medium"),
  ]) func aWholeCharacterHasAName(_ character: String, _ expected: String) {
    let names = names(Self.text)
    #expect(name(character, in: names) == expected)
  }

  @Test(arguments: ["", " ", "#", "a", "🚀", "👨‍🚀", "♥", "\u{FE0F}", "🏼", "zz", "\u{10FFFF}"])
  func whatHasNoneHasNone(_ character: String) {
    #expect(name(character, in: names(Self.text)) == nil)
  }

  @Test func filesMayBeOfAnyShape() {
    #expect(name("→", in: CharacterNames()) == nil)
    for text in ["", "\n", "#", "# a", "# a\n\n", "→", "→ ", "\n\n\n", "→x right"] {
      #expect(name("→", in: names(text)) ?? "" == "", "\(text)")
    }
    #expect(name("→", in: names("→ right")) == "right")
    #expect(name("→", in: CharacterNames(file: [0xFF, 0x0A, 0xE2, 0x86])) == nil)
  }

  @Test func whatComesFirstWins() {
    let both = names("→ mine\n").or(names("→ right\n☎ telephone\n"))
    #expect(name("→", in: both) == "mine")
    #expect(name("☎", in: both) == "telephone")
    #expect(both.or(names("→ mine\n")) == both)
  }

  /// Every cell of a name leads to the start of its character.
  @Test func namesAreInPlace() throws {
    var substitutes = Substitutes()
    substitutes.form = .name
    substitutes.names = names(Self.text)
    let choice = TableChoice(languages: Languages(), language: "en", mode: .uncontracted)
    let translation = LineTranslation(choice: choice, substitutes: substitutes)
    var tiny = TinyTranslator()
    for (text, expected) in [
      ("a☎b", "a telephone b"), ("☎", "telephone"), ("a ☎, b", "a telephone, b"),
      ("(☎)!", "(telephone)!"), ("👨‍👩‍👧👋🏽", "family: man, woman, girl wave: medium"),
    ] {
      let scalars = Array(text.unicodeScalars)
      let result = try #require(
        translation.translate(scalars[...], in: TableName("a.ctb"), with: &tiny))
      #expect(result.cells == Array(expected.unicodeScalars).map { Builtin.cell($0) }, "\(text)")
      var boundaries = Set([scalars.count])
      var start = 0
      for character in text {
        boundaries.insert(start)
        start += character.unicodeScalars.count
      }
      for cell in 0...result.cells.count {
        #expect(boundaries.contains(result.map.scalar(of: CellOffset(cell)).value), "\(text)")
      }
    }
  }

  /// Whatever stands around them, and whatever a table makes of it.
  @Test(arguments: (0..<8).map { UInt64($0) })
  func cellsLeadToStartsOfCharacters(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var (tiny, garbage) = (TinyTranslator(), GarbageTranslator(seed: seed))
    for _ in 0..<60 {
      var text = generator.scalars(0...20)
      text += "👨‍👩‍👧☎".unicodeScalars + generator.scalars(0...20)
      try checkPlaces(text, &tiny)
      try checkPlaces(text, &garbage)
    }
  }

  private func checkPlaces(
    _ text: [Unicode.Scalar], _ translator: inout some Translator
  ) throws {
    var substitutes = Substitutes()
    substitutes.form = .name
    substitutes.names = names(Self.text)
    let naming = Naming(substitutes, in: TableName("a.ctb"))
    let safe = try #require(
      SafeText(
        text[...], in: TableName("a.ctb"), substitutes: substitutes, naming: naming,
        translator: &translator))
    safe.expectPlaces(startingCharactersOf: text)
  }
}
