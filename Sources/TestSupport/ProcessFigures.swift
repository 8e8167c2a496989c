// SPDX-License-Identifier: GPL-3.0-or-later
private import CPosix
private import Glibc
private import Posix

/// What a process uses of the machine at a moment.
public struct ProcessFigures: Equatable, Sendable {
  /// How many descriptors it has open.
  public let openDescriptors: Int
  /// The memory that is its own, with its share of what it shares with others, in KiB (Pss).
  public let memory: Int
  /// The memory that no file is behind and nobody shares, in KiB; what others do does not change it.
  public let ownMemory: Int
  /// The processor time of all its threads since it was started.
  public let processorTime: Duration

  /// Looks at a process; zeros if it has ended.
  public init(pid: Int32) {
    openDescriptors = Self.entries("/proc/\(pid)/fd")
    memory = Self.number("Pss:", in: "/proc/\(pid)/smaps_rollup")
    ownMemory = Self.number("Anonymous:", in: "/proc/\(pid)/smaps_rollup")
    processorTime = .nanoseconds(max(0, cposix_cpu_time(pid)))
  }

  private static func entries(_ path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // The folder itself and the one above.
    return max(0, count - 2)
  }

  /// The number of a line "NAME NUMBER kB".
  private static func number(_ name: String, in path: String) -> Int {
    guard let bytes = try? readFile(path) else { return 0 }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasPrefix(name) }?.split(separator: " ")
    return line.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0
  }
}
