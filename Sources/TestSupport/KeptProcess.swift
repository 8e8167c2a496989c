// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
public import Posix

/// A process that ends with ours, even if we crash.
///
/// It has a thread of its own because a process whose parent's death is its own is killed when
/// the *thread* that started it ends (prctl(2), PR_SET_PDEATHSIG).
public final class KeptProcess: Sendable {
  private struct State {
    var process: ChildProcess?
    var termination: Termination?
    var failure: PosixError?
  }

  /// The process's number, also after its end.
  public let pid: Int32
  private let state: Lock<State>
  private let keeper: Lock<Thread?>

  /// Starts a program, as another user if one is named and we are root.
  ///
  /// `descriptors` are given to it as 0, 1, 2 … in their order (`nil`: /dev/null). Errors: what
  /// posix_spawn says.
  public init(
    path: String, arguments: [String], environment: [String: String],
    descriptors: [FileDescriptor?], user: UInt32? = nil
  ) throws(PosixError) {
    let state = Lock(State())
    self.state = state
    // setpriv takes the privileges away and arms the signal; it then becomes the program, so that
    // the number is the program's.
    var command = ["--pdeathsig", "KILL"]
    if let user, geteuid() == 0 {
      command += ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"]
    }
    command += ["--", path] + arguments
    let arguments = command
    let thread = try Thread(name: "keeper") {
      Self.keep(state, arguments, environment, descriptors)
    }
    keeper = Lock(thread)
    let started = state.wait(until: MonotonicClock.now + Patience.seconds(60)) { state in
      state.process != nil || state.failure != nil ? state : nil
    }
    guard let process = started?.process else {
      if started != nil { thread.join() }
      throw started?.failure ?? PosixError("start \(path)", code: ETIMEDOUT)
    }
    pid = process.pid
  }

  /// Starts the process, waits for its end, and tells both.
  private static func keep(
    _ state: Lock<State>, _ arguments: [String], _ environment: [String: String],
    _ descriptors: [FileDescriptor?]
  ) {
    do throws(PosixError) {
      let process = try ChildProcess(
        path: launcher, arguments: arguments, environment: environment, descriptors: descriptors)
      state.withLock { $0.process = process }
      process.waitForEnd()
      // Under the lock, so that the number still is this process's when it is signalled.
      state.withLock { $0.termination = process.wait() ?? .exit(-1) }
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  deinit {
    close()
  }

  static let launcher = "/usr/bin/setpriv"

  /// Whether it runs, stopped or not.
  public var isAlive: Bool { termination == nil }

  /// How it ended; nil if it runs.
  public var termination: Termination? { state.withLock { $0.termination } }

  /// Sends it a signal, if it runs.
  public func signal(_ number: Int32) {
    state.withLock { state in
      if state.termination == nil { state.process?.signal(number) }
    }
  }

  /// Stops it in the middle of whatever it does (SIGSTOP), and waits until it is.
  public func freeze() {
    state.withLock { state in
      guard state.termination == nil else { return }
      state.process?.signal(SIGSTOP)
      state.process?.waitForStop()
    }
  }

  /// Waits until it has ended, and tells how; nil if it has not by then.
  public func waitForEnd(until deadline: Duration) -> Termination? {
    state.wait(until: deadline) { $0.termination }
  }

  /// Kills it if it runs, and waits until it has ended.
  public func close() {
    signal(SIGKILL)
    let thread = keeper.withLock { thread in
      defer { thread = nil }
      return thread
    }
    thread?.join()
  }
}
