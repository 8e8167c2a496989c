// SPDX-License-Identifier: GPL-3.0-or-later

/// What was measured, a row each.
public struct Report {
  private var rows: [[String]] = [["what", "ours", "other", "ratio", "aim"]]
  private var notes: [String] = []

  /// A report of nothing yet.
  public init() {}

  /// Times that are compared, with the ratio that is wanted.
  public mutating func compare(_ what: String, _ ours: Duration?, _ other: Duration?, aim: Double?)
  {
    let ratio = ours.flatMap { ours in other.map { ours / $0 } }
    row(what, ours?.text, other?.text, ratio, aim)
  }

  /// Sizes in KiB that are compared, with the ratio that is wanted.
  public mutating func compareSizes(_ what: String, _ ours: Int?, _ other: Int?, aim: Double?) {
    let ratio = ours.flatMap { ours in other.map { Double(ours) / Double($0) } }
    row(what, ours.map(size), other.map(size), ratio, aim)
  }

  /// A comparison, or what there is of it.
  private mutating func row(
    _ what: String, _ ours: String?, _ other: String?, _ ratio: Double?, _ aim: Double?
  ) {
    guard ours != nil || other != nil else { return }
    var judgement = ""
    if let ratio, let aim {
      judgement = "<= \(hundredths(aim))" + (ratio <= aim ? "" : "  missed")
    }
    rows.append([what, ours ?? "", other ?? "", ratio.map(hundredths) ?? "", judgement])
  }

  /// Something that is to be no more than so much.
  public mutating func limit(_ what: String, _ value: Double?, most: Double, unit: String) {
    guard let value else { return }
    let isMet = value <= most
    rows.append([
      what, "\(tenths(value)) \(unit)", "", "",
      "<= \(tenths(most)) \(unit)" + (isMet ? "" : "  missed"),
    ])
  }

  /// Something to be said below the table.
  public mutating func note(_ text: String) {
    notes.append(text)
  }

  /// The table, and what is to be said below it.
  public func show() {
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

private func size(_ kibibytes: Int) -> String { tenths(Double(kibibytes) / 1024) + " MiB" }

/// Times of the same thing, again and again.
public struct Samples {
  /// All of them, in the order in which they were measured.
  public private(set) var times: [Duration] = []

  /// No times yet.
  public init() {}

  /// One more.
  public mutating func add(_ time: Duration) {
    times.append(time)
  }

  /// The time that half of them do not exceed; nil if there are none.
  public var median: Duration? {
    times.isEmpty ? nil : times.sorted()[times.count / 2]
  }

  /// The time that so much of them, of 1, do not exceed; nil if there are none.
  public func quantile(_ part: Double) -> Duration? {
    guard !times.isEmpty else { return nil }
    let place = Int((part * Double(times.count)).rounded(.up)) - 1
    return times.sorted()[min(max(0, place), times.count - 1)]
  }
}

/// Times of several things, each measured in every round.
///
/// Noise only ever adds: the least of each thing is what it takes.
public struct Rounds {
  private var things: [Samples]

  /// No times yet, of so many things.
  public init(things count: Int) {
    things = Array(repeating: Samples(), count: count)
  }

  /// One more, of the thing with this number.
  public mutating func add(_ time: Duration, of thing: Int) {
    things[thing].add(time)
  }

  /// The least of each thing, summed; nil if nothing was measured.
  public var best: Duration? {
    let least = things.compactMap { $0.times.min() }
    return least.isEmpty ? nil : least.reduce(.zero, +)
  }

  /// The median of the least of each thing; nil if nothing was measured.
  public var typicalBest: Duration? {
    var least = Samples()
    for time in things.compactMap({ $0.times.min() }) { least.add(time) }
    return least.median
  }
}

extension Duration {
  /// In µs with a tenth.
  public var text: String { tenths(self / .microseconds(1)) + " µs" }
}

/// With one digit behind the point.
public func tenths(_ value: Double) -> String {
  let whole = Int((value * 10).rounded())
  return "\(whole / 10).\(whole % 10)"
}

private func hundredths(_ value: Double) -> String {
  let whole = Int((value * 100).rounded())
  return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
}
