// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Panning
import Presentation
import TestSupport
import Testing
import Translation

/// A passage that is read: frames, and what routing keys on them mean.
@Suite struct ReadingTests {
  private var translator = TinyTranslator()

  @Test mutating func aFrameHasCellsPrintAndRoutes() {
    var reading = Samples.reading(Samples.element("The X1", label: "L"))
    let frame = reading.frame(.content, Samples.style(12), &translator)
    // ⠠l blank ⠠the blank ⠠x ⠼1, of which "the" is three letters after a capital sign.
    #expect(frame.cells.count == 12 && frame.routes.count == 12)
    #expect(frame.text == ["L The X1"])
    #expect(frame.routes[0] == .element && frame.routes[2] == .element)
    #expect(frame.route(of: 3) == .text(.zero))
    #expect(frame.route(of: 4) == .text(.zero))
    #expect(frame.route(of: 12) == .nothing)
    #expect(frame.route(of: -1) == .nothing)
    #expect(frame.kind == .content && frame.caret == nil)
  }

  @Test mutating func theCaretIsOnTheCellWhereTheNextCharacterGoes() {
    for (caret, cell) in [(0, 0), (1, 2), (3, 4)] {
      // A is ⠠⠁, so that b stands in the third cell.
      var reading = Samples.reading(Samples.element("Abc", caret: caret))
      let frame = reading.frame(.content, Samples.style(8), &translator)
      #expect(frame.caret == CellOffset(cell))
      #expect(frame.cells[cell].rawValue & 0xC0 == 0xC0)
      #expect(frame.cells.filter { $0.rawValue & 0xC0 != 0 }.count == 1)
      #expect(frame.text == ["Abc    "])
    }
  }

  @Test mutating func aSelectionIsUnderAllItsCellsAndTheCaretIsNotDrawn() {
    // BUG of others: a capital sign or a second cell without the marks.
    var element = Samples.element("Hi there", caret: 2)
    element.text?.anchor = .zero
    var reading = Samples.reading(element)
    let frame = reading.frame(.content, Samples.style(12), &translator)
    #expect(frame.cells.prefix(4).map { $0.rawValue & 0xC0 } == [0xC0, 0xC0, 0xC0, 0])
    #expect(frame.caret == CellOffset(3))
  }

  @Test mutating func eachLineOfATextBeginsItsOwnRow() {
    var reading = Samples.reading(Samples.element("ab\n\ncd", label: "n"))
    let frame = reading.frame(.content, Samples.style(6, 4), &translator)
    #expect(frame.text == ["n ab  ", "      ", "cd    ", "      "])
    #expect(frame.route(of: 6) == .text(TextOffset(3)))
    #expect(frame.route(of: 12) == .text(TextOffset(4)))
    #expect(frame.route(of: 17) == .text(TextOffset(6)))
    #expect(frame.route(of: 18) == .nothing)
  }

  @Test mutating func contextLeadsToItsElement() {
    var dialog = Element(id: "d")
    dialog.label = "dlg"
    var element = Element(id: "a")
    element.label = "ok"
    var reading = Samples.reading(element, context: [dialog])
    let frame = reading.frame(.content, Samples.style(8), &translator)
    #expect(frame.text == ["dlg ok  "])
    #expect(frame.routes.prefix(3).allSatisfy { $0 == .context(0) })
    #expect(frame.route(of: 4) == .element && frame.route(of: 7) == .element)
  }

  @Test mutating func aLongContextIsReachedByPanningBack() {
    var dialog = Element(id: "d")
    dialog.label = "dialog"
    var element = Element(id: "a")
    element.label = "okay"
    var reading = Samples.reading(element, context: [dialog], from: .longElement)
    let style = Samples.style(8)
    #expect(reading.frame(.content, style, &translator).text == ["okay    "])
    #expect(reading.panLeft(style, &translator))
    #expect(reading.frame(.content, style, &translator).text == ["dialog  "])
    // Where all of it fits nothing is skipped.
    reading = Samples.reading(element, context: [dialog], from: .longElement)
    #expect(reading.frame(.content, Samples.style(12), &translator).text == ["dialog okay "])
  }

  @Test mutating func theTailIsTheLastRows() {
    let element = Samples.element("aaa bbb ccc ddd eee")
    var reading = Samples.reading(element, from: .tail)
    #expect(reading.frame(.content, Samples.style(4, 2), &translator).text == ["ddd ", "eee "])
    reading = Samples.reading(element, from: .tail)
    #expect(reading.frame(.content, Samples.style(30, 2), &translator).text.first?.first == "a")
  }

  @Test mutating func framesAreEqualByWhatIsFelt() {
    var left = Frame(blank: DisplaySize(columns: 2), kind: .content)
    var right = left
    right.routes = [.element, .nothing]
    right.element = "x"
    right.producer = "y"
    #expect(left == right)
    right.caret = .zero
    #expect(left != right)
    left.caret = .zero
    left.kind = .message
    #expect(left != right)
  }

  @Test mutating func controlsAreNotInThePrint() {
    var element = Element(id: "a")
    element.label = "a\u{1B}[0m\nb\u{202E}c"
    var reading = Samples.reading(element)
    #expect(reading.frame(.content, Samples.style(9), &translator).text == ["a[0m bc "])
  }
}

/// The reader's place when what is read changes (behaviour V2).
@Suite struct PlaceTests {
  private var translator = TinyTranslator()
  private let style = Samples.style(8)

