// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

extension TextContent {
  /// How many characters the word before a place has, with the blanks behind it.
  ///
  /// Signs that stand together are a word of their own, each ideograph is one, and so is the end
  /// of a line. 0 at the start of what is here.
  public func wordLength(before place: TextOffset) -> Int {
    let far = TextOffset(max(offset, place.value - TextContent.longestLine))
    let before = scalars(min(far, place)..<place)
    guard let last = before.last else { return 0 }
    if TextContent.endsLine(last) { return 1 }
    let start = before.lastIndex(where: TextContent.endsLine).map { $0 + 1 } ?? before.startIndex
    let characters = Array(String(String.UnicodeScalarView(before[start...])))
    let blanks = characters.reversed().prefix { $0.isWhitespace }.count
    let rest = characters.dropLast(blanks).reversed()
    guard let kind = rest.first.map(WordPart.init) else { return blanks }
    return blanks + (kind == .ideograph ? 1 : rest.prefix { WordPart($0) == kind }.count)
  }

  /// What a character is in a word.
  private enum WordPart {
    case letter, ideograph, kana, sign, blank

    init(_ character: Character) {
      let first = character.unicodeScalars.first
      if character.isWhitespace {
        self = .blank
      } else if let first, (0x3041...0x30FF).contains(first.value) {
        self = .kana
      } else if first?.properties.isIdeographic == true {
        self = .ideograph
      } else {
        self = character.isLetter || character.isNumber || character == "_" ? .letter : .sign
      }
    }
  }
}
