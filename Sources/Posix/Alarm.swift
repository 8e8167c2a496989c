// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc

/// A descriptor that becomes readable when a time is over, unless it is told otherwise before.
///
/// Whoever polls it sleeps on meanwhile, however often it is set (timerfd).
public struct Alarm: Sendable {
  /// Readable after the time is over, until `acknowledge`.
  public let descriptor: FileDescriptor

  /// An alarm that is not set, closed on exec.
  public init() throws(PosixError) {
    let number = timerfd_create(
      CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard number >= 0 else { throw PosixError("timerfd_create") }
    descriptor = FileDescriptor(number)
  }

  /// Lets it go off after a time.
  public func set(after time: Duration) {
    var value = itimerspec()
    value.it_value = timespec(time)
    timerfd_settime(descriptor.number, 0, &value, nil)
  }

  /// Lets it not go off.
  public func cancel() {
    var value = itimerspec()
    timerfd_settime(descriptor.number, 0, &value, nil)
  }

  /// Takes notice that it went off.
  public func acknowledge() {
    withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { _ = descriptor.read(into: $0) }
  }
}
