// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Panning
public import Wire

/// What a daemon tells who records, as the steps of a session file.
///
/// Everything that the daemon's engine was given is an input of the session, and what came of it
/// stands behind it, so that the file shows the same when it is played. Give it what comes after
/// `observe` with the events frame, display, keys, commands and messages, in order.
public struct Recording: Sendable {
  /// What happened, in order.
  var steps: [Step] = []
  /// The programs by the numbers of their connections.
  private var programs: [Int: RecordedProgram] = [:]
  private var settings: [String: JSONValue]
  private var letters = Letters()
  /// When the last step was, in ms.
  private var lastTime: Int?
  /// What came last that may have an outcome.
  private var cause = Cause.step
  /// Whether what comes is what was shown already.
  private var isOpening = true

  /// An input and what came of it.
  struct Step: Sendable {
    var kind: SessionFile.Kind
    var outcome = Outcome()
    /// Whether all that came of it is known, so that it can be compared.
    var isChecked = true
    /// Whether liblouis had not answered for all of its last frame.
    var isProvisional = false
    /// For each of its keys whether it was typed.
    var isTyped: [Bool] = []
    /// What is said beside it, for people.
    var comments: [String] = []
  }

  /// What an outcome comes of.
  private enum Cause {
    /// The last step.
    case step
    /// The time that has passed until then.
    case time(Int)
    /// An answer of liblouis.
    case translated
  }

  /// Settings that say how brltty is reached, which a session has no use for, and may be secret.
  private static func isLeftOut(_ name: String, _ value: JSONValue) -> Bool {
    // What was asked once would be asked again.
    name.hasPrefix("brlapi.") || (name == "keys.chords" && value == "ask")
  }

  /// A recording that begins; `settings` are the daemon's, as it gives them.
  public init(settings: JSONValue) {
    guard case .object(let values) = settings,
      case .object(let defaults) = Outgoing.settings(Settings().values)
    else {
      self.settings = [:]
      return
    }
    self.settings = values
    for (name, value) in values.sorted(by: { $0.key < $1.key })
    where defaults[name] != value && !Recording.isLeftOut(name, value) {
      steps.append(Recording.set(name, value))
    }
  }

  private static func set(_ name: String, _ value: JSONValue) -> Step {
    let text = value.string ?? value.text
    return Step(kind: .set(name: name, value: text), isChecked: false)
  }

  /// How many inputs there are.
  public var count: Int { steps.count }

  /// What programs show already has been told; from now on each step is compared.
  public mutating func begin() { isOpening = false }

  /// Takes a notification of the daemon.
  public mutating func take(_ method: String, _ params: JSONValue) {
    switch method {
    case "display": take(display: params)
    case "frame": take(frame: params)
    case "observed": take(observed: params)
    default: break
    }
  }

  // MARK: What comes of something

  private mutating func take(frame params: JSONValue) {
    guard !isOpening else { return }
    guard let frame = Frame(observed: params) else {
      // It is secret, and shows something else when it is played.
      haveCause()
      if let last = steps.indices.last { steps[last].isChecked = false }
      return
    }
    let isProvisional = params["provisional"] == true
    if case .translated = cause {
      // It belongs to what was shown without an answer, unless something has happened since.
      guard let last = steps.indices.last, steps[last].isProvisional else { return }
      steps[last].isProvisional = isProvisional
      steps[last].isChecked = !isProvisional
      if !isProvisional { steps[last].outcome.frames.append(frame) }
      return
    }
    haveCause()
    guard let last = steps.indices.last else { return }
    if isProvisional {
      steps[last].isProvisional = true
      steps[last].isChecked = false
    } else {
      steps[last].outcome.frames.append(frame)
    }
  }

  /// Makes a step of the time that has passed, if that is what something comes of.
  private mutating func haveCause() {
    guard case .time(let time) = cause else { return }
    let passed = max(0, time - (lastTime ?? time))
    steps.append(Step(kind: .wait(.milliseconds(passed))))
    lastTime = time
    cause = .step
  }

  private mutating func add(_ step: Step, at time: Int?) {
    var step = step
    if isOpening { step.isChecked = false }
    let time = time ?? lastTime ?? 0
    if let lastTime, time > lastTime, !isOpening {
      steps.append(Step(kind: .wait(.milliseconds(time - lastTime)), isChecked: false))
    }
    lastTime = max(lastTime ?? time, time)
    cause = .step
    steps.append(step)
  }

  // MARK: What happens

