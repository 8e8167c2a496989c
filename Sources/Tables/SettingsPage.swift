// SPDX-License-Identifier: GPL-3.0-or-later
private import Core

/// A part of a manual page that lists the settings, in mdoc(7), as `braillectl settings --manual`
/// prints it.
public struct SettingsPage: Sendable {
  /// The part, with a line feed at its end.
  public let text: String

  /// All settings, by their sections.
  public init() {
    let defaults = Dictionary(uniqueKeysWithValues: Settings().values.map { ($0.name, $0.value) })
    let sections = Setting.sections.map { section in
      let settings = Setting.all.filter { $0.section == section }
      let items = settings.map { item($0, defaults[$0.name] ?? .text("")) }
      return ".Ss [\(section)]\\&\n.Bl -tag -width Ds\n" + items.joined() + ".El\n"
    }
    text = sections.joined()
  }
}

/// A setting with its sentence, what it takes and what it is unless set.
private func item(_ setting: Setting, _ standard: Setting.Value) -> String {
  let value =
    switch standard {
    case .text(let text): text
    case .number(let number): String(number)
    }
  return ".It Cm \(setting.key)\n" + filled(setting.about) + takes(setting.kind)
    + "Default:\n" + list([preset(value, of: setting.kind)], ".")
}

/// What a setting takes.
private func takes(_ kind: Setting.Kind) -> String {
  switch kind {
  case .word(let choices): "One of\n" + list(choices, ".")
  case .number(let range, let unit): filled("A \(number(range, unit)).")
  case .wordOrNumber(let choices, let range, let unit):
    "One of\n" + list(choices, ",") + filled("or a \(number(range, unit)).")
  case .list(let choices, let presets):
    "One of\n" + list(presets.keys.sorted(), ",") + "or a list of\n"
      + list(choices, ",") + "each once.\n"
  case .text: "Any text.\n"
  case .table: filled("Empty, or the file name of a table of liblouis, as de-g2.ctb.")
  case .language: filled("A language, as en, de or pt-BR.")
  case .languages:
    filled("A list of languages, as de, and of tables of liblouis, as de-g2.ctb, each once.")
  }
}

private func number(_ range: ClosedRange<Int>, _ unit: String) -> String {
  "number\(unit.isEmpty ? "" : " of \(unit)") from \(range.lowerBound) to \(range.upperBound)"
}

/// A list by the name that stands for it, if one does.
private func preset(_ value: String, of kind: Setting.Kind) -> String {
  guard case .list(_, let presets) = kind else { return value }
  let found = presets.sorted { $0.key < $1.key }.first {
    $0.value.joined(separator: " ") == value
  }
  return found?.key ?? value
}

/// Words a line each, as mdoc wants what is typed as it stands.
private func list(_ words: [String], _ closing: String) -> String {
  let lines = words.enumerated().map { index, word in
    let literal = word.split(separator: " ").map { escaped(String($0)) }.joined(separator: " ")
    let mark = index == words.count - 1 ? closing : ","
    return word.isEmpty ? "empty\(mark)\n" : ".Cm \(literal) \(mark)\n"
  }
  return lines.joined()
}

/// A sentence on lines of less than 80 bytes.
private func filled(_ sentence: String) -> String {
  var lines: [String] = []
  for word in sentence.split(separator: " ").map({ escaped(String($0)) }) {
    if let last = lines.last, last.utf8.count + word.utf8.count < 78 {
      lines[lines.count - 1] = last + " " + word
    } else {
      lines.append(word)
    }
  }
  return lines.joined(separator: "\n") + "\n"
}

/// Hyphens in what is typed stay what they are, so that it can be copied.
private func escaped(_ word: String) -> String {
  word.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
}
