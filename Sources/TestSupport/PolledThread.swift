// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// A value with descriptors of its own that a `PolledThread` serves.
protocol Polled: Sendable {
  /// Adds the descriptors to wait for; gives the longest time to wait, nil for no limit.
  mutating func watch(_ poller: inout Poller) -> Duration?
  /// Deals with what is ready in the set that `watch` has just filled.
  mutating func serve(_ poller: Poller)
  /// Closes all descriptors; nothing but `close` does anything afterwards.
  mutating func close()
}

/// A value behind a lock, and one thread that polls the value's descriptors.
///
/// Any thread may change the value; the polling thread is woken, forgets what it saw and
/// polls anew, so that it never acts on a descriptor that was closed meanwhile.
final class PolledThread<Body: Polled>: Sendable {
  private struct Shared {
    var body: Body
    var changes = 0
    /// The changes that the thread knew of when it last began to poll.
    var seen = 0
    var isClosed = false
  }

  private let shared: Lock<Shared>
  private let wake: WakePipe
  private let thread: Thread

  /// Starts the thread; `body` is closed if that fails.
  init(name: String, _ body: Body) throws(KitError) {
    let shared = Lock(Shared(body: body))
    self.shared = shared
    do throws(PosixError) {
      let wake = try WakePipe()
      self.wake = wake
      do throws(PosixError) {
        thread = try Thread(name: name) { Self.run(shared, wake) }
      } catch {
        wake.close()
        throw error
      }
    } catch {
      shared.withLock { $0.body.close() }
      throw .system(error)
    }
  }

  deinit {
    close()
  }

  /// Runs `edit` with the value, alone, and lets the thread look at it again.
  func change<Result, Failure: Error>(
    _ edit: (inout Body) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try shared.withLock { (shared) throws(Failure) -> Result in
      defer {
        shared.changes += 1
        // Not after the end: the pipe's number may be another file's then.
        if !shared.isClosed { wake.wake() }
      }
      return try edit(&shared.body)
    }
  }

  /// Runs `edit` with the value, alone, and waits until the thread has looked at it again.
  ///
  /// For whoever closes descriptors: while the thread polls one the operating system keeps it
  /// open, and the other end would not see that it is closed. Not to be called by the thread.
  func changeAndSettle<Result>(_ edit: (inout Body) -> Result) -> Result {
    let result = change(edit)
    let changes = shared.withLock { $0.changes }
    // The thread never waits for anybody, so that the limit is for a kit that is broken.
    _ = shared.wait(until: MonotonicClock.now + Patience.limit) { shared in
      shared.seen >= changes || shared.isClosed ? true : nil
    }
    return result
  }

  /// What `look` finds in the value now.
  func look<Result>(_ look: (Body) -> Result) -> Result {
    shared.withLock { look($0.body) }
  }

  /// Waits until `take` gives a result, and gives it; nil if it gave none before `deadline`.
  func wait<Result>(until deadline: Duration, _ take: (inout Body) -> Result?) -> Result? {
    shared.wait(until: deadline) { take(&$0.body) }
  }

  /// Ends the thread, waits for its end, and closes the value's descriptors; once.
  func close() {
    let isFirst = shared.withLock { shared in
      defer { shared.isClosed = true }
      if !shared.isClosed { wake.wake() }
      return !shared.isClosed
    }
    guard isFirst else { return }
    thread.join()
    wake.close()
  }

  private static func run(_ shared: Lock<Shared>, _ wake: WakePipe) {
    var poller = Poller()
    while true {
      poller.removeAll()
      poller.add(wake.reading)
      let plan = shared.withLock { shared -> (changes: Int, limit: Duration?)? in
        guard !shared.isClosed else {
          shared.body.close()
          return nil
        }
        shared.seen = shared.changes
        return (shared.changes, shared.body.watch(&poller))
      }
      guard let plan else { return }
      poller.wait(plan.limit)
      if poller.isReadable(0) { wake.drain() }
      shared.withLock { shared in
        guard shared.changes == plan.changes, !shared.isClosed else { return }
        shared.body.serve(poller)
      }
    }
  }
}
