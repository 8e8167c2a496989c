// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// Where the status cells of a display are.
public struct StatusArea: Equatable, Sendable {
  /// How many there are, from 0; one blank cell is between them and the content.
  public var count: Int
  /// Whether they are before the content.
  public var isLeft: Bool

  /// No status cells unless there are some.
  public init(count: Int = 0, isLeft: Bool = true) {
    self.count = count
    self.isLeft = isLeft
  }

  /// The part of a display that is left for the content.
  ///
  /// A display on which fewer than eight columns would be left has no status cells.
  public func contentSize(of display: DisplaySize) -> DisplaySize {
    guard count > 0, display.columns - count - 1 >= 8 else { return display }
    return DisplaySize(columns: display.columns - count - 1, rows: display.rows)
  }

  /// The cell of the content that a cell of a display shows; nil for any other.
  ///
  /// `content` is the size of the content, which may have fewer rows than the display.
  public func contentCell(
    of cell: CellOffset, content: DisplaySize, on display: DisplaySize
  ) -> CellOffset? {
    guard cell.value >= 0 else { return nil }
    let (row, place) = cell.value.quotientAndRemainder(dividingBy: display.columns)
    let column = isLeft ? place - (display.columns - content.columns) : place
    guard row < content.rows, (0..<content.columns).contains(column) else { return nil }
    return CellOffset(row * content.columns + column)
  }
}

extension Frame {
  /// The frame of the whole display: this one beside status cells, which are in the first row,
  /// and above the rows that are not used.
  public func with(status: [Cell], in area: StatusArea, of display: DisplaySize) -> Frame {
    guard size != display else { return self }
    var frame = self
    frame.size = display
    frame.cells = []
    frame.routes = []
    frame.text = []
    let hasStatus = size.columns < display.columns
    for row in 0..<size.rows {
      let columns = row * size.columns..<(row + 1) * size.columns
      var side = row == 0 ? status : Array(repeating: .blank, count: status.count)
      var routes = Array(repeating: Route.status, count: status.count)
      if !hasStatus {
        side = []
        routes = []
      } else if area.isLeft {
        side.append(.blank)
        routes.append(.nothing)
      } else {
        side.insert(.blank, at: 0)
        routes.insert(.nothing, at: 0)
      }
      let print = side.map { $0.isBlank ? " " : String($0.scalar) }.joined()
      frame.cells += area.isLeft ? side + cells[columns] : cells[columns] + side
      frame.routes += area.isLeft ? routes + self.routes[columns] : self.routes[columns] + routes
      frame.text.append(area.isLeft ? print + text[row] : text[row] + print)
    }
    let rest = Frame(
      blank: DisplaySize(columns: display.columns, rows: display.rows - size.rows), kind: kind)
    frame.cells += rest.cells
    frame.routes += rest.routes
    frame.text += rest.text
    let left = area.isLeft ? display.columns - size.columns : 0
    let place = { (cell: CellOffset) in
      let (row, column) = cell.value.quotientAndRemainder(dividingBy: size.columns)
      return CellOffset(row * display.columns + column + left)
    }
    frame.caret = caret.map(place)
    frame.underMarks = [:]
    for (cell, under) in underMarks { frame.underMarks[place(cell)] = under }
    return frame
  }

  /// This frame with another one, of a single row, in the place of its last row (behaviour V4).
  ///
  /// Routing keys mean what they did, but in that row.
  public func with(lastRow other: Frame) -> Frame {
    let first = (size.rows - 1) * size.columns
    guard size.rows > 1, other.size.columns == size.columns else { return other }
    var frame = other
    frame.size = size
    frame.cells = cells[..<first] + other.cells
    frame.routes = routes[..<first] + Array(repeating: .nothing, count: size.columns)
    frame.source = source
    frame.text = text.dropLast() + other.text
    frame.caret = caret.flatMap { $0.value < first ? $0 : nil }
    frame.underMarks = underMarks.filter { $0.key.value < first }
    return frame
  }

  /// The frame with no dots, and all meanings as they are.
  public var blanked: Frame {
    var frame = self
    frame.cells = Array(repeating: .blank, count: cells.count)
    frame.text = Frame(blank: size, kind: kind).text
    frame.caret = nil
    frame.underMarks = [:]
    return frame
  }

  /// The frame without the marks that blink: how it looks while they are hidden.
  public var withoutMarks: Frame {
    var frame = self
    for (cell, under) in underMarks { frame.cells[cell.value] = under }
    return frame
  }
}
