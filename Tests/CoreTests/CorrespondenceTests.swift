// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
@testable import Core
import Elements
import Testing
import Translation
import Typing

/// What waits for a program's answer, and what becomes of it (docs/protocol.md, "Text").
@Suite struct CorrespondenceTests {
  private var now: Duration { .zero }

  private func program(acknowledges: Bool = true) -> Correspondence {
    var correspondence = Correspondence()
    correspondence.acknowledges = acknowledges
    return correspondence
  }

  private func element(_ text: String, caret: Int = 0, version: Int? = 1) -> Element {
    var element = EngineRig.field("a", text, caret: caret)
    element.text?.version = version
    return element
  }

  /// A command about the element goes in; gives what is sent.
  private func send(
    _ command: Command, _ correspondence: inout Correspondence, on element: Element,
    word: OpenWord? = nil
  ) -> [PendingCommand] {
    correspondence.add(
      PendingCommand(
        command, element: "a", home: "a", version: element.text?.version, word: word))
    return steps(&correspondence, on: element).sent
  }

  private func steps(
    _ correspondence: inout Correspondence, on element: Element, at time: Duration = .zero
  ) -> (sent: [PendingCommand], dropped: [PendingCommand]) {
    var result: (sent: [PendingCommand], dropped: [PendingCommand]) = ([], [])
    while let step = correspondence.next(at: time, on: element) {
      switch step {
      case .send(let command): result.sent.append(command)
      case .drop(let command): result.dropped.append(command)
      }
    }
    return result
  }

  private func change(_ start: Int, _ end: Int, by count: Int) -> [Replacement] {
    [Replacement(range: TextOffset(start)..<TextOffset(end), count: count)]
  }

