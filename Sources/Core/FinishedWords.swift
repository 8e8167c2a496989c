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
    if !suffix.isEmpty, word.original == nil, word.caret < word.cells.count {
      return part(word, of: id, with: suffix)
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

  /// Parts a new word at its caret: what is before it is finished, with something behind it.
  private mutating func part(
    _ word: OpenWord, of id: ProgramID, with suffix: String
  ) -> Finish {
    var left = word
    left.cells.removeSubrange(word.caret...)
    var right = OpenWord(
      Array(word.cells[word.caret...]), at: .beforeCaret([]), in: word.table)
    right.caret = 0
    programs[id]?.content?.word = left
    let finish = finishWord(of: id, with: suffix)
    programs[id]?.content?.finished = nil
    programs[id]?.content?.word = finish == .done ? right : word
    return finish
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
    if text == original.text {
      let place = range.lowerBound + before
      if place != element.text?.caret {
        send(.setCaret(place), to: id, element: element.id, version: version)
      }
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
    // What is behind the caret first: then the caret is behind what is before it.
    let middle = range.lowerBound + min(before, original.text.count)
    if !isAtEnd {
      send(
        .replaceText(middle..<range.upperBound, String(rest)), to: id, element: element.id,
        version: version)
    }
    send(
      .replaceText(
        range.lowerBound..<(isAtEnd ? range.upperBound : middle),
        String(text[..<before] + suffix)), to: id, element: element.id, version: version, word: word
    )
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
  init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
