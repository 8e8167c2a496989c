// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
@testable import Panning
import Presentation
import TestSupport
import Testing
import Translation

/// What holds for any text on any display.
@Suite struct ReadingProperties {
  static let seeds = (0..<8).map { UInt64($0) }

  private func check(
    _ seed: UInt64, _ body: (inout SeededGenerator, inout TinyTranslator) -> Void
  ) {
    var generator = SeededGenerator(seed: seed)
    var translator = TinyTranslator()
    for _ in 0..<40 { body(&generator, &translator) }
  }

  private func checkFrame(_ frame: Frame, _ size: DisplaySize) {
    #expect(frame.size == size)
    #expect(frame.cells.count == size.count && frame.routes.count == size.count)
    #expect(frame.text.count == size.rows)
    if let caret = frame.caret { #expect((0..<size.count).contains(caret.value)) }
  }

  @Test(arguments: seeds) func panningBackVisitsTheSameWindows(_ seed: UInt64) {
    check(seed) { generator, translator in
      let text = generator.readingText(0...8)
      var element = Samples.element(text, label: generator.maybe(50) { _ in "L" })
      element.text?.preformatted = generator.chance(30)
      var reading = Samples.reading(element)
      let style = generator.readingStyle()
      var windows: [Frame] = []
      var starts: [Reading.Viewport] = []
      repeat {
        windows.append(reading.frame(.content, style, &translator))
        starts.append(reading.viewport)
      } while reading.panRight(style, &translator) && windows.count < 2000
      for window in windows { checkFrame(window, style.size) }
      #expect(
        starts == starts.sorted()
          && Set(starts.map { [$0.line, $0.start.value] }).count == starts.count)
      for (window, start) in zip(windows, starts).reversed() {
        #expect(reading.viewport == start)
        #expect(reading.frame(.content, style, &translator) == window)
        let isFirst = start == starts.first
        #expect(reading.panLeft(style, &translator) == !isFirst)
      }
    }
  }

  @Test(arguments: seeds) func theCaretIsInSightWhenItIsWanted(_ seed: UInt64) {
    checkCaret(seed, TinyTranslator())
    checkCaret(seed, GarbageTranslator(seed: seed))
  }

  private func checkCaret(_ seed: UInt64, _ translator: some Translator) {
    var generator = SeededGenerator(seed: seed)
    var translator = translator
    for _ in 0..<30 {
      let text = generator.readingText(0...8)
      let count = text.unicodeScalars.count
      let style = generator.readingStyle()
      let isPreformatted = generator.chance(30)
      var first = Samples.element(text, caret: generator.integer(0...count))
      first.text?.preformatted = isPreformatted
      var reading = Samples.reading(first)
      func check(_ element: Element) {
        let frame = reading.frame(.content, style, &translator)
        checkFrame(frame, style.size)
        let caret = element.text?.caret?.value ?? 0
        #expect(
          frame.caret != nil, "\(caret) of \(text.debugDescription), \(style.size) \(style.wrap)")
      }
      check(first)
      for _ in 0..<5 {
        if generator.chance(30) { _ = reading.panRight(style, &translator) }
        if generator.chance(30) { _ = reading.panLeft(style, &translator) }
        var element = Samples.element(text, caret: generator.integer(0...count))
        element.text?.preformatted = isPreformatted
        reading.replace(
          Samples.passage(element), marks: Reading.Marks(of: element.text), carry: { $0 })
        reading.wantCaret()
        check(element)
      }
    }
  }

  @Test(arguments: seeds) func anyPansOnAnythingATableSays(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var translator = FlakyTranslator(GarbageTranslator(seed: seed), seed: seed, failures: 20)
    for _ in 0..<40 {
      let text = generator.readingText(0...5)
      let count = text.unicodeScalars.count
      var element = Samples.element(text, caret: generator.maybe(60) { $0.integer(0...count) })
      element.text?.preformatted = generator.chance(30)
      var reading = Samples.reading(element)
      let style = generator.readingStyle()
      for _ in 0..<20 {
        _ = reading.frame(.content, style, &translator)
        let before = reading.viewport
        let hasMoved =
          switch generator.integer(0...8) {
          case 0: reading.panLeft(style, &translator)
          case 1, 2: reading.panRight(style, &translator)
          case 3: reading.pan(cells: generator.one(of: [-9, -1, 1, 9]), style, &translator)
          case 4: reading.panToStart(style, &translator)
          case 5: reading.panToEnd(style, &translator)
          case 6: reading.panToCaret(style, &translator)
          case 7: retranslate(&reading)
          default: false
          }
        let frame = reading.frame(.content, style, &translator)
        checkFrame(frame, style.size)
        if hasMoved { #expect(reading.viewport != before) }
        #expect(reading.viewport.line < reading.passage.count)
        if case .text(let place) = frame.route(of: 0) {
          #expect((0...count).contains(place.value))
        }
      }
    }
  }

  private func retranslate(_ reading: inout Reading) -> Bool {
    reading.retranslate(onlyProvisional: false)
    return false
  }

  @Test(arguments: seeds) func aTextThatChangesIsNeverOutOfSight(_ seed: UInt64) {
    check(seed) { generator, translator in
      let style = generator.readingStyle()
      var text = generator.readingText(1...8)
      var reading = Samples.reading(Samples.element(text))
      for _ in 0..<6 {
        for _ in 0..<generator.integer(0...3) { _ = reading.panRight(style, &translator) }
        text =
          generator.chance(50)
          ? String(text.prefix(generator.integer(0...30))) : generator.readingText(0...8)
        var new = Samples.element(text)
        new.text?.preformatted = generator.chance(30)
        let end = TextOffset(text.unicodeScalars.count)
        reading.replace(
          Samples.passage(new), marks: Reading.Marks(of: new.text), carry: { min($0, end) })
        let frame = reading.frame(.content, style, &translator)
        checkFrame(frame, style.size)
        let shown = reading.rows(style, &translator).map { row in
          reading.line(row.line, style, &translator).cells.count
        }
        let longest = reading.passage.isGrid ? shown.max() : shown.first
        #expect(reading.viewport.start.value < max(1, longest ?? 0))
      }
    }
  }
}
