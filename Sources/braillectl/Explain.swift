// SPDX-License-Identifier: GPL-3.0-or-later
import Monitor
import Posix
import Wire

extension Conversation {
  /// How an element, given as JSON in a file or on standard input, comes to its cells.
  func explain(_ arguments: [String]) throws {
    let (path, bytes) = try input(arguments, of: .explain)
    guard let element = JSONValue(parsing: bytes) else {
      throw Failure(place: path, reason: "is no JSON; write {\"id\":\"a\", …}", status: 2)
    }
    guard case .array(let lines)? = try result("explain", ["element": element])["lines"] else {
      return
    }
    for line in lines { print(stages(of: line)) }
  }

  private func stages(of line: JSONValue) -> String {
    let text = Array(line.text("text").unicodeScalars)
    func piece(_ stretch: JSONValue) -> String {
      guard case .number(let start)? = stretch["start"], case .number(let end)? = stretch["end"],
        start >= 0, end >= start, Int(end) <= text.count
      else { return "" }
      return String(String.UnicodeScalarView(text[Int(start)..<Int(end)]))
    }
    var stages = ["print  \(line.text("text"))"]
    if case .array(let spans)? = line["spans"] {
      stages += spans.map { span in
        let language = span.text("language")
        return "  \(span.text("part")) \(piece(span))\(language.isEmpty ? "" : " (\(language))")"
      }
    }
    if case .array(let runs)? = line["runs"] {
      stages += runs.map { run in
        let table = run.text("table")
        return "table  \(table.isEmpty ? "masked" : table): \(piece(run))"
      }
    }
    stages.append("cells  \(line.text("cells"))")
    if case .array(let rows)? = line["rows"] {
      let cells = Array(line.text("cells"))
      stages += rows.map { row in
        guard case .number(let start)? = row["start"], case .number(let end)? = row["end"] else {
          return ""
        }
        return "row    " + String(cells[min(Int(start), cells.count)..<min(Int(end), cells.count)])
      }
    }
    return stages.joined(separator: "\n")
  }

  /// What has been announced, the newest first.
  func history(_ arguments: [String]) throws {
    guard arguments.isEmpty else {
      throw Failure(place: "history", reason: "takes no arguments", status: 2)
    }
    guard case .array(let past)? = try result("history")["announcements"] else { return }
    for announcement in past {
      print("\(announcement.text("producer")): \(announcement.text("text"))")
    }
  }
}
