// SPDX-License-Identifier: GPL-3.0-or-later

/// How a monitor looks in a terminal (ECMA-48, xterm's ctlseqs).
extension MonitorView {
  /// The line of the terminal that the first row of cells stands on, from 1.
  public static let firstRow = 3

  /// The alternate screen without a cursor, where long lines are cut and not folded; with the mouse
  /// if its clicks are keys.
  static func begin(takesClicks: Bool) -> String {
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l" + (takesClicks ? "\u{1B}[?1000h\u{1B}[?1006h" : "")
      + "\u{1B}[2J"
  }

  /// Undoes `begin`.
  static func end(takesClicks: Bool) -> String {
    (takesClicks ? "\u{1B}[?1006l\u{1B}[?1000l" : "") + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  }

  /// Draws everything over what is there, in so many rows of the terminal, with `prompt` at the
  /// bottom.
  public func picture(rows: Int, prompt: String) -> String {
    let head = heading + cellLines
    let room = max(0, rows - head.count - 1)
    let log = past.suffix(room).map { Colour.of($0.kind).around($0.text) }
    let blank = Array(repeating: "", count: room - log.count)
    // On a terminal that is too small the display goes before what stands below it.
    let lines = Array((head + log + blank).prefix(max(0, rows - 1))) + [prompt]
    return "\u{1B}[H" + lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\r\n")
  }

  private var heading: [String] {
    guard notice.isEmpty else { return [Colour.red.around(notice)] }
    guard let display else { return [""] }
    return [display.isProblem ? Colour.red.around(display.text) : display.text]
  }

  private var cellLines: [String] {
    guard let frame, display?.isProblem != true else { return [""] }
    let edge = String(repeating: "─", count: frame.columns)
    var lines = ["┌\(edge)┐"]
    for (index, (cells, print)) in zip(frame.cells, frame.text).enumerated() {
      let column = frame.caret?.row == index ? frame.caret?.column : nil
      lines.append("│" + marked(cells, at: column) + "│")
      // Print is longer or shorter than its cells, and may take two columns a character.
      lines.append("│\(print)\u{1B}[\(frame.columns + 2)G│")
    }
    lines.append("└\(edge)┘")
    let colour: Colour =
      switch frame.kind {
      case "content", "idle": .none
      case "message", "answer": .yellow
      default: .cyan
      }
    return lines + [colour.around(frame.heading), ""]
  }

  /// The cells with the one that the caret is on reversed; blank ones as blanks, which all fonts
  /// have.
  private func marked(_ cells: String, at column: Int?) -> String {
    cells.unicodeScalars.enumerated().map { index, scalar in
      let cell = scalar == "\u{2800}" ? " " : String(scalar)
      return index == column ? "\u{1B}[7m\(cell)\u{1B}[27m" : cell
    }.joined()
  }

  /// A colour of text (SGR).
  private enum Colour: Int {
    case none = 0
    case red = 31
    case green = 32
    case yellow = 33
    case magenta = 35
    case cyan = 36

    static func of(_ kind: PastLine.Kind) -> Colour {
      switch kind {
      case .key: .green
      case .command: .magenta
      case .problem: .red
      case .notice: .none
      }
    }

    func around(_ text: String) -> String {
      self == .none ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[39m"
    }
  }
}
