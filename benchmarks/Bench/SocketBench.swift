// SPDX-License-Identifier: GPL-3.0-or-later
import Measurement
import Posix
import TestSupport
import Wire

/// From a focus on the socket to the cells that are handed to BrlAPI, against programs that do
/// nothing else.
struct SocketBench {
  private let labels: Labels
  private let lines: [[UInt8]]
  private var contestants: [Contestant?]
  /// The times of each contestant, back to back and apart.
  private var times: [[Rounds]]

  private static let rounds = 5
  /// So many labels are told back to back, and the others a while apart.
  private static let backToBack = 2400
  private static let apart = Duration.milliseconds(5)
  /// So many labels are told before it is the next one's turn.
  private static let turn = 20

  init(programs: Programs, labels: Labels, files: String, folder: TemporaryFolder) {
    self.labels = labels
    lines = labels.lines
    let id = programs.uniqueName
    contestants = [
      Contestant(daemon: programs.daemon, folder: folder, name: "\(id)-ours"),
      Contestant(daemon: programs.packaged, folder: folder, name: "\(id)-packaged"),
      Contestant(programs.client, [files], name: "\(id)-c"),
      Contestant(programs.python, [programs.script, files], name: "\(id)-python"),
    ]
    times = contestants.map { _ in Array(repeating: Rounds(things: labels.all.count), count: 2) }
    // The last, so that what comes first is not on the display already.
    for index in contestants.indices where tell(labels.all.count - 1, index) == nil {
      contestants[index]?.end()
      contestants[index] = nil
    }
  }

  mutating func run(_ report: inout Report) {
    guard contestants[0] != nil else {
      report.note("brailled does not show anything")
      return
    }
    if contestants[1] == nil { report.note("\(programs.packaged) was not built") }
    if contestants[2] == nil { report.note("there is no client in C: install gcc") }
    if contestants[3] == nil {
      report.note(
        "there is no client in Python: apt-get install --no-install-recommends python3-louis "
          + "python3-brlapi")
    }
    for _ in 0..<SocketBench.rounds {
      measure(0..<SocketBench.backToBack, apart: .zero)
      measure(SocketBench.backToBack..<labels.all.count, apart: SocketBench.apart)
    }
    for (place, how) in ["back to back", "5 ms apart"].enumerated() {
      let typical = times.map { $0[place].typicalBest }
      for (ours, daemon) in ["daemon", "static daemon"].enumerated() {
        let what = "focus to BrlAPI, \(how): \(daemon)"
        report.compare("\(what) / C", typical[ours], typical[2], aim: 1.5)
        report.compare("\(what) / Python", typical[ours], typical[3], aim: 1)
      }
    }
    checkMemory(&report)
    for index in contestants.indices { contestants[index]?.end() }
  }

  private mutating func measure(_ labels: Range<Int>, apart: Duration) {
    for first in stride(from: labels.lowerBound, to: labels.upperBound, by: SocketBench.turn) {
      let turn = first..<min(first + SocketBench.turn, labels.upperBound)
      for index in contestants.indices where contestants[index] != nil {
        for label in turn {
          if apart > .zero { contestants[index]?.serve(until: MonotonicClock.now + apart) }
          guard let time = tell(label, index) else { break }
          times[index][apart > .zero ? 1 : 0].add(time, of: label)
        }
        // What is still asked is answered before it is somebody else's turn.
        contestants[index]?.serve(until: MonotonicClock.now + .milliseconds(2))
      }
    }
  }

  private mutating func tell(_ label: Int, _ index: Int) -> Duration? {
    contestants[index]?.show(lines[label], labels.all[label])
  }

  /// Says if the daemon had an answer from its memory of translations.
  private func checkMemory(_ report: inout Report) {
    guard let socket = contestants[0]?.socket,
      case .number(let count)? = DaemonProcess.ask("status", "{}", socket)?["counters"]?[
        "translationsCached"]
    else { return }
    if count > 0 { report.note("\(Int(count)) of the daemon's answers came from memory") }
  }
}
