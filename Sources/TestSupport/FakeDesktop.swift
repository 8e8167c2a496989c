// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
public import Commands
public import Core
public import DBus
public import enum Desktop.Input
public import enum Desktop.KeyStroke
public import enum Desktop.Output
public import struct Desktop.Desktop
public import Elements

/// A desktop of programs that are played, with the producer that reads them and a brailled that
/// takes what it says: all of it one value, in a time of its own.
public struct FakeDesktop: Sendable {
  /// The programs by their bus names.
  public var programs: [String: DeskProgram]
  /// The time.
  public private(set) var now: Duration = .zero
  /// All that was said to brailled.
  public private(set) var messages: [Message] = []
  /// The element that brailled shows.
  public private(set) var element: Element?
  /// What it is in, the outermost first.
  public private(set) var ancestors: [Element] = []
  /// Why commands were refused, by their numbers.
  public private(set) var failures: [Int: CommandFailure] = [:]
  /// The highest number that is acknowledged.
  public private(set) var acknowledged = 0
  /// The keys that were pressed.
  public private(set) var keys: [KeyStroke] = []
  /// What goes wrong when brailled takes a message.
  public private(set) var mistakes: [String] = []
  /// What a program does when a key is pressed.
  public var pressed: @Sendable (KeyStroke, inout [String: DeskProgram]) -> Void = { _, _ in }
  /// Makes something else of what programs answer, as one does that has gone wrong.
  public var distorts: @Sendable (MethodCall, CallResult) -> CallResult = { $1 }
  /// Whether programs' own sockets can be reached.
  public var reachesSockets = true
  /// Whether what programs say by themselves is kept until `deliver`.
  public var holdsSignals = false

  /// The programs whose replies are kept until `reply`.
  public var holdsReplies: Set<String> = []
  private var held: [Output] = []

  private var desktop = Desktop()
  private var number = 0

  /// A desktop of one program, whose object of a key has the keyboard.
  public init(_ program: DeskProgram, focus: String) {
    var program = program
    program.moveFocus(to: focus)
    programs = [program.name: program]
    handle(.busConnected)
    handle(.daemonConnected)
    deliver()
  }

  /// Calls that toolkits crash on, of all programs, and messages that brailled refuses.
  public var forbidden: [String] { programs.values.flatMap(\.forbidden) + mistakes }

  /// What is read of the element that is shown: its text, else its label.
  public var words: String {
    guard let element else { return "" }
    guard let text = element.text else { return element.label ?? "" }
    return String(String.UnicodeScalarView(text.scalars(.zero..<text.end)))
  }

  /// Gives a command and waits for what comes of it; the code of a refusal, nil if it is done.
  @discardableResult
  public mutating func order(_ command: Command, element: String? = nil) -> Int? {
    number += 1
    let id: String? =
      switch command {
      case .move, .moveBy, .key, .find: nil
      default: element ?? self.element?.id
      }
    handle(
      .order(Order(command, element: id, sequence: number, version: version(for: command))))
    for _ in 0..<100 where acknowledged < number { advance(by: .milliseconds(50)) }
    if acknowledged < number { mistakes.append("\(command) was not answered") }
    return failures[number]?.code
  }

  private func version(for command: Command) -> Int? {
    switch command {
    case .setCaret, .select, .replaceText, .readText: element?.text?.version
    default: nil
    }
  }

  /// Goes to the next unit in a direction, and tells what is read then; a refusal by its code.
  public mutating func move(_ direction: Command.Direction, _ unit: Command.Unit) -> String {
    order(.move(direction, unit)).map { "error \($0)" } ?? words
  }

  /// Lets time pass.
  public mutating func advance(by span: Duration) {
    let end = now + span
    while let wake = desktop.nextWake, wake <= end {
      now = max(now, wake)
      handle(.tick)
      deliver()
    }
    now = end
  }

  /// Lets something happen in the program of a name, which tells of it.
  public mutating func happen(
    in name: String = ":1.9", _ event: (inout DeskProgram) -> Void
  ) {
    guard var program = programs[name] else { return }
    event(&program)
    programs[name] = program
    deliver()
  }

  /// Hands on what programs have said by themselves.
  public mutating func deliver() {
    for name in programs.keys.sorted() {
      let signals = programs[name]?.signals ?? []
      programs[name]?.signals = []
      for signal in signals where desktop.wants(signal.head) { handle(.signal(signal)) }
    }
  }

  /// Hands on the replies that were kept, and those to what is asked then.
  public mutating func reply() {
    holdsReplies = []
    while !held.isEmpty {
      guard let (token, result) = take(held.removeFirst()) else { continue }
      perform(desktop.handle(.reply(token: token, result), at: now))
    }
  }

  /// Lets the producer take something, and answers all that it asks for.
  public mutating func handle(_ input: Input) {
    perform(desktop.handle(input, at: now))
    if !holdsSignals, programs.values.contains(where: { !$0.signals.isEmpty }) { deliver() }
  }

  private mutating func perform(_ outputs: [Output]) {
    var outputs = outputs
    while !outputs.isEmpty {
      let output = outputs.removeFirst()
      if case .call(let call, _, _) = output, holdsReplies.contains(call.destination) {
        held.append(output)
        continue
      }
      guard let (token, result) = take(output) else { continue }
      outputs += desktop.handle(.reply(token: token, result), at: now)
    }
  }

  private mutating func take(_ output: Output) -> (Int, CallResult)? {
    switch output {
    case .call(let call, let token, _): return (token, distorts(call, answer(call)))
    case .callDirectly(_, let call, let token, _):
      let error = CallError(CallError.noServer, "no such file")
      return (token, reachesSockets ? distorts(call, answer(call)) : .failure(error))
    case .keys(let strokes, let token):
      keys += strokes
      for stroke in strokes { pressed(stroke, &programs) }
      return (token, .success([]))
    case .message(let message, let ack):
      take(message, ack: ack)
      return nil
    case .askProducers: return nil
    }
  }

  private mutating func answer(_ call: MethodCall) -> CallResult {
    switch call.destination {
    case "org.a11y.atspi.Registry":
      guard call.member == "GetChildren" else { return .success([]) }
      let roots = programs.keys.sorted().map { name in
        DBusValue.structure([.string(name), .objectPath("/org/a11y/atspi/accessible/root")])
      }
      return .success([.array("(so)", roots)])
    case "org.freedesktop.DBus": return .success([.uint32(4711)])
    default:
      guard programs[call.destination]?.answers == true else { return .failure(.timedOut) }
      return programs[call.destination]?.answer(call) ?? .failure(.disconnected)
    }
  }

  // MARK: brailled

  private mutating func take(_ message: Message, ack: Int?) {
    messages.append(message)
    acknowledged = max(acknowledged, ack ?? 0)
    switch message {
    case .focus(let element, let ancestors):
      self.element = element
      self.ancestors = ancestors
    case .update(let elements, _):
      if let same = elements.first(where: { $0.id == element?.id }) { element = same }
    case .edit(let id, let edit):
      guard id == element?.id, let text = element?.text, text.version == edit.base else {
        mistakes.append("an edit of a text that is not there: \(edit)")
        return
      }
      do { element?.text = try text.edited(by: edit) } catch { mistakes.append("\(error)") }
    case .done(let number, let failure):
      acknowledged = max(acknowledged, number)
      failures[number] = failure
    case .release: element = nil
    default: break
    }
  }
}
