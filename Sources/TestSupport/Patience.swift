// SPDX-License-Identifier: GPL-3.0-or-later
private import Posix

/// How long tests wait for what must happen: a limit, never a pace.
public enum Patience {
  /// The limit for what a healthy machine does at once; five times that under a sanitizer.
  public static var limit: Duration { seconds(10) }

  /// A limit of so many seconds, five times that under a sanitizer.
  public static func seconds(_ count: Int) -> Duration {
    .seconds(count * factor)
  }

  /// How much more than usual is to be granted: 5 under a sanitizer, else 1.
  public static let factor = isSanitized ? 5 : 1

  /// Whether what is freed is kept, to be found if it is used again: memory then seems to grow.
  public static let keepsWhatIsFreed = environmentVariable("ASAN_OPTIONS") != nil

  private static let isSanitized =
    environmentVariable("TSAN_OPTIONS") != nil || keepsWhatIsFreed
}

/// Something that a test waited for did not happen in time.
public struct TimedOut: Error, CustomStringConvertible {
  /// What was waited for, and what was seen instead.
  public let description: String

  /// A sentence with both.
  public init(_ description: String) { self.description = description }
}
