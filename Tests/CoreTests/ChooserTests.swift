// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Presentation
import Testing
import Translation

@testable import Core

@Suite struct ChooserTests {
  private var translator = BuiltinTranslator()
  private let translation = LineTranslation(
    choice: TableChoice(languages: Languages(), language: "en", mode: .uncontracted))

  private func list(_ labels: [String], from start: Int = 0) -> Chooser? {
    let entries = labels.map { Chooser.Entry(.item($0), Line($0, language: nil)) }
    return Chooser(
      .items, of: ProgramID(1), entries, from: start, as: LineStyle(words: Words(language: "en")),
      by: translation)
  }

  private func cell(_ letter: Unicode.Scalar) -> TypedText.Stroke { .cell(Builtin.cell(letter)) }

  @Test func ofNothingThereIsNone() {
    #expect(list([]) == nil)
  }

  @Test func itBeginsWhereItIsTold() {
    #expect(list(["a", "b"], from: 1)?.current.target == .item("b"))
    #expect(list(["a", "b"], from: 7)?.current.target == .item("b"))
    #expect(list(["a", "b"], from: -1)?.current.target == .item("a"))
  }

  @Test func itGoesNoFurtherThanItsEnds() throws {
    var chooser = try #require(list(["a", "b", "c"]))
    #expect(!chooser.move(.previous) && !chooser.move(.first) && chooser.move(.last))
    #expect(!chooser.move(.next) && chooser.current.target == .item("c"))
    chooser.move(to: "b")
    #expect(chooser.current.target == .item("b"))
    chooser.move(to: "nothing")
    #expect(chooser.current.target == .item("b"))
  }

  @Test mutating func whatIsTypedNarrowsAndErasingWidens() throws {
    var chooser = try #require(list(["ham", "hat", "cat", "Chat"], from: 2))
    #expect(chooser.type(cell("h"), with: &translator))
    // "cat" is none of them: the next one that is.
    #expect(chooser.found == [0, 1, 3] && chooser.current.target == .item("Chat"))
    #expect(chooser.type(cell("a"), with: &translator))
    #expect(chooser.type(cell("t"), with: &translator))
    #expect(chooser.found == [1, 3])
    // What is in none is not taken.
    #expect(!chooser.type(cell("x"), with: &translator))
    #expect(chooser.typed.print.count == 3 && chooser.found == [1, 3])
    #expect(chooser.erase(all: false, with: &translator) && chooser.found == [0, 1, 3])
    #expect(chooser.erase(all: true, with: &translator) && chooser.found == [0, 1, 2, 3])
    #expect(!chooser.erase(all: false, with: &translator))
    #expect(chooser.current.target == .item("Chat"))
  }

  @Test mutating func behindTheLastThatIsFoundTheLastIsRead() throws {
    var chooser = try #require(list(["ham", "hat", "dog"], from: 2))
    #expect(chooser.type(cell("h"), with: &translator))
    #expect(chooser.current.target == .item("hat"))
  }

  @Test func manyRowsHaveTheEntriesAroundTheCurrentOne() throws {
    let chooser = try #require(list((0..<1000).map { "e\($0)" }, from: 500))
    let passage = chooser.passage(hasRows: true, language: nil)
    #expect(passage.count == 129 && passage.currentLines == 64..<65)
    #expect(passage.member(ofLine: 0) == "e436" && passage.line(ofMember: "e564") == 128)
    #expect(chooser.passage(hasRows: false, language: nil).count == 1)
  }

  @Test func aRoutingKeyKnowsItsEntry() throws {
    let chooser = try #require(list(["ham", "hat"], from: 1))
    let line = chooser.passage(hasRows: false, language: nil).line(0)
    #expect(line.spans.allSatisfy { $0.origin == .member("hat") })
    #expect(chooser.entry("ham")?.target == .item("ham") && chooser.entry("dog") == nil)
  }
}
