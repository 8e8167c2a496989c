// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
public import Panning
public import Wire

/// What came of an input, each kind in order.
public struct Outcome: Equatable, Sendable {
  /// The frames that look otherwise than the one before.
  public var frames: [Frame] = []
  /// The commands to programs.
  public var commands: [Told] = []
  /// What programs said and was refused.
  public var errors: [Told] = []

  /// Something that a program is told.
  public struct Told: Equatable, Sendable {
    /// The program's letter.
    public var program: String
    /// The params.
    public var params: JSONValue

    /// Something for a program.
    public init(program: String, params: JSONValue) {
      self.program = program
      self.params = params
    }
  }

  /// Nothing.
  public init() {}

  /// Whether nothing came of it.
  public var isEmpty: Bool { frames.isEmpty && commands.isEmpty && errors.isEmpty }

  /// The lines of a session file that say so.
  var lines: [String] {
    guard !isEmpty else { return ["= same"] }
    return frames.flatMap(\.sessionLines)
      + commands.map { "\($0.program)< \($0.params.text)" }
      + errors.map { "\($0.program)! \($0.params.text)" }
  }

  /// What of it is the same whatever letters the text has: the kinds of the frames, where each has
  /// a caret, which commands there are, and the errors' codes.
  var shape: Shape {
    Shape(
      frames: frames.map { "\($0.kind.rawValue) \($0.caret == nil ? "" : "caret")" },
      commands: commands.map { "\($0.program) \($0.params["command"]?.text ?? "")" },
      errors: errors.map { "\($0.program) \($0.params["code"]?.text ?? "")" })
  }

  /// An outcome without its text.
  struct Shape: Equatable {
    var frames: [String]
    var commands: [String]
    var errors: [String]
  }
}

extension Frame {
  /// The lines of a session file that say what it looks like.
  fileprivate var sessionLines: [String] {
    // Print that would join with the bars around it cannot be written; the cells say it all.
    let print = text.map { "=|\($0)|" }
    let isReadable = zip(text, print).allSatisfy { text, line in
      (try? SessionFile.parse(Substring(line))) == SessionFile.Kind.expect(.text(text))
    }
    var lines = isReadable ? print : []
    for index in 0..<size.rows {
      let cells = Array(row(index))
      let end = cells.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
      lines.append("=:" + cells[..<end].map { String($0.scalar) }.joined())
    }
    if let caret {
      let (row, column) = caret.value.quotientAndRemainder(dividingBy: size.columns)
      lines.append(row == 0 ? "=^ \(column)" : "=^ \(column),\(row)")
    }
    if kind != .content { lines.append("=kind \(kind.rawValue)") }
    return lines
  }

  /// A frame as an observer is told of it; nil if the params are none.
  init?(observed params: JSONValue) {
    guard case .number(let columns)? = params["columns"], case .number(let rows)? = params["rows"],
      let size = DisplaySize("\(Int(columns))x\(Int(rows))"),
      case .string(let kind)? = params["kind"],
      let kind = Kind(rawValue: kind), case .array(let cells)? = params["cells"],
      case .array(let text)? = params["text"]
    else { return nil }
    self.init(blank: size, kind: kind)
    self.cells = cells.flatMap { [Cell](unicode: $0.string ?? "") ?? [] }
    guard self.cells.count == size.count else { return nil }
    self.text = text.map { $0.string ?? "" }
    if case .number(let row)? = params["caret"]?["row"],
      case .number(let column)? = params["caret"]?["column"]
    {
      caret = CellOffset(Int(row) * size.columns + Int(column))
    }
  }
}

extension JSONValue {
  /// A string; nil if it is none.
  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A whole number; nil if it is none.
  var integer: Int? {
    guard case .number(let value) = self else { return nil }
    return Int(exactly: value)
  }
}
