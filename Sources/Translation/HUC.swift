// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

/// Hexadecimal Unicode braille: any scalar as a sign and its code point, a quarter of a cell for
/// each bit pair's digit (HUC8 and HUC6, danielmayr.at/huc).
enum HUC {
  /// The cells of a scalar, as braille patterns; `isSixDot`: without dots 7 and 8.
  static func cells(of scalar: Unicode.Scalar, isSixDot: Bool) -> [Unicode.Scalar] {
    let plane = Int(scalar.value >> 16)
    let rows = stride(from: 12, through: 0, by: -4).flatMap { shift in
      digitRows[Int(scalar.value >> UInt32(shift)) & 0xF]
    }
    guard isSixDot else {
      return (prefixes[plane] + pack(rows, rowsInCell: 4)).map(\.scalar)
    }
    return ([Cell(dots: 1, 2, 3, 4, 5, 6)] + pack(rows, rowsInCell: 3) + suffixes[plane])
      .map(\.scalar)
  }

  /// Puts rows of two dots into cells, from the top.
  private static func pack(_ rows: [[Bool]], rowsInCell: Int) -> [Cell] {
    let left = [1, 2, 3, 7]
    let right = [4, 5, 6, 8]
    return stride(from: 0, to: rows.count, by: rowsInCell).map { start in
      var dots: [Int] = []
      for (index, row) in rows[start...].prefix(rowsInCell).enumerated() {
        if row[0] { dots.append(left[index]) }
        if row[1] { dots.append(right[index]) }
      }
      return Cell(dots: dots)
    }
  }

  /// The two rows of each hexadecimal digit: braille's letters a to j for 1 to 9 and 0, then the
  /// other patterns of four dots.
  private static let digitRows: [[[Bool]]] = [
    [2, 4, 5], [1], [1, 2], [1, 4], [1, 4, 5], [1, 5], [1, 2, 4], [1, 2, 4, 5], [1, 2, 5], [2, 4],
    [4], [4, 5], [2, 5], [2], [5], [],
  ].map { dots in
    [[dots.contains(1), dots.contains(4)], [dots.contains(2), dots.contains(5)]]
  }

  /// What stands before a code point in eight dots, by its plane.
  private static let prefixes: [[Cell]] = [
    "⣥", "⣭", "⣽", "⣵⠾", "⣵⢾", "⣵⢞", "⣵⡾", "⣵⣾", "⣵⣞", "⣵⡺", "⣵⠺", "⣵⢺", "⣵⣚", "⣵⡚", "⣵⢚", "⣵⠚",
    "⣵⣡",
  ].map { [Cell](unicode: $0) ?? [] }

  /// What stands behind it in six dots.
  private static let suffixes: [[Cell]] = [
    "⠄", "⠠", "⠤⠇", "⠤⠍", "⠤⠝", "⠤⠕", "⠤⠏", "⠤⠟", "⠤⠗", "⠤⠎", "⠤⠌", "⠤⠜", "⠤⠖", "⠤⠆", "⠤⠔", "⠤⠄",
    "⠤⠥",
  ].map { [Cell](unicode: $0) ?? [] }
}
