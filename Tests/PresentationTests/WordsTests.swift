// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Presentation
import TestSupport
import Testing

@Suite struct LineProperties {
  @Test(arguments: (0..<8).map { UInt64($0) }) func spansCoverTheLine(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let maker = ElementMaker(letter: "ж")
    let style = LineStyle(words: Words(language: "en"))
    for _ in 0..<60 {
      let element = maker.element(id: "a", &generator)
      let context = generator.list(0...2) { maker.element(id: "c", &$0) }
      let passage = Passage(of: element, context: context, as: style)
      #expect(passage.count == max(1, element.text?.lineCount ?? 1))
      for index in 0..<passage.count {
        let line = passage.line(index)
        var end = 0
        for span in line.spans {
          #expect(span.range.lowerBound == end && !span.range.isEmpty)
          end = span.range.upperBound
          if case .text(let start) = span.origin, !element.isProtected {
            let text = element.text?.scalars(start..<(start + span.range.count))
            #expect(text.map(Array.init) == Array(line.scalars[span.range]))
          }
        }
        #expect(end == line.scalars.count)
        if element.isProtected { #expect(!line.scalars.contains(ElementMaker.secret)) }
      }
    }
  }
}

@Suite struct WordsTests {
  @Test func whatHasNoWordHasItsName() {
    var words = Words(language: "en")
    #expect(words.role("button") == "button" && !words.has(role: "button"))
    #expect(words.state(.checked) == "checked" && words.answer(.top) == "top")
    #expect(words.unit("heading") == "heading")
    #expect(words.action("pan left") == "pan left" && words.key(.anyRouting) == "anyRouting")
    words.set("", for: "button", in: .roles)
    #expect(words.role("button") == "" && words.has(role: "button"))
    #expect(Words.required(.states).contains("checked"))
    #expect(Words.required(.roles) == [])
  }

  @Test func marksAreReplacedInTheirOrder() {
    #expect("% of %".replacing("%", "3", "5") == "3 of 5")
    #expect("no %".replacing("%", "%") == "no %")
    #expect("plain".replacing("%", "x") == "plain")
    #expect("%%%".replacing("%", "a") == "a%%")
  }
}