  private mutating func shown(_ reading: inout Reading) -> String {
    reading.frame(.content, style, &translator).text[0]
  }

  @Test mutating func textBeforeThePlaceMovesIt() {
    var reading = Samples.reading(Samples.element("aaa bbb ccc ddd eee"))
    #expect(reading.panRight(style, &translator))
    #expect(shown(&reading) == "ccc ddd ")
    let new = Samples.element("xx aaa bbb ccc ddd eee")
    reading.replace(Samples.passage(new), marks: Reading.Marks(of: new.text), carry: { $0 + 3 })
    #expect(shown(&reading) == "ccc ddd ")
    #expect(reading.panLeft(style, &translator))
    #expect(shown(&reading).hasPrefix("aaa bbb") || shown(&reading).hasPrefix("bbb"))
  }

  @Test mutating func aPlaceWhoseTextIsGoneShowsWhatIsLeft() {
    var reading = Samples.reading(Samples.element("aaa bbb ccc ddd eee fff"))
    #expect(reading.panRight(style, &translator))
    #expect(reading.panRight(style, &translator))
    #expect(shown(&reading) == "eee fff ")
    // All from the fourth word on goes, and with it the place.
    let new = Samples.element("aaa bbb ccc")
    reading.replace(
      Samples.passage(new), marks: Reading.Marks(of: new.text),
      carry: { min($0, TextOffset(11)) })
    #expect(shown(&reading) == "ccc     ")
  }

  @Test mutating func anotherWidthKeepsTheTextUnderTheFirstCell() {
    var reading = Samples.reading(Samples.element("aaa bbb ccc ddd eee fff"))
    #expect(reading.panRight(style, &translator))
    reading.retranslate(onlyProvisional: false)
    let narrow = Samples.style(4)
    #expect(reading.frame(.content, narrow, &translator).text == ["ccc "])
  }

  @Test mutating func theWordsOfTheElementAreFoundAgain() {
    var element = Element(id: "a")
    element.label = "aaa bbb ccc ddd"
    var reading = Samples.reading(element)
    #expect(reading.panRight(style, &translator))
    #expect(shown(&reading) == "ccc ddd ")
    element.flags[.selected] = true
    reading.replace(Samples.passage(element), marks: Reading.Marks(of: nil), carry: { $0 })
    #expect(shown(&reading) == "ccc ddd ")
  }

  @Test mutating func anAnswerThatComesLaterKeepsThePlace() {
    var flaky = FlakyTranslator(TinyTranslator(), seed: 1, failures: 100)
    var reading = Samples.reading(Samples.element("Aaa Bbb Ccc Ddd Eee"))
    let style = Samples.style(8)
    #expect(reading.panRight(style, &flaky))
    #expect(reading.isProvisional)
    #expect(reading.frame(.content, style, &flaky).text == ["Ccc Ddd "])
    flaky.failures = 0
    reading.retranslate(onlyProvisional: true)
    // Capital signs take cells now.
    #expect(reading.frame(.content, style, &flaky).text == ["Ccc    "])
    #expect(!reading.isProvisional)
  }
}

@Suite struct CaretTests {
  private var translator = TinyTranslator()

  private mutating func frame(_ text: String, caret: Int, _ style: ReadingStyle) -> Frame {
    var reading = Samples.reading(Samples.element(text, caret: caret))
    return reading.frame(.content, style, &translator)
  }

  @Test mutating func aNewTextIsShownAtItsCaretIfThatIsFarther() {
    let text = "aaa bbb ccc ddd eee fff"
    #expect(frame(text, caret: 5, Samples.style(8)).text == ["aaa bbb "])
    let far = frame(text, caret: 13, Samples.style(8))
    #expect(far.caret != nil)
    #expect((far.caret?.value ?? 0) >= 2)
  }

  /// A long word behind the caret leaves no break that has the quarter before it.
  @Test(arguments: [8, 20, 40]) mutating func aLongWordAtTheCaretIsInSight(_ columns: Int) {
    let words = String(repeating: "word ", count: 20)
    let text = words + String(repeating: "x", count: 3 * columns)
    for caret in [100, 101, 99, 103] {
      #expect(frame(text, caret: caret, Samples.style(columns)).caret != nil, "\(caret)")
    }
  }

  @Test mutating func theSpareCellIsInSight() {
    for count in 1...20 {
      let text = String(repeating: "x", count: count)
      #expect(frame(text, caret: count, Samples.style(8)).caret != nil)
      #expect(frame(text + " ", caret: count + 1, Samples.style(8)).caret != nil)
      #expect(frame(text, caret: count, Samples.style(4, 2)).caret != nil)
    }
  }

  @Test mutating func whileTypingThereIsAQuarterOnBothSides() {
    let style = Samples.style(20)
    let text = (0..<60).map { _ in "ab" }.joined(separator: " ")
    var reading = Samples.reading(Samples.element(text, caret: 0))
    _ = reading.frame(.content, style, &translator)
    for caret in Array(1...170) + (0..<170).reversed() {
      let element = Samples.element(text, caret: caret)
      reading.replace(
        Samples.passage(element), marks: Reading.Marks(of: element.text), carry: { $0 })
      reading.wantCaret()
      let frame = reading.frame(.content, style, &translator)
      let column = frame.caret?.value ?? -1
      #expect(column >= 5 || caret < 5, "\(caret) at \(column)")
      #expect(column < 15 || caret > 165, "\(caret) at \(column)")
    }
  }
}
