// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements
import Measurement
import Panning
import Posix
import TestSupport

/// Walking a screen of 50,000 elements against one of 500: what a reader feels of its size.
struct ScreenBench {
  private var small: WalkedScreen
  private var large: WalkedScreen
  private static let turns = 25
  private static let rounds = 14
  /// So many keys or updates are taken on one screen before it is the other's turn.
  private static let turn = 20

  /// nil if the table is not there.
  init?(files: String) {
    guard let one = InProcess(files: files), let other = InProcess(files: files) else { return nil }
    small = WalkedScreen(count: 500, translator: one)
    large = WalkedScreen(count: 50_000, translator: other)
  }

  mutating func run(_ report: inout Report) {
    report.note("50,000 elements in parts, to the first frame: \(large.loading.text)")
    measure("next item, 50,000 elements / 500", aim: 1.2, &report) { $0.nextItem() }
    measure("next heading, at the far end", aim: 3, &report) { $0.farHeading() }
    measure("update of one element that is not read", aim: 1.5, &report) { $0.update() }
    measure("update of the element that is read", aim: 1.5, &report) { $0.updateRead() }
    report.limit(
      "insert of one element among 50,000, to its frame",
      best { large.insert() } / .milliseconds(1), most: 50, unit: "ms")
    report.limit(
      "list of all 50,000 items opened", best { large.openList() } / .milliseconds(1), most: 100,
      unit: "ms")
  }

  private func best(of times: Int = 10, _ step: () -> Duration) -> Duration {
    (0..<times).map { _ in step() }.min() ?? .zero
  }

  private mutating func measure(
    _ what: String, aim: Double, _ report: inout Report,
    _ step: (inout WalkedScreen) -> Duration
  ) {
    var smalls = Rounds(things: ScreenBench.turns)
    var larges = Rounds(things: ScreenBench.turns)
    for _ in 0..<ScreenBench.rounds {
      for index in 0..<ScreenBench.turns {
        smalls.add(
          (0..<ScreenBench.turn).reduce(.zero) { time, _ in time + step(&small) }, of: index)
        larges.add(
          (0..<ScreenBench.turn).reduce(.zero) { time, _ in time + step(&large) }, of: index)
      }
    }
    let count = ScreenBench.turns * ScreenBench.turn
    report.compare(
      what, larges.best.map { $0 / count }, smalls.best.map { $0 / count }, aim: aim)
  }
}

/// A screen that is walked: paragraphs of text and links in lists, a heading at its start and
/// one at its end.
private struct WalkedScreen {
  private var engine: Engine<InProcess>
  private var clock = Duration.seconds(1)
  private let itemCount: Int
  private var changes = 0
  private var position = 0
  /// From the first message to the frame after the last.
  let loading: Duration

  /// So many elements are in a message.
  private static let part = 500
  private static let listLength = 10

  init(count: Int, translator: InProcess) {
    engine = EngineBench.engine(translator)
    let start = MonotonicClock.now
    itemCount = count / (WalkedScreen.listLength + 1) * WalkedScreen.listLength - 2
    var first = Element(id: "top")
    first.role = Role("heading")
    first.label = "Top"
    var last = Element(id: "bottom")
    last.role = Role("heading")
    last.label = "Bottom"
    let screen = NewScreen(elements: [first, last], title: nil, focus: "top", language: nil)
    _ = EngineBench.show(.screen(screen), &engine, at: clock)
    for list in stride(from: 0, to: itemCount, by: WalkedScreen.part) {
      let lists = WalkedScreen.lists(from: list, to: min(itemCount, list + WalkedScreen.part))
      var new = Insertion(elements: lists)
      new.before = "bottom"
      _ = engine.handle(.message(EngineBench.id, .insert(new), id: nil, ack: nil), at: clock)
    }
    _ = engine.frame(at: clock)
    loading = MonotonicClock.now - start
  }

  private static func lists(from first: Int, to end: Int) -> [Element] {
    stride(from: first, to: end, by: listLength).map { start in
      var list = Element(id: "list \(start)")
      list.role = Role("list")
      list.children = (start..<min(end, start + listLength)).map { .element(item($0, 0)) }
      return list
    }
  }

  private static func item(_ number: Int, _ change: Int) -> Element {
    var element = Element(id: "item \(number)")
    element.role = Role(number % 3 == 0 ? "link" : "text")
    // The same words in both screens, so that what they cost is the same.
    element.label = "Entry \(number % 400), \(change % 10)"
    return element
  }

  /// Goes to the next item, from the middle on, back before the end of the smaller screen.
  mutating func nextItem() -> Duration {
    if position % 100 == 0 { _ = say(.layoutChanged(focus: "item \(itemCount / 2)", text: nil)) }
    position += 1
    return press(.chord(Cell(dots: 4)))
  }

  /// From the first heading to the last.
  mutating func farHeading() -> Duration {
    _ = say(.layoutChanged(focus: "top", text: nil))
    return press(.chord(Cell(dots: 6)))
  }

  /// An element far from the cursor is another than before.
  mutating func update() -> Duration {
    changes += 1
    return say(.update([WalkedScreen.item(itemCount * 3 / 4, changes)], focus: nil))
  }

  /// The element that the reader is on is another than before.
  mutating func updateRead() -> Duration {
    changes += 1
    return say(.update([WalkedScreen.item(itemCount / 2, changes)], focus: "item \(itemCount / 2)"))
  }

  /// A line is added to a list far from the cursor.
  mutating func insert() -> Duration {
    changes += 1
    var new = Element(id: "new \(changes)")
    new.role = Role("text")
    new.label = "New"
    var insertion = Insertion(elements: [new])
    insertion.parent = "list 0"
    return say(.insert(insertion))
  }

  /// The item chooser, and back.
  mutating func openList() -> Duration {
    let time = press(.chord(Cell(dots: 2, 4)))
    _ = press(.chord(Cell(dots: 1, 2)))
    return time
  }

  private mutating func say(_ message: Message) -> Duration {
    clock += .seconds(5)
    let start = MonotonicClock.now
    _ = EngineBench.show(message, &engine, at: clock)
    return MonotonicClock.now - start
  }

  private mutating func press(_ key: KeyPress.Key) -> Duration {
    clock += .seconds(5)
    let frame = engine.frame(at: clock)
    let start = MonotonicClock.now
    _ = engine.handle(.key(KeyPress(key), on: frame), at: clock)
    _ = engine.frame(at: clock)
    return MonotonicClock.now - start
  }
}
