// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import DBus
import Desktop
import enum Desktop.Input
import Elements
import TestSupport
import Testing

/// A producer with a program and brailled at its sides, in a time of its own.
struct EditorRig {
  var desktop = Desktop()
  var editor: FakeEditor
  var now = Duration.zero
  /// So long a call or key is on its way, and its reply.
  var callDelay = Duration.milliseconds(1)
  /// So much later than its replies the program's events come.
  var eventDelay = Duration.zero
  /// So long a key needs more than a call.
  var keyDelay = Duration.milliseconds(3)
  /// Whether the program hangs.
  var hangs = false
  var random = SeededGenerator(seed: 1)
  var isRandom = false

  // What brailled knows.
  var element: Element?
  var acks: [Int] = []
  var failures: [Int: CommandFailure] = [:]
  var problems: [String] = []
  /// What was told of the text, with what it acknowledged.
  var told: [(text: String, ack: Int?)] = []
  var pressed: [KeyStroke] = []
  var calls: [String] = []
  /// Makes something else of what the program answers, as one does that has gone wrong.
  var distorts: (MethodCall, CallResult) -> CallResult = { $1 }
  private var sequence = 0
  private var pending: [(at: Duration, what: Event)] = []

  private enum Event {
    case calls([(call: MethodCall, token: Int, within: Duration)])
    case keys([KeyStroke], token: Int)
    case input(Input)
    case foreign(Range<Int>, String)
  }

  init(
    _ kind: FakeEditor.Kind, _ text: String, caret: Int? = nil, isSecret: Bool = false,
    distorts: @escaping (MethodCall, CallResult) -> CallResult = { $1 }
  ) {
    editor = FakeEditor(kind, text, caret: caret)
    editor.isSecret = isSecret
    self.distorts = distorts
    handle(.daemonConnected)
    handle(.busConnected)
    settle()
  }

  var text: TextContent? { element?.text }
  var content: String {
    guard let text else { return "" }
    return String(
      String.UnicodeScalarView(text.scalars(TextOffset(text.offset)..<text.end)))
  }

  // MARK: What happens

  /// Sends a command, with the version that brailled has; its number.
  @discardableResult
  mutating func order(_ command: Command) -> Int {
    sequence += 1
    let carries: Bool =
      switch command {
      case .setCaret, .select, .replaceText: true
      default: false
      }
    handle(
      .order(
        Order(
          command, element: element?.id, sequence: sequence,
          version: carries ? text?.version : nil)))
    return sequence
  }

  /// Somebody else changes the text after a time.
  mutating func foreign(_ range: Range<Int>, _ text: String, after time: Duration) {
    add(.foreign(range, text), at: now + time)
  }

  /// Lets time pass until nothing more happens.
  mutating func settle() {
    var steps = 0
    while steps < 20_000, step() { steps += 1 }
    #expect(steps < 20_000, "it does not come to rest")
  }

  /// Whether nothing is on its way.
  var isQuiet: Bool { pending.isEmpty && acks.count == sequence }

  /// Lets the next thing happen; false: there is none.
  mutating func step() -> Bool {
    let wake = desktop.nextWake
    guard let index = pending.indices.min(by: { pending[$0].at < pending[$1].at }),
      pending[index].at <= wake ?? .seconds(1_000_000)
    else {
      guard let wake else { return false }
      now = max(now, wake)
      handle(.tick)
      return true
    }
    let next = pending.remove(at: index)
    now = max(now, next.at)
    perform(next.what)
    return true
  }

  private mutating func perform(_ event: Event) {
    switch event {
    case .input(let input): handle(input)
    case .foreign(let range, let text):
      let low = min(range.lowerBound, editor.text.count)
      let high = min(max(low, range.upperBound), editor.text.count)
      editor.replace(low..<high, with: Array(text.unicodeScalars))
      tellEvents()
    case .keys(let strokes, let token):
      pressed += strokes
      if editor.isFocused { for stroke in strokes { editor.take(stroke) } }
      tellEvents()
      add(.input(.reply(token: token, .success([]))), at: now)
    case .calls(let calls):
      for (call, token, within) in calls {
        self.calls.append(call.member)
        let result = hangs ? nil : editor.answer(call).map { distorts(call, $0) }
        tellEvents()
        add(
          .input(.reply(token: token, result ?? .failure(.timedOut))),
          at: result == nil ? now + within : now + delay(callDelay))
      }
    }
  }

  private mutating func delay(_ time: Duration) -> Duration {
    isRandom ? time * random.integer(1...9) / 5 : time
  }

  private mutating func tellEvents() {
    for signal in editor.signals {
      add(.input(.signal(signal)), at: now + eventDelay)
    }
    editor.signals = []
  }

  /// Nothing overtakes what was to come at the same time.
  private mutating func add(_ event: Event, at time: Duration) {
    pending.append((time, event))
  }

  // MARK: What the producer wants

  private mutating func handle(_ input: Input) {
    if case .signal(let signal) = input, !desktop.wants(signal.head) { return }
    var calls: [(call: MethodCall, token: Int, within: Duration)] = []
    for output in desktop.handle(input, at: now) {
      switch output {
      case .call(let call, let token, let within): calls.append((call, token, within))
      case .callDirectly(_, _, let token, _):
        add(.input(.reply(token: token, .failure(.disconnected))), at: now)
      case .keys(let strokes, let token): add(.keys(strokes, token: token), at: now + keyDelay)
      case .message(let message, let ack): take(message, ack: ack)
      case .askProducers: break
      }
    }
    if !calls.isEmpty { add(.calls(calls), at: now + delay(callDelay)) }
  }

  private mutating func take(_ message: Message, ack: Int?) {
    switch message {
    case .focus(let new, _): element = new
    case .update(let elements, _): element = elements.first ?? element
    case .edit(let id, let edit):
      guard id == element?.id, let text, text.version == edit.base else {
        problems.append("an edit of another text")
        return
      }
      do {
        element?.text = try text.edited(by: edit)
      } catch {
        problems.append("an edit that cannot be made: \(error)")
      }
    case .done(let number, let failure):
      answered(number)
      if let failure { failures[number] = failure }
      return
    default: return
    }
    told.append((content, ack))
    if let ack { answered(ack) }
  }

  private mutating func answered(_ number: Int) {
    if let last = acks.last, number != last + 1 { problems.append("\(number) behind \(last)") }
    acks.append(number)
  }

  // MARK: What must be

  /// The same of a text of which a part is known: what stands around the caret.
  func checkPart() {
    #expect(problems.isEmpty)
    #expect(editor.complaints.isEmpty)
    #expect(acks.count == sequence)
    guard let text, let caret = text.caret else { return #expect(Bool(false), "no caret") }
    let known = text.scalars(caret - 40..<caret + 40)
    let found = editor.text[editor.caret - 40..<editor.caret + 40]
    #expect(Array(known) == Array(found))
  }

  /// What brailled knows is what there is, and nothing forbidden has happened.
  func check(_ place: String = "") {
    #expect(problems.isEmpty, "\(place)")
    #expect(editor.complaints.isEmpty, "\(place)")
    #expect(acks.count == sequence, "\(place): each command is answered once")
    #expect(content == editor.string, "\(place)")
    #expect(text?.caret?.value == editor.caret, "\(place): the caret")
    #expect(text?.selection.map { $0.lowerBound.value..<$0.upperBound.value } == editor.selection)
  }
}
