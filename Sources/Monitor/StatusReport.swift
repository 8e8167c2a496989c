// SPDX-License-Identifier: GPL-3.0-or-later
public import Wire

/// How things are with a daemon, in words: what is wrong, and what to do.
public struct StatusReport: Sendable {
  /// Lines for people, each about one thing, with its remedy where something is wrong.
  public private(set) var lines: [String] = []
  /// Whether the display shows what is to be read: there is one, and its table can be used.
  ///
  /// A desktop that is not read and another reader that runs may be what the user wants.
  public private(set) var isWell = true

  /// From the result of `status`, the other readers that run, and the key to brltty.
  ///
  /// `own` is the process that asks, which is not told of as a program.
  public init(_ status: JSONValue, readers: OtherReaders, key: BrlAPIKey, own: Int? = nil) {
    addDisplay(status["display"] ?? .null, key)
    addTable(status)
    addDesktop(status, readers, own)
  }

  private mutating func addDisplay(_ display: JSONValue, _ key: BrlAPIKey) {
    guard display["connected"] != true else {
      lines.append(
        "display: \(display.text("columns"))x\(display.text("rows")), driver "
          + display.text("driver"))
      return
    }
    isWell = false
    let problem = display.text("problem")
    lines.append(
      "display: none: "
        + (problem.isEmpty ? "is brltty running, and is a display connected to it?" : problem))
    if problem.contains(key.path), let line = key.line { lines.append(line) }
  }

  private mutating func addTable(_ status: JSONValue) {
    let tables = status["tables"] ?? .null
    let table = "table: \(tables.text("output"))"
    switch tables.text("state") {
    case "compiling":
      lines.append(table + ", is being compiled; computer braille is shown until it is")
    case "broken":
      isWell = false
      lines.append(
        table + ", is not there or not right, and computer braille is shown instead; choose "
          + "another one: braillectl tables, braillectl settings braille.table=NAME, or install "
          + "liblouis-data")
    default: lines.append(table)
    }
    let counters = status["counters"] ?? .null
    let hung = counters["translationHangs"]?.integer ?? 0
    let crashed = counters["translatorCrashes"]?.integer ?? 0
    if hung + crashed > 0 {
      lines.append(
        "translations: liblouis took too long for \(hung) and crashed on \(crashed) since the "
          + "start; these texts are translated word by word, and the log names the tables: "
          + "journalctl --user -u brailled")
    }
  }

  private mutating func addDesktop(_ status: JSONValue, _ readers: OtherReaders, _ own: Int?) {
    guard case .array(let producers)? = status["producers"] else { return }
    if !producers.contains(where: { $0["rank"] == "desktop" }) {
      lines.append(
        "desktop: not read; start it with: systemctl --user start brailled-atspi, "
          + "or brailled-atspi")
    }
    if let process = readers.orca.first {
      lines.append(
        "Orca: runs (pid \(process)); switch its braille off, or both write to the display: "
          + "Orca Preferences, Braille, Enable Braille support")
    }
    for producer in producers where producer["pid"]?.integer != own {
      let paused = producer["paused"] == true ? ", paused" : ""
      lines.append(
        "program: \(producer.text("name")) (pid \(producer.text("pid")), "
          + "\(producer.text("rank"))\(paused))")
    }
  }
}

extension JSONValue {
  /// A member as people read it; empty if there is none.
  public func text(_ name: String) -> String {
    switch self[name] {
    case .string(let text): text.printable
    case nil, .null: ""
    case .some(let value): String(decoding: value.line, as: UTF8.self)
    }
  }
}

extension String {
  /// The same with question marks for what a terminal would obey: programs choose their names and
  /// ids, and what they show.
  var printable: String {
    String(
      UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
