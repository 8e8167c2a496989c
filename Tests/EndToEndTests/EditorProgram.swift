// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Core
import Posix
import TestSupport
import Wire

/// An editor on a thread of its own that is connected to the daemon.
final class EditorProgram: Sendable {
  private struct State {
    var editor: Editor
    var isReady = false
    var failure: String?
    /// The commands that came, the oldest first.
    var orders: [Order] = []
  }

  private let state: Lock<State>
  private let end: WakePipe
  private let thread: Thread

  /// Connects, and shows its text.
  init(_ daemon: DaemonProcess, _ editor: Editor) throws {
    let state = Lock(State(editor: editor))
    let end = try WakePipe()
    self.state = state
    self.end = end
    thread = try Thread(name: "editor") {
      do {
        try Self.serve(try Program(daemon), state, end)
      } catch {
        state.withLock { $0.failure = "\(error)" }
      }
    }
    let limit = MonotonicClock.now + Patience.limit
    guard state.wait(until: limit, { $0.isReady ? true : nil }) != nil else {
      throw TimedOut("the editor is not connected: \(failure ?? "no answer")")
    }
  }

  private static func serve(_ program: Program, _ state: Lock<State>, _ end: WakePipe) throws {
    let editor = state.withLock { $0.editor }
    for said in [editor.hello, editor.focus] { try program.ask(said.method, said.params) }
    state.withLock { $0.isReady = true }
    while true {
      while let message = try program.connection.next(timeout: 0) {
        for said in take(message.method, message.params(JSONValue.self), state) {
          try program.say(said.method, said.params)
        }
      }
      var poller = Poller()
      poller.add(FileDescriptor(program.connection.descriptor))
      let over = poller.add(end.reading)
      poller.wait(nil)
      if poller.isReadable(over) { return }
    }
  }

  private static func take(
    _ method: String?, _ params: JSONValue?, _ state: Lock<State>
  ) -> [Editor.Said] {
    state.withLock { state in
      switch method {
      case "command":
        guard let order = params.flatMap({ Order($0) }) else {
          state.failure = "the editor cannot do \(params ?? .null)"
          return []
        }
        state.orders.append(order)
        return state.editor.take(order)
      case "rejected" where params?["code"] == 6: return [state.editor.whole]
      case "rejected":
        state.failure = "refused: \(params ?? .null)"
        return []
      default: return []
      }
    }
  }

  /// The editor as it is now.
  var editor: Editor { state.withLock { $0.editor } }

  /// The commands that came so far, the oldest first.
  var orders: [Order] { state.withLock { $0.orders } }

  /// What went wrong; nil if nothing did.
  var failure: String? { state.withLock { $0.failure } }

  /// Waits until it is as wanted.
  func wait(for what: String, _ condition: (Editor) -> Bool) throws {
    let limit = MonotonicClock.now + Patience.seconds(30)
    let found = state.wait(until: limit) { condition($0.editor) ? true : nil }
    guard found == nil else { return }
    let editor = editor
    throw TimedOut(
      "no \(what); the editor has \(editor.string.debugDescription) with the caret at "
        + "\(editor.caret), \(failure ?? "and all is well"); \(orders.suffix(8))")
  }

  /// Waits until it has a text, and nothing else, with the caret at a place or at the end.
  func wait(forText text: String, caret: Int? = nil) throws {
    let count = text.unicodeScalars.count
    try wait(for: text.debugDescription) { $0.string == text && $0.caret == caret ?? count }
  }

  /// Disconnects, and waits until it has.
  func close() {
    end.wake()
    thread.join()
    end.close()
  }
}
