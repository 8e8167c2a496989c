// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import DBus

/// What is done with what was found out.
typealias Ending = @Sendable (inout Desktop) -> Void

/// A conversation with programs that is under way.
struct Conversation: Sendable {
  /// What it is about: a new one about the same takes the place of the old one.
  var slot: Slot
  /// The replies of the trip that is under way; nil: not there yet.
  var results: [CallResult?]
  /// How many are not there yet.
  var missing: Int
  /// How it goes on.
  var go: @Sendable ([CallResult]) -> Asking<Ending>

  /// What conversations are about.
  enum Slot: Hashable {
    case registration(String)
    /// What has the focus is found out about.
    case focus
    /// The text of what is shown is read again.
    case text
    /// What is shown is asked for again.
    case state
    /// Whether an object whose caret has moved has the focus.
    case caret
    /// The desktop, or a window, is searched for the focus.
    case search
    /// What a program's active window is.
    case window(String)
    /// Whether a program that says that it has got the focus has the keyboard at all.
    case claim(String)
    /// Whether a container has the keyboard, which tells of a child of its.
    case container
    /// The number of what is shown.
    case value
    /// Whether what is shown is still there.
    case check
    /// A program that has just come.
    case newcomer(String)
    /// Whether an object is in a live region, or what has come into it; each by a number.
    case live(Int)
    /// What an object that has appeared is.
    case appearance(Accessible)
    /// What the reader wants.
    case order
    /// A program's own focus or view is brought to where the reader is.
    case bringing
  }

  /// A call of a conversation.
  struct Call: Sendable {
    var conversation: Int
    var index: Int
    /// The same over the bus, if it has gone to the program's own socket.
    var overBus: (call: MethodCall, limit: Duration)?
  }
}

/// Something to be done later.
struct Timer: Sendable {
  var at: Duration
  var slot: Slot
  var run: Ending

  /// What it is about: a new one about the same takes the place of the old one.
  enum Slot: Hashable {
    case focus, window, text, state, value, check, newcomer(String, Int), order, echo, producers,
      routing
  }
}

extension Desktop {
  /// Begins a conversation; one about the same is given up.
  mutating func begin(_ slot: Conversation.Slot, _ asking: Asking<Ending>) {
    giveUp(slot)
    lastConversation += 1
    go(on: lastConversation, slot, asking)
  }

  /// Whether a conversation about something is under way.
  func isUnderWay(_ slot: Conversation.Slot) -> Bool {
    conversations.values.contains { $0.slot == slot }
  }

  /// Gives a conversation up: its replies are no longer waited for.
  mutating func giveUp(_ slot: Conversation.Slot) {
    guard let id = conversations.first(where: { $0.value.slot == slot })?.key else { return }
    conversations[id] = nil
    calls = calls.filter { $0.value.conversation != id }
  }

  private mutating func go(
    on id: Int, _ slot: Conversation.Slot, _ asking: Asking<Ending>
  ) {
    switch asking {
    case .known(let end): end(&self)
    case .trip(let questions, let limit, let go):
      // Without a bus nothing is asked.
      guard isBusThere, !questions.isEmpty else {
        let next = go(questions.map { _ in .failure(.disconnected) })
        return self.go(on: id, slot, next)
      }
      conversations[id] = Conversation(
        slot: slot, results: questions.map { _ in nil }, missing: questions.count, go: go)
      for (index, call) in questions.enumerated() {
        lastToken += 1
        let output = output(call, token: lastToken, within: limit)
        var known = Conversation.Call(conversation: id, index: index)
        if case .callDirectly = output { known.overBus = (call, limit) }
        calls[lastToken] = known
        outputs.append(output)
      }
    }
  }

  /// An action goes over the program's own socket, if it has one: a dialog that it opens would
  /// deafen the program for all that comes over the bus (atk-bridge, `gtk_dialog_run`).
  private func output(_ call: MethodCall, token: Int, within limit: Duration) -> Output {
    guard call.member == "DoAction", let address = programs[call.destination]?.address else {
      return .call(call, token: token, within: limit)
    }
    var direct = call
    direct.destination = ""
    return .callDirectly(address, direct, token: token, within: limit)
  }

  /// Takes a reply; those of conversations that were given up are not looked at.
  mutating func take(_ result: CallResult, of token: Int) {
    guard let call = calls.removeValue(forKey: token) else { return }
    // The program's own socket cannot be reached from here (Flatpak), so that nothing was done.
    if let (again, limit) = call.overBus, case .failure(let error) = result,
      error.name == CallError.noServer
    {
      programs[again.destination]?.address = nil
      lastToken += 1
      calls[lastToken] = Conversation.Call(conversation: call.conversation, index: call.index)
      outputs.append(.call(again, token: lastToken, within: limit))
      return
    }
    guard var conversation = conversations.removeValue(forKey: call.conversation) else { return }
    if conversation.results[call.index] == nil { conversation.missing -= 1 }
    conversation.results[call.index] = result
    guard conversation.missing == 0 else {
      conversations[call.conversation] = conversation
      return
    }
    let next = conversation.go(conversation.results.compactMap { $0 })
    go(on: call.conversation, conversation.slot, next)
  }

  /// Makes a call and does not look at what comes of it; what is asked next is asked behind it.
  mutating func tell(_ call: MethodCall) {
    guard isBusThere else { return }
    lastToken += 1
    outputs.append(output(call, token: lastToken, within: .milliseconds(800)))
  }

  // MARK: Later

  /// Does something after a time, instead of what was to be done later about the same.
  mutating func after(_ time: Duration, _ slot: Timer.Slot, _ run: @escaping Ending) {
    cancel(slot)
    timers.append(Timer(at: now + time, slot: slot, run: run))
  }

  /// Does not do it.
  mutating func cancel(_ slot: Timer.Slot) {
    timers.removeAll { $0.slot == slot }
  }

  mutating func runTimers() {
    while let index = timers.firstIndex(where: { $0.at <= now }) {
      timers.remove(at: index).run(&self)
    }
  }
}
