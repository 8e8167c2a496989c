// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Desktop
import Elements
import TestSupport
import Testing

/// Commands about a text, done in programs of all kinds.
@Suite struct WritingTests {
  static let kinds = FakeEditor.Kind.allCases
  static let settable = kinds.filter { $0 != .terminal }

  @Test(arguments: kinds) func insertsAtTheCaret(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "a😀bc", caret: 2)
    let number = rig.order(.insertText("é😀x"))
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "a😀é😀xbc")
    #expect(rig.editor.caret == 5)
    #expect(rig.told.count == 2)
    #expect(rig.told.last?.ack == number)
  }

  @Test(arguments: kinds) func typesLetterAfterLetterWithoutWaiting(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "(😀)", caret: 2)
    for letter in ["a", "ä", "😀", "b"] { rig.order(.insertText(letter)) }
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "(😀aä😀b)")
  }

  @Test(arguments: settable) func replacesTheSelection(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "😀one two", caret: 0)
    rig.order(.select(anchor: TextOffset(1), TextOffset(4)))
    rig.settle()
    rig.check()
    #expect(rig.editor.selection == 1..<4)
    #expect(rig.editor.caret == 4)
    rig.order(.insertText("three"))
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "😀three two")
    #expect(rig.editor.caret == 6)
  }

  @Test(arguments: settable) func selectsBackwards(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "😀one two")
    rig.order(.select(anchor: TextOffset(4), TextOffset(1)))
    rig.settle()
    rig.check()
    #expect(rig.editor.selection == 1..<4)
    // Entries of GTK 4 have the caret at the end of what is selected.
    #expect(rig.editor.caret == (kind == .gtk4 ? 4 : 1))
    rig.order(.selectAll)
    rig.settle()
    rig.check()
    #expect(rig.editor.selection == 0..<8)
  }

  @Test(arguments: kinds) func deletesWholeCharacters(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "ab👨‍👩‍👧e\u{301}cd", caret: 9)
    rig.order(.deleteBackward(2))
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "abcd")
    rig.order(.deleteForward(1))
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "abd")
    #expect(rig.editor.caret == 2)
  }

  @Test(arguments: settable) func replacesAStretchAndKeepsTheCaret(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "😀teh end", caret: 8)
    rig.order(.replaceText(TextOffset(1)..<TextOffset(4), "thé"))
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "😀thé end")
    #expect(rig.editor.caret == 8)
    rig.order(.replaceText(TextOffset(1)..<TextOffset(4), "a"))
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "😀a end")
    #expect(rig.editor.caret == 6)
  }

  @Test func replacesTheWordBeforeTheCaretInATerminal() {
    var rig = EditorRig(.terminal, "$ teh")
    rig.order(.replaceText(TextOffset(2)..<TextOffset(5), "the"))
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "$ the")
    let number = rig.order(.replaceText(TextOffset(0)..<TextOffset(1), "#"))
    rig.settle()
    rig.check()
    #expect(rig.failures[number]?.code == 7)
    #expect(rig.editor.string == "$ the")
  }

  @Test(arguments: settable) func setsTheCaret(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "😀😀ab")
    let number = rig.order(.setCaret(TextOffset(2)))
    rig.settle()
    rig.check()
    #expect(rig.editor.caret == 2)
    #expect(rig.told.last?.ack == number)
  }

  @Test(arguments: settable) func usesTheClipboard(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "😀one two")
    rig.order(.select(anchor: TextOffset(1), TextOffset(4)))
    rig.order(.cut)
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "😀 two")
    rig.order(.paste)
    rig.order(.paste)
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "😀oneone two")
    #expect(rig.editor.caret == 7)
  }

  @Test func asksAProgramThatWritesNothingOnlyOnce() {
    var rig = EditorRig(.firefox, "a")
    rig.eventDelay = .milliseconds(20)
    rig.order(.insertText("b"))
    rig.settle()
    rig.check()
    #expect(rig.calls.count { $0 == "InsertText" } == 1)
    rig.order(.insertText("c"))
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "abc")
    #expect(rig.calls.count { $0 == "InsertText" } == 1)
    #expect(rig.pressed == [.text("b"), .text("c")])
  }

  @Test(arguments: kinds) func neverTypesEnter(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "a")
    rig.order(.insertText("b\nc"))
    rig.settle()
    rig.check()
  }

  @Test(arguments: kinds) func textComesBehindTheKeyBeforeIt(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "a")
    rig.keyDelay = .milliseconds(40)
    rig.order(.key("Enter", []))
    rig.order(.insertText("b"))
    rig.settle()
    rig.check()
    #expect(rig.editor.string == "a\nb")
  }

  @Test(arguments: [FakeEditor.Kind.gtk3, .gtk4, .qt, .firefox])
  func refusesWhatAnotherHasTouched(_ kind: FakeEditor.Kind) {
    // The text changes before its event comes, at each moment of the command.
    for moment in 0...12 {
      var rig = EditorRig(kind, "😀one two", caret: 8)
      rig.eventDelay = .milliseconds(50)
      rig.foreign(0..<2, "new ", after: .microseconds(700 * moment - 500))
      let number = rig.order(.replaceText(TextOffset(1)..<TextOffset(4), "1"))
      rig.settle()
      rig.check("\(moment)")
      let isDone = rig.failures[number] == nil
      #expect(isDone || rig.failures[number]?.code == 6, "\(moment)")
      let possible = isDone ? ["new ", "new ne two", "new 1 two", "new two"] : ["new ne two"]
      if !isDone { #expect(possible.contains(rig.editor.string), "\(moment)") }
      #expect(rig.editor.string.hasSuffix(" two"), "\(moment)")
    }
  }

  @Test(arguments: kinds) func aProgramThatHangsIsToldOnce(_ kind: FakeEditor.Kind) {
    var rig = EditorRig(kind, "abc")
    rig.hangs = true
    let number = rig.order(.insertText("x"))
    for _ in 0..<50 where rig.acks.isEmpty { _ = rig.step() }
    #expect(rig.failures[number]?.code == 7)
    #expect(rig.now < .seconds(3))
    rig.hangs = false
    rig.order(.insertText("y"))
    rig.settle()
    rig.check()
    #expect(rig.editor.string.hasSuffix("y"))
  }

  @Test(arguments: [FakeEditor.Kind.gtk3, .qt]) func writesInALongText(_ kind: FakeEditor.Kind) {
    let line = "0123456789abcdefghijklmnopqrstuvwxyz😀\n"
    var rig = EditorRig(kind, String(repeating: line, count: 400), caret: 38 * 200)
    let length = rig.editor.text.count
    #expect(rig.content.unicodeScalars.count < length)
    rig.order(.insertText("ä"))
    rig.order(.deleteBackward(2))
    rig.settle()
    rig.checkPart()
    #expect(rig.editor.text.count == length - 1)
    let offset = rig.text?.offset ?? 0
    let number = rig.order(.setCaret(TextOffset(offset + 50)))
    rig.settle()
    rig.checkPart()
    #expect(rig.failures[number] == nil)
    // A place out of the part that is read is not guessed: another part is shown, to be asked in.
    let far = rig.order(.setCaret(TextOffset(100)))
    rig.settle()
    #expect(rig.failures[far]?.code == 6)
    #expect(rig.editor.string.unicodeScalars.count == length - 1)
  }

  // MARK: At random

  @Test(arguments: kinds) func nothingIsLostOrDoubled(_ kind: FakeEditor.Kind) {
    for seed in 1...8 {
      var rig = EditorRig(kind, "😀0123456789")
      rig.random = SeededGenerator(seed: UInt64(seed))
      rig.isRandom = true
      rig.eventDelay = .milliseconds(rig.random.integer(0...30))
      var next: UInt32 = 0x4E00
      var wanted: [Unicode.Scalar] = []
      for _ in 0..<30 {
        guard let own = Unicode.Scalar(next), let other = Unicode.Scalar(next + 1) else { return }
        next += 2
        let place = rig.random.integer(0...rig.editor.text.count)
        // Nobody is faster twice within a command.
        if rig.random.chance(30), rig.isQuiet {
          rig.foreign(
            place..<place, String(other), after: .microseconds(rig.random.integer(0...9000)))
          wanted.append(other)
        }
        if kind != .terminal, rig.random.chance(30), let length = rig.text?.length {
          rig.order(.setCaret(TextOffset(rig.random.integer(0...length))))
        }
        rig.order(.insertText(String(own)))
        wanted.append(own)
        for _ in 0..<rig.random.integer(0...60) { _ = rig.step() }
        if rig.random.chance(25) {
          rig.settle()
          rig.check("\(kind), seed \(seed)")
        }
      }
      rig.settle()
      rig.check("\(kind), seed \(seed)")
      let found = rig.editor.text.filter { $0.value >= 0x4E00 && $0.value < 0xA000 }
      let lost = wanted.filter { !found.contains($0) }
      let doubled = found.filter { one in found.count { $0 == one } > 1 }
      #expect(lost == [] && doubled == [], "\(kind), seed \(seed) \(rig.failures)")
    }
  }

  @Test(arguments: kinds) func brailledAgreesWithTheProgram(_ kind: FakeEditor.Kind) {
    for seed in 1...8 {
      var rig = EditorRig(kind, "😀one two three e\u{301}nd")
      rig.random = SeededGenerator(seed: UInt64(seed))
      rig.isRandom = true
      rig.eventDelay = .milliseconds(rig.random.integer(0...30))
      for _ in 0..<40 {
        let length = rig.text?.length ?? 0
        let ends = [rig.random.integer(0...length), rig.random.integer(0...length)]
        if rig.random.chance(25) {
          rig.foreign(
            min(ends[0], ends[1])..<min(ends[0], ends[1]) + 1, rig.random.one(of: ["", "z", "😀y"]),
            after: .microseconds(rig.random.integer(0...9000)))
        }
        let commands: [Command] = [
          .insertText(rig.random.one(of: ["a", "é", "😀", "word "])), .deleteBackward(1),
          .deleteForward(rig.random.integer(1...3)), .setCaret(TextOffset(ends[0])),
          .select(anchor: TextOffset(ends[0]), TextOffset(ends[1])), .selectAll, .cut, .copy,
          .paste, .undo, .redo, .key("Enter", []),
          .replaceText(
            TextOffset(min(ends[0], ends[1]))..<TextOffset(max(ends[0], ends[1])), "ro😀"),
        ]
        rig.order(rig.random.one(of: commands))
        for _ in 0..<rig.random.integer(0...60) { _ = rig.step() }
        if rig.random.chance(30) {
          rig.settle()
          rig.check("\(kind), seed \(seed)")
        }
      }
      rig.settle()
      rig.check("\(kind), seed \(seed)")
    }
  }
}
