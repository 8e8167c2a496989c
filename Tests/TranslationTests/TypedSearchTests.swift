// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Presentation
import TestSupport
import Testing
import Translation

@Suite struct TypedSearchTests {
  private var translator = TinyTranslator()

  private static func translation(_ mode: BrailleMode) -> LineTranslation {
    var tables = Languages.Tables()
    tables.contracted = TableName("g2")
    tables.uncontracted = TableName("g1")
    tables.computer = TableName("comp")
    var languages = Languages()
    languages[language: "en"] = tables
    return LineTranslation(choice: TableChoice(languages: languages, language: "en", mode: mode))
  }

  private func text(cells: String) -> TypedText {
    var typed = TypedText()
    for scalar in cells.unicodeScalars {
      guard let cell = Cell(scalar) else { continue }
      typed.append(.cell(cell))
    }
    return typed
  }

  private func text(print: String) -> TypedText {
    var typed = TypedText()
    for scalar in print.unicodeScalars { typed.append(.character(scalar)) }
    return typed
  }

  private mutating func places(_ typed: TypedText, _ line: String) -> [Int] {
    var search = TypedSearch(Self.translation(.uncontracted))
    return search.places(of: typed, in: Line(line, language: nil), with: &translator)
  }

  @Test mutating func charactersAreFoundWithoutCaseAndMarks() {
    #expect(places(text(print: "an"), "Änderung, and Ananas") == [0, 10, 14, 16])
    #expect(places(text(print: "É"), "cafe") == [3])
    #expect(places(text(print: "x"), "cafe") == [] && places(text(print: ""), "cafe") == [0])
  }

  @Test mutating func cellsAreFoundBySpelledLetters() {
    #expect(places(text(cells: "⠁⠃"), "a cab in ABC") == [3, 9])
    #expect(places(text(cells: "⠁⠃⠁"), "a cab in ABC") == [])
  }

  @Test mutating func aMaskedCharacterIsNeverFound() {
    var element = Element(id: "a")
    element.flags[.protected] = true
    element.text = TextContent("abc")
    let line = Passage(of: element, as: LineStyle(words: Words(language: "en"))).line(0)
    var search = TypedSearch(Self.translation(.contracted))
    for typed in [text(print: "●"), text(print: "a"), text(cells: "⠁"), text(cells: "⠿")] {
      #expect(search.places(of: typed, in: line, with: &translator) == [])
    }
  }

  @Test mutating func whoContractsTypesWhatIsFeltOrLetters() {
    var search = TypedSearch(Self.translation(.contracted))
    let line = Line("Bands and", language: nil)
    for cells in ["⠯", "⠁⠝⠙"] {
      #expect(search.places(of: text(cells: cells), in: line, with: &translator) == [1, 6])
    }
    for cells in ["⠃⠯⠎", "⠃⠁⠝⠙⠎"] {
      #expect(search.places(of: text(cells: cells), in: line, with: &translator) == [0])
    }
    // As a whole so many lines are looked into, and no more.
    var found = 0
    for _ in 0..<600
    where search.holds(text(cells: "⠯"), in: Line("band", language: nil), with: &translator) {
      found += 1
    }
    #expect((490...500).contains(found))
    search.begin()
    #expect(search.holds(text(cells: "⠯"), in: Line("band", language: nil), with: &translator))
  }

  @Test mutating func signsDoNotCount() {
    let all = ["⠠⠉⠁⠃", "⠉⠁⠃", "⠼⠂⠆", "⠂⠆", "⠃⠀⠼⠂", "⠃⠀⠂"]
    for cells in all { #expect(places(text(cells: cells), "Cab 12").count == 1, "\(cells)") }
  }

  @Test mutating func aTableThatHasNoAnswerYetIsAskedAgain() {
    struct Silent: Translator {
      func undefined(among: [Unicode.Scalar], in table: TableName) -> [Unicode.Scalar]? { nil }
      func translate(
        _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
      ) -> TranslatedText? { nil }
    }
    var (silent, search) = (Silent(), TypedSearch(Self.translation(.uncontracted)))
    let line = Line("cab", language: nil)
    // What is shown meanwhile is found.
    #expect(search.places(of: text(cells: "⠁"), in: line, with: &silent) == [1])
    #expect(search.isProvisional)
    search.begin()
    #expect(search.places(of: text(cells: "⠁"), in: line, with: &translator) == [1])
    #expect(!search.isProvisional)
  }

  @Test mutating func cellsAreReadBackOneByOne() {
    var search = TypedSearch(Self.translation(.contracted))
    let none: [Unicode.Scalar] = []
    let read = { (typed: TypedText, translator: inout TinyTranslator) in
      search.print(of: typed, beside: none, with: &translator)
    }
    #expect(read(text(cells: "⠠⠁⠃⠀⠼⠂⠆"), &translator) == "ab 12")
    #expect(read(text(print: "Ab"), &translator) == "Ab")
    #expect(read(text(cells: "⠁⣿"), &translator) == nil)
    #expect(read(TypedText(), &translator) == nil)
  }

  @Test mutating func whatIsTypedIsShownAsItIsFelt() {
    var typed = text(cells: "⠓⠀")
    typed.append(.character("x"))
    #expect(typed.print == ["⠓", " ", "x"])
    #expect(typed.removeLast() && typed.removeLast() && typed.removeLast() && !typed.removeLast())
  }
}
