// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements
import Panning
import Tables
import TestSupport
import Translation
import Wire

/// An engine with programs and a display, and what must hold after each step.
struct EngineTrial<T: Translator> {
  private(set) var engine: Engine<T>
  private(set) var now = Duration.zero
  private(set) var frame: Frame?
  private var programs: [String: ProgramID] = [:]
  private var sequences: [ProgramID: Int] = [:]
  private var connections = 0
  private let resources: Resources

  init(_ translator: T, _ resources: Resources, settings: Settings = Settings()) {
    self.resources = resources
    engine = Engine(translator: translator, settings: settings, resources: resources)
  }

  /// Lets something happen, and looks at what comes of it.
  mutating func happen(_ input: Input) throws(Broken) {
    var inputs = [input]
    while !inputs.isEmpty {
      let input = inputs.removeFirst()
      let outputs = engine.handle(input, at: now)
      if case .message(_, _, let id?, _) = input {
        var replies: [RequestID] = []
        for case .reply(_, let reply, _) in outputs { replies.append(reply) }
        try hold(replies == [id], "\(replies.count) replies")
      }
      for output in outputs { inputs += try check(output) }
    }
    try look()
  }

  /// A program says a line, connected if it is not yet.
  mutating func say(_ line: [UInt8], by name: String) throws(Broken) {
    let id = try connect(name)
    guard case .message(let incoming) = decode(line: line, isFull: true) else { return }
    try happen(.message(id, incoming.message, id: incoming.id, ack: incoming.acknowledged))
  }

  /// The program of a name, connected if it is not yet.
  @discardableResult
  mutating func connect(_ name: String) throws(Broken) -> ProgramID {
    if let id = programs[name] { return id }
    connections += 1
    let id = ProgramID(connections)
    programs[name] = id
    try happen(.connected(id, name: name, pid: id.number))
    return id
  }

  mutating func disconnect(_ name: String) throws(Broken) {
    guard let id = programs.removeValue(forKey: name) else { return }
    try happen(.disconnected(id))
  }

  /// Presses a key on what is shown.
  mutating func press(_ key: KeyPress) throws(Broken) {
    try happen(.key(key, on: frame))
  }

  /// Lets time pass, with so many wakes at the most.
  mutating func pass(_ time: Duration, wakes: Int = 50) throws(Broken) {
    let end = now + time
    for _ in 0..<wakes {
      guard let wake = engine.nextWake, wake <= end else { break }
      now = max(now, wake)
      try happen(.tick)
    }
    now = end
    try happen(.tick)
  }

  /// Checks something that is to be done; gives what comes of it.
  private mutating func check(_ output: Output) throws(Broken) -> [Input] {
    switch output {
    case .reply(let id, let request, let reply):
      try check(id)
      try check(Outgoing.reply(request, reply))
    case .rejected(let id, let method, let error):
      try check(id)
      try check(Outgoing.rejected(method: method, error, line: 1))
    case .command(let id, let order):
      try check(id)
      try check(Outgoing.command(order))
      guard let sequence = order.sequence else { break }
      let expected = sequences[id, default: 0] + 1
      try hold(sequence == expected, "command \(sequence) came instead of \(expected)")
      sequences[id] = sequence
    case .save(let values): return [.saved(values, failure: nil)]
    case .reload: return [.configuration(engine.settings, resources), .reloaded(failure: nil)]
    case .observe, .display: break
    }
    return []
  }

  private func check(_ id: ProgramID) throws(Broken) {
    try hold(programs.values.contains(id), "something is for program \(id.number), which is gone")
  }

  private func check(_ json: JSONValue) throws(Broken) {
    try hold(JSONValue(parsing: json.line) == json, "\(json) is written as other JSON")
  }

  /// Looks at the display.
  private mutating func look() throws(Broken) {
    try hold(engine.handle(.tick, at: now).isEmpty, "a tick made something")
    if let wake = engine.nextWake { try hold(wake > now, "nextWake is due after a tick") }
    frame = engine.frame(at: now)
    guard let frame else {
      try hold(engine.display.size == nil, "there is no frame for a display")
      return
    }
    let size = frame.size
    try hold(
      size == engine.display.size && frame.cells.count == size.count
        && frame.routes.count == size.count && frame.text.count == size.rows,
      "the frame has not the display's size")
    if let caret = frame.caret {
      try hold((0..<size.count).contains(caret.value), "the caret is at \(caret.value)")
    }
    if frame.kind == .idle {
      try hold(frame.cells.allSatisfy(\.isBlank), "idle is not blank")
    }
    try check(Outgoing.frame(frame))
  }
}

/// What comes with brailled, read once.
enum Shipped {
  static let resources = DataFolders(paths: ["tables"]).read(tables: []).resources
}
