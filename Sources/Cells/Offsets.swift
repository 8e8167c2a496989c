// SPDX-License-Identifier: GPL-3.0-or-later

/// A place in a text, in Unicode scalars from its start.
///
/// A type of its own, so that it is never taken for a place in cells.
public struct TextOffset: Hashable, Comparable, Sendable {
  /// The number of scalars before it, from 0.
  public var value: Int

  /// The place behind `value` scalars.
  @inlinable public init(_ value: Int) {
    self.value = value
  }

  /// The start.
  public static let zero = TextOffset(0)

  /// Whether the left one is nearer to the start.
  @inlinable public static func < (left: TextOffset, right: TextOffset) -> Bool {
    left.value < right.value
  }

  /// So many scalars further on.
  @inlinable public static func + (left: TextOffset, right: Int) -> TextOffset {
    TextOffset(left.value + right)
  }

  /// So many scalars before.
  @inlinable public static func - (left: TextOffset, right: Int) -> TextOffset {
    TextOffset(left.value - right)
  }

  /// The number of scalars from the right one to the left one.
  @inlinable public static func - (left: TextOffset, right: TextOffset) -> Int {
    left.value - right.value
  }
}

/// A place in a row or line of cells, from 0.
///
/// A type of its own, so that it is never taken for a place in text.
public struct CellOffset: Hashable, Comparable, Sendable {
  /// The number of cells before it, from 0.
  public var value: Int

  /// The place behind `value` cells.
  @inlinable public init(_ value: Int) {
    self.value = value
  }

  /// The start.
  public static let zero = CellOffset(0)

  /// Whether the left one is nearer to the start.
  @inlinable public static func < (left: CellOffset, right: CellOffset) -> Bool {
    left.value < right.value
  }

  /// So many cells further on.
  @inlinable public static func + (left: CellOffset, right: Int) -> CellOffset {
    CellOffset(left.value + right)
  }

  /// So many cells before.
  @inlinable public static func - (left: CellOffset, right: Int) -> CellOffset {
    CellOffset(left.value - right)
  }
}

/// The size of a braille display, in cells.
public struct DisplaySize: Hashable, Sendable {
  /// Cells in a row.
  public var columns: Int
  /// Rows.
  public var rows: Int

  /// A display of so many columns and rows.
  @inlinable public init(columns: Int, rows: Int = 1) {
    self.columns = columns
    self.rows = rows
  }

  /// All cells; 0 when there is no display.
  @inlinable public var count: Int { columns * rows }

  /// Reads `40` or `40x2`; nil for anything else, for 0, and for more than 2,000 cells in all.
  public init?(_ text: some StringProtocol) {
    // Int would also read a sign.
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard (1...2).contains(parts.count), let columns = parts[0], columns > 0 else { return nil }
    let rows = parts.count == 2 ? parts[1] : 1
    guard let rows, rows > 0, columns <= 2000, rows <= 2000, columns * rows <= 2000 else {
      return nil
    }
    self.init(columns: columns, rows: rows)
  }
}

extension DisplaySize: CustomStringConvertible {
  /// `40x1`.
  public var description: String { "\(columns)x\(rows)" }
}
