// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements
import Panning
import Tables
import TestSupport
import Translation

/// An engine with a display and one cell a character, for tests to talk to.
struct EngineRig {
  var engine: Engine<BuiltinTranslator>
  var now = Duration.zero

  static let resources = DataFolders(paths: ["tables"]).read(tables: []).resources

  init(columns: Int = 20, rows: Int = 1) {
    engine = Engine(
      translator: BuiltinTranslator(), settings: Settings(), resources: Self.resources,
      clock: ReaderClock(epoch: 1_000_000))
    connect(1)
    let size = DisplaySize(columns: columns, rows: rows)
    _ = handle(.display(Core.DisplayState(size: size, driver: "test", isShared: true)))
  }

  mutating func handle(_ input: Input) -> [Output] { engine.handle(input, at: now) }

  mutating func connect(_ number: Int) {
    _ = handle(.connected(ProgramID(number), name: "p\(number)", pid: number))
  }

  /// A program says something; gives all but what is no answer to it.
  @discardableResult
  mutating func say(_ message: Message, by number: Int = 1, ack: Int? = nil) -> [Output] {
    handle(.message(ProgramID(number), message, id: nil, ack: ack))
  }

  /// A program asks for something; gives the reply.
  mutating func ask(_ message: Message, by number: Int = 1) -> Reply? {
    for case .reply(_, _, let reply) in handle(
      .message(ProgramID(number), message, id: .number(1), ack: nil))
    {
      return reply
    }
    return nil
  }

  mutating func error(_ message: Message, by number: Int = 1) -> ProtocolError? {
    guard case .error(let error)? = ask(message, by: number) else { return nil }
    return error
  }

  /// A key on what is shown, or on an older frame; gives the commands.
  @discardableResult
  mutating func press(_ name: String, on frame: Frame? = nil) throws -> [Order] {
    let outputs = handle(.key(try KeyPress(parsing: name), on: frame ?? self.frame))
    return outputs.compactMap { if case .command(_, let order) = $0 { order } else { nil } }
  }

  mutating func pass(_ time: Duration) {
    now += time
    _ = handle(.tick)
  }

  var frame: Frame? {
    mutating get { engine.frame(at: now) }
  }

  /// The print of the first row.
  var text: String? {
    mutating get { frame?.text.first }
  }

  static func element(_ id: String, _ label: String) -> Element {
    var element = Element(id: id)
    element.label = label
    return element
  }

  static func field(_ id: String, _ text: String, caret: Int? = nil) -> Element {
    var element = Element(id: id)
    element.role = Role("text")
    element.text = TextContent(text)
    element.text?.caret = caret.map { TextOffset($0) }
    return element
  }
}
