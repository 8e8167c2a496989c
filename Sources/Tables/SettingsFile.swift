// SPDX-License-Identifier: GPL-3.0-or-later
public import Core
private import Glibc
private import Posix

/// The configuration file that settings are kept in, with all else that its owner wrote there.
public struct SettingsFile: Sendable {
  /// Where it is, or will be.
  public let path: String

  /// The file of a path; it need not be there.
  public init(path: String) {
    self.path = path
  }

  /// The user's file; nil if there is no home.
  public static var usual: SettingsFile? {
    configurationHome().map { SettingsFile(path: $0 + "/brailled/brailled.conf") }
  }

  /// Gives settings these values in the file, in one step; all other lines stay as they are.
  ///
  /// Errors: the file cannot be read or written, or is not UTF-8; the disk is full; a file beside it
  /// that is read later (`conf.d`) says otherwise. The file is then as it was.
  public func keep(_ values: [SettingValue]) throws(Finding) {
    let old = try text()
    do throws(PosixError) {
      try replaceFile(path, Array(SettingsFile.text(old, keeping: values).utf8))
    } catch {
      throw Finding(file: path, reason: SettingsFile.text(error))
    }
    try checkThatNoneIsOverridden(values)
  }

  /// Why a file cannot be written, for a display of one line.
  private static func text(_ error: PosixError) -> String {
    switch error.code {
    case ENOSPC, EDQUOT: "the disk is full; make room and keep them again"
    default: "\(error)"
    }
  }

  private func text() throws(Finding) -> String {
    let bytes: [UInt8]
    do throws(PosixError) {
      bytes = try readFile(path)
    } catch {
      guard error.code != ENOENT else { return "" }
      throw Finding(file: path, reason: "\(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Finding(file: path, reason: "is not UTF-8")
    }
    return text
  }

  private func checkThatNoneIsOverridden(_ values: [SettingValue]) throws(Finding) {
    let folder =
      path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/conf.d"
    guard path == SettingsFile.usual?.path else { return }
    for name in list(folder) where name.hasSuffix(".conf") {
      let file = try IniFile(path: folder + "/" + name)
      let names = Set(file.entries.map { $0.section + "." + $0.name })
      guard let value = values.first(where: { names.contains($0.name) }) else { continue }
      throw Finding(
        file: file.path, reason: "conf.d/\(name) sets \(value.name) too; take it out there")
    }
  }

  /// A file's text with other values for settings.
  ///
  /// The last line that names a setting gets its value and keeps the comment behind it; a setting
  /// that no line names stands at the end of its section, a section that is not there at the end.
  package static func text(_ text: String, keeping values: [SettingValue]) -> String {
    let end = text.contains("\r\n") ? "\r\n" : "\n"
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
    for value in values { set(value, in: &lines) }
    return lines.joined(separator: end)
  }

  private static func set(_ setting: SettingValue, in lines: inout [String]) {
    let parts = setting.name.split(separator: ".", maxSplits: 1).map(String.init)
    guard let section = parts.first, let name = parts.last else { return }
    let value = setting.value.text
    let place = Place(of: name, in: section, lines)
    if let line = place.line {
      lines[line] = SettingsFile.line(lines[line], with: value)
    } else if let end = place.end {
      lines.insert("\(name) = \(value)", at: end)
    } else {
      while lines.last?.trimmed.isEmpty == true { lines.removeLast() }
      if !lines.isEmpty { lines.append("") }
      lines += ["[\(section)]", "\(name) = \(value)", ""]
    }
  }

  /// A line with another value.
  private static func line(_ line: String, with value: String) -> String {
    guard let sign = line.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return line }
    let rest = line[line.index(after: sign)...]
    let comment = zip(rest.indices, rest.indices.dropFirst()).first { blank, mark in
      rest[mark] == ";" && (rest[blank] == " " || rest[blank] == "\t")
    }
    let new = "\(line[...sign]) \(value)"
    let commented = new + (comment.map { String(rest[$0.0...]) } ?? "")
    return IniFile.isTaken(commented) ? commented : new
  }
}

/// Where a setting stands in a file, or may stand, as libinih reads it.
private struct Place {
  /// The last line that names it; nil if none does, or if it goes on in the lines behind.
  var line: Int?
  /// Where the last block of its section ends; nil if there is none.
  var end: Int?

  init(of name: String, in section: String, _ lines: [String]) {
    var isInSection = false
    // The name that an indented line gives a further value.
    var last: Substring?
    for (index, line) in lines.enumerated() where !line.trimmed.isEmpty && !line.isComment {
      guard IniFile.isTaken(line) else {
        if isInSection { end = index + 1 }
        continue
      }
      let text = line.trimmed
      if last != nil, text.startIndex != line.startIndex {
        if isInSection, last == name[...] { self.line = nil }
      } else if text.hasPrefix("[") {
        guard text.contains("]") else { continue }
        isInSection = text.dropFirst().prefix { $0 != "]" } == section[...]
        last = nil
      } else if text.contains(where: { $0 == "=" || $0 == ":" }) {
        last = text.prefix { $0 != "=" && $0 != ":" }
        while last?.last == " " || last?.last == "\t" { last?.removeLast() }
        if isInSection, last == name[...] { self.line = index }
      }
      if isInSection { end = index + 1 }
    }
  }
}

extension Setting.Value {
  /// The value as a file writes it.
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    }
  }
}

extension String {
  fileprivate var trimmed: Substring { drop { $0 == " " || $0 == "\t" } }

  fileprivate var isComment: Bool { trimmed.hasPrefix("#") || trimmed.hasPrefix(";") }
}
