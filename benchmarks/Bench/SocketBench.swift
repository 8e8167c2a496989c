// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Wire

/// From a focus on the socket to the cells that are handed to BrlAPI, against programs that do
/// nothing else.
struct SocketBench {
  private let labels: Labels
  private let lines: [[UInt8]]
  private var contestants: [Contestant?]
  /// The label that each is told next.
  private var next = [0, 0, 0]
  /// So many labels are told before it is the next one's turn.
  private let turn = 20

  init(programs: Programs, labels: Labels, files: String, folder: TemporaryFolder) {
    self.labels = labels
    lines = labels.lines
    let id = programs.uniqueName
    contestants = [
      Contestant(daemon: programs.daemon, folder: folder, name: "\(id)-ours"),
      Contestant(programs.client, [files], name: "\(id)-c"),
      Contestant(programs.python, [programs.script, files], name: "\(id)-python"),
    ]
    for index in contestants.indices where tell(index) == nil {
      contestants[index]?.end()
      contestants[index] = nil
    }
  }

  mutating func run(_ report: inout Report) {
    guard contestants[0] != nil else {
      report.note("brailled does not show anything")
      return
    }
    if contestants[1] == nil { report.note("there is no client in C: install gcc") }
    if contestants[2] == nil {
      report.note(
        "there is no client in Python: apt-get install --no-install-recommends python3-louis "
          + "python3-brlapi")
    }
    measure("back to back", apart: .zero, labels: 1400, &report)
    measure("5 ms apart", apart: .milliseconds(5), labels: 1000, &report)
    checkMemory(&report)
    for index in contestants.indices { contestants[index]?.end() }
  }

  private mutating func measure(
    _ how: String, apart: Duration, labels count: Int, _ report: inout Report
  ) {
    for index in contestants.indices { contestants[index]?.times = Samples() }
    for _ in 0..<(count / turn) {
      for index in contestants.indices where contestants[index] != nil {
        for _ in 0..<turn {
          if apart > .zero { contestants[index]?.serve(until: MonotonicClock.now + apart) }
          guard let time = tell(index) else { break }
          contestants[index]?.times.add(time)
        }
        // What is still asked is answered before it is somebody else's turn.
        contestants[index]?.serve(until: MonotonicClock.now + .milliseconds(2))
      }
    }
    let medians = contestants.map { $0?.times.median }
    report.compare("focus to BrlAPI, \(how): daemon / C", medians[0], medians[1], aim: 1.5)
    report.compare("focus to BrlAPI, \(how): daemon / Python", medians[0], medians[2], aim: 1)
  }

  private mutating func tell(_ index: Int) -> Duration? {
    let label = next[index] % labels.all.count
    next[index] += 1
    return contestants[index]?.show(lines[label], labels.all[label])
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
