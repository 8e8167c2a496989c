// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements

extension TextEdit {
  /// The changes that make one screen of a terminal of another one, row by row; nil if they are
  /// not parts of the same whole, or no version tells them apart.
  ///
  /// Where rows have scrolled they are taken out on one side and put in on the other, so that what
  /// is read stays the same text, wherever it is on the screen now.
  init?(rowsFrom old: TextContent, to new: TextContent) {
    guard let base = old.version, let version = new.version, version != base,
      old.offset == 0, new.offset == 0, old.end.value == old.length,
      new.end.value == new.length, old.contracted == new.contracted, old.runs.isEmpty,
      new.runs.isEmpty, (new.caret == nil) == (old.caret == nil),
      (new.anchor == nil) == (old.anchor == nil)
    else { return nil }
    var screen = ScreenRows(old.rows, new.rows)
    guard let changes = screen.changes() else { return nil }
    self.init(
      base: base, version: version, changes: changes, caret: new.caret, anchor: new.anchor)
  }
}

extension TextContent {
  /// Its lines, each with what ends it.
  fileprivate var rows: [ArraySlice<Unicode.Scalar>] {
    let all = scalars(TextOffset(offset)..<end)
    return all.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      let isLast = $1.endIndex == all.endIndex
      if isLast { return $1.isEmpty ? nil : $1 }
      return all[$1.startIndex..<$1.endIndex + 1]
    }
  }
}

/// The rows of a screen before and after something was put out.
private struct ScreenRows {
  private typealias Row = ArraySlice<Unicode.Scalar>

  private var old: [Row]
  private var new: [Row]
  private var changed: [TextEdit.Change] = []
  /// Where the next change is, in the text as it is made so far.
  private var place = 0

  private static let mostRows = 500

  init(_ old: [ArraySlice<Unicode.Scalar>], _ new: [ArraySlice<Unicode.Scalar>]) {
    self.old = old
    self.new = new
  }

  /// The changes, from the top down; nil: too much for row by row.
  mutating func changes() -> [TextEdit.Change]? {
    guard old.count <= ScreenRows.mostRows, new.count <= ScreenRows.mostRows else { return nil }
    while let row = old.first, row == new.first {
      place += row.count
      old.removeFirst()
      new.removeFirst()
    }
    while let row = old.last, row == new.last {
      old.removeLast()
      new.removeLast()
    }
    let shift = shift()
    if shift > 0 {
      replace(old.prefix(shift).reduce(0) { $0 + $1.count }, by: [])
      old.removeFirst(shift)
    } else if shift < 0 {
      insert(new.prefix(-shift))
      new.removeFirst(-shift)
    }
    let both = min(old.count, new.count)
    for index in 0..<both { change(old[index], to: new[index]) }
    replace(old.dropFirst(both).reduce(0) { $0 + $1.count }, by: [])
    insert(new.dropFirst(both))
    return changed
  }

  /// By how many rows the screen has scrolled, up or (negative) down; 0 if it has not, as far as
  /// most of its rows tell.
  private func shift() -> Int {
    var best = (shift: 0, count: matches(at: 0))
    for distance in 1..<max(2, max(old.count, new.count)) {
      for shift in [distance, -distance] {
        let count = matches(at: shift)
        if count > best.count { best = (shift, count) }
      }
    }
    return best.shift
  }

  /// How many rows with something on them are the same if the screen has scrolled so far.
  private func matches(at shift: Int) -> Int {
    var count = 0
    var index = max(0, shift)
    while index < old.count, index - shift < new.count {
      let row = old[index]
      if row == new[index - shift], row.contains(where: { !$0.properties.isWhitespace }) {
        count += 1
      }
      index += 1
    }
    return count
  }

  private mutating func insert(_ rows: ArraySlice<ArraySlice<Unicode.Scalar>>) {
    let text = rows.flatMap { $0 }
    guard !text.isEmpty else { return }
    replace(0, by: text)
    place += text.count
  }

  private mutating func replace(_ count: Int, by text: [Unicode.Scalar]) {
    guard count > 0 || !text.isEmpty else { return }
    changed.append(
      TextEdit.Change(range: TextOffset(place)..<TextOffset(place + count), text: text))
  }

  /// Changes what is different in a row.
  private mutating func change(_ row: Row, to other: Row) {
    let head = zip(row, other).prefix { $0 == $1 }.count
    let tail = zip(row.dropFirst(head).reversed(), other.dropFirst(head).reversed())
      .prefix { $0 == $1 }.count
    place += head
    replace(row.count - head - tail, by: Array(other.dropFirst(head).dropLast(tail)))
    place += other.count - head
  }
}
