// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation
import Translation

/// How a line is cut into rows.
public enum Wrap: String, CaseIterable, Sendable {
  /// Between words; a word that is longer than a row between characters.
  case word
  /// Between characters.
  case off
  /// Between characters, a cut word marked by dots 7 and 8 in the row's last cell.
  case cut
  /// Between words, and in words where their language parts them, with a hyphen.
  case syllable

  /// The cell that stands behind a part of a word: dots 3 and 6, in all braille codes.
  static let hyphen = Cell(dots: 3, 6)
}

/// A part of a line that stands in one row.
struct Row: Equatable {
  /// Its cells in the line.
  var range: Range<CellOffset>
  /// Where the next row starts; nil at the end of the line.
  var next: CellOffset?
  /// What tells that a word goes on in the next row.
  var mark: Mark?

  /// What stands in a row that is in no text.
  enum Mark {
    /// Dots 7 and 8 in its last column.
    case cut
    /// A hyphen behind its cells.
    case hyphen
  }

  /// Those of its cells that the line has: not the spare one, and none of a line that ends before.
  func cells(of line: TranslatedLine) -> Range<CellOffset> {
    let end = min(range.upperBound, CellOffset(line.cells.count))
    return range.lowerBound..<max(range.lowerBound, end)
  }
}

extension Wrap {
  /// The row of a line that starts at a cell.
  ///
  /// `end` is where the line ends: the number of its cells, one more with a spare cell for the
  /// caret. Blanks between two rows are shown in neither, but in the second if the caret is on
  /// them. A sign is never parted from its character. Each row has at least one cell. `places`
  /// tells where a word may be parted, each place as the number of scalars before it.
  func row(
    of line: TranslatedLine, from start: CellOffset, end: CellOffset, columns: Int,
    caret: CellOffset?, places: (Word) -> [Int]
  ) -> Row {
    let limit = start + columns
    guard limit < end else { return Row(range: start..<max(start, end), next: nil) }
    var row = cut(line, from: start, limit: limit, places: places)
    var next = row.range.upperBound
    while next < end, line.isBreakingBlank(next), next != caret { next.value += 1 }
    // Blanks that fit into the row are in it, as far as a routing key can tell.
    row.range = start..<max(row.range.upperBound, min(next, row.mark == nil ? limit : limit - 1))
    row.next = next < end ? next : nil
    return row
  }

  private func cut(
    _ line: TranslatedLine, from start: CellOffset, limit: CellOffset, places: (Word) -> [Int]
  ) -> Row {
    let lastBreak =
      self == .word || self == .syllable ? line.lastBreak(after: start, upTo: limit) : nil
    if self == .syllable, lastBreak != limit,
      let part = line.lastPart(after: lastBreak ?? start, upTo: limit, places: places)
    {
      return Row(range: start..<part.end, mark: part.mark)
    }
    if let lastBreak { return Row(range: start..<lastBreak) }
    let end =
      line.lastGroupStart(after: start, upTo: limit)
      ?? line.lastBlankInGroup(after: start, upTo: limit) ?? limit
    guard self == .cut, !line.isBreak(end) else { return Row(range: start..<end) }
    guard let shorter = line.lastGroupStart(after: start, upTo: limit - 1) else {
      return Row(range: start..<end)
    }
    return Row(range: start..<shorter, mark: line.isBreak(shorter) ? nil : .cut)
  }
}

extension TranslatedLine {
  /// Whether a cell is a blank that may stand between two rows: not a no-break space, and not a
  /// part of a sign of several cells.
  func isBreakingBlank(_ cell: CellOffset) -> Bool {
    guard cell.value < cells.count, cells[cell.value].isBlank else { return false }
    let scalar = line.scalars[map.scalar(of: cell).value]
    guard scalar.value != 0xA0, scalar.value != 0x202F, scalar.value != 0x2007 else { return false }
    var other = map.groupStart(cell)
    repeat {
      guard cells[other.value].isBlank else { return false }
      other.value += 1
    } while !map.startsGroup(other)
    return true
  }

  /// Whether a row may end before a cell: at a blank, behind one, or beside an ideograph.
  func isBreak(_ cell: CellOffset) -> Bool {
    guard cell.value > 0, map.startsGroup(cell) else { return false }
    if cell.value >= cells.count || isBreakingBlank(cell) || isBreakingBlank(cell - 1) {
      return true
    }
    let before = line.scalars[map.scalar(of: cell - 1).value]
    let after = line.scalars[map.scalar(of: cell).value]
    // UAX 14: between ideographs or emoji, and between one and a letter or digit; never before a
    // comma.
    return before.isUnspaced && (after.isUnspaced || after.isWordly)
      || after.isUnspaced && before.isWordly
  }

  /// The last place where a row that starts at `start` may end so that it is not blank.
  func lastBreak(after start: CellOffset, upTo limit: CellOffset) -> CellOffset? {
    var first = start
    while isBreakingBlank(first) { first.value += 1 }
    var cell = limit
    while cell > first {
      if isBreak(cell) { return cell }
      cell.value -= 1
    }
    return nil
  }

  /// The last place behind a blank of a character that takes more than a row: one shown by its
  /// name.
  func lastBlankInGroup(after start: CellOffset, upTo limit: CellOffset) -> CellOffset? {
    var cell = limit
    while cell > start {
      if cells[(cell - 1).value].isBlank, cell - 1 > start { return cell }
      cell.value -= 1
    }
    return nil
  }

  /// The last place where a row may end without parting a sign from its character.
  func lastGroupStart(after start: CellOffset, upTo limit: CellOffset) -> CellOffset? {
    var cell = limit
    while cell > start {
      if map.startsGroup(cell) { return cell }
      cell.value -= 1
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether lines may be cut beside it although there is no blank: ideographs, kana, emoji.
  var isUnspaced: Bool {
    switch value {
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: true
    case 0...0x2E7F: false
    default: properties.isIdeographic || properties.isEmojiPresentation
    }
  }

  /// Whether it is a letter or a digit.
  var isWordly: Bool {
    properties.isAlphabetic || properties.generalCategory == .decimalNumber
  }
}
