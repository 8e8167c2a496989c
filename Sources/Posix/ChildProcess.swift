// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc

/// How a process ended.
public enum Termination: Equatable, Sendable {
  /// It ended by itself with this status.
  case exit(Int32)
  /// A signal ended it.
  case signal(Int32)
}

/// A process that this one started.
public struct ChildProcess: Sendable {
  /// Its process number.
  public let pid: Int32

  /// Starts a program.
  ///
  /// `descriptors` are given to it as 0, 1, 2 … in their order (`nil`: /dev/null); it gets no
  /// other. `environment` replaces this process's when it is given. Errors: what posix_spawn
  /// says, with the path.
  public init(
    path: String, arguments: [String], environment: [String: String]? = nil,
    descriptors: [FileDescriptor?]
  ) throws(PosixError) {
    // Away from the numbers that are going to be overwritten.
    let sources = descriptors.map {
      $0.map { fcntl($0.number, F_DUPFD_CLOEXEC, Int32(descriptors.count)) }
    }
    defer { for source in sources { if let source { close(source) } } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (index, source) in sources.enumerated() {
      if let source {
        posix_spawn_file_actions_adddup2(&actions, source, Int32(index))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(index), "/dev/null", O_RDWR, 0)
      }
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count))
    var attributes = posix_spawnattr_t()
    ChildProcess.initialize(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    var pid: pid_t = 0
    let failure = withCStrings([path] + arguments) { arguments in
      guard let environment else {
        return posix_spawnp(&pid, path, &actions, &attributes, arguments, environ)
      }
      return withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawnp(&pid, path, &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else { throw PosixError("start \(path)", code: failure) }
    self.pid = pid
  }

  /// No signal is blocked in the program, and SIGPIPE does what it always does.
  private static func initialize(_ attributes: inout posix_spawnattr_t) {
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    var standard = sigset_t()
    sigemptyset(&none)
    sigemptyset(&standard)
    sigaddset(&standard, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &standard)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
  }

  /// Sends a signal.
  public func signal(_ number: Int32) {
    _ = Glibc.kill(pid, number)
  }

  /// A descriptor that is readable when it has ended (pidfd_open), for whoever polls; to be closed.
  ///
  /// To be made before `wait` has told the end.
  public func endDescriptor() throws(PosixError) -> FileDescriptor {
    let number = pidfd_open(pid, 0)
    guard number >= 0 else { throw PosixError("pidfd_open") }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(number)
  }

  /// Waits until it has ended, and leaves it to be asked for by `wait`.
  ///
  /// Until `wait` is called its number belongs to no other process, so that `signal` can do no
  /// harm: whoever signals from other threads calls `wait` under the lock that they share.
  public func waitForEnd() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// Waits until a signal has stopped it (SIGSTOP), or it has ended.
  public func waitForStop() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WSTOPPED | WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// Waits for its end, and tells it; nil if `blocking` is false and it still runs.
  public func wait(blocking: Bool = true) -> Termination? {
    var status: Int32 = 0
    while true {
      let result = waitpid(pid, &status, blocking ? 0 : WNOHANG)
      if result == pid {
        return cposix_exited(status) != 0
          ? .exit(cposix_exit_status(status)) : .signal(cposix_signal(status))
      }
      if result == 0 { return nil }
      if errno != EINTR { return .exit(-1) }
    }
  }
}

/// Runs `body` with C strings in an array that ends with nil.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer {
    for copy in copies { free(copy) }
  }
  return body(copies)
}

/// The path of the program that this process runs.
public func ownExecutable() -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
    guard let base = buffer.baseAddress else { return "" }
    let count = readlink("/proc/self/exe", base, buffer.count - 1)
    guard count > 0 else { return "" }
    base[count] = 0
    return String(cString: base)
  }
}

/// A variable of the environment; nil if it is not set or empty.
public func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
