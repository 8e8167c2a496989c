// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Wire

/// From lines to steps (docs/sessions.md).
extension SessionFile {
  static func parse(_ line: Substring) throws(InvalidLine) -> Kind {
    if let kind = try parseProgram(line) { return kind }
    let (word, rest) = line.firstWord
    switch word {
    case "display": return try display(rest)
    case "set": return try setting(rest)
    case "translator":
      guard rest == "plain" else { throw InvalidLine("there is only the translator plain") }
      return .plainTranslator
    case "key":
      return .keys(try keys(rest))
    case "+": return .wait(try duration(rest))
    case "=":
      guard rest == "same" else { throw InvalidLine("after = there can be same, |text|, :cells") }
      return .expect(.same)
    case "=kind": return .expect(.kind(String(rest)))
    case "=^": return .expect(try caret(rest))
    default: return .expect(try frameRow(line))
    }
  }

  /// Lines with a program's letter, or none: `>`, `<` and `!`.
  private static func parseProgram(_ line: Substring) throws(InvalidLine) -> Kind? {
    let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let sign = line.dropFirst(name.count).first
    guard let sign, sign == ">" || sign == "<" || sign == "!" else { return nil }
    let rest = line.dropFirst(name.count + 1).trimmed
    let program = String(name)
    switch sign {
    case ">":
      if rest == "connect" { return .connect(program) }
      if rest == "disconnect" { return .disconnect(program) }
      return .say(program, Array(rest.utf8))
    case "<":
      if rest == "none" { return .expect(.noCommand(program)) }
      return .expect(.command(program, try json(rest)))
    default:
      return .expect(.error(program, try json(rest)))
    }
  }

  private static func keys(_ names: Substring) throws(InvalidLine) -> [KeyPress] {
    guard !names.isEmpty else { throw InvalidLine("names no key; write key NAME") }
    do throws(InvalidKey) {
      return try KeyPress.list(parsing: String(names))
    } catch {
      throw InvalidLine(error.description)
    }
  }

  private static func json(_ text: Substring) throws(InvalidLine) -> JSONValue {
    guard let value = JSONValue(parsing: text.utf8) else { throw InvalidLine("is no JSON") }
    return value
  }

  private static func display(_ text: Substring) throws(InvalidLine) -> Kind {
    if text == "off" { return .display(nil) }
    let (word, behind) = text.firstWord
    var rest = behind
    let hasSixDots = rest == sixDots || rest.hasPrefix(sixDots + " ")
    if hasSixDots { rest = rest.dropFirst(sixDots.count).trimmed }
    let (of, device) = rest.firstWord
    guard let size = DisplaySize(word), rest.isEmpty || of == "of" && !device.isEmpty else {
      throw InvalidLine(
        "\(text) is no display; write 40, 20x4, 20 \(sixDots), 40 of DRIVER MODEL or off")
    }
    return .display(
      size, hasSixDots: hasSixDots, device: device.isEmpty ? "session" : String(device))
  }

  private static let sixDots = "six dots"

  private static func setting(_ text: Substring) throws(InvalidLine) -> Kind {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw InvalidLine("write set NAME = VALUE") }
    return .set(name: String(parts[0].trimmed), value: String(parts[1].trimmed))
  }

  private static func duration(_ text: Substring) throws(InvalidLine) -> Duration {
    if text.hasSuffix("ms"), let number = Int(text.dropLast(2)),
      (0...longestWait * 1000).contains(number)
    {
      return .milliseconds(number)
    }
    if text.hasSuffix("s"), let number = Int(text.dropLast()), (0...longestWait).contains(number) {
      return .seconds(number)
    }
    throw InvalidLine("\(text) is no time up to a day; write 500ms or 3s")
  }

  /// A day, in seconds.
  private static let longestWait = 86_400

  private static func caret(_ text: Substring) throws(InvalidLine) -> Expectation {
    if text == "none" { return .caret(column: 0, row: 0, isNone: true) }
    let parts = text.split(separator: ",").map { Int($0.trimmed) }
    guard (1...2).contains(parts.count), let column = parts[0],
      let row = parts.count == 2 ? parts[1] : 0, DisplaySize.cells.contains(column),
      DisplaySize.cells.contains(row)
    else {
      throw InvalidLine("\(text) is no place; write COLUMN, COLUMN,ROW or none")
    }
    return .caret(column: column, row: row, isNone: false)
  }

  private static func frameRow(_ line: Substring) throws(InvalidLine) -> Expectation {
    if line.hasPrefix("=|") {
      guard line.count >= 3, line.hasSuffix("|") else {
        throw InvalidLine("a row of print stands between two bars")
      }
      return .text(String(line.dropFirst(2).dropLast()))
    }
    if line.hasPrefix("=:") {
      guard let cells = [Cell](unicode: String(line.dropFirst(2).trimmed)) else {
        throw InvalidLine("after =: there are Unicode braille patterns only")
      }
      return .cells(cells)
    }
    if line.hasPrefix("=~:") {
      guard let cells = [Cell](unicode: String(line.dropFirst(3).trimmed)) else {
        throw InvalidLine("after =~: there are Unicode braille patterns only")
      }
      return .unmarkedCells(cells)
    }
    throw InvalidLine("begins with nothing that a session file knows")
  }
}

extension DisplaySize {
  /// The places that there are on the largest display.
  fileprivate static let cells = 0..<2000
}

extension Substring {
  /// The first word, and what follows it without the blanks between.
  fileprivate var firstWord: (Substring, Substring) {
    let word = prefix { $0 != " " }
    return (word, dropFirst(word.count).trimmed)
  }

  /// The same without blanks at both ends.
  fileprivate var trimmed: Substring {
    var result = drop { $0 == " " || $0 == "\t" }
    while let last = result.last, last == " " || last == "\t" { result = result.dropLast() }
    return result
  }
}
