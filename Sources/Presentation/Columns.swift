// SPDX-License-Identifier: GPL-3.0-or-later

/// The columns of preformatted text.
extension Line {
  /// Notes where what stands in a column starts, in a line whose text begins at a scalar: what
  /// comes after a tab or more than one blank, and what is indented.
  ///
  /// Tabs go to the next multiple of eight columns, as in terminals.
  mutating func keepColumns(from start: Int) {
    var column = 0
    var blanks = 2
    for index in start..<scalars.count {
      let scalar = scalars[index]
      switch scalar {
      case "\t":
        column += Line.tab - column % Line.tab
        blanks = 2
      case " ":
        column += 1
        blanks += 1
      default:
        if blanks > 1, index > start { stops.append(Stop(scalar: index, cell: start + column)) }
        blanks = 0
        if scalar.hasColumn { column += 1 }
      }
    }
  }

  private static let tab = 8
}

extension Unicode.Scalar {
  /// Whether it takes a place of its own in a line: not what is put over another, or not seen.
  fileprivate var hasColumn: Bool {
    if isASCII { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return false
    default: return true
    }
  }
}
