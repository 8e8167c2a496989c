// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Wire

/// What is to be seen of a running daemon: the display, what it shows, and what was pressed and
/// sent last.
///
/// It takes the daemon's notifications as an observer gets them, and gives lines for a file, a pipe
/// or a screen reader, or the picture of all for a terminal.
public struct MonitorView: Sendable {
  /// What is known of the display.
  private(set) var display: DisplayLine?
  /// What the display shows; nil before the first frame.
  private(set) var frame: ObservedFrame?
  /// What was pressed and sent last, the newest at the end.
  private(set) var past: [PastLine] = []
  /// What is to be known besides: that the daemon is gone.
  private(set) var notice = ""

  /// So much is kept of what was pressed and sent.
  static let most = 200

  /// The display in words.
  struct DisplayLine: Equatable, Sendable {
    var text: String
    /// Whether there is none.
    var isProblem: Bool
  }

  /// A line about something that is over.
  struct PastLine: Equatable, Sendable {
    var kind: Kind
    var text: String

    /// What it is about, by which it is coloured.
    enum Kind: Sendable {
      case key
      case command
      case problem
      case notice
    }
  }

  /// Nothing is known yet.
  public init() {}

  /// The size of what is shown; nil before the first frame.
  public var size: DisplaySize? {
    frame.flatMap { DisplaySize("\($0.columns)x\($0.cells.count)") }
  }

  /// Takes a notification; gives it as lines, none for what is not shown.
  public mutating func take(_ method: String, _ params: JSONValue) -> [String] {
    switch method {
    case "display":
      let line = DisplayLine(params)
      // After a problem, and at the first frame, the cells are looked at anew.
      display = line
      return [line.text]
    case "frame":
      guard let new = ObservedFrame(params) else { return [] }
      frame = new
      return new.lines
    case "observed": return take(observed: params)
    case "rejected":
      return add(.problem, "refused: \(params["message"]?.string ?? "")")
    default: return []
    }
  }

  /// Notes something that the daemon does not say itself; gives it as lines.
  public mutating func note(_ text: String) -> [String] {
    notice = text
    return text.isEmpty ? [] : add(.notice, text)
  }

  private mutating func take(observed params: JSONValue) -> [String] {
    let producer = params["producer"]?.string
    switch params["event"]?.string {
    case "key":
      let by = producer.map { ", pressed by \($0)" } ?? ""
      return add(
        .key,
        params["key"]?.string.map { "key \($0)\(by)" }
          ?? "key, not told because a secret is written\(by)")
    case "command":
      guard let command = params["command"] else { return [] }
      return add(.command, "\(producer ?? "a program"): \(command.commandWords)")
    default: return []
    }
  }

  private mutating func add(_ kind: PastLine.Kind, _ text: String) -> [String] {
    past.append(PastLine(kind: kind, text: text))
    if past.count > MonitorView.most { past.removeFirst() }
    return [text]
  }
}

extension MonitorView.DisplayLine {
  init(_ params: JSONValue) {
    isProblem = params["connected"] != true
    guard !isProblem else {
      let problem = params["problem"]?.string ?? ""
      text = "display: none" + (problem.isEmpty ? "" : ": \(problem)")
      return
    }
    let names = [params["driver"]?.string ?? "", params["model"]?.string ?? ""]
    let size = "\(params["columns"]?.integer ?? 0)x\(params["rows"]?.integer ?? 0)"
    let dots = params["dots"]?.integer.map { ", \($0) dots" } ?? ""
    text =
      "display: \(size)\(dots), driver \(names.filter { !$0.isEmpty }.joined(separator: " "))"
  }
}

/// What the display shows, as an observer is told.
struct ObservedFrame: Equatable, Sendable {
  /// Cells in a row.
  var columns: Int
  /// The cells of each row, as Unicode braille.
  var cells: [String]
  /// The print of each row.
  var text: [String]
  /// Where the caret is.
  var caret: (column: Int, row: Int)?
  /// What it shows, by the protocol's word.
  var kind: String
  /// Whose it is.
  var producer: String?

  init?(_ params: JSONValue) {
    guard let columns = params["columns"]?.integer, let cells = params["cells"]?.strings,
      let text = params["text"]?.strings, cells.count == text.count
    else { return nil }
    self.columns = columns
    self.cells = cells
    self.text = text
    kind = params["kind"]?.string ?? ""
    producer = params["producer"]?.string
    if let row = params["caret"]?["row"]?.integer, let column = params["caret"]?["column"]?.integer
    {
      caret = (column, row)
    }
  }

  static func == (left: ObservedFrame, right: ObservedFrame) -> Bool {
    left.columns == right.columns && left.cells == right.cells && left.text == right.text
      && left.kind == right.kind && left.producer == right.producer
      && left.caret?.column == right.caret?.column && left.caret?.row == right.caret?.row
  }

  /// What it is, in words.
  var heading: String {
    var words = [kind]
    if let producer { words.append(producer) }
    if let caret {
      words.append("caret \(caret.column)" + (cells.count > 1 ? " in row \(caret.row)" : ""))
    }
    return words.joined(separator: ", ")
  }

  /// The same as lines: what it is, then the cells and the print of each row.
  var lines: [String] {
    [heading] + zip(cells, text).flatMap { [$0.withoutBlanksBehind, $1.withoutBlanksBehind] }
  }
}

extension JSONValue {
  var string: String? {
    if case .string(let text) = self { text.printable } else { nil }
  }

  var integer: Int? {
    guard case .number(let value) = self else { return nil }
    return Int(exactly: value)
  }

  var strings: [String]? {
    guard case .array(let values) = self else { return nil }
    return values.map { $0.string ?? "" }
  }

  /// A command's params as people read them: `move next item`, `activate on OK`.
  var commandWords: String {
    guard case .object(var members) = self else { return "" }
    let element = members.removeValue(forKey: "element")?.string
    members["seq"] = nil
    members["version"] = nil
    var words: [String] = []
    for name in ["command", "direction", "unit", "key", "action"] {
      if let word = members.removeValue(forKey: name)?.string { words.append(word) }
    }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .array([]) {
      words.append("\(name) \(String(decoding: value.line, as: UTF8.self))")
    }
    return words.joined(separator: " ") + (element.map { " on \($0)" } ?? "")
  }
}

extension String {
  /// The string without blanks and blank cells at its end.
  var withoutBlanksBehind: String {
    var scalars = unicodeScalars[...]
    while let last = scalars.last, last == " " || last == "\u{2800}" { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}
