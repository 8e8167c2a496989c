// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
@testable import Core
import Elements
import Testing
import Translation
import Typing

/// What is typed goes to a program and comes back (docs/protocol.md, "Text"), on the engine.
@Suite struct TwoWayTests {
  private let id = ProgramID(1)

  private func rig(
    _ text: String, caret: Int, acknowledges: Bool = true, version: Int? = 1,
    isSecret: Bool = false
  ) -> EngineRig {
    var rig = EngineRig()
    rig.say(.hello(Hello(name: "editor", acknowledges: acknowledges)))
    rig.say(.focus(field(text, caret: caret, version: version, isSecret: isSecret), ancestors: []))
    return rig
  }

  private func field(
    _ text: String, caret: Int, version: Int? = 1, isSecret: Bool = false
  ) -> Element {
    var field = EngineRig.field("a", text, caret: caret)
    field.role = Role("textbox")
    field.text?.version = version
    if isSecret { field.flags[.protected] = true }
    return field
  }

  /// A command as the engine sends it; gives what goes out.
  private func send(
    _ command: Command, _ rig: inout EngineRig, word: OpenWord? = nil
  ) -> [Command] {
    let before = rig.engine.outputs.count
    let version = rig.engine.programs[id]?.content?.element.text?.version
    rig.engine.send(command, to: id, element: "a", version: version, word: word)
    return commands(Array(rig.engine.outputs.dropFirst(before)))
  }

  private func commands(_ outputs: [Output]) -> [Command] {
    outputs.compactMap { if case .command(_, let order) = $0 { order.command } else { nil } }
  }

  private func edit(
    _ base: Int, _ start: Int, _ end: Int, _ text: String, caret: Int? = nil
  ) -> Message {
    let range = TextOffset(start)..<TextOffset(end)
    let change = TextEdit.Change(range: range, text: Array(text.unicodeScalars))
    return .edit(
      "a",
      TextEdit(
        base: base, version: base + 1, changes: [change], caret: caret.map { TextOffset($0) }))
  }

  private let stale = CommandFailure(code: 6, message: "stale")

  @Test func whatIsUnseenEndsWithItsAcknowledgement() {
    var rig = rig("one", caret: 3)
    #expect(rig.engine.unseen(of: id) == nil)
    #expect(send(.insertText(" t"), &rig) == [.insertText(" t")])
    #expect(send(.insertText("wo"), &rig) == [.insertText("wo")])
    let end = TextOffset(3)..<TextOffset(3)
    #expect(rig.engine.unseen(of: id) == Unseen(range: end, text: Array(" two".unicodeScalars)))
    #expect(rig.engine.unseen(of: id)?.caret == TextOffset(7))
    rig.say(edit(1, 3, 3, " t", caret: 5), ack: 1)
    let later = TextOffset(5)..<TextOffset(5)
    #expect(rig.engine.unseen(of: id) == Unseen(range: later, text: Array("wo".unicodeScalars)))
    // A change from elsewhere moves it along.
    rig.say(edit(2, 0, 0, "x", caret: 6))
    #expect(rig.engine.unseen(of: id)?.range.lowerBound == TextOffset(6))
    rig.say(edit(3, 6, 6, "wo", caret: 8), ack: 2)
    #expect(rig.engine.unseen(of: id) == nil)
  }

  @Test func whatIsNeverShownIsUnseenFor2Seconds() {
    for acknowledges in [false, true] {
      var rig = rig("one", caret: 3, acknowledges: acknowledges)
      _ = send(.insertText("s"), &rig)
      rig.pass(.milliseconds(1999))
      #expect(rig.engine.unseen(of: id) != nil)
      #expect(rig.engine.nextWake == .seconds(2))
      rig.pass(.milliseconds(1))
      #expect(rig.engine.unseen(of: id) == nil)
    }
  }

  @Test func withoutAcknowledgementsTheNextTextIsTheAnswer() {
    var rig = rig("one", caret: 3, acknowledges: false, version: nil)
    _ = send(.insertText("s"), &rig)
    var change = ElementChange(id: "a")
    change.element.label = "Note"
    change.given.insert(.label)
    rig.say(.change([change], focus: nil))
    #expect(rig.engine.unseen(of: id) != nil)
    rig.say(.update([field("ones", caret: 4, version: nil)], focus: nil))
    #expect(rig.engine.unseen(of: id) == nil)
  }

  /// A program that is behind shows what it was sent piece by piece.
  @Test func whatATextShowsIsSeen() throws {
    var rig = rig("one", caret: 0, acknowledges: false, version: nil)
    for letter in ["x", "y", "z"] { _ = send(.insertText(letter), &rig) }
    rig.say(.update([field("xone", caret: 1, version: nil)], focus: nil))
    let place = TextOffset(1)..<TextOffset(1)
    #expect(rig.engine.unseen(of: id) == Unseen(range: place, text: ["y", "z"]))
    // The n of "one" has two letters more before it by then.
    #expect(send(.setCaret(TextOffset(2)), &rig) == [.setCaret(TextOffset(4))])
    // What nobody typed shows that it did something else.
    rig.say(.update([field("XONE", caret: 1, version: nil)], focus: nil))
    #expect(rig.engine.unseen(of: id) == nil)
    #expect(send(.setCaret(TextOffset(2)), &rig) == [.setCaret(TextOffset(2))])
  }

