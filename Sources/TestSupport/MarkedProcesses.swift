// SPDX-License-Identifier: GPL-3.0-or-later
private import Glibc
private import Posix

/// A process and all those that it has started, and they have, by their numbers.
public func processFamily(of pid: Int32) -> [Int32] { MarkedProcesses.family(of: pid) }

/// Processes that have something in their environment, whoever started them.
enum MarkedProcesses {
  /// Those that run now and have `mark`, `NAME=VALUE`, and what they have started; not this one.
  static func all(_ mark: String) -> [Int32] {
    var parents: [Int32: Int32] = [:]
    var found: Set<Int32> = []
    for pid in numbers("/proc") where pid != getpid() {
      guard let status = status(of: pid), status.isAlive else { continue }
      parents[pid] = status.parent
      let variables = (try? readFile("/proc/\(pid)/environ")) ?? []
      if variables.split(separator: 0).contains(where: { $0.elementsEqual(mark.utf8) }) {
        found.insert(pid)
      }
    }
    // Some write over their environment to give themselves a name.
    return grown(found, parents)
  }

  /// A process with all those that it has started and they have.
  static func family(of pid: Int32) -> [Int32] {
    var parents: [Int32: Int32] = [:]
    for pid in numbers("/proc") {
      if let status = status(of: pid), status.isAlive { parents[pid] = status.parent }
    }
    return grown([pid], parents)
  }

  private static func grown(_ first: Set<Int32>, _ parents: [Int32: Int32]) -> [Int32] {
    var found = first
    while true {
      let more = parents.filter { found.contains($0.value) && !found.contains($0.key) }.map(\.key)
      if more.isEmpty { return found.sorted() }
      found.formUnion(more)
    }
  }

  /// Ends them: asks them to, and kills those that have not ended after a second.
  static func end(_ mark: String) {
    for (number, limit) in [(SIGTERM, Patience.seconds(1)), (SIGKILL, Patience.limit)] {
      let deadline = MonotonicClock.now + limit
      var pids = all(mark)
      for pid in pids {
        kill(pid, number)
        kill(pid, SIGCONT)
      }
      while !pids.isEmpty, MonotonicClock.now < deadline {
        // Nothing tells of the end of somebody else's child: so look again soon.
        var nothing = Poller()
        nothing.wait(.milliseconds(5))
        pids = all(mark)
      }
    }
  }

  private static func numbers(_ path: String) -> [Int32] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var numbers: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int32(name) { numbers.append(number) }
    }
    return numbers
  }

  /// The parent and whether it is more than an entry that nobody has asked for; nil if it is gone.
  private static func status(of pid: Int32) -> (parent: Int32, isAlive: Bool)? {
    guard let bytes = try? readFile("/proc/\(pid)/stat"),
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let parent = Int32(fields[1]) else { return nil }
    return (parent, fields[0] != "Z" && fields[0] != "X")
  }
}
