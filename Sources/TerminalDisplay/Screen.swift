// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Panning

/// What is written to show a frame.
enum Screen {
  /// The line of the terminal that the first row of cells stands on, from 1.
  static let firstRow = 2

  /// The alternate screen without a cursor, and mouse clicks as SGR sequences (xterm).
  static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[2J"

  /// Undoes `begin`.
  static let end = "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?25h\u{1B}[?1049l"

  /// For a file or a pipe: two lines a row, cells and print.
  static func lines(of frame: Frame) -> String {
    rows(of: frame).map { "\($0)\n\($1)\n" }.joined()
  }

  /// For a terminal: the rows in a frame of lines, and what may be typed below.
  static func picture(of frame: Frame, prompt: String) -> String {
    var text = "\u{1B}[H\u{1B}[2K" + edge("┌", "┐", frame)
    // The print of contracted braille is longer or shorter than its cells.
    for (cells, print) in rows(of: frame) {
      text += "\r\n\u{1B}[2K│\(cells)│\r\n\u{1B}[2K│\(print)"
      text += "\u{1B}[\(frame.size.columns + 2)G│"
    }
    text += "\r\n\u{1B}[2K" + edge("└", "┘", frame)
    return text + Screen.prompt(prompt, below: frame.size)
  }

  /// What is typed after a colon, or else what can be typed.
  static func prompt(_ prompt: String, below size: DisplaySize) -> String {
    let line = firstRow + 2 * size.rows + 1
    let help =
      "↑↓ items  ←→ panning  Enter activate  Esc escape  click routing key  : key  q quit"
    return "\u{1B}[\(line);1H\u{1B}[2K" + (prompt.isEmpty ? help : prompt)
  }

  private static func edge(_ left: String, _ right: String, _ frame: Frame) -> String {
    left + String(repeating: "─", count: frame.size.columns) + right
  }

  private static func rows(of frame: Frame) -> [(cells: String, print: String)] {
    (0..<frame.size.rows).map { row in
      let cells = frame.row(row).map { $0.isBlank ? " " : String($0.scalar) }.joined()
      var print = row < frame.text.count ? frame.text[row] : ""
      if frame.kind == .idle, row == 0 {
        let notice = "brailled: no program".prefix(frame.size.columns)
        print = notice + String(print.dropFirst(notice.count))
      }
      return (cells, print)
    }
  }
}