  @Test func waitingLettersAreOneCommand() {
    let field = element("one two")
    var program = program()
    #expect(send(.insertText("a"), &program, on: field).count == 1)
    #expect(send(.insertText("b"), &program, on: field).count == 1)
    #expect(send(.setCaret(TextOffset(4)), &program, on: field).map(\.sequence) == [3])
    for letter in "ring " { #expect(send(.insertText(String(letter)), &program, on: field) == []) }
    #expect(send(.deleteBackward(1), &program, on: field) == [])
    #expect(send(.deleteBackward(1), &program, on: field) == [])
    #expect(send(.insertText("s"), &program, on: field) == [])
    #expect(program.acknowledge(upTo: 2) == true)
    #expect(steps(&program, on: field).sent == [])
    #expect(program.acknowledge(upTo: 3) == true)
    let sent = steps(&program, on: field).sent
    #expect(sent.map(\.command) == [.insertText("ring "), .deleteBackward(2), .insertText("s")])
    #expect(sent.map(\.sequence) == [4, 5, 6])
    #expect(program.acknowledge(upTo: 3) == false)
    #expect(program.acknowledge(upTo: 6) == true)
    #expect(program.isIdle)
  }

  @Test func whatIsNotAcknowledgedDoesNotWait() {
    let field = element("one two")
    var program = program(acknowledges: false)
    #expect(send(.setCaret(TextOffset(4)), &program, on: field).map(\.sequence) == [nil])
    #expect(send(.insertText("a"), &program, on: field).count == 1)
    // Nor behind a place in a text without version.
    var other = self.program()
    let plain = element("one two", version: nil)
    #expect(send(.setCaret(TextOffset(4)), &other, on: plain).map(\.version) == [nil])
    #expect(send(.insertText("a"), &other, on: plain).count == 1)
  }

  /// What was typed at a place is put where the place was, when its character goes.
  @Test func lettersGoWhereTheirPlaceWas() {
    let field = element("one two")
    var program = program()
    _ = send(.setCaret(TextOffset(4)), &program, on: field)
    _ = send(.insertText("x"), &program, on: field)
    program.textChanged(
      of: "a", from: field.text, to: element("on?o", version: 2).text, by: change(2, 6, by: 1)[...])
    #expect(program.refuse(1) == true)
    let (sent, dropped) = steps(&program, on: field)
    #expect(dropped.map(\.command) == [.setCaret(TextOffset(2))])
    #expect(sent.map(\.command) == [.setCaret(TextOffset(2))])
    #expect(sent.map(\.version) == [2])
    #expect(program.acknowledge(upTo: 2) == true)
    #expect(steps(&program, on: field).sent.map(\.command) == [.insertText("x")])
  }

  /// What replaces a stretch in which something has changed is not sent again (docs/protocol.md).
  @Test func touchedStretchIsGivenBack() {
    let field = element("one two")
    let range = TextOffset(4)..<TextOffset(7)
    let table = TableName("x.ctb")
    let word = OpenWord([Cell.blank], at: .stretch(range), in: table)
    for (start, end, count, isTouched) in [
      (0, 0, 2, false), (4, 4, 1, false), (7, 7, 1, false), (5, 5, 1, true), (3, 5, 0, true),
      (6, 7, 1, true), (3, 4, 0, false),
    ] {
      var program = program()
      _ = send(.replaceText(range, "deux"), &program, on: field, word: word)
      _ = send(.insertText("!"), &program, on: field)
      program.textChanged(
        of: "a", from: field.text, to: field.text, by: change(start, end, by: count)[...])
      #expect(program.refuse(1) == true)
      let (sent, dropped) = steps(&program, on: field)
      #expect(dropped.map(\.word) == (isTouched ? [word] : []), "\(start) \(end)")
      #expect(sent.first?.command == (isTouched ? .insertText("!") : sent.first?.command))
      guard !isTouched, case .replaceText(let new, "deux")? = sent.first?.command else { continue }
      let shift = start < 7 ? count - (end - start) : 0
      #expect(new == range.lowerBound + shift..<range.upperBound + shift)
    }
  }

  @Test func lateProgramsAreNotWaitedFor() {
    let field = element("one two")
    var program = program()
    _ = send(.setCaret(TextOffset(4)), &program, on: field)
    _ = send(.insertText("a"), &program, on: field)
    _ = send(.setCaret(TextOffset(5)), &program, on: field)
    _ = send(.insertText("b"), &program, on: field)
    program.expire(at: .milliseconds(1999))
    #expect(steps(&program, on: field).sent == [])
    program.expire(at: .seconds(2))
    #expect(steps(&program, on: field, at: .seconds(2)).sent.count == 3)
    // The last place holds again, for as long.
    #expect(send(.insertText("c"), &program, on: field) == [])
  }

  @Test func notMoreThanSomeThousandsWait() {
    let field = element("one two")
    var program = program()
    _ = send(.setCaret(TextOffset(4)), &program, on: field)
    for index in 0..<Correspondence.most / 2 {
      #expect(send(.insertText("a"), &program, on: field) == [], "\(index)")
      #expect(send(.cut, &program, on: field) == [])
    }
    #expect(send(.insertText("a"), &program, on: field).map(\.command) == [.insertText("a")])
    #expect(program.waiting.count == Correspondence.most)
  }

  /// No text of a secret is kept once it is sent (T4).
  @Test func secretsAreNotKept() {
    var program = program()
    program.add(PendingCommand(.insertText("hunter2"), element: "a", home: "a", isSecret: true))
    let field = element("")
    #expect(steps(&program, on: field).sent.map(\.command) == [.insertText("hunter2")])
    #expect(program.sent.map(\.command) == [.insertText("●●●●●●●")])
  }
}

/// What was typed and is not shown by the program yet.
@Suite struct UnseenTests {
  private func unseen(
    _ commands: [Command], in text: String, caret: Int?, anchor: Int? = nil
  ) -> String? {
    var content = TextContent(text)
    content.caret = caret.map { TextOffset($0) }
    content.anchor = anchor.map { TextOffset($0) }
    var program = Correspondence()
    for command in commands {
      _ = program.number(PendingCommand(command, element: "a", home: "a"), at: .zero, on: nil)
    }
    return program.unseen(in: content, of: "a").map { unseen in
      let new = String(String.UnicodeScalarView(unseen.text))
      return "\(unseen.range.lowerBound.value)-\(unseen.range.upperBound.value) \(new)"
    }
  }

