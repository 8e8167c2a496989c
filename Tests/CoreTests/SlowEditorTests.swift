// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
@testable import Core
import Elements
import TestSupport
import Testing
import Translation
import Typing

/// A reader who writes in the text of a slow program, in which somebody else writes, too: nothing is
/// lost, doubled or done in another order, and each place is the character that was under the finger
/// (docs/protocol.md, "Text").
@Suite struct SlowEditorTests {
  @Test(arguments: (0..<24).map { UInt64($0) }) func nothingIsMisplaced(_ seed: UInt64) {
    var run = SlowRun(seed: seed, isAlone: false)
    run.play()
    #expect(run.faults == [])
  }

  /// Where nobody else writes, what is unseen is exactly what is missing.
  @Test(arguments: (0..<24).map { UInt64($0) }) func unseenIsWhatIsMissing(_ seed: UInt64) {
    var run = SlowRun(seed: seed, isAlone: true)
    run.play()
    #expect(run.faults == [])
  }
}

/// A reader, a slow program, and what the daemon holds between them.
private struct SlowRun {
  private var generator: SeededGenerator
  private var next = UInt32(0x4E00)
  private var editor: SlowEditor
  private var correspondence = Correspondence()
  /// The text as the daemon holds it.
  private var held: TextContent
  private var now = Duration.zero
  private let isAlone: Bool
  /// What was typed, in order.
  private var typed: [Unicode.Scalar] = []
  /// The character that a letter was to come before.
  private var wanted: [Unicode.Scalar: Unicode.Scalar] = [:]
  /// The character that the caret was last put on; nil: nobody knows.
  private var target: Unicode.Scalar?
  /// Characters that the caret did not come to, which the reader was told.
  private var missed: Set<Unicode.Scalar> = []
  private var asked = 0
  /// What the text would be if the program did all at once.
  private var model: [Unicode.Scalar] = []
  private var modelCaret = 0
  private(set) var faults: [String] = []

  init(seed: UInt64, isAlone: Bool) {
    generator = SeededGenerator(seed: seed)
    self.isAlone = isAlone
    editor = SlowEditor(text: [], carries: generator.chance(50))
    held = TextContent("")
    editor.text = fresh(30)
    held = TextContent(editor.text)
    held.version = 1
    held.caret = .zero
    correspondence.acknowledges = true
    model = editor.text
  }

  private var written: [Unicode.Scalar] {
    editor.deeds.compactMap { if case .wrote(let scalar, _) = $0 { scalar } else { nil } }
  }

  mutating func play() {
    for _ in 0..<1500 {
      step(isWriting: true)
    }
    for _ in 0..<10_000 where !editor.isQuiet || !correspondence.isIdle { step(isWriting: false) }
    if !correspondence.isIdle { faults.append("something is left") }
    if Array(held.content) != editor.text { faults.append("the texts differ") }
    if unseen() != nil { faults.append("something is unseen") }
    if written != typed { faults.append("other letters were written") }
    checkDeeds()
  }

  private mutating func step(isWriting: Bool) {
    now += .milliseconds(10)
    correspondence.expire(at: now)
    if isWriting, generator.chance(25) { act() }
    if isWriting, !isAlone, generator.chance(2) { disturb() }
    let delay = Duration.milliseconds(generator.integer(0...400))
    editor.work(at: now, delay: delay)
    for answer in editor.answers(at: now) { take(answer) }
    dispatch()
    if isAlone { checkUnseen() }
  }

  private mutating func fresh(_ count: Int) -> [Unicode.Scalar] {
    (0..<count).compactMap { _ in
      next += 1
      return Unicode.Scalar(next)
    }
  }

  private mutating func act() {
    switch generator.integer(0...(isAlone ? 84 : 99)) {
    case 0...69: write()
    case 70...84: delete()
    case 85...94: putCaret()
    case 95...96: select()
    default: replace()
    }
    dispatch()
  }

  private mutating func add(_ command: Command, about scalars: [Unicode.Scalar] = []) {
    var word = OpenWord([], at: .beforeCaret([]), in: TableName("x.ctb"))
    // Its number, to see that it is done once, in order.
    asked += 1
    word.caret = asked
    word.original = OpenWord.Original(text: scalars, cells: [])
    correspondence.add(
      PendingCommand(command, element: "a", home: "a", version: held.version, word: word))
  }

  private mutating func write() {
    let new = fresh(1)
    typed += new
    if let target, let letter = new.first { wanted[letter] = target }
    model.insert(contentsOf: new, at: modelCaret)
    modelCaret += 1
    add(.insertText(String(String.UnicodeScalarView(new))))
  }

  private mutating func delete() {
    add(.deleteBackward(1))
    guard modelCaret > 0 else { return }
    modelCaret -= 1
    model.remove(at: modelCaret)
  }

