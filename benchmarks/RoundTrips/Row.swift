// SPDX-License-Identifier: GPL-3.0-or-later

/// A row of what is printed, with lines below it.
struct Row: CustomStringConvertible {
  var columns: [Column]
  /// Whether all is as good as it has to be.
  var isGood = true
  var notes: [String] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  var description: String {
    let columns = columns + (isGood ? [] : [.text(" worse", 6)])
    let line = columns.map(\.description).joined(separator: " ")
    return ([line] + notes.map { "  " + $0 }).joined(separator: "\n")
  }
}

/// What stands in a column.
enum Column: CustomStringConvertible {
  case text(String, Int)
  /// Of a hundred; nil: not known.
  case share(Double?, Int)
  case count(Int, Int)

  var description: String {
    switch self {
    case .text(let text, let width):
      return text + String(repeating: " ", count: max(0, width - text.count))
    case .count(let count, let width): return Column.right("\(count)", width)
    case .share(nil, let width): return Column.right("-", width)
    case .share(let share?, let width):
      let hundredths = Int((share * 100).rounded(.down))
      let rest = hundredths % 100
      return Column.right("\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)", width)
    }
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
