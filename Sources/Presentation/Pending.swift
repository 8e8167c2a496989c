// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
import Elements

/// What has been typed and is not in the text yet: shown where it will stand (behaviour §4).
///
/// First what the program was sent and has not shown, then the cells of a word that is no text yet.
public struct Pending: Equatable, Sendable {
  /// What of the text it stands for; empty: it stands before this place.
  public var range: Range<TextOffset>
  /// What the program was sent.
  public var text: [Unicode.Scalar]
  /// The open word: braille patterns, or the print that its cells would come to.
  public var word: [Unicode.Scalar]
  /// Whether the word is cells, which no table translates.
  public var isCells: Bool
  /// The caret, as the number of scalars of text and word before it.
  public var caret: Int

  /// Nothing typed in the place of a stretch of the text, with the caret behind it.
  public init(in range: Range<TextOffset>) {
    self.range = range
    text = []
    word = []
    isCells = true
    caret = 0
  }

  /// How many scalars stand in the place of the range.
  public var count: Int { text.count + word.count }

  /// The same text with what is typed in it; nil if the range is not in it.
  func inserted(in content: TextContent) -> TextContent? {
    guard range.lowerBound.value >= content.offset, range.upperBound <= content.end else {
      return nil
    }
    let change = TextEdit.Change(range: range, text: text + word)
    return try? content.edited(by: TextEdit(base: 0, version: 0, changes: [change]))
  }

  /// Where a place of the text is in the text with what is typed.
  func shown(_ place: TextOffset) -> TextOffset {
    if place <= range.lowerBound { return place }
    if place >= range.upperBound { return place + growth }
    return range.lowerBound
  }

  /// Where a place in the text with what is typed is in the text.
  func original(_ place: TextOffset) -> TextOffset {
    if place <= range.lowerBound { return place }
    let end = range.lowerBound + count
    return place >= end ? place + -growth : range.upperBound
  }

  private var growth: Int { count - (range.upperBound - range.lowerBound) }

  /// A part of a stretch of the text with what is typed, and where it comes from.
  struct Piece {
    var range: Range<TextOffset>
    var origin: Line.Origin
    var isCells = false
  }

  /// The parts of a stretch of the text with what is typed.
  func pieces(of stretch: Range<TextOffset>) -> [Piece] {
    let middle = range.lowerBound + text.count
    let end = range.lowerBound + count
    var pieces: [Piece] = []
    func add(_ low: TextOffset, _ high: TextOffset, _ origin: (TextOffset) -> Line.Origin) {
      let low = max(low, stretch.lowerBound)
      let high = min(high, stretch.upperBound)
      if low < high {
        pieces.append(
          Piece(
            range: low..<high, origin: origin(low), isCells: isCells && low >= middle && low < end))
      }
    }
    add(stretch.lowerBound, range.lowerBound) { .text($0) }
    add(range.lowerBound, middle) { .pending($0 - middle) }
    add(middle, end) { .pending($0 - middle) }
    add(end, stretch.upperBound) { .text(original($0)) }
    return pieces
  }
}
