// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
import Commands
public import Core
import ICU
import Panning
public import Translation
import Wire

/// A line of a session file that did not come true.
public struct Difference: Equatable, Sendable {
  /// The line's number, from 1.
  public var line: Int
  /// What it says must happen.
  public var expected: String
  /// What happened.
  public var actual: String
}

/// liblouis, or one cell for each scalar.
public enum SessionTranslator<Louis: Translator>: Translator {
  /// One cell for each scalar.
  case plain(BuiltinTranslator)
  /// liblouis, however it is reached.
  case louis(Louis)

  /// What the chosen one says.
  public mutating func undefined(
    among scalars: [Unicode.Scalar], in table: TableName
  ) -> [Unicode.Scalar]? {
    switch self {
    case .plain(var builtin):
      return builtin.undefined(among: scalars, in: table)
    case .louis(var louis):
      defer { self = .louis(louis) }
      return louis.undefined(among: scalars, in: table)
    }
  }

  /// What the chosen one says.
  public mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText? {
    switch self {
    case .plain(var builtin):
      return builtin.translate(text, typeform: typeform, in: table)
    case .louis(var louis):
      defer { self = .louis(louis) }
      return louis.translate(text, typeform: typeform, in: table)
    }
  }

  /// What the chosen one says.
  public mutating func hyphenate(_ word: [Unicode.Scalar], in table: TableName) -> [Int]? {
    switch self {
    case .plain(var builtin):
      return builtin.hyphenate(word, in: table)
    case .louis(var louis):
      defer { self = .louis(louis) }
      return louis.hyphenate(word, in: table)
    }
  }
}

extension SessionTranslator {
  /// What the chosen one says.
  public mutating func backTranslate(
    _ cells: [Cell], isPartial: Bool, in table: TableName
  ) -> [Unicode.Scalar]? {
    switch self {
    case .plain(var builtin):
      return builtin.backTranslate(cells, isPartial: isPartial, in: table)
    case .louis(var louis):
      defer { self = .louis(louis) }
      return louis.backTranslate(cells, isPartial: isPartial, in: table)
    }
  }
}

/// Plays a session file on an engine with a clock of its own.
public struct SessionPlayer<Louis: Translator> {
  private var engine: Engine<SessionTranslator<Louis>>
  private var resources: Resources
  private var settings = Settings()
  private var now = Duration.zero
  private var programs: [String: ProgramID] = [:]
  private var lines: [ProgramID: Int] = [:]
  private var lastFrame: Frame?
  private var happened = Outcome()

  /// A player for one file; `louis` translates unless the file wants it plain.
  public init(_ file: SessionFile, louis: Louis, resources: Resources) {
    let isPlain = file.steps.contains { $0.kind == .plainTranslator }
    self.resources = resources
    engine = Engine(
      translator: isPlain ? .plain(BuiltinTranslator()) : .louis(louis), settings: settings,
      resources: resources, breaks: ICUTextBreaks())
  }

  /// Plays all; gives what did not come true, in order.
  public mutating func play(_ file: SessionFile) -> [Difference] {
    var differences: [Difference] = []
    var steps = file.steps[...]
    while let step = steps.popFirst() {
      happened = Outcome()
      do throws(InvalidLine) {
        try take(step.kind)
      } catch {
        differences.append(Difference(line: step.line, expected: "", actual: error.reason))
        return differences
      }
      var expected: [SessionFile.Step] = []
      while let next = steps.first, !next.kind.isInput {
        expected.append(next)
        steps.removeFirst()
      }
      guard !expected.isEmpty else { continue }
      let check = Check(
        happened: happened, after: step.line, rows: engine.display.size?.rows ?? 1)
      differences += check.differences(expected)
    }
    return differences
  }

  /// Plays the inputs alone; gives what came of each, in order, up to one that cannot be.
  public mutating func outcomes(of file: SessionFile) -> [Outcome] {
    var outcomes: [Outcome] = []
    for step in file.steps where step.kind.isInput {
      happened = Outcome()
      do throws(InvalidLine) {
        try take(step.kind)
      } catch {
        return outcomes
      }
      outcomes.append(happened)
    }
    return outcomes
  }

