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
}

extension Frame {
  /// The frame of the whole display: this one beside status cells, which are in the first row.
  public func with(status: [Cell], in area: StatusArea, of display: DisplaySize) -> Frame {
    guard size != display else { return self }
    var frame = self
    frame.size = display
    frame.cells = []
    frame.routes = []
    for row in 0..<size.rows {
      let columns = row * size.columns..<(row + 1) * size.columns
      let side = row == 0 ? status : Array(repeating: .blank, count: status.count)
      let routes = Array(repeating: Route.status, count: status.count)
      if area.isLeft {
        frame.cells += side + [.blank] + cells[columns]
        frame.routes += routes + [.nothing] + self.routes[columns]
      } else {
        frame.cells += cells[columns] + [.blank] + side
        frame.routes += self.routes[columns] + [.nothing] + routes
      }
      let print = side.map { $0.isBlank ? " " : String($0.scalar) }.joined()
      frame.text[row] = area.isLeft ? print + " " + text[row] : text[row] + " " + print
    }
    frame.caret = caret.map { caret in
      let (row, column) = caret.value.quotientAndRemainder(dividingBy: size.columns)
      return CellOffset(row * display.columns + column + (area.isLeft ? status.count + 1 : 0))
    }
    return frame
  }

  /// The frame with no dots, and all meanings as they are.
  public var blanked: Frame {
    var frame = self
    frame.cells = Array(repeating: .blank, count: cells.count)
    frame.text = Frame(blank: size, kind: kind).text
    frame.caret = nil
    return frame
  }

  /// The frame without the caret's dots: how it looks while the caret is hidden in its blink.
  public var withoutCaret: Frame {
    guard let caret, let underCaret else { return self }
    var frame = self
    frame.cells[caret.value] = underCaret
    return frame
  }
}
