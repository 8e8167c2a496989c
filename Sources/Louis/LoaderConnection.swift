// SPDX-License-Identifier: GPL-3.0-or-later
import CPosix
import Glibc
import Posix

/// The daemon's end of the loader process.
struct LoaderConnection {
  let process: ChildProcess
  let socket: FileDescriptor

  /// Starts the loader: `executable` calls `Worker.runIfAsked` before anything else.
  ///
  /// Of files it can read those in the folder of the tables. It inherits nothing but its socket and
  /// standard error, and of the environment only what sanitizers need.
  init(executable: String, tables folder: String) throws(PosixError) {
    let (ours, theirs) = try FileDescriptor.packetPair()
    defer { theirs.close() }
    var environment: [String: String] = [:]
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"] {
      environment[name] = environmentVariable(name)
    }
    do {
      process = try ChildProcess(
        path: executable, arguments: [Worker.argument, folder], environment: environment,
        descriptors: [nil, nil, FileDescriptor(2), theirs])
    } catch {
      ours.close()
      throw error
    }
    socket = ours
  }

  /// Ends the loader and with it its translators.
  func end() {
    socket.close()
    process.signal(SIGKILL)
    _ = process.wait()
  }
}

/// The daemon's end of a translator process.
struct TranslatorConnection {
  let pid: Int32
  let socket: FileDescriptor
  /// How many tables it has, in the order in which they were loaded.
  let tableCount: Int

  /// A call that waits for its socket waits no longer; nearly every answer comes sooner.
  static let shortWait = Duration.milliseconds(5)

  init(pid: Int32, socket: FileDescriptor, tableCount: Int) {
    self.pid = pid
    self.socket = socket
    self.tableCount = tableCount
    var limit = timeval(tv_sec: 0, tv_usec: 5000)
    setsockopt(
      socket.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Ends the translator at once, whatever it does.
  ///
  /// Its number stays its own until the loader is next asked for something.
  func kill() {
    _ = Glibc.kill(pid, SIGKILL)
    socket.close()
  }

  /// Lets the translator end when it has done what it was asked.
  func release() {
    socket.close()
  }

  /// The processor time that it has used; nil if that cannot be told.
  var cpuTime: Duration? {
    let time = cposix_cpu_time(pid)
    return time < 0 ? nil : .nanoseconds(time)
  }
}
