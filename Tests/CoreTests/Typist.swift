// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
@testable import Core
import Elements
import Panning
import TestSupport
import Translation
import Typing

/// Somebody who types at random into a program that takes its time, and what must have come of it
/// whenever nothing is on its way.
struct Typist<T: Translator> {
  var engine: Engine<T>
  var editor: Editor
  var meant: Meant
  var generator: SeededGenerator
  var now = Duration.zero
  let scene: TypistScene
  private var toProgram = SlowLine<Order>()
  private var toDaemon = SlowLine<Editor.Said>()
  private let program = ProgramID(1)
  /// What the display showed, the newest last, with the text that it was about.
  var frames: [(frame: Frame, text: TextContent)] = []
  /// What is shown before the text.
  var head = ""
  /// What did not hold; the first one ends the typing.
  var failure: String?
  /// What was done last, so that a failure tells what came before it; words are made of it only then.
  var done: [() -> String] = []
  var counts = Counts()

  /// How much was done, so that a test can see that it was.
  struct Counts {
    var cells = 0
    var agreements = 0
    /// At how many of them the caret was not on the display.
    var outOfSight = 0
    var foreign = 0
    var actions: [String: Int] = [:]
  }

  init(_ translator: T, _ resources: Resources, _ scene: TypistScene, seed: UInt64) {
    self.scene = scene
    generator = SeededGenerator(seed: seed)
    var resources = resources
    // What is known of real tables does not hold for one of the kit's.
    resources.backTranslation = BackTranslation()
    engine = Engine(translator: translator, settings: Settings(), resources: resources)
    editor = Editor(scene.manner)
    meant = Meant([], caret: 0, isContracted: scene.isContracted)
    handle(.connected(program, name: "editor", pid: 1))
    handle(.display(Core.DisplayState(size: scene.size, driver: "test")))
    let mode = scene.isContracted ? "contracted" : "uncontracted"
    handle(
      .message(
        program, .settings([SettingChange(name: "braille.mode", value: mode)]), id: nil, ack: nil))
    hear(editor.hello)
    hear(editor.focus)
    settle()
    head = look().map(Self.print) ?? ""
    let text = generator.lines()
    meant = Meant(text, caret: text.count, isContracted: scene.isContracted)
    send(editor.write(String(String.UnicodeScalarView(text)), over: 0..<0))
    settle()
  }

  mutating func fail(_ what: String) {
    if failure == nil {
      failure =
        "\(scene) at \(now): \(what)\n" + done.suffix(90).map { $0() }.joined(separator: "\n")
    }
  }

  mutating func note(_ action: @escaping () -> String) {
    let now = now
    done.append { "\(now.milliseconds) \(action())" }
    if done.count > 200 { done.removeFirst(100) }
  }

  // MARK: What is on its way

  /// Whether nothing is on its way.
  var isStill: Bool { toProgram.isEmpty && toDaemon.isEmpty }

  /// The text as the daemon has it.
  var daemonText: TextContent? { engine.programs[program]?.content?.element.text }

  /// The program says something, which takes its time.
  mutating func send(_ said: [Editor.Said]) {
    for message in said {
      toDaemon.send(message, at: now, taking: .milliseconds(generator.integer(0...scene.delay)))
    }
  }

  private mutating func hear(_ said: Editor.Said) {
    handle(.message(program, said.message, id: nil, ack: said.ack))
  }

  mutating func handle(_ input: Input) {
    for output in engine.handle(input, at: now) {
      switch output {
      case .command(_, let order):
        note { "  to the program: \(order.command) version \(order.version ?? -1)" }
        toProgram.send(
          order, at: now, taking: .milliseconds(generator.integer(0...scene.delay)))
      case .rejected(_, "edit", let error) where error.code == .stale: send([editor.whole])
      case .rejected(_, let method, let error): fail("\(method) is refused: \(error.message)")
      default: break
      }
    }
  }

  /// Lets time pass: what comes meanwhile comes when it does.
  mutating func pass(_ time: Duration) {
    let target = now + time
    while true {
      let times = [toProgram.nextDue, toDaemon.nextDue, engine.nextWake].compactMap { $0 }
      guard let next = times.min(), next <= target else { break }
      now = max(now, next)
      while let order = toProgram.next(at: now) {
        send(editor.take(order))
        let (text, caret) = (editor.text, editor.caret)
        note { "    the program has …\(Self.surroundings(of: caret, in: text))" }
      }
      while let said = toDaemon.next(at: now) { hear(said) }
      handle(.tick)
    }
    now = target
    handle(.tick)
  }

