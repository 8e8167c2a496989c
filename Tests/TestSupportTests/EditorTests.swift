// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements
import TestSupport
import Testing

/// The kit's editor keeps to the protocol, "Text", so that what fails with it is not its own.
@Suite struct EditorTests {
  private func place(_ offset: Int) -> TextOffset { TextOffset(offset) }

  private func refusal(_ said: [Editor.Said]) -> Int? {
    guard case .done(_, let failure)? = said.first?.message else { return nil }
    return failure?.code
  }

  @Test func anEditTellsWhatChangedAndWhereTheCaretIs() {
    var editor = Editor(Editor.Manner(.carrying, .edits), text: "ab")
    let said = editor.take(Order(.insertText("c"), element: "editor", sequence: 1))
    let change = TextEdit.Change(range: place(2)..<place(2), text: ["c"])
    let edit = TextEdit(
      base: 1, version: 2, changes: [change], caret: place(3), anchor: place(3))
    #expect(said == [Editor.Said(message: .edit("editor", edit), ack: 1)])
  }

  @Test func offsetsAreCarriedThroughLaterChanges() {
    var editor = Editor(Editor.Manner(.carrying, .edits), text: "one two three")
    _ = editor.write("zero ", over: 0..<0)
    _ = editor.take(Order(.setCaret(place(4)), sequence: 1, version: 1))
    #expect(editor.caret == 9)
    _ = editor.take(Order(.replaceText(place(4)..<place(7), "2"), sequence: 2, version: 1))
    #expect(editor.string == "zero one 2 three" && editor.caret == 10)
  }

  @Test func aStretchThatWasTouchedIsNotReplaced() {
    var editor = Editor(Editor.Manner(.carrying, .edits), text: "one two three")
    _ = editor.write("o", over: 6..<6)
    let order = Order(.replaceText(place(4)..<place(7), "2"), sequence: 1, version: 1)
    #expect(refusal(editor.take(order)) == 6 && editor.string == "one twoo three")
    // What comes before it or behind it leaves it as it is.
    _ = editor.write("!", over: 8..<8)
    _ = editor.write("?", over: 4..<4)
    let next = Order(.replaceText(place(4)..<place(8), "2"), sequence: 2, version: 2)
    #expect(refusal(editor.take(next)) == nil && editor.string == "one ?2! three")
  }

  @Test func whoRefusesTakesNoOffsetOfAnotherText() {
    var editor = Editor(Editor.Manner(.refusing, .changes), text: "one two")
    _ = editor.write("zero ", over: 0..<0)
    let late = Order(.setCaret(place(4)), sequence: 1, version: 1)
    #expect(refusal(editor.take(late)) == 6 && editor.caret == 12 && editor.refusals == 1)
    _ = editor.take(Order(.setCaret(place(9)), sequence: 2, version: 2))
    #expect(editor.caret == 9)
  }

  @Test func whatIsSelectedIsReplacedAndComesBack() {
    var editor = Editor(Editor.Manner(.carrying, .edits), text: "one two")
    _ = editor.take(Order(.select(anchor: place(0), place(3)), sequence: 1, version: 1))
    _ = editor.take(Order(.cut, sequence: 2))
    #expect(editor.string == " two" && editor.caret == 0)
    _ = editor.take(Order(.undo, sequence: 3))
    #expect(editor.string == "one two")
    _ = editor.take(Order(.redo, sequence: 4))
    _ = editor.take(Order(.paste, sequence: 5))
    #expect(editor.string == "one two" && editor.caret == 3)
  }

  @Test func charactersAreTakenAwayWhole() {
    var editor = Editor(Editor.Manner(.carrying, .edits), text: "cafe\u{301}")
    _ = editor.take(Order(.deleteBackward(1), sequence: 1))
    #expect(editor.string == "caf")
    #expect(refusal(editor.take(Order(.deleteForward(1), sequence: 2))) == 8)
  }

  @Test func wordsAreTakenAwayWithTheBlanksBehindThem() {
    var editor = Editor(.simple, text: "one\ntwo three  ")
    for text in ["one\ntwo ", "one\n", "one", ""] {
      _ = editor.take(Order(.key("Backspace", .control)))
      #expect(editor.string == text)
    }
  }

  @Test func aSimpleProgramSaysItsTextAndNothingElse() {
    var editor = Editor(.simple, text: "a")
    let said = editor.take(Order(.insertText("b"), element: "editor"))
    guard case .update(let elements, _)? = said.first?.message else {
      Issue.record("\(said) is no update")
      return
    }
    let text = elements.first?.text
    #expect(text.map { Array($0.content) } == ["a", "b"] && text?.version == nil)
    #expect(said.first?.ack == nil && text?.caret == place(2))
    #expect(editor.take(Order(.undo)).count == 1 && editor.take(Order(.undo)).isEmpty)
  }

  @Test func whatIsSentComesInOrder() {
    var line = SlowLine<Int>()
    line.send(1, at: .zero, taking: .seconds(2))
    line.send(2, at: .zero, taking: .seconds(1))
    #expect(line.next(at: .seconds(1)) == nil && line.nextDue == .seconds(2))
    #expect(line.next(at: .seconds(2)) == 1 && line.next(at: .seconds(2)) == 2)
    #expect(line.isEmpty)
  }
}
