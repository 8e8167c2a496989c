// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc

/// Signals as something to read, so that they come in the loop and nowhere else.
public struct SignalDescriptor: Sendable {
  /// Readable when a signal has come.
  public let descriptor: FileDescriptor

  /// The signals that mean something.
  public enum Meaning: Sendable {
    /// SIGTERM or SIGINT: the program is to end.
    case end
    /// SIGHUP: what was configured is to be read again.
    case reload
    /// SIGWINCH: the terminal has another size; only who asked for it is told.
    case resize
  }

  /// Blocks the signals; to be made before the first thread.
  ///
  /// `includesResize`: also the one that a terminal sends when its size changes.
  public init(includesResize: Bool = false) throws(PosixError) {
    signal(SIGPIPE, SIG_IGN)
    var set = sigset_t()
    sigemptyset(&set)
    let numbers = [SIGTERM, SIGINT, SIGHUP] + (includesResize ? [SIGWINCH] : [])
    for number in numbers { sigaddset(&set, number) }
    sigprocmask(SIG_BLOCK, &set, nil)
    let number = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    guard number >= 0 else { throw PosixError("signalfd") }
    descriptor = FileDescriptor(number)
  }

  /// The signals that have come.
  public func take() -> [Meaning] {
    var meanings: [Meaning] = []
    var information = signalfd_siginfo()
    while case .bytes = withUnsafeMutableBytes(of: &information, { descriptor.read(into: $0) }) {
      switch Int32(information.ssi_signo) {
      case SIGHUP: meanings.append(.reload)
      case SIGWINCH: meanings.append(.resize)
      default: meanings.append(.end)
      }
    }
    return meanings
  }
}