  /// Waits until nothing is on its way and nothing is waited for.
  mutating func settle() {
    var quiet = 0
    for _ in 0..<400 {
      for _ in 0..<(scene.isFlaky ? 8 : 0) { handle(.translated) }
      let isQuiet = isStill && engine.waiting.isEmpty && engine.typedAhead.isEmpty
      quiet = isQuiet ? quiet + 1 : 0
      if quiet > 2 { return }
      pass(.milliseconds(100))
    }
    fail("it never becomes quiet")
  }

  // MARK: The finger

  mutating func press(_ name: String, on frame: Frame? = nil) {
    guard let key = try? KeyPress(parsing: name) else { return fail("\(name) is no key") }
    press(key, on: frame)
  }

  mutating func press(_ key: KeyPress, on frame: Frame? = nil) {
    let content = engine.programs[program]?.content
    let (word, live) = (content?.word, content?.live?.cells)
    note { "\(key)\(Self.report(word, live))" }
    counts.cells += 1
    handle(.key(key, on: frame ?? frames.last?.frame))
    // Mostly the display is slower than the hand.
    if generator.chance(20) { look() }
    // No table lets a key wait for long.
    while scene.isFlaky, generator.chance(engine.typedAhead.isEmpty ? 20 : 85) {
      handle(.translated)
    }
    pass(.milliseconds(scene.pace(&generator)))
  }

  /// What the engine has of what is typed, for a report.
  private static func report(_ word: OpenWord?, _ live: [Cell]?) -> String {
    let word = word.map { ", word \($0.cells.unicode) \($0.caret) at \($0.site)" } ?? ""
    return word + (live.map { ", live \($0.unicode)" } ?? "")
  }

  /// The text around a caret, which is a bar.
  private static func surroundings(of caret: Int, in text: [Unicode.Scalar]) -> String {
    let before = String(String.UnicodeScalarView(text[..<caret].suffix(12)))
    return before.debugDescription + "|"
      + String(String.UnicodeScalarView(text[caret...].prefix(8))).debugDescription
  }

  @discardableResult
  mutating func look() -> Frame? {
    guard let frame = engine.frame(at: now), let text = daemonText else { return nil }
    frames.append((frame, text))
    if frames.count > 4 { frames.removeFirst() }
    return frame
  }

  /// The print without blanks.
  static func print(_ frame: Frame) -> String {
    frame.text.joined().filter { !$0.isWhitespace }
  }
}

/// Who types where, into what.
struct TypistScene: CustomStringConvertible {
  var manner: Editor.Manner
  var isContracted: Bool
  /// The longest time that a command or an echo takes, in ms.
  var delay: Int
  /// Whether others write, too.
  var hasOthers: Bool
  /// Whether the table often has no answer yet.
  var isFlaky = false
  var size = DisplaySize(columns: 40)
  /// Whether 30 cells come in a second.
  var isFast = false

  /// How long it takes to the next key, in ms.
  func pace(_ generator: inout SeededGenerator) -> Int {
    isFast ? 33 : generator.integer(30...300)
  }

  /// Whether offsets come with the version of their text.
  var counts: Bool { manner.versions != .none }

  var description: String {
    "\(manner.versions), \(manner.telling), \(isContracted ? "contracted" : "uncontracted"), "
      + "delay \(delay), others \(hasOthers), fast \(isFast)"
  }
}

extension SeededGenerator {
  /// A word that there is no other of: letters, contractions, capitals and digits.
  mutating func word() -> [Unicode.Scalar] {
    var word: [Unicode.Scalar] = []
    for _ in 0..<integer(2...4) {
      switch integer(0...9) {
      case 0: word += one(of: ["and", "the", "for"]).unicodeScalars
      case 1: word.append(scalar(in: 0x30...0x39))
      case 2: word.append(scalar(in: 0x41...0x5A))
      default: word += [scalar(in: 0x61...0x7A), scalar(in: 0x61...0x7A)]
      }
    }
    return word
  }

  /// Some lines of some words.
  mutating func lines() -> [Unicode.Scalar] {
    list(4...6) { generator in
      Array(generator.list(2...5) { $0.word() }.joined(separator: [" "]))
    }.reduce([]) { $0 + $1 + ["\n"] }
  }
}
