// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
public import Presentation

extension TranslatedLine {
  /// The line with some of its scalars in columns of their own.
  ///
  /// Each of `stops`, which are in order, stands in its cell if there is room, else behind one
  /// blank. The blanks before it become more or fewer; each of them keeps its scalar as far as
  /// there are enough.
  public func aligned(at stops: [Line.Stop]) -> TranslatedLine {
    guard !stops.isEmpty else { return self }
    var alignment = Alignment(of: self)
    for stop in stops { alignment.add(stop) }
    return alignment.result
  }
}

/// A line whose blanks are being changed.
private struct Alignment {
  private let line: TranslatedLine
  private var cells: [Cell] = []
  private var scalarOfCell: [Int32] = []
  /// Where each cell of the line is now.
  private var places: [Int32] = []

  init(of line: TranslatedLine) {
    self.line = line
  }

  mutating func add(_ stop: Line.Stop) {
    let end = min(line.map.cell(of: TextOffset(stop.scalar)).value, line.cells.count)
    guard end >= places.count else { return }
    var gap = end
    while gap > places.count, line.cells[gap - 1].isBlank { gap -= 1 }
    copy(upTo: gap)
    let room = stop.cell - cells.count
    let width = max(cells.isEmpty ? 0 : 1, min(room, Alignment.longestGap))
    let first = cells.count
    for offset in 0..<width {
      cells.append(.blank)
      scalarOfCell.append(scalar(ofBlank: offset, from: gap, to: end))
    }
    for cell in gap..<end {
      places.append(Int32(first + min(cell - gap, max(0, width - 1))))
    }
  }

  /// No gap is wider: a place that is said to be far to the right costs nothing.
  private static let longestGap = 1000

  private func scalar(ofBlank offset: Int, from gap: Int, to end: Int) -> Int32 {
    let cell = gap < end ? min(gap + offset, end - 1) : max(0, end - 1)
    return Int32(line.map.scalar(of: CellOffset(cell)).value)
  }

  private mutating func copy(upTo end: Int) {
    for cell in places.count..<end {
      places.append(Int32(cells.count))
      cells.append(line.cells[cell])
      scalarOfCell.append(line.map.scalarsOfCells[cell])
    }
  }

  var result: TranslatedLine {
    var whole = self
    whole.copy(upTo: line.cells.count)
    let end = Int32(whole.cells.count)
    let cellOfScalar = line.map.cellsOfScalars.map { cell in
      Int(cell) < whole.places.count ? whole.places[Int(cell)] : end
    }
    return TranslatedLine(
      line: line.line, cells: whole.cells,
      map: PositionMap(scalarOfCell: whole.scalarOfCell, cellOfScalar: cellOfScalar),
      isProvisional: line.isProvisional, spelled: line.spelled)
  }
}
