// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation
public import Translation

extension Reading {
  /// What the display shows of the passage.
  public mutating func frame(
    _ kind: Frame.Kind, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Frame {
    settle(style, &translator)
    var frame = Frame(blank: style.size, kind: kind)
    for (index, row) in rows(style, &translator).enumerated() {
      let line = line(row.line, style, &translator)
      let first = index * style.size.columns
      frame.set(row.row, of: line, at: first)
      frame.text[index] = print(of: row.row, of: line, columns: style.size.columns)
      mark(row.row, of: line, row.line, at: first, style.cursor, in: &frame)
    }
    sawCaret = marks.caret == nil || frame.caret != nil
    return frame
  }

  /// Puts the caret and the selection into a row that stands in the frame from a cell on.
  private func mark(
    _ row: Row, of line: TranslatedLine, _ index: Int, at first: Int, _ cursor: Cell,
    in frame: inout Frame
  ) {
    if let selection = marks.selection {
      for cell in row.range.lowerBound.value..<min(row.range.upperBound.value, line.cells.count) {
        guard line.overlaps(selection, CellOffset(cell)) else { continue }
        let place = first + cell - row.range.lowerBound.value
        frame.cells[place] = frame.cells[place].union(.dots78)
      }
    }
    guard let caret = caretCell(in: line, index), row.range.contains(caret) else { return }
    let place = first + caret.value - row.range.lowerBound.value
    frame.caret = CellOffset(place)
    if marks.selection == nil { frame.cells[place] = frame.cells[place].union(cursor) }
  }

  /// The print behind a row's cells, then one blank for each blank cell behind them.
  private func print(of row: Row, of line: TranslatedLine, columns: Int) -> String {
    let shown = row.range.lowerBound..<min(row.range.upperBound, CellOffset(line.cells.count))
    var text: [UInt8] = []
    text.reserveCapacity(columns + columns / 2)
    var blanks = columns
    if !shown.isEmpty {
      let from = line.map.scalar(of: shown.lowerBound).value
      let to = line.map.scalar(of: shown.upperBound).value
      for scalar in line.line.scalars[from..<max(from, to)] where scalar.isPrintable {
        if scalar.isASCII {
          text.append(UInt8(ascii: scalar))
        } else {
          text.append(contentsOf: scalar.utf8)
        }
      }
      blanks -= shown.upperBound.value - shown.lowerBound.value
    }
    if row.isCut { blanks -= 1 }
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, blanks)))
    return String(decoding: text, as: UTF8.self)
  }
}

extension Frame {
  /// Puts a row into the frame from a cell on.
  fileprivate mutating func set(_ row: Row, of line: TranslatedLine, at first: Int) {
    let start = row.range.lowerBound.value
    let shown = start..<max(start, min(row.range.upperBound.value, line.cells.count))
    let count = min(shown.count, size.columns)
    var spans = line.line.spans[...]
    for column in 0..<count {
      cells[first + column] = line.cells[start + column]
      routes[first + column] = line.route(of: CellOffset(start + column), in: &spans)
    }
    // What stands behind the row's cells is the end of the line, or what the row was cut at.
    let behind: Route =
      row.next == nil
      ? line.line.textEnd.map { .text($0) } ?? .element : line.route(of: row.range.upperBound - 1)
    for column in count..<size.columns { routes[first + column] = behind }
    if row.isCut { cells[first + size.columns - 1] = .dots78 }
  }
}

extension TranslatedLine {
  /// What a routing key on a cell of the line means.
  fileprivate func route(of cell: CellOffset) -> Frame.Route {
    var spans = line.spans[...]
    return route(of: cell, in: &spans)
  }

  /// The same for one cell after another: spans that the cells have left are taken away.
  fileprivate func route(
    of cell: CellOffset, in spans: inout ArraySlice<Line.Span>
  ) -> Frame.Route {
    let scalar = map.scalar(of: cell)
    while spans.count > 1, spans[spans.startIndex + 1].range.lowerBound <= scalar.value {
      spans.removeFirst()
    }
    guard let span = spans.first else { return .element }
    switch span.origin {
    case .part, .gap: return .element
    case .context(let index): return .context(index)
    case .text(let start): return .text(start + (scalar.value - span.range.lowerBound))
    }
  }

  /// Whether any of a cell's scalars is of a stretch of the element's text.
  fileprivate func overlaps(_ selection: Range<TextOffset>, _ cell: CellOffset) -> Bool {
    let scalars = map.scalars(of: cell)
    guard let span = line.span(at: scalars.lowerBound), case .text(let start) = span.origin else {
      return false
    }
    let first = start + (scalars.lowerBound.value - span.range.lowerBound)
    return first < selection.upperBound
      && first + max(1, scalars.upperBound - scalars.lowerBound) > selection.lowerBound
  }
}

extension Unicode.Scalar {
  /// Whether it may stand in the print of a frame, which people and terminals read.
  fileprivate var isPrintable: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
