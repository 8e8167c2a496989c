// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
import Presentation
public import Translation

extension Reading {
  /// What the display shows of the passage.
  public mutating func frame(
    _ kind: Frame.Kind, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Frame {
    settle(style, &translator)
    var frame = Frame(blank: style.size, kind: kind)
    let rows = rows(style, &translator)
    frame.pansRight = rows.last.map { $0.line + 1 < passage.count } ?? false
    let wide = passage.isGrid ? rows[...] : rows.suffix(1)
    if wide.contains(where: { $0.row.next != nil }) { frame.pansRight = true }
    for (index, row) in rows.enumerated() {
      let line = line(row.line, style, &translator)
      let first = index * style.size.columns
      frame.set(row.row, of: line, at: first, style)
      frame.text[index] = print(of: row.row, of: line, columns: style.size.columns)
      mark(row.row, of: line, row.line, at: first, style, in: &frame)
    }
    sawCaret = marks.caret == nil || frame.caret != nil
    frame.pansLeft = viewport != Viewport()
    return frame
  }

  /// The character that stands in a cell of the display; nil where there is none.
  public mutating func character(
    at cell: CellOffset, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Character? {
    settle(style, &translator)
    let (row, column) = cell.value.quotientAndRemainder(dividingBy: style.size.columns)
    let rows = rows(style, &translator)
    guard cell.value >= 0, rows.indices.contains(row) else { return nil }
    let line = line(rows[row].line, style, &translator)
    let place = rows[row].row.range.lowerBound + column
    guard place < rows[row].row.range.upperBound, place.value < line.cells.count else {
      return nil
    }
    let start = line.map.scalar(of: place).value
    // The whole character, with its marks.
    return String(String.UnicodeScalarView(line.line.scalars[start...].prefix(32))).first
  }

  /// Puts the caret and the selection into a row that stands in the frame from a cell on.
  private func mark(
    _ row: Row, of line: TranslatedLine, _ index: Int, at first: Int, _ style: ReadingStyle,
    in frame: inout Frame
  ) {
    if let selection = marks.selection {
      let shown = row.cells(of: line)
      for cell in shown.lowerBound.value..<shown.upperBound.value {
        guard line.overlaps(selection, CellOffset(cell)) else { continue }
        let place = first + cell - row.range.lowerBound.value
        frame.mark(CellOffset(place), style.selection, style)
      }
    }
    guard let caret = caretCell(in: line, index), row.range.contains(caret) else { return }
    let place = first + caret.value - row.range.lowerBound.value
    frame.caret = CellOffset(place)
    // Where a selection is shown, the caret is not drawn (behaviour T1).
    guard marks.selection == nil || style.selection.isBlank else { return }
    let under = frame.underMarks[CellOffset(place)] ?? frame.cells[place]
    frame.mark(CellOffset(place), style.cursor, style)
    frame.underMarks[CellOffset(place)] = style.cursor.isBlank ? nil : under
  }

  /// The print behind a row's cells, then one blank for each blank cell behind them.
  private func print(of row: Row, of line: TranslatedLine, columns: Int) -> String {
    let shown = row.cells(of: line)
    if passage.isGrid { return line.print(of: shown, columns: columns) }
    var text: [UInt8] = []
    text.reserveCapacity(columns + columns / 2)
    var blanks = columns
    if !shown.isEmpty {
      let from = line.map.scalar(of: shown.lowerBound).value
      let to = line.map.scalar(of: shown.upperBound).value
      for scalar in line.line.scalars[from..<max(from, to)] {
        guard let scalar = scalar.printed else { continue }
        if scalar.isASCII {
          text.append(UInt8(ascii: scalar))
        } else {
          text.append(contentsOf: scalar.utf8)
        }
      }
      blanks -= shown.upperBound.value - shown.lowerBound.value
    }
    if row.mark != nil { blanks -= 1 }
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, blanks)))
    return String(decoding: text, as: UTF8.self)
  }
}

extension Frame {
  /// Puts a row into the frame from a cell on.
  fileprivate mutating func set(
    _ row: Row, of line: TranslatedLine, at first: Int, _ style: ReadingStyle
  ) {
    let shown = row.cells(of: line)
    let start = shown.lowerBound.value
    let count = min(shown.upperBound.value - start, size.columns)
    var spans = line.line.spans[...]
    for column in 0..<count {
      cells[first + column] = line.cells[start + column]
      routes[first + column] = line.route(of: CellOffset(start + column), in: &spans)
      if spans.first?.isMarked == true { mark(CellOffset(first + column), style.mark, style) }
    }
    // What stands behind the row's cells is the end of the line, or what the row was cut at.
    let behind: Route =
      row.next == nil
      ? line.line.textEnd.map { .text($0) } ?? line.endRoute
      : line.route(of: row.range.upperBound - 1)
    for column in count..<size.columns { routes[first + column] = behind }
    switch row.mark {
    case .cut?: cells[first + size.columns - 1] = style.mark
    case .hyphen?: cells[first + count] = Wrap.hyphen
    case nil: break
    }
  }

  /// Puts the dots of a mark into a cell; where they cover it, what is there is kept for the time
  /// in which the mark is hidden.
  fileprivate mutating func mark(_ place: CellOffset, _ dots: Cell, _ style: ReadingStyle) {
    guard !dots.isBlank else { return }
    let letter = underMarks[place] ?? cells[place.value]
    guard style.marksCover else {
      cells[place.value] = letter.union(dots)
      return
    }
    underMarks[place] = letter
    // A letter that has the dots already must change all the same.
    let marks = [letter.union(dots), dots, Cell(dots: 1, 2, 3, 4, 5, 6)]
    cells[place.value] = marks.first { $0 != letter } ?? letter
  }
}

extension TranslatedLine {
  /// The print behind some cells of a line whose blanks are more or fewer than those of its text.
  fileprivate func print(of cells: Range<CellOffset>, columns: Int) -> String {
    var text = String.UnicodeScalarView()
    for index in cells.lowerBound.value..<cells.upperBound.value {
      let cell = CellOffset(index)
      if self.cells[index].isBlank {
        text.append(" ")
      } else if map.startsGroup(cell) {
        let scalars = map.scalars(of: cell)
        let range = scalars.lowerBound.value..<scalars.upperBound.value
        text.append(contentsOf: line.scalars[range].lazy.compactMap(\.printed).filter { $0 != " " })
      }
    }
    let blanks = columns - (cells.upperBound.value - cells.lowerBound.value)
    text.append(contentsOf: repeatElement(" ", count: max(0, blanks)))
    return String(text)
  }

  /// What a routing key on a cell of the line means.
  fileprivate func route(of cell: CellOffset) -> Frame.Route {
    var spans = line.spans[...]
    return route(of: cell, in: &spans)
  }

  /// What a routing key behind the line means: the cell or neighbour that it ends with.
  fileprivate var endRoute: Frame.Route {
    guard case .member(let id) = line.spans.last?.origin else { return .element }
    return .member(id)
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
    case .mark(let place): return .text(place)
    case .context(let index): return .context(index)
    case .member(let id): return .member(id)
    case .pending(let start): return .pending(start + (scalar.value - span.range.lowerBound))
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
  /// What stands for it in the print of a frame, which people and terminals read; nil: nothing.
  fileprivate var printed: Unicode.Scalar? {
    switch value {
    // Blank cells stand for these.
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
    case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: nil
    default: self
    }
  }
}
