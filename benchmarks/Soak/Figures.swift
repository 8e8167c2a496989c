// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import Tables
import TestSupport

/// What the daemon and its workers use of the machine at a quiet moment.
struct Figures {
  let descriptors: Int
  let threads: Int
  let processes: Int
  /// Memory that no file is behind and nobody shares, in KiB.
  let ownMemory: Int
  /// The same of its workers, together.
  let workersMemory: Int
  /// With its share of what it shares, in KiB (Pss), of the daemon alone.
  let memory: Int

  init(of pid: Int32) {
    let daemon = ProcessFigures(pid: pid)
    let family = processFamily(of: pid)
    descriptors = daemon.openDescriptors
    threads = list("/proc/\(pid)/task").count
    processes = family.count
    ownMemory = daemon.ownMemory
    memory = daemon.memory
    workersMemory = family.filter { $0 != pid }.reduce(0) { $0 + ProcessFigures(pid: $1).ownMemory }
  }

  var text: String {
    "\(ownMemory) KiB its own (Pss \(memory)), workers \(workersMemory) KiB, "
      + "\(descriptors) descriptors, \(threads) threads, \(processes) processes"
  }
}

/// Figures of quiet moments, and what they say of leaks.
struct Growth {
  private(set) var all: [Figures] = []

  mutating func add(_ figures: Figures) { all.append(figures) }

  /// Until then the daemon's memory of translations fills up and its buffers become as large as they
  /// get.
  static func isWarmUp(_ round: Int, of rounds: Int) -> Bool { round * 4 < rounds }

  /// So much more own memory may there be at the end than after the warm-up.
  ///
  /// Freed memory lies in pieces, and translations are remembered as long as there is room for them:
  /// that moves by some hundred KiB up and down. A leak of a single frame for each key or change (a
  /// KiB) would be ten times as much in half an hour.
  static let limit = 1536

  /// The medians of the first and the last third after the warm-up.
  private func thirds(_ value: (Figures) -> Int) -> (first: Int, last: Int) {
    func median(_ values: some Collection<Int>) -> Int { values.sorted()[values.count / 2] }
    let values = all.map(value)
    let size = max(1, values.count / 3)
    return (median(values.prefix(size)), median(values.suffix(size)))
  }

  /// What has grown and must not; empty: nothing.
  var leaks: [String] {
    guard let first = all.first, let last = all.last, all.count > 1 else {
      return ["there were no two quiet moments to compare; run it longer"]
    }
    var leaks: [String] = []
    for (what, before, after) in [
      ("descriptors", first.descriptors, last.descriptors),
      ("threads", first.threads, last.threads), ("processes", first.processes, last.processes),
    ] where after > before {
      leaks.append("\(what) grew from \(before) to \(after)")
    }
    let memory = thirds(\.ownMemory)
    if memory.last > memory.first + Growth.limit {
      leaks.append("its own memory grew from \(memory.first) to \(memory.last) KiB")
    }
    let workers = thirds(\.workersMemory)
    if workers.last > workers.first + 4 * Growth.limit {
      leaks.append("its workers' memory grew from \(workers.first) to \(workers.last) KiB")
    }
    return leaks
  }
}
