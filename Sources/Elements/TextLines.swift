// SPDX-License-Identifier: GPL-3.0-or-later

/// The scalars of a text, and the lines that they make, in pieces.
///
/// A piece is some whole lines and is never changed: a text that a change has made shares all
/// other pieces with the text before it. So a letter costs in a long text what it costs in a short
/// one, and two states of a text are compared by what they do not share. Offsets count from the
/// first scalar that is here.
public struct TextLines: Sendable {
  private var pieces: [Piece] = []
  /// What is before each piece.
  private var starts: [Start] = []
  /// The number of scalars.
  public private(set) var count = 0
  /// The number of lines, at least 1.
  public private(set) var lineCount = 0

  /// Some lines, with what ends them.
  private final class Piece: Equatable, Sendable {
    let scalars: [Unicode.Scalar]
    /// Where its lines are in it, without what ends them.
    let lines: [Range<Int>]

    init(_ scalars: [Unicode.Scalar], lines: [Range<Int>]) {
      self.scalars = scalars
      self.lines = lines
    }

    /// Whether it is the same piece.
    static func == (left: Piece, right: Piece) -> Bool { left === right }
  }

  /// How many scalars and lines are before a piece.
  private struct Start: Sendable {
    var scalars: Int
    var lines: Int
  }

  /// A piece has about so many scalars, one that was changed up to twice as many.
  private static let pieceLength = 2048

  /// A text in its lines.
  public init(_ scalars: [Unicode.Scalar]) {
    pieces = TextLines.pieces(of: scalars, lines: TextLines.cut(scalars))
    countPieces(from: 0)
  }

  /// The scalars of a line, without what ends it.
  public func line(_ index: Int) -> Range<Int> {
    let place = piece { $0.lines <= index }
    let start = starts[place]
    let line = pieces[place].lines[index - start.lines]
    return line.lowerBound + start.scalars..<line.upperBound + start.scalars
  }

  /// The line that a place is in; what ends a line belongs to it.
  public func lineIndex(of place: Int) -> Int {
    let index = piece { $0.scalars <= place }
    let local = place - starts[index].scalars
    let lines = pieces[index].lines
    return starts[index].lines + TextLines.last(of: lines.count) { lines[$0].lowerBound <= local }
  }

  /// The scalars of a stretch.
  public func slice(_ range: Range<Int>) -> ArraySlice<Unicode.Scalar> {
    let place = piece { $0.scalars <= range.lowerBound }
    let start = starts[place].scalars
    let piece = pieces[place].scalars
    if range.upperBound <= start + piece.count {
      return piece[range.lowerBound - start..<range.upperBound - start]
    }
    var scalars = Array(piece[(range.lowerBound - start)...])
    for next in (place + 1)..<pieces.count where starts[next].scalars < range.upperBound {
      scalars += pieces[next].scalars.prefix(range.upperBound - starts[next].scalars)
    }
    return scalars[...]
  }

  /// How many scalars from a place on are those that another text has from a place on, at most
  /// `limit`, which both have.
  public func agreement(
    from start: Int, with other: TextLines, from otherStart: Int, upTo limit: Int
  ) -> Int {
    var agreed = 0
    while agreed < limit {
      let (mine, first) = local(start + agreed)
      let (theirs, second) = other.local(otherStart + agreed)
      let length = Swift.min(
        mine.scalars.count - first, theirs.scalars.count - second, limit - agreed)
      if mine != theirs || first != second {
        for offset in 0..<length
        where mine.scalars[first + offset] != theirs.scalars[second + offset] {
          return agreed + offset
        }
      }
      agreed += length
    }
    return agreed
  }

  /// How many scalars at the end of both are the same, at most `limit`, which both have.
  public func agreementAtEnd(with other: TextLines, upTo limit: Int) -> Int {
    var agreed = 0
    while agreed < limit {
      let (mine, first) = local(count - 1 - agreed)
      let (theirs, second) = other.local(other.count - 1 - agreed)
      let length = Swift.min(first + 1, second + 1, limit - agreed)
      if mine != theirs || first != second {
        for offset in 0..<length
        where mine.scalars[first - offset] != theirs.scalars[second - offset] {
          return agreed + offset
        }
      }
      agreed += length
    }
    return agreed
  }

