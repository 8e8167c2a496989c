// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// What a table of liblouis says of itself (liblouis, "Table Metadata").
public struct TableTitle: Equatable, Sendable {
  /// Its name for people, in English; empty if it has none.
  public var name = ""
  /// The languages that it is for, in BCP 47.
  public var languages: [String] = []

  /// Reads the head of a table's file: `#-display-name: …`, `#+language: …`.
  init(head: some Sequence<UInt8>) {
    for line in head.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "#") {
      let text = String(decoding: line.dropFirst(2), as: UTF8.self)
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let value = String(parts[1].drop { $0 == " " || $0 == "\t" })
      switch (line.dropFirst().first, parts[0]) {
      case (UInt8(ascii: "-"), "display-name"): name = value
      case (UInt8(ascii: "+"), "language"): languages.append(value)
      default: break
      }
    }
  }
}

extension TableFiles {
  /// What a table says of itself; nothing if its file cannot be read.
  public func title(of table: String) -> TableTitle {
    guard let file = try? FileDescriptor.open(reading: folder + "/" + table) else {
      return TableTitle(head: [])
    }
    defer { file.close() }
    // It stands at the beginning.
    var head = [UInt8](repeating: 0, count: 16 << 10)
    guard case .bytes(let count) = head.withUnsafeMutableBytes({ file.read(into: $0) }) else {
      return TableTitle(head: [])
    }
    return TableTitle(head: head[..<count])
  }
}
