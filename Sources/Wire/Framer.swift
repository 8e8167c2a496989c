// SPDX-License-Identifier: GPL-3.0-or-later
public import Core

/// Cuts what comes over a socket into lines (docs/protocol.md, "Transport").
public struct Framer: Sendable {
  private var buffer: [UInt8] = []
  /// Where the next line starts in `buffer`.
  private var start = 0
  /// How far `buffer` has been searched for the end of a line.
  private var searched = 0
  private var isSkipping = false
  private let longest: Int
  /// The number of the last line that was given, from 1; blank ones count.
  public private(set) var lineNumber = 0

  /// A line, or that there was one that cannot be taken.
  public enum Item: Equatable, Sendable {
    /// A line without its end, not blank.
    case line([UInt8])
    /// A line over the limit; it is skipped.
    case tooLong
  }

  /// Nothing has come yet; a line has at most `longest` bytes without its end.
  public init(longest: Int = Limits.line) {
    self.longest = longest
  }

  /// How many bytes wait to be cut.
  public var count: Int { buffer.count - start }

  /// Takes bytes in.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0, start >= buffer.count / 2 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next line; nil if none has come whole.
  ///
  /// `isEnd`: nothing more will come, so that what is left is a line as well.
  public mutating func next(isEnd: Bool = false) -> Item? {
    while let end = endOfLine() ?? (isEnd && count > 0 ? buffer.count : nil) {
      let line = start..<end
      start = min(end + 1, buffer.count)
      searched = start
      if isSkipping {
        isSkipping = false
        continue
      }
      lineNumber += 1
      if line.count > longest { return .tooLong }
      if let item = item(line) { return item }
    }
    return skipIfTooLong()
  }

  private mutating func endOfLine() -> Int? {
    let from = max(start, searched)
    let found = buffer.withUnsafeBufferPointer { bytes in
      bytes[from...].firstIndex(of: UInt8(ascii: "\n"))
    }
    searched = found ?? buffer.count
    return found
  }

  private func item(_ line: Range<Int>) -> Item? {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
    guard !buffer[line].allSatisfy({ blanks.contains($0) }) else { return nil }
    return .line(Array(buffer[line]))
  }

  /// Gives a line up that is too long before its end has come.
  private mutating func skipIfTooLong() -> Item? {
    guard !isSkipping else {
      drop()
      return nil
    }
    guard count > longest else { return nil }
    isSkipping = true
    lineNumber += 1
    drop()
    return .tooLong
  }

  private mutating func drop() {
    buffer.removeAll()
    start = 0
    searched = 0
  }
}
