// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation
import Translation

/// Letters of a line that are one word of one language.
struct Word: Hashable {
  /// The letters, with what belongs to them.
  let scalars: [Unicode.Scalar]
  /// Their language in BCP 47; nil: the reader's.
  let language: String?
}

/// Where the words at the ends of rows may be parted, as far as that is known.
struct Syllables: Sendable {
  private var places: [Word: [Int]] = [:]
  /// Whether a word was not known.
  ///
  /// Until that is forgotten no other is asked for, so that all rows that are laid out until then
  /// agree.
  private(set) var isWaiting = false

  /// Where a word may be parted; nowhere as long as that is not known.
  mutating func places(
    of word: Word, _ translation: LineTranslation, _ translator: inout some Translator
  ) -> [Int] {
    if let known = places[word] { return known }
    guard !isWaiting else { return [] }
    let answer = translation.hyphenate(
      word.scalars[...], language: word.language, with: &translator)
    isWaiting = answer == nil
    places[word] = answer
    return answer ?? []
  }

  /// Lets what was not known be asked for again.
  mutating func askAgain() { isWaiting = false }

  /// Forgets words when they have become many: not while rows are laid out.
  mutating func prune() {
    if places.count > 4096 { places = [:] }
  }
}

/// Parting words (`Wrap.syllable`).
extension TranslatedLine {
  /// The last place where the word may be parted that goes beyond a row's last column.
  ///
  /// `limit` is the first cell behind the row. Behind a hyphen of the word's own if one fits, else
  /// where `places` of its letters are, with room for a hyphen; nil if there is none.
  func lastPart(
    after start: CellOffset, upTo limit: CellOffset, places: (Word) -> [Int]
  ) -> (end: CellOffset, mark: Row.Mark?)? {
    guard limit.value < cells.count,
      let word = partable(around: map.scalar(of: limit).value)
    else { return nil }
    for place in word.reversed().dropLast() where isBehindHyphen(place, in: word) {
      guard let cell = cell(startingAt: place), cell > start, cell <= limit else { continue }
      return (cell, nil)
    }
    var end = word.upperBound
    while end > word.lowerBound {
      var first = end
      while first > word.lowerBound, line.scalars[first - 1].isOfWord { first -= 1 }
      if let cell = lastPlace(in: first..<end, of: word, start, limit, places) {
        return (cell, .hyphen)
      }
      end = first - 1
    }
    return nil
  }

  /// The scalars of the word that a scalar is in, without signs around it; nil if it is none that
  /// may be parted: there are other signs in it, as in addresses, or it is masked or never
  /// contracted, where a sign that is not there would mislead.
  private func partable(around place: Int) -> Range<Int>? {
    let scalars = line.scalars
    let nearest = max(0, place - LineTranslation.longestWord)
    let farthest = min(scalars.count, place + LineTranslation.longestWord)
    var start = place
    while start > 0, !scalars[start - 1].endsWord {
      start -= 1
      if start < nearest { return nil }
    }
    var end = place
    while end < scalars.count, !scalars[end].endsWord {
      end += 1
      if end > farthest { return nil }
    }
    while start < end, !scalars[start].isWordly { start += 1 }
    while end > start, !scalars[end - 1].isWordly, !scalars[end - 1].isOfWord { end -= 1 }
    let word = start..<end
    guard word.count >= 2, line.isPlain(word),
      scalars[word].allSatisfy({ $0.isOfWord || $0.isWordly || $0.isHyphen || $0.isApostrophe })
    else { return nil }
    return word
  }

  /// Whether a place of a word is behind a hyphen of its own: between two words, no minus.
  private func isBehindHyphen(_ place: Int, in word: Range<Int>) -> Bool {
    guard place - 2 >= word.lowerBound, line.scalars[place - 1].isHyphen else { return false }
    let before = line.scalars[place - 2]
    return (before.isOfWord || before.isWordly) && line.scalars[place].properties.isAlphabetic
  }

  /// The last place in some letters that leaves room for a hyphen, and two letters on both sides:
  /// what libhyphen leaves, and what contracted braille can be read by.
  private func lastPlace(
    in letters: Range<Int>, of word: Range<Int>, _ start: CellOffset, _ limit: CellOffset,
    _ places: (Word) -> [Int]
  ) -> CellOffset? {
    let counted = letters.filter { !line.scalars[$0].isInvisibleOrMark }
    guard counted.count >= 4, let whole = line.word(of: letters),
      map.cell(of: TextOffset(counted[2])) < limit,
      map.cell(of: TextOffset(letters.upperBound)) > start,
      // A number is not parted from its unit.
      letters.lowerBound == word.lowerBound || !line.scalars[letters.lowerBound - 1].isWordly,
      letters.upperBound == word.upperBound || !line.scalars[letters.upperBound].isWordly
    else { return nil }
    // Who wrote the text may have said where it may be parted.
    let soft = whole.scalars.indices.filter { whole.scalars[$0] == "\u{AD}" }.map { $0 + 1 }
    let found = soft.isEmpty ? places(whole) : soft
    for place in found.reversed() {
      let scalar = letters.lowerBound + place
      guard scalar >= counted[2], scalar <= counted[counted.count - 2],
        let cell = cell(startingAt: scalar), cell > start, cell < limit
      else { continue }
      return cell
    }
    return nil
  }

  /// The cell that begins with a scalar; nil if the scalar is in the middle of a contraction or
  /// behind a sign that stands before it.
  private func cell(startingAt scalar: Int) -> CellOffset? {
    let cell = map.cell(of: TextOffset(scalar))
    guard cell.value < cells.count, map.startsGroup(cell), map.scalar(of: cell).value == scalar
    else { return nil }
    return cell
  }
}

extension Line {
  /// Whether a part of the line is said as the reader has it.
  fileprivate func isPlain(_ range: Range<Int>) -> Bool {
    spans.allSatisfy { $0.form == .plain || !$0.range.overlaps(range) }
  }

  /// The word that some letters of the line are; nil if they are of several languages.
  fileprivate func word(of letters: Range<Int>) -> Word? {
    let spans = spans.filter { $0.range.overlaps(letters) }
    guard let first = spans.first, spans.allSatisfy({ $0.language == first.language }) else {
      return nil
    }
    return Word(scalars: Array(scalars[letters]), language: first.language)
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to no word that is parted: a blank, a dash, or an ideograph.
  fileprivate var endsWord: Bool {
    self == "\u{2013}" || self == "\u{2014}" || properties.isWhitespace || isUnspaced
  }

  /// Whether it is a letter, or belongs to one.
  fileprivate var isOfWord: Bool { properties.isAlphabetic || isInvisibleOrMark }

  /// Whether it is a mark on a letter, or shows nothing.
  fileprivate var isInvisibleOrMark: Bool {
    if isASCII { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether it is a hyphen behind which a row may end.
  fileprivate var isHyphen: Bool { self == "-" || self == "\u{2010}" }

  fileprivate var isApostrophe: Bool { self == "'" || self == "\u{2019}" }
}