  private mutating func putCaret() {
    let place = generator.integer(0...held.length)
    target = scalar(at: place)
    add(.setCaret(TextOffset(place)), about: target.map { [$0] } ?? [])
  }

  private mutating func select() {
    guard held.length > 0 else { return }
    let start = generator.integer(0...(held.length - 1))
    let end = generator.integer((start + 1)...min(held.length, start + 4))
    target = nil
    let (first, last) = generator.chance(50) ? (start, end) : (end, start)
    let ends = [start, end - 1].compactMap { scalar(at: $0) }
    add(.select(anchor: TextOffset(first), TextOffset(last)), about: ends)
  }

  private mutating func replace() {
    guard held.length > 0 else { return }
    let start = generator.integer(0...(held.length - 1))
    let end = generator.integer((start + 1)...min(held.length, start + 4))
    target = nil
    let range = TextOffset(start)..<TextOffset(end)
    let new = String(String.UnicodeScalarView(fresh(2)))
    add(.replaceText(range, new), about: Array(held.scalars(range)))
  }

  private func scalar(at place: Int) -> Unicode.Scalar? {
    held.scalars(TextOffset(place)..<TextOffset(place + 1)).first
  }

  /// Somebody else writes.
  private mutating func disturb() {
    let start = generator.integer(0...editor.text.count)
    let end = generator.integer(start...min(editor.text.count, start + 3))
    // What was typed stays, so that it can be counted; so does what it was to come before.
    let isOwn = editor.text[start..<end].contains { typed.contains($0) }
    let range = isOwn ? start..<start : start..<end
    let delay = Duration.milliseconds(generator.integer(0...400))
    editor.edit(range, fresh(generator.integer(0...3)), at: now, delay: delay)
  }

  private mutating func dispatch() {
    while let step = correspondence.next(at: now, on: nil) {
      switch step {
      case .send(let command):
        if command.version.map({ $0 != held.version }) ?? false { faults.append("old version") }
        let delay = Duration.milliseconds(generator.integer(0...400))
        editor.send(command, at: now, delay: delay)
      case .drop(let command):
        if !command.isLost { missed.formUnion(command.word?.original?.text ?? []) }
      }
    }
  }

  private mutating func take(_ answer: SlowEditor.Answer) {
    if answer.isRefusal, let sequence = answer.acknowledged {
      if !correspondence.refuse(sequence) { faults.append("\(sequence) is forgotten") }
      return
    }
    if let sequence = answer.acknowledged, !correspondence.acknowledge(upTo: sequence) {
      faults.append("\(sequence) is not awaited")
    }
    let changes = answer.changes.map { TextEdit.Change(range: $0.replacement.range, text: $0.text) }
    let edit = TextEdit(
      base: 0, version: answer.version, changes: changes, caret: answer.caret)
    let old = held
    do {
      held = try held.edited(by: edit)
    } catch {
      faults.append("\(error)")
    }
    let replacements = answer.changes.map(\.replacement)
    correspondence.textChanged(of: "a", from: old, to: held, by: replacements[...])
  }

  private func unseen() -> Unseen? { correspondence.unseen(in: held, of: "a") }

  private mutating func checkUnseen() {
    var seen = Array(held.content)
    if let unseen = unseen() {
      let range = unseen.range
      seen.replaceSubrange(range.lowerBound.value..<range.upperBound.value, with: unseen.text)
      if unseen.caret.value != modelCaret { faults.append("the caret is at \(unseen.caret)") }
    }
    if seen != model { faults.append("\(now): the text that will be is another one") }
  }

  /// Each place that was asked for once, at the character that it was.
  private mutating func checkDeeds() {
    var last = 0
    // What was in the text when something was done is not known any more: what was deleted meanwhile
    // is not asked for.
    let there = Set(editor.text)
    for deed in editor.deeds {
      if let number = deed.number {
        if number <= last { faults.append("\(number) after \(last)") }
        last = number
      }
      switch deed {
      case .caret(let scalar, let command):
        // What is selected has two: where one of them has gone the caret is put there.
        let wanted = command.word?.original?.text ?? []
        if wanted.count == 1, let first = wanted.first, there.contains(first), scalar != first {
          faults.append("the caret is on another character")
        }
      case .replaced(let old, let command):
        if old != command.word?.original?.text { faults.append("another text was replaced") }
      case .wrote(let letter, let before):
        if let place = wanted[letter], there.contains(place), !missed.contains(place),
          before != place
        {
          faults.append("a letter is elsewhere")
        }
      case .deleted, .selected: break
      }
    }
  }
}

extension SlowEditor.Deed {
  fileprivate var number: Int? {
    switch self {
    case .caret(_, let command), .selected(let command), .replaced(_, let command):
      command.word?.caret
    case .wrote, .deleted: nil
    }
  }
}