  private func offset(_ value: Int) -> TextOffset { TextOffset(value) }

  @Test func itIsOneReplacement() {
    #expect(unseen([], in: "one two", caret: 3) == nil)
    #expect(unseen([.setCaret(offset(3))], in: "one two", caret: 0) == nil)
    #expect(unseen([.insertText("a")], in: "one two", caret: nil) == nil)
    #expect(unseen([.insertText("a"), .insertText("b")], in: "one two", caret: 3) == "3-3 ab")
    #expect(unseen([.insertText("a"), .deleteBackward(1)], in: "one two", caret: 3) == nil)
    #expect(unseen([.insertText("a"), .deleteBackward(3)], in: "one two", caret: 3) == "1-3 ")
    #expect(unseen([.deleteBackward(9)], in: "one two", caret: 3) == "0-3 ")
    #expect(unseen([.deleteForward(2), .insertText("-")], in: "one two", caret: 3) == "3-5 -")
    #expect(unseen([.deleteForward(9)], in: "one two", caret: 3) == "3-7 ")
  }

  @Test func itReplacesWhatIsSelected() {
    #expect(unseen([.insertText("a")], in: "one two", caret: 7, anchor: 4) == "4-7 a")
    #expect(unseen([.deleteBackward(2)], in: "one two", caret: 7, anchor: 4) == "3-7 ")
    #expect(unseen([.deleteForward(1)], in: "one two", caret: 4, anchor: 6) == "4-6 ")
    #expect(unseen([.cut, .insertText("a")], in: "one two", caret: 4, anchor: 6) == "4-6 a")
    #expect(
      unseen([.select(anchor: offset(3), offset(0)), .insertText("a")], in: "one two", caret: 7)
        == "0-3 a")
  }

  @Test func itBeginsWhereTheCaretWasPut() {
    #expect(
      unseen(
        [.insertText("a"), .setCaret(offset(4)), .insertText("b")], in: "one two", caret: 0)
        == "4-4 b")
    let replace = Command.replaceText(offset(4)..<offset(7), "deux")
    #expect(unseen([replace], in: "one two", caret: 5) == "4-7 deux")
    #expect(unseen([replace, .insertText("!")], in: "one two", caret: 5) == "4-7 deux!")
    #expect(unseen([.insertText("s"), replace], in: "one two", caret: 3) == "3-7 s deux")
    #expect(unseen([.insertText("s"), replace], in: "one two", caret: 5) == "5-5 s")
    #expect(
      unseen([replace, .replaceText(offset(0)..<offset(3), "un")], in: "one two", caret: 7)
        == "0-3 un")
  }

  /// What a key does nobody knows but the program.
  @Test func itEndsWhereNothingIsKnown() {
    let key = Command.key("ArrowLeft", [])
    #expect(unseen([key, .insertText("a")], in: "one two", caret: 3) == nil)
    #expect(
      unseen([.insertText("a"), key, .insertText("b")], in: "one two", caret: 3) == "3-3 a")
    #expect(
      unseen([key, .setCaret(offset(4)), .insertText("b")], in: "one two", caret: 3) == "4-4 b")
    #expect(unseen([.insertText("a"), .copy, .insertText("b")], in: "one", caret: 3) == "3-3 ab")
  }

  /// A character is a grapheme cluster, as most programs delete it.
  @Test func charactersMayBeSeveralScalars() {
    #expect(unseen([.deleteBackward(1)], in: "e\u{301}", caret: 2) == "0-2 ")
    #expect(unseen([.insertText("\u{301}"), .deleteBackward(1)], in: "e", caret: 1) == "0-1 ")
    #expect(unseen([.deleteForward(1)], in: "e\u{301}a", caret: 0) == "0-2 ")
  }
}
