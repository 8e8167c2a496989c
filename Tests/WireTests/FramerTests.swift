// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import TestSupport
import Testing
import Wire

/// What a framer gave, with the number of the line.
struct Framed: Equatable {
  var item: Framer.Item
  var number: Int
}

extension Framer {
  /// Takes bytes in pieces of these sizes, the last one of all that is left; gives all lines.
  static func lines(
    of bytes: [UInt8], pieces: [Int], longest: Int = Limits.line, isEnd: Bool = true
  ) -> [Framed] {
    var framer = Framer(longest: longest)
    var result: [Framed] = []
    var start = 0
    for size in pieces + [bytes.count] where start < bytes.count {
      let end = min(bytes.count, start + size)
      bytes[start..<end].withUnsafeBytes { framer.append($0) }
      start = end
      while let item = framer.next() {
        result.append(Framed(item: item, number: framer.lineNumber))
      }
    }
    while isEnd, let item = framer.next(isEnd: true) {
      result.append(Framed(item: item, number: framer.lineNumber))
    }
    return result
  }

  static func lines(of text: String, pieces: [Int] = [], isEnd: Bool = true) -> [Framed] {
    lines(of: Array(text.utf8), pieces: pieces, isEnd: isEnd)
  }
}

extension Framed {
  init(_ number: Int, _ line: String) {
    self.init(item: .line(Array(line.utf8)), number: number)
  }
}

@Suite struct FramerTests {
  @Test func linesAreCutAndCounted() {
    #expect(Framer.lines(of: "a\nbc\n") == [Framed(1, "a"), Framed(2, "bc")])
    #expect(Framer.lines(of: "\n \t\r\na\n\n") == [Framed(3, "a")])
    #expect(Framer.lines(of: "") == [])
    #expect(Framer.lines(of: "a\r\n") == [Framed(1, "a\r")])
  }

  @Test func aLastLineWithoutItsEndCounts() {
    #expect(Framer.lines(of: "a\nb") == [Framed(1, "a"), Framed(2, "b")])
    #expect(Framer.lines(of: "a\nb", isEnd: false) == [Framed(1, "a")])
    #expect(Framer.lines(of: "a\n  ") == [Framed(1, "a")])
  }

  @Test func bytesThatAreNoTextAreLeftAsTheyAre() {
    let bytes: [UInt8] = [0xFF, 0x00, 0xC3, 0x0A, 0x80]
    #expect(
      Framer.lines(of: bytes, pieces: [1])
        == [
          Framed(item: .line([0xFF, 0x00, 0xC3]), number: 1),
          Framed(item: .line([0x80]), number: 2),
        ])
  }

  @Test func whatWaitsIsCounted() {
    var framer = Framer()
    Array("a\nbcd".utf8).withUnsafeBytes { framer.append($0) }
    #expect(framer.count == 5)
    #expect(framer.next() == .line([0x61]))
    #expect(framer.count == 3)
    #expect(framer.next() == nil)
  }

  @Test func aLineOfTheLimitIsTakenAndOneByteMoreIsNot() {
    let bytes = Array("aaaa\nbbbbb\nc\nddddd".utf8)
    let lines = Framer.lines(of: bytes, pieces: [], longest: 4)
    #expect(
      lines == [
        Framed(1, "aaaa"), Framed(item: .tooLong, number: 2), Framed(3, "c"),
        Framed(item: .tooLong, number: 4),
      ])
  }

  @Test func whatIsSkippedIsNotKept() {
    var framer = Framer(longest: 100)
    let piece = [UInt8](repeating: 0x61, count: 30)
    var items: [Framer.Item] = []
    for _ in 0..<12 {
      piece.withUnsafeBytes { framer.append($0) }
      while let item = framer.next() { items.append(item) }
      #expect(framer.count <= 100)
    }
    #expect(items == [.tooLong])
    Array("\nb\n".utf8).withUnsafeBytes { framer.append($0) }
    #expect(framer.next() == .line([0x62]))
    #expect(framer.lineNumber == 2)
  }

  @Test(arguments: (0..<8).map { UInt64($0) }) func anyPiecesGiveTheSameLines(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let bytes: [UInt8] = generator.list(0...120) { generator in
        generator.one(of: [0x0A, 0x0A, 0x20, 0x0D, 0x61, 0xFF, UInt8(generator.integer(0...255))])
      }
      let longest = generator.integer(0...30)
      let whole = Framer.lines(of: bytes, pieces: [], longest: longest)
      let pieces = generator.list(0...60) { $0.integer(0...9) }
      #expect(Framer.lines(of: bytes, pieces: pieces, longest: longest) == whole)
      // All that is no blank line is given once, in order, with its number.
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      let expected = lines.compactMap { index, line -> Framed? in
        if line.count > longest { return Framed(item: .tooLong, number: index + 1) }
        let isBlank = line.allSatisfy { [0x20, 0x0D, 0x09].contains($0) }
        return isBlank ? nil : Framed(item: .line(Array(line)), number: index + 1)
      }
      #expect(whole == expected)
    }
  }
}
