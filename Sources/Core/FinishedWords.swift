// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Presentation
import Translation
import Typing

/// What finishing a word comes to.
enum Finish: Equatable {
  /// There is none any more.
  case done
  /// Its table has no answer yet.
  case heldUp
  /// Its cells are no text: they stay.
  case unreadable
}

/// How an open word becomes text (behaviour §4).
extension Engine {
  /// Makes the open word text, with something behind it; the reader is told if it is none.
  ///
  /// Without an open word nothing happens.
  mutating func finishWord(of id: ProgramID, with suffix: String = "") -> Finish {
    guard let content = programs[id]?.content, let word = content.word else { return .done }
    guard let reading = text(of: word, after: content.typed) else {
      holdUp()
      return .heldUp
    }
    guard !reading.text.isEmpty || word.cells.isEmpty || reading.context != content.typed else {
      tell(.noCharacter)
      return .unreadable
    }
    guard let before = count(before: word, of: reading.text, after: content.typed) else {
      holdUp()
      return .heldUp
    }
    let suffix = Array(suffix.unicodeScalars)
    programs[id]?.content?.word = nil
    programs[id]?.content?.typed = reading.context
    switch word.site {
    case .beforeCaret(let old): change(old, to: reading.text + suffix, of: id, word: word)
    case .stretch(let range):
      guard let original = word.original else {
        insert(String(reading.text + suffix), of: id, content, word: word)
        break
      }
      replace(
        range, original, by: reading.text, suffix, before: before, of: word, in: id, content)
    }
    if suffix == [" "], !reading.text.isEmpty, word.caret == word.cells.count {
      programs[id]?.content?.finished = FinishedWord(
        word: word, text: reading.text, context: content.typed)
    }
    return .done
  }

  /// The text of an open word; nil: not known yet.
  mutating func text(
    of word: OpenWord, after context: BackTranslation.Context
  ) -> BackTranslation.Reading? {
    if word.isUnchanged, let original = word.original {
      return BackTranslation.Reading(text: original.text, context: context)
    }
    guard
      var reading = read(
        word.cells, after: context, isPartial: word.isContinuation, in: word.table)
    else { return nil }
    if let original = word.original { reading.text.keep(original.text) }
    return reading
  }

  /// How many scalars of an open word's text are before its caret; nil: not known yet.
  private mutating func count(
    before word: OpenWord, of text: [Unicode.Scalar], after context: BackTranslation.Context
  ) -> Int? {
    guard word.original != nil, word.caret < word.cells.count else { return text.count }
    let left = read(
      Array(word.cells[..<word.caret]), after: context, isPartial: true, in: word.table)
    return left.map { min($0.text.count, text.count) }
  }

  /// Puts a word that was opened from the text back into it, with the caret where it is among its
  /// cells.
  private mutating func replace(
    _ range: Range<TextOffset>, _ original: OpenWord.Original, by text: [Unicode.Scalar],
    _ suffix: [Unicode.Scalar], before: Int, of word: OpenWord, in id: ProgramID,
    _ content: Content
  ) {
    let element = content.element
    let version = element.text?.version
    let isAtEnd = word.caret == word.cells.count
    if text == original.text, suffix.isEmpty || isAtEnd && element.text?.caret == range.upperBound {
      insert(String(suffix), of: id, content)
      return
    }
    // What stays behind the caret is let alone, so that the caret is where it belongs and all that
    // comes next goes there.
    let rest = text[before...]
    if original.text.count >= rest.count, original.text.suffix(rest.count) == rest {
      var word = word
      word.behind = rest.count
      let range = range.lowerBound..<range.upperBound - rest.count
      send(
        .replaceText(range, String(text[..<before] + suffix)), to: id, element: element.id,
        version: version, word: word)
      return
    }
    send(
      .replaceText(range, String(text[..<before] + suffix + rest)), to: id, element: element.id,
      version: version, word: word)
    if !isAtEnd { programs[id]?.content?.wantedCaret = range.lowerBound + before + suffix.count }
  }
}

extension [Unicode.Scalar] {
  /// Keeps the apostrophes of what a word was, where it is still the same.
  fileprivate mutating func keep(_ old: [Unicode.Scalar]) {
    let common = Swift.min(count, old.count)
    var start = 0
    while start < common, self[start].plainApostrophe == old[start].plainApostrophe {
      self[start] = old[start]
      start += 1
    }
    var end = 0
    while end < common - start,
      self[count - 1 - end].plainApostrophe == old[old.count - 1 - end].plainApostrophe
    {
      self[count - 1 - end] = old[old.count - 1 - end]
      end += 1
    }
  }
}

extension String {
  /// The text of some scalars.
  init(_ scalars: [Unicode.Scalar]) {
    self.init(String.UnicodeScalarView(scalars))
  }
}
