// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation
import Translation

/// How wide the columns of a table are, as far as its rows have been looked at.
///
/// They only become wider, so that what the fingers know stays where it is (behaviour V4).
struct TableColumns: Equatable {
  /// So many blank cells are between two columns (BANA, Braille Formats 11).
  static let gap = 2

  /// The table; nil for rows that are in none.
  private let table: String?
  /// The most cells that a row has in each column, by the columns' numbers.
  private var widths: [Int: Int] = [:]
  /// The same of rows that wait for their own table.
  private var provisional: [Int: Int] = [:]
  /// The lines that have been looked at.
  private var measured: Set<Int> = []
  /// The lines to be looked at before the table is shown, also where they are not in sight.
  private var wanted: Set<Int>
  /// Where each column starts, by its number: two blanks behind the widest cell of the one before.
  private(set) var starts: [Int: Int] = [:]
  /// The same, from the left to the right.
  private var ordered: [CellOffset] = []

  /// The columns of a table, to be measured by some of its lines.
  init(of table: String?, by lines: Set<Int>) {
    self.table = table
    wanted = lines
  }

  /// The same columns when the table's lines are others; nil for another table.
  func carried(to table: String?) -> TableColumns? {
    guard let table, table == self.table, !widths.isEmpty else { return nil }
    var result = TableColumns(of: table, by: [])
    result.widths = widths
    result.place()
    return result
  }

  /// What is left of them when the lines that waited for their table have an answer.
  mutating func forgetProvisional() {
    provisional = [:]
    measured.subtract(wanted)
    place()
  }

  /// The lines that are still to be looked at when some are shown.
  func unmeasured(_ shown: [Int]) -> Set<Int> {
    wanted.union(shown).subtracting(measured)
  }

  /// Makes room for a line.
  mutating func add(_ line: TranslatedLine, _ index: Int) {
    measured.insert(index)
    if line.isProvisional { wanted.insert(index) } else { wanted.remove(index) }
    for column in line.line.columns {
      let end = line.map.cell(of: TextOffset(column.range.upperBound)).value
      let width = end - line.map.cell(of: TextOffset(column.range.lowerBound)).value
      // A cell over several columns makes none of them wider.
      let needed = column.span > 1 ? 0 : width
      if line.isProvisional {
        provisional[column.index] = max(provisional[column.index] ?? 0, needed)
      } else {
        widths[column.index] = max(widths[column.index] ?? 0, needed)
      }
    }
  }

  /// Says where the columns start, now that lines were added.
  mutating func place() {
    var start = 0
    starts = [:]
    ordered = []
    let all = widths.merging(provisional) { max($0, $1) }
    for (column, width) in all.sorted(by: { $0.key < $1.key }) {
      starts[column] = start
      ordered.append(CellOffset(start))
      start += width + TableColumns.gap
    }
  }

  /// The starts of columns that are behind a cell, up to another one, the last of them first.
  func starts(after cell: CellOffset, upTo last: CellOffset) -> [CellOffset] {
    var (low, high) = (0, ordered.count)
    while low < high {
      let middle = (low + high) / 2
      if ordered[middle] <= last { low = middle + 1 } else { high = middle }
    }
    return ordered[..<low].reversed().prefix { cell < $0 }
  }

  /// Where a cell is that stood in columns which started elsewhere.
  func carried(_ cell: CellOffset, from old: TableColumns) -> CellOffset {
    let passed = old.starts.filter { $0.value <= cell.value }
    guard let (column, start) = passed.max(by: { $0.value < $1.value }),
      let new = starts[column]
    else { return cell }
    return cell + (new - start)
  }
}

extension Reading {
  /// So many rows around the one that has the focus say how wide the columns are at first.
  private static let measured = 24

  /// Where the columns of a row stand.
  mutating func stops(
    of line: TranslatedLine, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> [Line.Stop] {
    if columns == nil { measureColumns(for: [], style, &translator) }
    let starts = columns?.starts ?? [:]
    return line.line.columns.compactMap { column in
      starts[column.index].map { Line.Stop(scalar: column.range.lowerBound, cell: $0) }
    }
  }

  /// Makes the columns as wide as some lines of a table need it, which come into sight.
  mutating func measureColumns(
    for shown: [Int], _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    guard passage.isTable else { return }
    let old = columns ?? TableColumns(of: passage.table, by: linesAroundCurrent)
    let unmeasured = old.unmeasured(shown)
    guard !unmeasured.isEmpty else { return }
    var columns = old
    for index in unmeasured {
      columns.add(style.translation.translate(passage.line(index), with: &translator), index)
    }
    columns.place()
    self.columns = columns
    guard columns.starts != old.starts else { return }
    lines = [:]
    viewport.start = columns.carried(viewport.start, from: old)
  }

  /// The lines that say how wide the columns of a table are when it comes up.
  private var linesAroundCurrent: Set<Int> {
    let current = passage.currentLines.lowerBound
    let first = max(0, current - Reading.measured)
    var lines = Set(first..<min(passage.count, current + Reading.measured))
    if let header = passage.headerLine { lines.insert(header) }
    return lines
  }
}
