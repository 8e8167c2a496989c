// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Wire

/// A program on a thread of its own that shows another number fifty times a second.
final class Ticker: Sendable {
  private struct State {
    var count = 0
    var failure: String?
  }

  private let state: Lock<State>
  private let end: WakePipe
  private let thread: Thread

  /// Connects, and begins.
  init(_ daemon: DaemonProcess) throws {
    let state = Lock(State())
    let end = try WakePipe()
    self.state = state
    self.end = end
    thread = try Thread(name: "ticker") {
      do {
        let program = try Program(daemon)
        while !Self.isOver(end) {
          let count = state.withLock { state in
            state.count += 1
            return state.count
          }
          try program.say(
            "focus",
            ["element": ["id": "number", "role": "text", "label": .string("number \(count)")]])
        }
      } catch {
        state.withLock { $0.failure = "\(error)" }
      }
    }
  }

  /// Waits a fiftieth of a second; whether it was told meanwhile to stop.
  private static func isOver(_ end: WakePipe) -> Bool {
    var poller = Poller()
    poller.add(end.reading)
    return poller.wait(.milliseconds(20)) > 0
  }

  /// The number that was shown last.
  var count: Int { state.withLock { $0.count } }

  /// What went wrong; nil if nothing did.
  var failure: String? { state.withLock { $0.failure } }

  /// The number in what a display shows; nil if it shows something else.
  static func number(in text: String) -> Int? {
    let words = text.split(separator: " ")
    return words.count == 2 && words[0] == "number" ? Int(words[1]) : nil
  }

  /// Stops, and waits until it has.
  func stop() {
    end.wake()
    thread.join()
    end.close()
  }
}
