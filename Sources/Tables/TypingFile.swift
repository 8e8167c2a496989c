// SPDX-License-Identifier: GPL-3.0-or-later
private import Cells
private import Core
private import Spelling
private import Translation
private import Typing

extension DataFiles {
  /// Reads what is wrong in a table's back-translation over what is there already (tables/typing).
  public mutating func readTyping(_ file: IniFile, table name: String) {
    findings += file.findings
    if !resources.tables.isEmpty, !resources.tables.contains(name) {
      note(Finding(file: file.path, reason: "liblouis has no table \(name)"))
      return
    }
    let table = TableName(name)
    var corrections = resources.backTranslation.corrections[table] ?? Corrections()
    for entry in file.entries {
      if let reason = corrections.take(entry) { note(file, entry, reason) }
    }
    resources.backTranslation.corrections[table] = corrections
  }
}

extension Corrections {
  /// Takes an entry; gives what is wrong in it.
  fileprivate mutating func take(_ entry: IniFile.Entry) -> String? {
    switch entry.section {
    case "signs": return takeSign(entry)
    case "text": return takeText(entry)
    case "cells": return takeCells(entry)
    case "words", "letters", "digits", "before", "behind": break
    default:
      let sections = ["signs", "words", "before", "behind", "cells", "text", "letters", "digits"]
      let remedy = remedy(for: "[\(entry.section)]", among: sections.map { "[\($0)]" })
      return "there is no section [\(entry.section)]; \(remedy)"
    }
    guard let cells = patterns(entry.name) else { return "\(entry.name) is no cells" }
    let text = Array(written(entry.value).unicodeScalars)
    guard !text.isEmpty else { return "\(entry.name) has no text" }
    switch entry.section {
    case "words": words[cells] = text
    case "letters": letters[cells] = text
    case "before": before[cells] = text
    case "behind": behind[cells] = text
    default: digits[cells] = text
    }
    return nil
  }

  private mutating func takeSign(_ entry: IniFile.Entry) -> String? {
    let signs = entry.value.split(separator: " ").map { patterns(String($0)) }
    guard !signs.isEmpty, ["ends", "points"].contains(entry.name) || signs.count == 1
    else {
      return "\(entry.name) is one sign of cells"
    }
    guard signs.allSatisfy({ $0 != nil }) else { return "\(entry.value) is no cells" }
    let sign = signs.first ?? nil
    switch entry.name {
    case "capital": self.signs.capital = sign
    case "capitalsWord": self.signs.capitalsWord = sign
    case "passage": self.signs.passage = sign
    case "passageEnd": self.signs.passageEnd = sign
    case "number": self.signs.number = sign
    case "letter": self.signs.letter = sign
    case "stop": self.signs.stop = sign
    case "points": self.signs.points = signs.compactMap { $0 }
    case "ends": ends = signs.compactMap { $0 }
    default:
      let signs = [
        "capital", "capitalsWord", "passage", "passageEnd", "number", "letter", "stop", "points",
        "ends",
      ]
      return "\(entry.name) is no sign; \(remedy(for: entry.name, among: signs))"
    }
    return nil
  }

  private mutating func takeText(_ entry: IniFile.Entry) -> String? {
    let place = Place(entry.name)
    let from = written(place.name)
    guard from == from.lowercased() else { return "\(entry.name) is not in small letters" }
    text.set(
      Array(from.unicodeScalars), before: place.before.edge(), after: place.after.edge(),
      to: Array(written(entry.value).unicodeScalars))
    return nil
  }

  private mutating func takeCells(_ entry: IniFile.Entry) -> String? {
    let place = Place(entry.name)
    guard let from = patterns(place.name), let to = patterns(entry.value) else {
      return "\(entry.name) = \(entry.value) is not CELLS = CELLS"
    }
    cells.set(from, before: place.before.edge(), after: place.after.edge(), to: to)
    return nil
  }
}

/// What is to be replaced: `-ab-` between letters, `_ab_` between none.
private struct Place {
  enum Mark {
    case nothing, hyphen, line

    func edge<Element>() -> Replacements<Element>.Edge {
      switch self {
      case .nothing: .any
      case .hyphen: .letter
      case .line: .noLetter
      }
    }

    init(_ character: Character?) {
      self = character == "-" ? .hyphen : character == "_" ? .line : .nothing
    }
  }

  var name: String
  var before: Mark
  var after: Mark

  init(_ text: String) {
    before = text.count > 1 ? Mark(text.first) : .nothing
    let rest = before == .nothing ? text[...] : text.dropFirst()
    after = rest.count > 1 ? Mark(rest.last) : .nothing
    name = String(after == .nothing ? rest : rest.dropLast())
  }
}

/// The cells of braille patterns; nil for anything else, and for none.
private func patterns(_ text: String) -> [Cell]? {
  let cells = [Cell](unicode: text)
  return cells?.isEmpty == true ? nil : cells
}

/// A text, or the characters of `U+20AC`, several parted by blanks.
private func written(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  for part in text.split(separator: " ") {
    guard part.hasPrefix("U+"), let code = UInt32(part.dropFirst(2), radix: 16),
      let scalar = Unicode.Scalar(code)
    else { return text }
    scalars.append(scalar)
  }
  return String(scalars)
}
