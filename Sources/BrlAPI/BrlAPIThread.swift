// SPDX-License-Identifier: GPL-3.0-or-later
import CBrlAPI
import CPosix
import Cells
import Commands
import Glibc
import Panning
import Posix

/// The thread that makes all calls of libbrlapi.
struct BrlAPIThread: Sendable {
  let shared: Lock<BrlAPIShared>
  let events: WakePipe
  let wake: WakePipe
  let alarm: Alarm

  /// Connects again and again; from 0.1 s doubling to 0.5 s, to 5 s after a refusal.
  func run() {
    var delay = Duration.milliseconds(100)
    while !isToStop {
      let settings = shared.withLock { state in
        state.isToReconnect = false
        return state.settings
      }
      let session = BrlAPISession(thread: self, settings: settings)
      let failure = session?.run() ?? .unreachable("there is no memory")
      let wasConnected = session?.wasConnected ?? false
      session?.close()
      if wasConnected { delay = .milliseconds(100) }
      guard !isToStop else { break }
      post(.failed(failure))
      pause(delay)
      delay = min(delay * 2, failure.isRefusal ? .seconds(5) : .milliseconds(500))
    }
    shared.withLock { $0.hasStopped = true }
  }

  private var isToStop: Bool { shared.withLock { $0.isToStop } }

  /// Waits, but not if it is time to stop or there are other settings.
  private func pause(_ delay: Duration) {
    let end = MonotonicClock.now + delay
    while true {
      let left = end - MonotonicClock.now
      guard left > .zero, !shared.withLock({ $0.isToStop || $0.isToReconnect }) else { return }
      var poller = Poller()
      poller.add(wake.reading)
      if poller.wait(left) > 0 { wake.drain() }
    }
  }

  /// Takes what is to be done; a frame only with `all`, so that it may still become a newer one.
  func takeOrders(all: Bool) -> BrlAPIOrders {
    let (orders, isAwaited) = shared.withLock { state in
      var orders = BrlAPIOrders(isOver: state.isToStop || state.isToReconnect)
      guard all else { return (orders, false) }
      orders.frame = state.frame
      orders.isToRewrite = state.isToRewrite
      state.frame = nil
      state.isToRewrite = false
      defer { state.isAwaited = false }
      return (orders, state.isAwaited && orders.frame != nil)
    }
    if isAwaited { post(.ready) }
    return orders
  }

  func post(_ event: BrlAPIEvent) {
    shared.withLock { state in
      // A key that is held while nobody takes events is not kept for ever.
      if case .key = event, state.events.count >= 4096 { return }
      state.events.append(event)
    }
    events.wake()
  }

  /// Makes a call that may block, under the watchdog.
  func call<Result>(_ body: () -> Result) -> Result {
    let isFirst = shared.withLock { state in
      state.busySince = MonotonicClock.now
      defer { state.isWatched = true }
      return !state.isWatched
    }
    if isFirst { alarm.set(after: BrlAPIDisplay.longestCall) }
    defer { shared.withLock { $0.busySince = nil } }
    return body()
  }
}

/// What the daemon wants of a connection.
struct BrlAPIOrders {
  var frame: Frame?
  var isToRewrite = false
  var isOver: Bool
}
