// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements

/// How the lines of an element's text are said.
extension Passage {
  /// Puts a line of the text, with what is typed in it, behind what is said before.
  func append(
    _ text: TextContent, line range: Range<TextOffset>, with pending: Pending?, to line: inout Line
  ) {
    let bounds = range.lowerBound.value..<range.upperBound.value
    let emphasis = style.emphasis
    var before = text.styles(at: bounds.lowerBound - 1, showing: emphasis)
    for stretch in text.stretches(of: bounds, language: style.language, showing: emphasis) {
      let start = TextOffset(stretch.range.lowerBound)
      let end = TextOffset(stretch.range.upperBound)
      let tagStart = pending?.original(start) ?? start
      appendTags(stretch.styles.subtracting(before), isEnd: false, at: tagStart, to: &line)
      let pieces =
        pending?.pieces(of: start..<end) ?? [
          Pending.Piece(range: start..<end, origin: .text(start))
        ]
      for piece in pieces { append(piece, of: text, stretch, to: &line) }
      let after = text.styles(at: end.value, showing: emphasis)
      let tagEnd = pending?.original(end) ?? end
      appendTags(stretch.styles.subtracting(after), isEnd: true, at: tagEnd, to: &line)
      before = stretch.styles
    }
  }

  private func append(
    _ piece: Pending.Piece, of text: TextContent, _ stretch: Stretch, to line: inout Line
  ) {
    let scalars = text.scalars(piece.range)
    if style.form == .masked {
      line.append(Passage.masked(scalars), from: piece.origin, language: nil, form: .masked)
    } else if piece.isCells {
      line.append(scalars, from: piece.origin, language: nil, form: .cells)
    } else {
      line.append(
        scalars, from: piece.origin, language: stretch.language, form: style.form,
        typeform: style.emphasis.typeform(of: stretch.styles),
        isMarked: !stretch.styles.isDisjoint(with: style.emphasis.dots))
    }
  }

  private func appendTags(
    _ styles: Set<String>, isEnd: Bool, at place: TextOffset, to line: inout Line
  ) {
    let shown = Emphasis.styles.filter { styles.contains($0) && style.emphasis.tags.contains($0) }
    for name in isEnd ? shown.reversed() : shown {
      line.append(
        style.emphasis.tag(name, isEnd: isEnd), from: .mark(place), language: nil)
    }
  }

  /// A mask for each character, and what stands for its further scalars.
  private static func masked(_ scalars: some Collection<Unicode.Scalar>) -> [Unicode.Scalar] {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view).flatMap { character in
      [mask] + repeatElement(maskedRest, count: character.unicodeScalars.count - 1)
    }
  }

  /// The print of a masked character.
  public static let mask: Unicode.Scalar = "●"
  /// The print of a scalar that belongs to the masked character before it: not to be seen.
  public static let maskedRest: Unicode.Scalar = "\0"
}
