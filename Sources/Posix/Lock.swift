// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc

/// A value that several threads share, behind a pthread mutex.
///
/// Not `Synchronization.Mutex`: the thread sanitizer does not know that one and reports false
/// races on Linux (docs/concurrency.md).
public final class Lock<State>: @unchecked Sendable {
  private var state: State
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  /// Puts `state` behind the lock.
  public init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the value, alone; whoever waits looks at the value again afterwards.
  public func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Waits until `body` gives a result, and gives it; `nil` if it gave none before `deadline`.
  ///
  /// `body` is asked at once and after each `withLock` of another thread. `deadline` is a time
  /// of `MonotonicClock`.
  public func wait<Result>(until deadline: Duration, _ body: (inout State) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var limit = timespec(deadline)
    while true {
      if let result = body(&state) { return result }
      if pthread_cond_timedwait(changed, mutex, &limit) == ETIMEDOUT { return body(&state) }
    }
  }
}
