// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Measurement
import Posix

/// From a focus to its frame in the engine for lines of Chinese, against liblouis alone.
///
/// Of such a line every scalar goes through all that makes a text safe for a table.
struct ChineseBench {
  private let limit: Limit?
  private var engine: Engine<InProcess>
  private let messages: [Message]
  private var clock = Duration.zero
  /// So many lines are taken before it is the other's turn.
  private let turn = 16
  private static let rounds = 14

  /// nil if the table is not there.
  init?(programs: Programs, lines: Labels, files: String) {
    guard let translator = InProcess(files: files) else { return nil }
    limit =
      isReadable(programs.limit)
      ? Limit(program: programs.limit, files: files, labels: lines) : nil
    engine = EngineBench.engine(translator, language: "zh-TW")
    messages = lines.messages
  }

  mutating func run(_ report: inout Report) {
    let turns = messages.count / turn
    var limits = Rounds(things: turns)
    var ours = Rounds(things: turns)
    for _ in 0..<ChineseBench.rounds {
      for index in 0..<turns {
        clock += .seconds(1)
        let first = index * turn
        if let time = limit?.translate(first, count: turn) { limits.add(time, of: index) }
        ours.add(time(first), of: index)
      }
    }
    let count = turns * turn
    report.compare(
      "focus to frame, zh-tw: engine / liblouis in C", ours.best.map { $0 / count },
      limits.best.map { $0 / count }, aim: 1.1)
    limit?.end()
  }

  private mutating func time(_ first: Int) -> Duration {
    let start = MonotonicClock.now
    for message in messages[first..<(first + turn)] {
      _ = EngineBench.show(message, &engine, at: clock)
    }
    return MonotonicClock.now - start
  }
}
