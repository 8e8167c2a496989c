// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Commands
import DBus
import Elements
import Testing
import TestSupport

/// Documents that are written in, and texts of which only a part is read.
struct WritingPlaceTests {
  private func document() -> FakeDesktop {
    let paragraphs = ["One two.", "", "Three fore."].enumerated().map { index, text in
      DeskObject(
        .paragraph, key: "p\(index)", text: text, states: [.editable, .focusable, .multiLine])
    }
    let runs = [TextPart.Run(range: 6..<10, attributes: ["invalid": "spelling"])]
    var all = paragraphs
    all[2].runs = runs
    let document = DeskObject(
      .documentText, "Letter", key: "letter", states: [.editable, .focusable], all)
    let frame = DeskObject(.frame, "Writer", states: .active, [document])
    var program = DeskProgram([frame])
    program.change("p0") { $0.caret = 0 }
    return FakeDesktop(program, focus: "p0")
  }

  @Test func theCaretGoesAlong() {
    var desktop = document()
    #expect(desktop.words == "One two.")
    #expect(desktop.move(.next, .line) == "")
    #expect(desktop.programs[":1.9"]?.focus == "p1")
    #expect(desktop.move(.next, .item) == "Three fore.")
    #expect(desktop.element?.text?.caret?.value == 0)
    #expect(desktop.move(.next, .item) == "error 8")
    _ = desktop.move(.previous, .line)
    #expect(desktop.move(.previous, .line) == "One two.")
    #expect(desktop.element?.text?.caret?.value == 8)
    #expect(desktop.forbidden == [])
  }

  /// LibreOffice's document holds only what is in sight.
  @Test func paragraphsOutOfSightAreReached() {
    var desktop = document()
    desktop.happen { program in
      program.hide("p2", from: "letter")
      program.change("p1") { $0.flowsTo = "p2" }
    }
    _ = desktop.move(.next, .item)
    #expect(desktop.move(.next, .item) == "Three fore.")
    #expect(desktop.move(.next, .item) == "error 8")
    #expect(desktop.forbidden == [])
  }

  @Test func misspelledWordsAndFoundOnes() {
    var desktop = document()
    #expect(desktop.move(.next, .misspelled) == "Three fore.")
    #expect(desktop.element?.text?.caret?.value == 6)
    #expect(desktop.order(.find("two", .previous)) == nil)
    #expect(desktop.words == "One two.")
    #expect(desktop.element?.text?.caret?.value == 4)
    #expect(desktop.order(.find("one", .previous)) == nil)
    #expect(desktop.element?.text?.caret?.value == 0)
    #expect(desktop.forbidden == [])
  }

  @Test func moreOfALongTextIsTheSameText() throws {
    let lines = (0..<2000).map { "line \($0)\n" }.joined()
    let view = DeskObject(
      .text, key: "view", text: lines, states: [.editable, .focusable, .multiLine]
    ).with { $0.caret = 0 }
    let frame = DeskObject(.frame, "Editor", states: .active, [view])
    var desktop = FakeDesktop(DeskProgram([frame]), focus: "view")
    let first = try #require(desktop.element?.text)
    #expect(first.offset == 0)
    #expect(first.end.value < first.length)
    #expect(desktop.order(.readText(first.end, .next)) == nil)
    let second = try #require(desktop.element?.text)
    #expect(second.offset < first.end.value)
    #expect(second.offset > 0)
    #expect(second.end > first.end)
    #expect(first.isSameText(as: second))
    #expect(desktop.order(.readText(second.end, .next)) == nil)
    let third = try #require(desktop.element?.text)
    #expect(desktop.order(.readText(third.border(false) ?? third.end, .previous)) == nil)
    #expect(desktop.element?.text?.offset ?? 0 < third.offset)
    #expect(desktop.order(.readText(first.end, .previous)) == nil)
    #expect(desktop.forbidden == [])
  }
}
