// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import Tables

/// A process with all those that it has started, as /proc tells of them.
struct ProcessFamily {
  let pids: [Int32]

  init(of pid: Int32) {
    var parents: [Int32: Int32] = [:]
    for name in list("/proc") {
      guard let child = Int32(name), let status = ProcessFamily.read("\(child)/status"),
        let parent = ProcessFamily.number("PPid", in: status)
      else { continue }
      parents[child] = Int32(parent)
    }
    var found = [pid]
    var index = 0
    while index < found.count {
      found += parents.filter { $0.value == found[index] }.map(\.key).sorted()
      index += 1
    }
    pids = found
  }

  /// What each uses of the machine's memory, in kB; what several share is divided among them.
  ///
  /// One that has ended and was not asked for its status yet has none.
  var proportionalSizes: [Int] {
    pids.compactMap { pid in
      ProcessFamily.read("\(pid)/smaps_rollup").flatMap { ProcessFamily.number("Pss", in: $0) }
    }
  }

  /// How often their threads have gone to sleep.
  var voluntarySwitches: Int {
    pids.flatMap { pid in list("/proc/\(pid)/task").map { "\(pid)/task/\($0)/status" } }
      .compactMap { ProcessFamily.read($0) }
      .compactMap { ProcessFamily.number("voluntary_ctxt_switches", in: $0) }
      .reduce(0, +)
  }

  private static func read(_ name: String) -> String? {
    (try? readFile("/proc/" + name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The number behind a name at the start of a line.
  private static func number(_ name: String, in text: String) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
      return line.split(whereSeparator: { " \t:".contains($0) }).dropFirst().first
        .flatMap { Int($0) }
    }
    return nil
  }
}
