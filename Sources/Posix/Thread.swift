// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc

/// A thread of the operating system, for the few edges that need one of their own.
public struct Thread: Sendable {
  private let thread: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; all signals are blocked in it, so that they reach the main loop.
  ///
  /// `name` is what the operating system shows, 15 bytes at most. Errors: EAGAIN, when no
  /// further thread can be had.
  public init(name: String, _ run: @escaping @Sendable () -> Void) throws(PosixError) {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    var thread = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    let failure = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard failure == 0 else {
      body.release()
      throw PosixError("pthread_create", code: failure)
    }
    name.withCString { _ = pthread_setname_np(thread, $0) }
    self.thread = thread
  }

  /// Waits until the thread has ended; to be called once, or `detach` instead.
  public func join() {
    pthread_join(thread, nil)
  }

  /// Lets the thread end by itself, whenever it does.
  public func detach() {
    pthread_detach(thread)
  }
}
