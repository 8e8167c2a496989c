// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix

/// Words of one of Debian's lists, spread evenly over it.
struct WordList {
  let words: [[Unicode.Scalar]]

  /// A list that cannot be read.
  struct Missing: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "\(path): \(reason)" }
  }

  /// The first of each stretch of the list, `count` in all.
  init(_ name: String, count: Int) throws(Missing) {
    let path = "/usr/share/dict/" + name
    do {
      words = try WordList.spread(path, count: count)
    } catch {
      throw Missing(path: path, reason: PosixError.text(error.code))
    }
  }

  private static func spread(
    _ path: String, count: Int
  ) throws(PosixError) -> [[Unicode.Scalar]] {
    var lines = 0
    try WordList.read(path) { _ in lines += 1 }
    let count = min(count, lines)
    var words: [[Unicode.Scalar]] = []
    var line = 0
    try WordList.read(path) { bytes in
      if words.count < count, line == words.count * lines / count {
        // Some lists are in Latin-1.
        words.append(
          String(validating: bytes, as: UTF8.self).map { Array($0.unicodeScalars) }
            ?? bytes.map { Unicode.Scalar($0) })
      }
      line += 1
    }
    return words
  }

  /// Hands over each line that is one word.
  private static func read(
    _ path: String, _ take: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(PosixError) {
    guard let stream = fopen(path, "r") else { throw PosixError("open \(path)") }
    defer { fclose(stream) }
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    while case let length = getline(&buffer, &capacity, stream), length > 0 {
      buffer?.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
        let line = UnsafeBufferPointer(start: bytes, count: length)
        let isWhole = line.last == UInt8(ascii: "\n")
        let word = UnsafeBufferPointer(rebasing: line.dropLast(isWhole ? 1 : 0))
        if !word.isEmpty, !word.contains(UInt8(ascii: " ")) { take(word) }
      }
    }
  }
}