  /// A change comes of a command if its acknowledgement covers one that was not answered.
  @Test func echoesAreKnown() {
    var rig = self.rig("one", caret: 3)
    _ = send(.insertText("s"), &rig)
    for (acknowledged, isEcho) in [(nil, false), (0, false), (1, true), (1, false)] {
      rig.engine.note(acknowledged, from: id)
      #expect(rig.engine.isEcho(in: id) == isEcho)
      #expect(!rig.engine.isEcho(in: ProgramID(2)))
    }
    var other = self.rig("one", caret: 3, acknowledges: false)
    other.engine.note(nil, from: id)
    #expect(!other.engine.isEcho(in: id))
    _ = send(.insertText("s"), &other)
    other.engine.note(nil, from: id)
    #expect(other.engine.isEcho(in: id))
  }

  @Test func secretsAreMasks() {
    var rig = rig("", caret: 0, isSecret: true)
    _ = send(.setCaret(.zero), &rig)
    _ = send(.insertText("pw"), &rig)
    #expect(rig.engine.unseen(of: id)?.text == ["●", "●"])
    let outputs = rig.say(.done(sequence: 1, failure: nil))
    #expect(commands(outputs) == [.insertText("pw")])
    #expect(rig.engine.unseen(of: id)?.text == ["●", "●"])
    #expect(!"\(rig.engine.waiting) \(rig.engine.programs)".contains("pw"))
  }

  @Test func lettersWaitBehindACaret() {
    var rig = rig("one two", caret: 0)
    #expect(send(.setCaret(TextOffset(3)), &rig) == [.setCaret(TextOffset(3))])
    #expect(send(.insertText("l"), &rig) == [])
    #expect(send(.insertText("y"), &rig) == [])
    let place = TextOffset(3)..<TextOffset(3)
    #expect(rig.engine.unseen(of: id) == Unseen(range: place, text: ["l", "y"]))
    rig.say(edit(1, 0, 0, "x"))
    #expect(
      commands(rig.say(.done(sequence: 1, failure: stale))) == [.setCaret(TextOffset(4))])
    #expect(commands(rig.say(.done(sequence: 2, failure: nil))) == [.insertText("ly")])
  }

  /// The cells of a word whose place has changed meanwhile are there again.
  @Test func touchedWordsAreOpenedAgain() {
    var rig = rig("one two six", caret: 7)
    let range = TextOffset(4)..<TextOffset(7)
    let word = OpenWord([.blank, .blank], at: .stretch(range), in: TableName("x.ctb"))
    #expect(send(.replaceText(range, "ten"), &rig, word: word) == [.replaceText(range, "ten")])
    #expect(send(.insertText("."), &rig) == [])
    rig.say(edit(1, 5, 6, "oo"))
    rig.say(edit(2, 0, 0, "so "))
    #expect(commands(rig.say(.done(sequence: 1, failure: stale))) == [.insertText(".")])
    let opened = rig.engine.programs[id]?.content?.word
    #expect(opened?.cells == word.cells)
    #expect(opened?.site == .stretch(TextOffset(7)..<TextOffset(11)))
    #expect(rig.text == "changed meanwhile   ")
  }

  /// Text goes to the element that it was typed for, also when that has lost the focus.
  @Test func textIsSentToItsElement() {
    var rig = rig("one two", caret: 0)
    _ = send(.setCaret(TextOffset(3)), &rig)
    _ = send(.insertText("ly"), &rig)
    _ = send(.deleteForward(1), &rig)
    let outputs = rig.say(.focus(EngineRig.field("b", "other", caret: 0), ancestors: []), ack: 1)
    let orders = outputs.compactMap { if case .command(_, let order) = $0 { order } else { nil } }
    #expect(orders == [Order(.insertText("ly"), element: "a", sequence: 2)])
    #expect(rig.engine.unseen(of: id) == nil)
  }

  @Test func repliesComeLast() {
    var rig = rig("one two", caret: 0)
    _ = send(.setCaret(TextOffset(3)), &rig)
    _ = send(.insertText("ly"), &rig)
    let outputs = rig.handle(
      .message(id, .done(sequence: 1, failure: nil), id: .number(7), ack: nil))
    #expect(commands(outputs) == [.insertText("ly")])
    #expect(outputs.last == .reply(id, .number(7), .done))
  }

  @Test func programsThatLeaveAreForgotten() {
    var rig = rig("one two", caret: 0)
    _ = send(.setCaret(TextOffset(3)), &rig)
    _ = send(.insertText("ly"), &rig)
    #expect(rig.handle(.disconnected(id)) == [])
    #expect(rig.engine.nextWake == nil)
    rig.pass(.seconds(3))
    #expect(rig.engine.outputs == [])
  }

  @Test func nothingWaitsForWhatWasReleased() {
    var rig = rig("one two", caret: 0)
    _ = send(.setCaret(TextOffset(3)), &rig)
    _ = send(.cut, &rig)
    _ = send(.insertText("ly"), &rig)
    #expect(commands(rig.say(.release)) == [])
    #expect(commands(rig.say(.done(sequence: 1, failure: nil))) == [.insertText("ly")])
  }
}