  /// The last of so many for which something is true that is true up to there; else the first.
  private static func last(of count: Int, where isSo: (Int) -> Bool) -> Int {
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if isSo(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The last piece of which the start is so.
  private func piece(_ isSo: (Start) -> Bool) -> Int {
    TextLines.last(of: starts.count) { isSo(starts[$0]) }
  }

  /// The piece that a scalar is in, and where in it.
  private func local(_ place: Int) -> (piece: Piece, place: Int) {
    let index = piece { $0.scalars <= place }
    return (pieces[index], place - starts[index].scalars)
  }
}

extension TextLines {
  /// The text with a stretch replaced.
  ///
  /// Only the lines that it touches are looked for again.
  public func replacing(_ range: Range<Int>, with text: [Unicode.Scalar]) -> TextLines {
    let first = firstTouched(by: range)
    var last = lineIndex(of: range.upperBound)
    while last + 1 < lineCount, goesOn(last) { last += 1 }
    let isLast = last + 1 == lineCount
    let start = line(first).lowerBound
    let end = isLast ? count : line(last + 1).lowerBound
    let changed =
      Array(slice(start..<range.lowerBound)) + text + slice(range.upperBound..<end)
    var lines = TextLines.cut(changed)
    // What is behind what ends a line is the next one, which is there already.
    if !isLast { lines.removeLast() }

    let touched = piece { $0.lines <= first }...piece { $0.lines <= last }
    var result = Assembly()
    let head = pieces[touched.lowerBound]
    let tail = pieces[touched.upperBound]
    result.append(
      head.scalars[..<(start - starts[touched.lowerBound].scalars)],
      head.lines[..<(first - starts[touched.lowerBound].lines)])
    result.append(changed[...], lines[...])
    result.append(
      tail.scalars[(end - starts[touched.upperBound].scalars)...],
      tail.lines[(last + 1 - starts[touched.upperBound].lines)...])
    return replacing(touched, with: result)
  }

  /// The first line that a replacement can change: the one that it begins in, from where that was
  /// not cut, or the one before, if what ends that may have another part now.
  private func firstTouched(by range: Range<Int>) -> Int {
    var first = lineIndex(of: range.lowerBound)
    while first > 0, goesOn(first - 1) { first -= 1 }
    guard first > 0, self[line(first).lowerBound - 1] == "\r" else { return first }
    first -= 1
    while first > 0, goesOn(first - 1) { first -= 1 }
    return first
  }

  /// Whether a line was only cut, because it is too long, and goes on as the next one.
  private func goesOn(_ index: Int) -> Bool {
    line(index).upperBound == line(index + 1).lowerBound
  }

  private func replacing(_ touched: ClosedRange<Int>, with new: Assembly) -> TextLines {
    var new = new
    var touched = touched
    // What has become short goes together with a piece beside it.
    if new.scalars.count < TextLines.pieceLength / 2, pieces.count > touched.count {
      if touched.upperBound + 1 < pieces.count {
        touched = touched.lowerBound...(touched.upperBound + 1)
        new.append(pieces[touched.upperBound])
      } else {
        touched = (touched.lowerBound - 1)...touched.upperBound
        var whole = Assembly()
        whole.append(pieces[touched.lowerBound])
        whole.append(new.scalars[...], new.lines[...])
        new = whole
      }
    }
    var result = self
    let isShort = new.scalars.count <= 2 * TextLines.pieceLength
    result.pieces.replaceSubrange(
      touched,
      with: isShort
        ? [Piece(new.scalars, lines: new.lines)]
        : TextLines.pieces(of: new.scalars, lines: new.lines))
    result.countPieces(from: touched.lowerBound)
    return result
  }

  /// Lines that become a piece.
  private struct Assembly {
    var scalars: [Unicode.Scalar] = []
    var lines: [Range<Int>] = []

    /// Puts lines behind the others; their places count in what `new` is a part of, from the
    /// start of the first line, or of `new`.
    mutating func append(_ new: ArraySlice<Unicode.Scalar>, _ lines: ArraySlice<Range<Int>>) {
      let shift = scalars.count - new.startIndex
      self.lines += lines.map { $0.lowerBound + shift..<$0.upperBound + shift }
      scalars += new
    }

    mutating func append(_ piece: Piece) {
      append(piece.scalars[...], piece.lines[...])
    }
  }

  private static func pieces(of scalars: [Unicode.Scalar], lines: [Range<Int>]) -> [Piece] {
    guard scalars.count > pieceLength else { return [Piece(scalars, lines: lines)] }
    var pieces: [Piece] = []
    var first = 0
    while first < lines.count {
      let start = lines[first].lowerBound
      var next = first + 1
      while next < lines.count, lines[next].lowerBound - start <= pieceLength { next += 1 }
      let end = next < lines.count ? lines[next].lowerBound : scalars.count
      var piece = Assembly()
      piece.append(scalars[start..<end], lines[first..<next])
      pieces.append(Piece(piece.scalars, lines: piece.lines))
      first = next
    }
    return pieces
  }

  /// Counts what is before each piece from one on, and in all.
  private mutating func countPieces(from first: Int) {
    var start = Start(scalars: 0, lines: 0)
    if first > 0 {
      start = starts[first - 1]
      start.scalars += pieces[first - 1].scalars.count
      start.lines += pieces[first - 1].lines.count
    }
    starts.removeSubrange(first...)
    starts.reserveCapacity(pieces.count)
    for piece in pieces[first...] {
      starts.append(start)
      start.scalars += piece.scalars.count
      start.lines += piece.lines.count
    }
    count = start.scalars
    lineCount = start.lines
  }
}

extension TextLines: RandomAccessCollection, ExpressibleByArrayLiteral {
  /// The place of the first scalar.
  public var startIndex: Int { 0 }
  /// The place behind the last scalar.
  public var endIndex: Int { count }

  /// A text in its lines.
  public init(arrayLiteral scalars: Unicode.Scalar...) {
    self.init(scalars)
  }

  /// A scalar.
  public subscript(place: Int) -> Unicode.Scalar {
    let (piece, place) = local(place)
    return piece.scalars[place]
  }
}

extension TextLines: Equatable {
  /// Whether the scalars are the same; their lines are then.
  public static func == (left: TextLines, right: TextLines) -> Bool {
    guard left.count == right.count else { return false }
    return left.pieces == right.pieces
      || left.agreement(from: 0, with: right, from: 0, upTo: left.count) == left.count
  }
}
