// SPDX-License-Identifier: GPL-3.0-or-later
import Wire

/// The framer with pieces of any size: a byte for the longest line, one for how many sizes follow,
/// these, then what comes.
enum FramerFuzzing {
  private struct Framed: Equatable {
    var item: Framer.Item
    var number: Int
  }

  static func problem(with bytes: [UInt8]) -> String? {
    whatBreaks { () throws(Broken) in
      var source = ByteSource(bytes)
      let longest = Int(source.byte())
      let sizes = (0..<source.number(below: 16)).map { _ in 1 + Int(source.byte()) }
      let content = source.rest
      let lines = try lines(of: content, sizes: sizes, longest: longest)
      let expected = expected(content, longest: longest)
      try hold(lines == expected, "\(lines) came of \(content) instead of \(expected)")
    }
  }

  private static func lines(
    of content: [UInt8], sizes: [Int], longest: Int
  ) throws(Broken) -> [Framed] {
    var framer = Framer(longest: longest)
    var framed: [Framed] = []
    var start = 0
    var turn = 0
    while start < content.count {
      let size = sizes.isEmpty ? content.count : sizes[turn % sizes.count]
      let end = min(content.count, start + size)
      content[start..<end].withUnsafeBytes { framer.append($0) }
      (start, turn) = (end, turn + 1)
      while let item = framer.next() {
        framed.append(Framed(item: item, number: framer.lineNumber))
      }
      try hold(framer.count <= longest, "\(framer.count) bytes wait for the end of a line")
    }
    while let item = framer.next(isEnd: true) {
      framed.append(Framed(item: item, number: framer.lineNumber))
    }
    try hold(framer.count == 0, "\(framer.count) bytes are left at the end")
    return framed
  }

  /// Lines as docs/protocol.md has them, "Transport": blank ones are skipped and count, one that
  /// is too long is told, a last one without its end counts.
  private static func expected(_ content: [UInt8], longest: Int) -> [Framed] {
    let lines = content.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      if line.count > longest { return Framed(item: .tooLong, number: index + 1) }
      let isBlank = line.allSatisfy { [0x20, 0x0D, 0x09].contains($0) }
      return isBlank ? nil : Framed(item: .line(Array(line)), number: index + 1)
    }
  }
}
