// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// What happened in the soak run, and what must not have; for all threads.
final class Ledger: Sendable {
  private struct State {
    var counts: [String: Int] = [:]
    var failures: [String] = []
    var failureCount = 0
    /// The worst time from a key to what it made the display show, and when that was.
    var worst = Duration.zero
    var times = 0
    /// Whether frames have to have something on them: a program with content is connected.
    var isShowing = false
  }

  private let state = Lock(State())
  private let started = MonotonicClock.now

  /// No key may take longer until its effect is shown: what was pressed again meanwhile would be
  /// pressed twice.
  static let slowest = Duration.seconds(1)

  /// So many failures are told, the others counted.
  private static let mostTold = 20

  /// Counts something that happened.
  func count(_ what: String, _ number: Int = 1) {
    state.withLock { $0.counts[what, default: 0] += number }
  }

  /// How often something has happened.
  func number(of what: String) -> Int { state.withLock { $0.counts[what] ?? 0 } }

  /// All that has been counted, in the order of its names.
  var counts: [(what: String, number: Int)] {
    state.withLock { state in
      state.counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// Something happened that must not.
  func fail(_ what: String) {
    let seconds = Int((MonotonicClock.now - started) / .seconds(1))
    state.withLock { state in
      state.failureCount += 1
      if state.failures.count < Ledger.mostTold {
        state.failures.append("after \(seconds) s: \(what)")
      }
    }
  }

  /// What must not have happened, as far as it is told, and how much there was of it.
  var failures: (told: [String], count: Int) {
    state.withLock { ($0.failures, $0.failureCount) }
  }

  /// A key was answered on the display after so long.
  func answered(after time: Duration) {
    state.withLock { state in
      state.times += 1
      state.worst = max(state.worst, time)
    }
  }

  /// How many keys were timed, and the worst time.
  var answers: (number: Int, worst: Duration) { state.withLock { ($0.times, $0.worst) } }

  /// Whether frames have to have something on them from now on.
  func show(_ isShowing: Bool) { state.withLock { $0.isShowing = isShowing } }

  /// Looks at a frame that somebody was given.
  func look(atBlank isBlank: Bool, of whom: String) {
    count("frames to \(whom)")
    let isWrong = state.withLock { $0.isShowing && isBlank }
    if isWrong { fail("a blank frame went to \(whom)") }
  }
}
