// SPDX-License-Identifier: GPL-3.0-or-later
public import Glibc

/// Time since the machine started, not counting sleep; it never jumps.
public enum MonotonicClock {
  /// The time now.
  public static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Duration(time)
  }
}

/// Unix time, for people and protocols only.
public enum WallClock {
  /// Milliseconds since 1970 in UTC.
  public static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// How far the local time zone is before UTC now, in s.
  public static var offset: Int {
    var now = time(nil)
    var local = tm()
    guard localtime_r(&now, &local) != nil else { return 0 }
    return local.tm_gmtoff
  }
}

extension Duration {
  /// The same span as a C structure gives it.
  public init(_ time: timespec) {
    self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Whole milliseconds, rounded up, from 0: what poll takes.
  public var pollMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

extension timespec {
  /// The same span as a C structure.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