  private mutating func take(display params: JSONValue) {
    let size: DisplaySize? =
      if params["connected"] == true, let columns = params["columns"]?.integer,
        let rows = params["rows"]?.integer
      {
        DisplaySize("\(columns)x\(rows)")
      } else {
        nil
      }
    let names = [params["driver"]?.string ?? "", params["model"]?.string ?? ""]
    let kind = SessionFile.Kind.display(
      size, hasSixDots: params["dots"]?.integer == 6,
      device: names.filter { !$0.isEmpty }.joined(separator: " "))
    let step = Step(kind: kind)
    guard !isOpening else {
      // The display's size comes first.
      steps.insert(Step(kind: kind, isChecked: false), at: 0)
      return
    }
    var time: Int?
    if case .time(let now) = cause { time = now }
    add(step, at: time)
  }

  private mutating func take(observed params: JSONValue) {
    let time = params["time"]?.integer
    let number = params["connection"]?.integer
    switch params["event"]?.string {
    case "key": take(key: params, at: time)
    case "message":
      if let number, let message = params["message"] { take(message, of: number, at: time) }
    case "command":
      guard let number, let command = params["command"], !isOpening else { return }
      take(command, to: number)
    case "refused": if let number { refuse(params, of: number) }
    case "unreadable":
      guard let number, let last = steps.indices.last else { return }
      let field = params["field"]?.string.map { ", field \($0)" } ?? ""
      steps[last].comments.append(
        "\(letter(of: number)): a line was no message: \(params["method"]?.string ?? "") error "
          + "\(params["code"]?.text ?? "")\(field)")
    case "left":
      if let number, let program = programs.removeValue(forKey: number) {
        add(Step(kind: .disconnect(program.letter)), at: time)
      }
    case "settings": take(settings: params["settings"] ?? .null, at: time)
    case "time": cause = .time(time ?? lastTime ?? 0)
    case "translated": cause = .translated
    default: break
    }
  }

  private mutating func take(key params: JSONValue, at time: Int?) {
    let isTyped = params["typed"] == true
    if params["connection"] != nil {
      // The message `press` has told of it already.
      if let last = steps.indices.last { steps[last].isTyped.append(isTyped) }
      return
    }
    let press = params["key"]?.string.flatMap { try? KeyPress(parsing: $0) }
    // What is not told is secret: another letter stands for it, and what it writes is another one.
    var step = Step(kind: .keys([press ?? .hidden]), isTyped: [isTyped])
    step.isChecked = press != nil
    add(step, at: time)
  }

  private mutating func take(_ message: JSONValue, of number: Int, at time: Int?) {
    let asks = ["status", "history", "explain", "observe"]
    guard let method = message["method"]?.string, !asks.contains(method) else { return }
    let letter = letter(of: number)
    guard let message = programs[number]?.renumbered(message) else { return }
    add(Step(kind: .say(letter, message.line)), at: time)
  }

  private mutating func take(_ command: JSONValue, to number: Int) {
    haveCause()
    guard let last = steps.indices.last else { return }
    let letter = letter(of: number)
    guard let command = programs[number]?.renumbered(command: command) else { return }
    steps[last].outcome.commands.append(Outcome.Told(program: letter, params: command))
  }

  private mutating func refuse(_ params: JSONValue, of number: Int) {
    guard !isOpening, let last = steps.indices.last else { return }
    var error: [String: JSONValue] = [:]
    error["code"] = params["code"]
    error["field"] = params["field"]
    steps[last].outcome.errors.append(
      Outcome.Told(program: letter(of: number), params: .object(error)))
  }

  private mutating func take(settings: JSONValue, at time: Int?) {
    guard case .object(let values) = settings else { return }
    for (name, value) in values.sorted(by: { $0.key < $1.key })
    where self.settings[name] != value && !Recording.isLeftOut(name, value) {
      add(Recording.set(name, value), at: time)
    }
    self.settings = values
  }

  /// The letter of a program, a new one if it has said nothing yet.
  private mutating func letter(of number: Int) -> String {
    if let known = programs[number] { return known.letter }
    programs[number] = RecordedProgram(letter: letters.next() ?? "Z")
    return programs[number]?.letter ?? ""
  }

  /// What programs are called: A to Z, then A1 to Z1, and so on.
  private struct Letters: IteratorProtocol, Sendable {
    private var count = 0

    mutating func next() -> String? {
      defer { count += 1 }
      guard let scalar = Unicode.Scalar(0x41 + UInt32(count % 26)) else { return nil }
      return String(scalar) + (count < 26 ? "" : "\(count / 26)")
    }
  }
}
