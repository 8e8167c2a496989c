// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Elements
import Measurement
import Posix
import TestSupport

/// From an edit to its frame in the engine: in a long text against the same in a short one.
///
/// The long text is the short one again and again, so that the caret comes to the same words in
/// both: what differs is the length of the text.
struct CaretBench {
  private var short: EditedText
  private var long: EditedText
  private var generator = SeededGenerator(seed: 20_260_101)
  /// Where the caret is in a short text.
  private var place = 0
  /// Which of the short texts in the long one it is in.
  private var part = CaretBench.parts / 2

  /// So long is the short text, in scalars.
  private static let length = 200
  private static let parts = 1000
  private static let lineLength = 60
  /// So many edits are made in one text before it is the other's turn.
  private static let turn = 20
  private static let turns = 25
  private static let rounds = 14

  /// nil if the table is not there.
  init?(labels: Labels, files: String) {
    guard let one = InProcess(files: files), let other = InProcess(files: files) else { return nil }
    let text = CaretBench.text(of: labels)
    short = EditedText(text, translator: one)
    long = EditedText(
      Array(repeatElement(text, count: CaretBench.parts).joined()), translator: other)
  }

  /// A text of lines of about 60 scalars, the last of which ends.
  private static func text(of labels: Labels) -> [Unicode.Scalar] {
    var text: [Unicode.Scalar] = []
    var line: [Unicode.Scalar] = []
    for label in labels.all {
      line += Array((label + ", ").unicodeScalars)
      guard line.count >= lineLength else { continue }
      text += line.prefix(lineLength) + ["\n"]
      line = []
      if text.count >= length { break }
    }
    return text.prefix(length - 1) + ["\n"]
  }

  mutating func run(_ report: inout Report) {
    measure("caret moved by edit", &report) { text, place in text.move(to: place) }
    measure("letter typed by edit", &report) { text, place in text.type(at: place) }
  }

  private mutating func measure(
    _ what: String, _ report: inout Report,
    _ edit: (inout EditedText, Int) -> Duration
  ) {
    var shorts = Rounds(things: CaretBench.turns)
    var longs = Rounds(things: CaretBench.turns)
    let places = (0..<(CaretBench.turns * CaretBench.turn)).map { _ in nextPlace() }
    for _ in 0..<CaretBench.rounds {
      for index in 0..<CaretBench.turns {
        let turn = places[index * CaretBench.turn..<(index + 1) * CaretBench.turn]
        shorts.add(turn.reduce(.zero) { $0 + edit(&short, $1.short) }, of: index)
        longs.add(turn.reduce(.zero) { $0 + edit(&long, $1.long) }, of: index)
      }
    }
    let count = CaretBench.turns * CaretBench.turn
    report.compare(
      "\(what), 200,000 scalars / 200", longs.best.map { $0 / count },
      shorts.best.map { $0 / count }, aim: 1.5)
  }

  /// Where the caret goes next: for every second time not far from where it is, else anywhere, in
  /// the long text in another part of it.
  private mutating func nextPlace() -> (short: Int, long: Int) {
    if generator.chance(50) {
      place = min(max(0, place + generator.integer(-20...20)), CaretBench.length - 1)
    } else {
      // Another line of the short one too.
      place = (place + generator.integer(70...130)) % CaretBench.length
      part = generator.integer(0...(CaretBench.parts - 1))
    }
    return (place, part * CaretBench.length + place)
  }
}

/// A text that has the focus, and whoever edits it.
private struct EditedText {
  private var engine: Engine<InProcess>
  private var version = 1
  private var clock = Duration.zero

  private static let id = "text"

  init(_ content: [Unicode.Scalar], translator: InProcess) {
    engine = EngineBench.engine(translator)
    var element = Element(id: EditedText.id)
    element.role = Role("textbox")
    element.text = TextContent(content)
    element.text?.version = version
    element.text?.caret = .zero
    _ = EngineBench.show(.focus(element, ancestors: []), &engine, at: clock)
  }

  /// Moves the caret; gives the time until its frame was there.
  mutating func move(to place: Int) -> Duration {
    time(TextEdit(base: version, version: version, changes: [], caret: TextOffset(place)))
  }

  /// Types a letter and takes it away again; gives the time of the first.
  mutating func type(at place: Int) -> Duration {
    let place = TextOffset(place)
    _ = time(TextEdit(base: version, version: version, changes: [], caret: place))
    let typed = time(
      TextEdit(
        base: version, version: version + 1,
        changes: [TextEdit.Change(range: place..<place, text: ["e"])], caret: place + 1))
    _ = time(
      TextEdit(
        base: version + 1, version: version + 2,
        changes: [TextEdit.Change(range: place..<(place + 1), text: [])], caret: place))
    version += 2
    return typed
  }

  private mutating func time(_ edit: TextEdit) -> Duration {
    clock += .seconds(1)
    let message = Message.edit(EditedText.id, edit)
    let start = MonotonicClock.now
    _ = EngineBench.show(message, &engine, at: clock)
    return MonotonicClock.now - start
  }
}
