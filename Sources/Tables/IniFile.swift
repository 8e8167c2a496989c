// SPDX-License-Identifier: GPL-3.0-or-later
private import CInih
private import Posix

/// Something wrong in a file, with its place.
public struct Finding: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// The line, from 1; nil if it is about the whole file.
  public let line: Int?
  /// What is wrong and what would be right, as a sentence without its full stop.
  public let reason: String

  /// A reason with its place.
  public init(file: String, line: Int? = nil, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// `FILE:LINE: REASON`.
  public var description: String {
    "\(file):\(line.map { "\($0): " } ?? " ")\(reason)"
  }
}

/// A file of sections with names and values, read by libinih.
public struct IniFile: Sendable {
  /// Where it was read from.
  public let path: String
  /// What is in it, in order.
  public private(set) var entries: [Entry] = []
  /// The sections that begin in it, in order, also those that have nothing in them.
  public private(set) var sections: [Section] = []
  /// The lines that are none.
  public private(set) var findings: [Finding] = []

  /// A name with its value.
  public struct Entry: Equatable, Sendable {
    /// The section that it is in; empty before the first.
    public var section: String
    /// The name.
    public var name: String
    /// The value, without blanks around it.
    public var value: String
    /// Its line, from 1.
    public var line: Int
  }

  /// Where a section begins.
  public struct Section: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// Its line, from 1.
    public var line: Int
  }

  /// Reads a file.
  ///
  /// Errors: what opening or reading it says. Lines that cannot be read are findings.
  public init(path: String) throws(Finding) {
    let bytes: [UInt8]
    do {
      bytes = try readFile(path)
    } catch {
      throw Finding(file: path, unreadable: error.code)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Finding(file: path, reason: "is not UTF-8")
    }
    self.init(path: path, text: text)
  }

  /// Reads a text as if it stood in a file.
  public init(path: String, text: String) {
    self.path = path
    // A carriage return before the end is a character with it.
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
    takeOutLines(&lines)
    // libinih names only the first line that it cannot read: each is taken out, and the rest
    // read again.
    for _ in lines.indices {
      let collected = Collected()
      let bad = IniFile.parse(lines.joined(separator: "\n"), into: collected)
      guard bad > 0, lines.indices.contains(Int(bad) - 1) else {
        place(collected.entries, in: lines)
        break
      }
      findings.append(
        Finding(
          file: path, line: Int(bad),
          reason: "is neither a [section], nor NAME = VALUE, nor a comment that begins with #"))
      lines[Int(bad) - 1] = ""
    }
    findings.sort { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  /// Takes out what libinih would take for several lines, of which comments may be long, and what
  /// it would take for the end of the file.
  private mutating func takeOutLines(_ lines: inout [String]) {
    for (index, line) in lines.enumerated() where !IniFile.isTaken(line) {
      let first = line.first { $0 != " " && $0 != "\t" }
      if line.utf8.contains(0) {
        findings.append(
          Finding(file: path, line: index + 1, reason: "has a NUL in it, which is no text"))
      } else if first != "#", first != ";" {
        findings.append(
          Finding(
            file: path, line: index + 1, reason: "is longer than \(IniFile.longestLine) bytes"))
      }
      lines[index] = ""
    }
  }

  /// Whether libinih gets a line to read at all.
  static func isTaken(_ line: String) -> Bool {
    line.utf8.count <= longestLine && !line.utf8.contains(0)
  }

  /// libinih 55 as Debian builds it cuts lines here.
  private static let longestLine = 198

  /// What the handler is called with; it is told no line.
  private final class Collected {
    var entries: [(section: String, name: String, value: String)] = []
  }

  private static func parse(_ text: String, into collected: Collected) -> Int32 {
    ini_parse_string(
      text,
      { user, section, name, value in
        guard let user, let section, let name, let value else { return 0 }
        Unmanaged<Collected>.fromOpaque(user).takeUnretainedValue().entries.append(
          (String(cString: section), String(cString: name), String(cString: value)))
        return 1
      }, Unmanaged.passUnretained(collected).toOpaque())
  }

  /// Finds the lines of what was read: libinih gives one entry for each line that is neither blank
  /// nor a comment nor the beginning of a section.
  private mutating func place(
    _ found: [(section: String, name: String, value: String)], in lines: [String]
  ) {
    var rest = found[...]
    // An indented line behind a name gives that a further value, whatever stands on it.
    var isBehindName = false
    for (index, line) in lines.enumerated() {
      let hasMark = index == 0 && line.unicodeScalars.first == "\u{FEFF}"
      let bytes = line.utf8.dropFirst(hasMark ? 3 : 0)
      let text = bytes.drop { $0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0) }
      guard let first = text.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else {
        continue
      }
      let isIndented = text.startIndex != bytes.startIndex
      if first == UInt8(ascii: "["), !(isIndented && isBehindName) {
        let name = text.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        sections.append(Section(name: String(decoding: name, as: UTF8.self), line: index + 1))
        isBehindName = false
      } else if let entry = rest.popFirst() {
        entries.append(
          Entry(section: entry.section, name: entry.name, value: entry.value, line: index + 1))
        isBehindName = !entry.name.isEmpty
      }
    }
  }
}
