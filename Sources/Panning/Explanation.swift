// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Presentation
public import Translation

/// How a line came to its cells, stage by stage, for whoever wonders.
public struct LineExplanation: Equatable, Sendable {
  /// The print, with its spans.
  public var line: Line
  /// The parts by their tables.
  public var segments: [LineTranslation.Segment]
  /// The cells.
  public var cells: [Cell]
  /// Which scalars stand in which cells.
  public var map: PositionMap
  /// The cells of each row.
  public var rows: [Range<CellOffset>]
}

extension Reading {
  /// How the first lines of the passage came to their cells, at most so many.
  public mutating func explain(
    lines count: Int, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> [LineExplanation] {
    settle(style, &translator)
    return (0..<min(count, passage.count)).map { index in
      let line = line(index, style, &translator)
      let starts = starts(of: index, style, &translator)
      return LineExplanation(
        line: line.line, segments: style.translation.segments(of: line.line), cells: line.cells,
        map: line.map,
        rows: starts.map { row(from: $0, of: line, index, style, &translator).range })
    }
  }
}
