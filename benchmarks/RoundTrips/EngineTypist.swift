// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Louis
import Panning
import TestSupport
import Translation

/// The whole engine: cells are keys of a display, and the text is what a program has in the end.
///
/// The program answers each key at once in one word, and only behind the word in the next.
struct EngineTypist: Typist {
  /// What is pressed behind what is typed.
  enum End {
    case blank
    case enter
  }

  private var engine: Engine<LouisTranslator>
  private(set) var editor: Editor
  /// Counts the texts that were begun, each of which is another element.
  private var number = 0
  private let resources: Resources
  private var clock = Duration.zero
  /// Whether the program's answers wait, and those that do.
  private var isLate = false
  private var answers: [Input] = []
  private static let id = ProgramID(1)
  /// So fast keys follow one another.
  private static let pace = Duration.milliseconds(50)
  /// The commands by which text comes about; others are none of typing's.
  private static let writing: Set<String> = [
    "insertText", "deleteBackward", "replaceText", "setCaret", "key",
  ]
  /// Past so many scalars another text is begun.
  private static let longest = 100

  /// What is pressed behind what is typed.
  var end = End.blank
  /// What was typed when the program had to take something back, as it came to be in the end.
  private(set) var readAgain: [String] = []

  init(_ manner: Editor.Manner, resources: Resources, executable: String) {
    self.resources = resources
    editor = Editor(manner)
    engine = Engine(
      translator: LouisTranslator(executable: executable), settings: Settings(),
      resources: resources)
    happen(.display(DisplayState(size: DisplaySize(columns: 40), driver: "none")))
    happen(.connected(EngineTypist.id, name: "editor", pid: 1))
    tell(editor.hello)
  }

  /// Types in a language from now on, as its readers do who have changed nothing else.
  mutating func begin(_ language: String, isContracted: Bool) {
    var settings = Settings()
    settings.language = language
    settings.mode = isContracted ? .contracted : .uncontracted
    settings.typingMode = isContracted ? .contracted : .uncontracted
    happen(.configuration(settings, resources))
    beginText()
  }

  mutating func type(_ cells: [Cell], in table: TableName) -> String {
    if editor.text.count > EngineTypist.longest { beginText() }
    let before = editor
    let frame = engine.frame(at: clock)
    for cell in cells { press(.dots(cell), on: frame) }
    press(end.key, on: frame)
    let (wasLate, late) = (isLate, answers)
    (isLate, answers) = (false, [])
    for answer in late { happen(answer) }
    isLate = !wasLate
    let typed = editor.text.dropFirst(before.text.count).dropLast()
    let text = String(String.UnicodeScalarView(typed))
    let deletions = editor.commands["deleteBackward", default: 0]
    if deletions > before.commands["deleteBackward", default: 0] { readAgain.append(text) }
    let odd = editor.commands.keys.filter { name in
      !EngineTypist.writing.contains(name) && editor.commands[name] != before.commands[name]
    }
    guard odd.isEmpty, editor.refusals == before.refusals, editor.text.starts(with: before.text),
      editor.text.last == end.scalar
    else {
      let all = String(String.UnicodeScalarView(editor.text.suffix(40)))
      beginText()
      return "\(all)| \(odd.joined(separator: " ")), nothing behind it, or not in its place"
    }
    return text
  }

  mutating func cells(of word: [Unicode.Scalar], in table: TableName) -> [Cell] {
    engine.translator.begin(waiting: nil)
    return engine.translator.translate(word, typeform: [], in: table)?.cells ?? []
  }

  /// Ends what translates.
  mutating func close() { engine.translator.end() }

  private mutating func press(_ key: KeyPress.Key, on frame: Frame?) {
    clock += EngineTypist.pace
    if let wake = engine.nextWake, wake <= clock { happen(.tick) }
    happen(.key(KeyPress(key), on: frame))
  }

  /// Begins another text, so that none takes long to tell.
  private mutating func beginText() {
    number += 1
    editor = Editor(editor.manner, id: "text \(number)")
    tell(editor.focus)
  }

  private mutating func tell(_ said: Editor.Said) { happen(EngineTypist.input(said)) }

  private static func input(_ said: Editor.Said) -> Input {
    .message(id, said.message, id: nil, ack: said.ack)
  }

  /// Lets the engine handle something, and the program what comes of it, and so on.
  private mutating func happen(_ first: Input) {
    var inputs = [first]
    while let input = inputs.first {
      inputs.removeFirst()
      engine.translator.begin(waiting: nil)
      for case .command(_, let order) in engine.handle(input, at: clock) {
        for said in editor.take(order) {
          let answer = EngineTypist.input(said)
          if isLate { hold(answer) } else { inputs.append(answer) }
        }
      }
      if engine.translator.process() { inputs.append(.translated) }
    }
  }

  /// Keeps an answer for later; a simple program tells only the last state of its text.
  private mutating func hold(_ answer: Input) {
    if editor.manner == .simple { answers = [] }
    answers.append(answer)
  }
}

extension EngineTypist.End {
  fileprivate var key: KeyPress.Key {
    switch self {
    case .blank: .dots(.blank)
    case .enter: Keysym.number("Return").map { .keysym($0) } ?? .dots(Cell(dots: 8))
    }
  }

  fileprivate var scalar: Unicode.Scalar {
    switch self {
    case .blank: " "
    case .enter: "\n"
    }
  }
}
