// SPDX-License-Identifier: GPL-3.0-or-later

/// What was measured, a row each.
struct Report {
  private var rows: [[String]] = [["what", "ours", "other", "ratio", "aim"]]
  private var notes: [String] = []

  /// Times that are compared, with the ratio that is wanted.
  mutating func compare(_ what: String, _ ours: Duration?, _ other: Duration?, aim: Double?) {
    guard let ours, let other else { return }
    let ratio = ours / other
    let isMet = aim.map { ratio <= $0 } ?? true
    rows.append([
      what, ours.text, other.text, hundredths(ratio),
      aim.map { "<= \(hundredths($0))" + (isMet ? "" : "  missed") } ?? "",
    ])
  }

  /// Something that is to be no more than so much.
  mutating func limit(_ what: String, _ value: Double?, most: Double, unit: String) {
    guard let value else { return }
    let isMet = value <= most
    rows.append([
      what, "\(tenths(value)) \(unit)", "", "",
      "<= \(tenths(most)) \(unit)" + (isMet ? "" : "  missed"),
    ])
  }

  /// Something to be said below the table.
  mutating func note(_ text: String) {
    notes.append(text)
  }

  /// The table, and what is to be said below it.
  func show() {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      var line = ""
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        line += (1...3).contains(column) ? padding + cell : cell + padding
        line += "  "
      }
      print(line)
    }
    for note in notes { print(note) }
  }
}

/// Times of the same thing, again and again.
struct Samples {
  private(set) var times: [Duration] = []

  mutating func add(_ time: Duration) {
    times.append(time)
  }

  /// The time that half of them do not exceed; nil if there are none.
  var median: Duration? {
    times.isEmpty ? nil : times.sorted()[times.count / 2]
  }

  /// The time that so much of them, of 1, do not exceed; nil if there are none.
  func quantile(_ part: Double) -> Duration? {
    guard !times.isEmpty else { return nil }
    let place = Int((part * Double(times.count)).rounded(.up)) - 1
    return times.sorted()[min(max(0, place), times.count - 1)]
  }
}

/// Times of several things, each measured in every round.
///
/// Noise only ever adds: the least of each thing is what it takes.
struct Rounds {
  private var things: [Samples]

  init(things count: Int) {
    things = Array(repeating: Samples(), count: count)
  }

  mutating func add(_ time: Duration, of thing: Int) {
    things[thing].add(time)
  }

  /// The least of each thing, summed; nil if nothing was measured.
  var best: Duration? {
    let least = things.compactMap { $0.times.min() }
    return least.isEmpty ? nil : least.reduce(.zero, +)
  }

  /// The median of the least of each thing; nil if nothing was measured.
  var typicalBest: Duration? {
    var least = Samples()
    for time in things.compactMap({ $0.times.min() }) { least.add(time) }
    return least.median
  }
}

extension Duration {
  /// In µs with a tenth.
  var text: String { tenths(self / .microseconds(1)) + " µs" }
}

func tenths(_ value: Double) -> String {
  let whole = Int((value * 10).rounded())
  return "\(whole / 10).\(whole % 10)"
}

private func hundredths(_ value: Double) -> String {
  let whole = Int((value * 100).rounded())
  return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
}
