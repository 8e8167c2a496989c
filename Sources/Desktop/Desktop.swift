// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Core
import DBus

/// What decides for the desktop's producer: events of the accessibility bus become messages to
/// brailled, and brailled's commands become calls.
///
/// It is a value: no clock, socket or thread is in it. The time is a span since any fixed moment.
public struct Desktop: Sendable {
  /// What is to be done, until `handle` gives it away.
  var outputs: [Output] = []
  /// The time of the input that is handled.
  var now: Duration = .zero

  var isBusThere = false
  var isDaemonThere = false

  // Conversations with programs (Conversations.swift).
  var lastToken = 0
  var lastConversation = 0
  var calls: [Int: Conversation.Call] = [:]
  var conversations: [Int: Conversation] = [:]
  var timers: [Timer] = []

  // What is where (Windows.swift, Ancestry.swift, Programs.swift).
  var programs: [String: Program] = [:]
  var producers: Set<Int> = []
  /// The program that has the focus and speaks to brailled itself.
  var leftAlone: String?
  var activeWindow: Accessible?
  /// The windows that have said that they are active and not yet that they are it no more, the
  /// newest last.
  var raised: [Accessible] = []
  /// The window that was last said to be active no more, and when: what its program said of it
  /// before is old.
  var lastLeft: (window: Accessible, time: Duration)?
  /// Whether the window that is shown has lost the keyboard, and no other one has told of it yet.
  var isKeyboardAway = false
  /// A search for what has the keyboard.
  var search: Search?
  var searchPause = Desktop.firstPause
  var ancestry: [Accessible: Basics] = [:]
  /// What dialogs say in labels of their own; empty: nothing.
  var dialogTexts: [Accessible: String] = [:]
  var ids = ObjectIDs()

  // What is shown (Following.swift).
  var shown: Shown?
  /// What has the keyboard; what is shown may be what is read beyond it.
  var focus: Accessible?
  /// The newest focus of the program that is being asked, to be followed next.
  var pendingFocus: Accessible?
  /// When all of what is shown was last told once more.
  var shownAnewAt: Duration?
  /// Whether it has changed since it was asked.
  var isPendingStale = false
  /// Whether the text has changed since all of what is shown was asked for.
  var isStateTextOld = false
  /// Whether the text, or all of what is shown, has changed since it was last asked for.
  var isTextStale = false
  var isStateStale = false
  /// When a focus was last told of, so that a window need not be searched for it.
  var focusToldAt: Duration?
  /// Where each document was last read.
  var readingPlaces: [Accessible: Accessible] = [:]
  /// The document that is shown, and since when: what grows while it is loaded is no news.
  var documentSince: (document: Accessible, time: Duration)?
  /// When the reader last did something to an object: what grows then is news, however new the page.
  var actedAt: Duration?
  /// Where the reader was in each window, and where the keyboard.
  var windowPlaces: [Accessible: WindowPlace] = [:]
  /// Where moves of the reader took the program's focus or caret, and when: what it tells of that
  /// is no news.
  var led: [Accessible: Duration] = [:]
  /// Which objects are in live regions, as far as it was asked.
  var liveness: [Accessible: String?] = [:]
  var appearances = Appearances()

  // What the reader wants (Orders.swift).
  var orders: [Order] = []
  var running: Order?
  /// What a command has done and its answer waits for (Echo.swift).
  var echo: Echo?

  /// A producer that knows nothing yet.
  public init() {}

  /// Takes what happened, and tells what is to be done, in order.
  public mutating func handle(_ input: Input, at time: Duration) -> [Output] {
    now = time
    switch input {
    case .busConnected: connectBus()
    case .busLost: loseBus()
    case .reply(let token, let result): take(result, of: token)
    case .signal(let signal): take(signal)
    case .daemonConnected: connectDaemon()
    case .daemonLost: loseDaemon()
    case .order(let order): take(order)
    case .refused: showAnew()
    case .producers(let processes): take(producers: processes)
    case .notification(let notification): announce(notification)
    case .tick: break
    }
    runTimers()
    defer { outputs = [] }
    return outputs
  }

  /// When `tick` is wanted; nil: not.
  public var nextWake: Duration? { timers.map(\.at).min() }

  // MARK: Coming and going of both sides

  private mutating func connectBus() {
    forgetBus()
    isBusThere = true
    for event in Desktop.events {
      begin(.registration(event), Asking.trip([Registry.register(event)]) { _ in .known { _ in } })
    }
    findFocus()
  }

  private mutating func loseBus() {
    forgetBus()
    send(.release)
  }

  private mutating func forgetBus() {
    self = Desktop(keeping: self)
  }

  /// What outlives the bus: brailled's side, and that no id and no token is used twice.
  private init(keeping old: Desktop) {
    outputs = old.outputs
    now = old.now
    isDaemonThere = old.isDaemonThere
    lastToken = old.lastToken
    lastConversation = old.lastConversation
    ids = ObjectIDs(after: old.ids)
    producers = old.producers
    for order in [old.running].compactMap({ $0 }) + old.orders { finish(order, .gone) }
  }

  private mutating func connectDaemon() {
    isDaemonThere = true
    outputs.append(.askProducers)
    guard let shown else { return findFocus() }
    send(shown.message)
  }

  /// What it wanted is for nobody any more, and what it was told it has to be told anew.
  private mutating func loseDaemon() {
    isDaemonThere = false
    orders = []
    running = nil
    giveUp(.order)
    cancel(.order)
    cancel(.routing)
    letGoOfText()
    catchUp()
  }

  /// Tells brailled something, if it is there.
  mutating func send(_ message: Message, ack: Int? = nil) {
    guard isDaemonThere else { return }
    outputs.append(.message(message, ack: ack))
  }
}

extension Asking {
  /// A trip with the usual limit.
  static func trip(
    _ calls: [MethodCall], then: @escaping @Sendable ([CallResult]) -> Asking<Value>
  ) -> Asking<Value> {
    .trip(calls, within: .milliseconds(500), then: then)
  }
}
