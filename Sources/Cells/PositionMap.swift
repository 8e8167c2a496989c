// SPDX-License-Identifier: GPL-3.0-or-later

/// Which scalars of a text stand in which cells, both ways.
///
/// Whatever it was made of, it keeps to this:
/// * total: each cell has a scalar, each scalar a cell;
/// * monotone: neither direction ever goes back;
/// * of one mind: the first cell of a scalar leads to no scalar of an earlier group;
/// * in range: a cell's scalar is from 0 to below `scalarCount` (0 if there is none), a scalar's
///   cell from 0 to `cellCount`.
///
/// Several cells may share a scalar (a sign and its letter) and several scalars a cell (a
/// contraction). A scalar that is not shown has the cell of what follows it, which is
/// `cellCount` at the end.
public struct PositionMap: Equatable, Sendable {
  private var scalarOfCell: [Int32]
  private var cellOfScalar: [Int32]

  /// The scalar of each cell, as `init(scalarOfCell:cellOfScalar:)` takes them.
  public var scalarsOfCells: [Int32] { scalarOfCell }
  /// The cell of each scalar.
  public var cellsOfScalars: [Int32] { cellOfScalar }

  /// The number of scalars of the text.
  public var scalarCount: Int { cellOfScalar.count }
  /// The number of cells.
  public var cellCount: Int { scalarOfCell.count }

  /// The map of nothing.
  public init() {
    scalarOfCell = []
    cellOfScalar = []
  }

  /// One cell for each scalar.
  public init(identity count: Int) {
    scalarOfCell = Array(0..<Int32(count))
    cellOfScalar = scalarOfCell
  }

  /// A map from what a translator says, mended where that cannot be.
  ///
  /// `scalarOfCell` names the scalar of each cell, `cellOfScalar` the first cell of each
  /// scalar's group. liblouis gives -1, jumps back and runs past the end: a value that is out of
  /// range or goes back becomes the one before it.
  public init(scalarOfCell: [Int32], cellOfScalar: [Int32]) {
    let lastScalar = Int32(max(0, cellOfScalar.count - 1))
    self.scalarOfCell = scalarOfCell
    self.cellOfScalar = cellOfScalar
    PositionMap.mend(&self.scalarOfCell, most: lastScalar)
    PositionMap.mend(&self.cellOfScalar, most: Int32(scalarOfCell.count))
    agree()
  }

  /// Gives cells that lead to a scalar before their group to the group's first scalar.
  ///
  /// Such are those of a contraction that begins in the middle of a character: the character's
  /// scalars are all in its first cell.
  private mutating func agree() {
    var last: Int32 = -1
    for (scalar, first) in cellOfScalar.enumerated() where first != last {
      last = first
      var cell = Int(first)
      while cell < scalarOfCell.count, scalarOfCell[cell] < Int32(scalar) {
        scalarOfCell[cell] = Int32(scalar)
        cell += 1
      }
    }
  }

  private static func mend(_ values: inout [Int32], most: Int32) {
    var least: Int32 = 0
    for index in values.indices {
      if values[index] < least || values[index] > most {
        values[index] = least
      } else {
        least = values[index]
      }
    }
  }

  /// The scalar of a cell; for a cell behind the last one, the end of the text.
  public func scalar(of cell: CellOffset) -> TextOffset {
    let index = max(0, cell.value)
    guard index < scalarOfCell.count else { return TextOffset(scalarCount) }
    return TextOffset(Int(scalarOfCell[index]))
  }

  /// The first cell of a scalar's group, which is its sign if it has one; for the end of the
  /// text, `cellCount`.
  public func cell(of scalar: TextOffset) -> CellOffset {
    let index = max(0, scalar.value)
    guard index < cellOfScalar.count else { return CellOffset(cellCount) }
    return CellOffset(Int(cellOfScalar[index]))
  }

  /// Whether a scalar begins in this cell: not in the middle of a sign and its character.
  public func startsGroup(_ cell: CellOffset) -> Bool {
    let index = cell.value
    guard index > 0, index < scalarOfCell.count else { return true }
    return scalarOfCell[index] != scalarOfCell[index - 1]
  }

  /// The first cell of the group that a cell belongs to.
  public func groupStart(_ cell: CellOffset) -> CellOffset {
    var start = cell
    while !startsGroup(start) { start.value -= 1 }
    return start
  }

  /// The scalars that stand in a cell's group: from its own to that of the next group.
  public func scalars(of cell: CellOffset) -> Range<TextOffset> {
    let first = scalar(of: cell)
    var next = max(0, cell.value) + 1
    while next < scalarOfCell.count, Int(scalarOfCell[next]) == first.value { next += 1 }
    return first..<max(first, scalar(of: CellOffset(next)))
  }

  /// Puts another text with its cells behind this one.
  public mutating func append(_ other: PositionMap) {
    guard scalarCount > 0 || cellCount > 0 else {
      self = other
      return
    }
    let scalars = Int32(scalarCount)
    let cells = Int32(cellCount)
    scalarOfCell.reserveCapacity(cellCount + other.cellCount)
    cellOfScalar.reserveCapacity(scalarCount + other.scalarCount)
    // Cells without any scalar belong to the last one before them.
    let last = max(0, scalars + Int32(other.scalarCount) - 1)
    for scalar in other.scalarOfCell { scalarOfCell.append(min(scalar + scalars, last)) }
    for cell in other.cellOfScalar { cellOfScalar.append(cell + cells) }
  }

  /// The map from this one's text to the cells of `next`, where this one's cells are the
  /// scalars of `next`.
  public func followed(by next: PositionMap) -> PositionMap {
    var result = PositionMap()
    result.scalarOfCell = next.scalarOfCell.map { middle in
      Int(middle) < cellCount ? scalarOfCell[Int(middle)] : Int32(max(0, scalarCount - 1))
    }
    result.cellOfScalar = cellOfScalar.map { middle in
      Int(middle) < next.scalarCount ? next.cellOfScalar[Int(middle)] : Int32(next.cellCount)
    }
    result.agree()
    return result
  }
}