  /// Lets liblouis end, however it is reached.
  public mutating func end(_ end: (inout Louis) -> Void) {
    guard case .louis(var louis) = engine.translator else { return }
    end(&louis)
    engine.translator = .louis(louis)
  }

  private mutating func take(_ kind: SessionFile.Kind) throws(InvalidLine) {
    switch kind {
    case .display(let size, let hasSixDots, let device):
      let names = device.split(separator: " ", maxSplits: 1).map(String.init)
      happen(
        .display(
          DisplayState(
            size: size, driver: names.first ?? "", model: names.dropFirst().first ?? "",
            hasSixDots: hasSixDots)))
    case .set(let name, let value):
      do throws(InvalidSetting) {
        try settings.set(name, to: value, tables: resources.tables)
      } catch {
        throw InvalidLine("\(error.name) \(error.reason)")
      }
      happen(.configuration(settings, resources))
    case .say(let name, let line): say(line, by: program(name))
    case .connect(let name): _ = program(name)
    case .disconnect(let name):
      if let id = programs.removeValue(forKey: name) { happen(.disconnected(id)) }
    case .keys(let keys):
      for key in keys { happen(.key(key, on: lastFrame)) }
    case .wait(let time): pass(time)
    case .plainTranslator, .expect: break
    }
  }

  private mutating func program(_ name: String) -> ProgramID {
    if let id = programs[name] { return id }
    let id = ProgramID(lines.count + 1)
    programs[name] = id
    lines[id] = 0
    happen(.connected(id, name: name, pid: id.number))
    return id
  }

  private mutating func say(_ line: [UInt8], by id: ProgramID) {
    lines[id, default: 0] += 1
    switch decode(line: line, isFull: true) {
    case .message(let incoming):
      happen(.message(id, incoming.message, id: incoming.id, ack: incoming.acknowledged))
    case .refused(let refused):
      let params = Outgoing.rejected(
        method: refused.method, refused.error, line: lines[id] ?? 0)
      happened.errors.append(Outcome.Told(program: name(of: id), params: params))
      happen(.tick)
    case .ignored:
      happen(.tick)
    }
  }

  private func name(of id: ProgramID) -> String {
    programs.first { $0.value == id }?.key ?? ""
  }

  /// Lets time pass, stopping wherever the engine has something to do by itself.
  private mutating func pass(_ time: Duration) {
    let end = now + time
    while let wake = engine.nextWake, wake <= end {
      // A wake that is due already would be due for ever.
      now = max(wake, now + .microseconds(1))
      happen(.tick)
    }
    now = end
    happen(.tick)
  }

  private mutating func happen(_ input: Input) {
    var inputs = [input]
    while !inputs.isEmpty {
      for output in engine.handle(inputs.removeFirst(), at: now) {
        inputs += take(output)
      }
    }
    guard let frame = engine.frame(at: now), frame != lastFrame else { return }
    lastFrame = frame
    happened.frames.append(frame)
  }

  /// Notes what came of an input; gives what comes of that.
  private mutating func take(_ output: Output) -> [Input] {
    switch output {
    case .command(let id, let order):
      happened.commands.append(
        Outcome.Told(program: name(of: id), params: Outgoing.command(order)))
    case .rejected(let id, let method, let error):
      let params = Outgoing.rejected(method: method, error, line: lines[id] ?? 0)
      happened.errors.append(Outcome.Told(program: name(of: id), params: params))
    case .reply(let id, _, .error(let error)):
      let params = Outgoing.rejected(method: nil, error, line: lines[id] ?? 0)
      happened.errors.append(Outcome.Told(program: name(of: id), params: params))
    case .save(let values): return [.saved(values, failure: nil)]
    case .reload: return [.configuration(settings, resources), .reloaded(failure: nil)]
    case .reply, .observe, .display: break
    }
    return []
  }
}
