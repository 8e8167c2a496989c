// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Desktop
import Posix
import SDBus

/// The loop that alone holds the desktop's producer: what the reader wants first, then replies,
/// then what the programs tell, never so much of it that the others wait.
struct Loop {
  private var desktop = Desktop()
  private let signals: SignalDescriptor
  private var link: DaemonLink
  private var session: SessionBus
  private var accessibility: AccessibilityBus
  private var sockets = ProgramSockets()
  private var keyboard: Keyboard
  private let log: Log

  /// What has happened and has not been handled.
  private var inputs: [Input] = []
  /// Whom the result of a call is for, by the token that it was sent with.
  private var calls: [Int: Caller] = [:]
  private var lastToken = 0
  private var poller = Poller()
  private var isOver = false

  /// Whom the result of a call is for.
  private enum Caller {
    case desktop(Int)
    case keyboard
  }

  /// After so many messages of the accessibility bus the others have their turn.
  static let messagesInARow = 128
  /// After so many inputs too.
  static let inputsInARow = 1024

  init(
    signals: SignalDescriptor, link: DaemonLink, session: SessionBus,
    accessibility: AccessibilityBus, keyboard: Keyboard, log: Log
  ) {
    self.signals = signals
    self.link = link
    self.session = session
    self.accessibility = accessibility
    self.keyboard = keyboard
    self.log = log
  }

  /// Runs until a signal ends it.
  mutating func run() {
    while !isOver {
      wait()
      if signals.take().contains(.end) { break }
      takeLink()
      handle()
      takeSession()
      takeSockets()
      perform(keyboard.proceed(at: now))
      takeAccessibility()
      handle()
      if let wake = desktop.nextWake, wake <= now {
        inputs.append(.tick)
        handle()
      }
    }
    link.close()
    sockets.close()
    accessibility.close()
    session.close()
    keyboard.close()
  }

  private var now: Duration { MonotonicClock.now }

  /// Sleeps until something is to be done.
  private mutating func wait() {
    poller.removeAll()
    poller.add(signals.descriptor)
    if let descriptor = link.descriptor { poller.add(descriptor, writing: link.isWriting) }
    if let descriptor = keyboard.descriptor { poller.add(descriptor) }
    var connections = session.connections + sockets.connections
    if let bus = accessibility.bus { connections.append(bus) }
    for connection in connections {
      poller.add(connection.descriptor, writing: connection.isWriting)
    }
    guard inputs.isEmpty else {
      poller.wait(.zero)
      return
    }
    let wakes = [
      link.nextWake, keyboard.nextWake, session.nextWake, sockets.nextWake,
      accessibility.nextWake, desktop.nextWake,
    ].compactMap { $0 }
    var timeout = wakes.min().map { max(.zero, $0 - now) }
    for connection in connections {
      guard let own = connection.timeout else { continue }
      timeout = min(timeout ?? own, own)
    }
    poller.wait(timeout)
  }
}

/// What has come.
extension Loop {
  private mutating func takeLink() {
    for event in link.process(at: now) {
      switch event {
      case .connected: inputs.append(.daemonConnected)
      case .lost: inputs.append(.daemonLost)
      case .order(let order): inputs.append(.order(order))
      case .refused: inputs.append(.refused)
      case .producers(let pids): inputs.append(.producers(pids))
      }
    }
  }

  private mutating func takeSession() {
    for event in session.process(limit: Loop.messagesInARow, at: now) {
      switch event {
      case .address(let address): accessibility.connect(to: address, at: now)
      case .notification(let notification): inputs.append(.notification(notification))
      }
    }
  }

  private mutating func takeSockets() {
    for reply in sockets.process(at: now) { take(reply.token, reply.result) }
  }

  private mutating func takeAccessibility() {
    // While a flood waits to be handled no more of it is read.
    guard inputs.count < Loop.inputsInARow else { return }
    let desktop = self.desktop
    let events = accessibility.process(limit: Loop.messagesInARow, at: now) { desktop.wants($0) }
    for event in events {
      switch event {
      case .askAddress: session.askAddress()
      case .connected: inputs.append(.busConnected)
      case .lost: inputs.append(.busLost)
      case .reply(let token, let result): take(token, result)
      case .signal(let signal): inputs.append(.signal(signal))
      }
    }
  }

  private mutating func take(_ token: Int, _ result: CallResult) {
    switch calls.removeValue(forKey: token) {
    case .desktop(let token): inputs.append(.reply(token: token, result))
    case .keyboard: perform(keyboard.called(result, at: now))
    case nil: break
    }
  }
}

/// What is to be done.
extension Loop {
  /// Hands on what has happened, and does what is wanted of it.
  private mutating func handle() {
    var count = 0
    while count < min(inputs.count, Loop.inputsInARow) {
      let input = inputs[count]
      count += 1
      for output in desktop.handle(input, at: now) { perform(output) }
    }
    inputs.removeFirst(count)
  }

  private mutating func perform(_ output: Output) {
    switch output {
    case .call(let call, let token, let limit): self.call(call, for: .desktop(token), within: limit)
    case .callDirectly(let address, let call, let token, let limit):
      let own = newToken(.desktop(token))
      let error = sockets.call(address, call, token: own, within: limit, at: now)
      if let error { take(own, .failure(error)) }
    case .keys(let strokes, let token):
      perform(keyboard.press(strokes, token: token, at: now))
    case .message(let message, let ack): link.send(message, ack: ack)
    case .askProducers: link.askProducers()
    }
  }

  private mutating func perform(_ effects: [Keyboard.Effect]) {
    for effect in effects {
      switch effect {
      case .call(let call): self.call(call, for: .keyboard, within: .seconds(2))
      case .reply(let token, let result): inputs.append(.reply(token: token, result))
      }
    }
  }

  private mutating func call(_ call: MethodCall, for caller: Caller, within limit: Duration) {
    let token = newToken(caller)
    guard !accessibility.send(call, token: token, within: limit) else { return }
    take(token, .failure(.disconnected))
  }

  private mutating func newToken(_ caller: Caller) -> Int {
    lastToken += 1
    calls[lastToken] = caller
    return lastToken
  }
}
