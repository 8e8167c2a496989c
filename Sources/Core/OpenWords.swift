// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation
import Typing

/// Words that are typed in contracted braille, and words of the text that are opened again.
extension Engine {
  /// Writes a cell of contracted braille into the open word, or into one that it opens.
  mutating func writeContracted(_ cell: Cell, by table: TableName, of id: ProgramID) {
    guard let content = programs[id]?.content else { return }
    guard var word = content.word ?? opened(by: table, of: id, content) else { return holdUp() }
    word.insert(cell)
    programs[id]?.content?.word = word
    programs[id]?.content?.finished = nil
    let ends = resources.backTranslation.corrections[table]?.ends ?? []
    if word.caret == word.cells.count, ends.contains(where: { word.cells.ends(with: $0) }) {
      _ = finishWord(of: id)
    }
  }

  /// The word that a cell is typed into: the one at the caret as it stands under the finger, or a
  /// new one; nil if a table has no answer yet.
  private mutating func opened(
    by table: TableName, of id: ProgramID, _ content: Content
  ) -> OpenWord? {
    guard let text = content.element.text, let caret = text.caret, isSettled(content, of: id)
    else { return newWord(by: table, of: id, content) }
    if let selection = text.selection { return OpenWord(at: .stretch(selection), in: table) }
    let token = text.token(around: caret)
    guard !token.isEmpty else { return newWord(by: table, of: id, content) }
    switch open(token, of: text, caret: caret, by: table, content) {
    case .opened(let word): return word
    case .notKnownYet: return nil
    case .impossible: return newWord(by: table, of: id, content)
    }
  }

  /// Whether text and caret are as the program says, and nothing is to come that changes them.
  func isSettled(_ content: Content, of id: ProgramID) -> Bool {
    let pending = programs[id]?.correspondence.pending(of: content.element.id) ?? []
    return content.asked == nil && !pending.contains { $0.command.touchesText }
  }

  /// A word of which the text has nothing yet.
  private func newWord(
    by table: TableName, of id: ProgramID, _ content: Content
  ) -> OpenWord {
    let unseen = unseen(of: id)
    var place: Range<TextOffset>?
    if let caret = content.asked?.caret ?? content.element.text?.caret { place = caret..<caret }
    if let unseen { place = unseen.range.upperBound..<unseen.range.upperBound }
    guard let place, let text = content.element.text else {
      return OpenWord(at: .beforeCaret([]), in: table)
    }
    var word = OpenWord(at: .stretch(place), in: table)
    let before =
      unseen?.text.last ?? text.scalar(before: unseen?.range.lowerBound ?? place.lowerBound)
    word.isContinuation =
      before?.isInWord == true || text.scalar(at: place.upperBound)?.isInWord == true
    return word
  }

  private enum Opening {
    case opened(OpenWord)
    case impossible
    case notKnownYet
  }

  /// Opens a word of the text: in its middle as it is spelled there, at its end contracted.
  ///
  /// Only a word that its cells come back to is opened; and without versions nothing behind the
  /// caret can be replaced.
  private mutating func open(
    _ token: Range<TextOffset>, of text: TextContent, caret: TextOffset, by table: TableName,
    _ content: Content
  ) -> Opening {
    let isAtEnd = caret == token.upperBound
    guard isAtEnd || text.version != nil else { return .impossible }
    let scalars = Array(text.scalars(token))
    let place = caret - token.lowerBound
    var forms: [[UInt16]] = [[]]
    if !isAtEnd { forms = [LineTranslation.spelled(scalars.count), []] }
    for form in forms {
      guard
        let cells = style.translation.translate(
          scalars[...], typeform: form, in: table, with: &translator),
        let back = read(
          cells.cells, after: content.typed, isPartial: false, in: table)
      else { return .notKnownYet }
      let index = isAtEnd ? CellOffset(cells.cells.count) : cells.map.cell(of: TextOffset(place))
      guard back.text.agrees(with: scalars),
        isAtEnd || cells.map.scalar(of: index).value == place
      else { continue }
      var word = OpenWord(
        cells.cells, at: text.version == nil ? .beforeCaret(scalars) : .stretch(token), in: table,
        original: OpenWord.Original(text: scalars, cells: cells.cells))
      word.caret = index.value
      return .opened(word)
    }
    return .impossible
  }

  /// Takes the cell before the caret of what is typed away; true if that is all that the key does.
  mutating func erase(of id: ProgramID) -> Bool {
    guard var word = programs[id]?.content?.word else { return eraseLive(of: id) }
    guard word.deleteBackward() else { return finishWord(of: id) != .done }
    guard word.cells.isEmpty, word.original != nil else {
      programs[id]?.content?.word = word.cells.isEmpty ? nil : word
      return true
    }
    programs[id]?.content?.word = word
    eraseWord(of: id)
    return true
  }

  /// Takes the open word away, and what of the text it stands for.
  mutating func eraseWord(of id: ProgramID) {
    guard let content = programs[id]?.content, let word = content.word else { return }
    programs[id]?.content?.word = nil
    guard let original = word.original else { return }
    switch word.site {
    case .beforeCaret: change(original.text, to: [], of: id, wasFelt: true)
    case .stretch(let range):
      send(
        .replaceText(range, ""), to: id, element: content.element.id,
        version: content.element.text?.version, wasFelt: true)
    }
  }

  /// Opens the word before the caret again, and takes a cell of it or the blank behind it away; true
  /// if that is all that the key does.
  mutating func reopenWord(of id: ProgramID) -> Bool {
    guard let content = programs[id]?.content, content.element.isEditable,
      !content.element.isProtected, programs[id]?.takes(.insertText("")) == true
    else { return false }
    let way = typing(in: content.element)
    guard way.isContracted else { return false }
    if let finished = content.finished, isBeforeCaret(finished.text + [" "], of: id, content) {
      // As it was typed, also if the program has not shown it yet.
      send(.deleteBackward(1), to: id, element: content.element.id)
      var word = OpenWord(
        finished.word.cells, at: .beforeCaret(finished.text), in: finished.word.table,
        original: OpenWord.Original(text: finished.text, cells: finished.word.cells))
      word.isContinuation = finished.word.isContinuation
      programs[id]?.content?.word = word
      programs[id]?.content?.typed = finished.context
      programs[id]?.content?.finished = nil
      return true
    }
    guard let text = content.element.text, let caret = text.caret, text.selection == nil,
      isSettled(content, of: id), text.scalar(at: caret)?.isInToken != true
    else { return false }
    let isBehindBlank = text.scalar(before: caret) == " "
    let end = isBehindBlank ? caret + -1 : caret
    let token = text.token(around: end)
    guard token.upperBound == end, !token.isEmpty else { return false }
    switch open(token, of: text, caret: end, by: way.table, content) {
    case .impossible: return false
    case .notKnownYet:
      holdUp()
      return true
    case .opened(var word):
      if isBehindBlank {
        word.site = .beforeCaret(Array(text.scalars(token)))
        send(.deleteBackward(1), to: id, element: content.element.id)
      }
      programs[id]?.content?.word = word
      return isBehindBlank ? true : erase(of: id)
    }
  }

  /// Whether some text stands before the caret, as far as it is known what does.
  private func isBeforeCaret(
    _ wanted: [Unicode.Scalar], of id: ProgramID, _ content: Content
  ) -> Bool {
    guard let text = content.element.text, let caret = text.caret else { return true }
    let unseen = unseen(of: id)
    let end = unseen?.range.lowerBound ?? content.asked?.caret ?? caret
    let start = TextOffset(max(text.offset, end.value - wanted.count))
    return (Array(text.scalars(start..<end)) + (unseen?.text ?? [])).suffix(wanted.count)
      .elementsEqual(wanted)
  }

  /// Puts the caret elsewhere in the open word; false if it has no such place.
  mutating func moveInWord(by step: Int, of id: ProgramID) -> Bool {
    guard let word = programs[id]?.content?.word,
      (0...word.cells.count).contains(word.caret + step)
    else { return false }
    programs[id]?.content?.word?.caret += step
    return true
  }

  /// A routing key on what is typed: on a cell of the open word the caret goes there; where it is
  /// already, the word is finished.
  mutating func route(toPending place: Int, of id: ProgramID) {
    guard let content = programs[id]?.content, let word = content.word,
      let pending = content.pending,
      pending.isCells, place >= pending.text.count
    else {
      tell(.notAvailable)
      return
    }
    let index = min(place - pending.text.count, word.cells.count)
    if index == word.caret {
      _ = finishWord(of: id)
    } else {
      programs[id]?.content?.word?.caret = index
    }
  }
}

extension [Cell] {
  fileprivate func ends(with other: [Cell]) -> Bool { suffix(other.count).elementsEqual(other) }
}

extension [Unicode.Scalar] {
  /// Whether both are the same but for the shape of apostrophes.
  fileprivate func agrees(with other: [Unicode.Scalar]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.plainApostrophe == $1.plainApostrophe }
  }
}

extension Unicode.Scalar {
  /// The apostrophe of a typewriter for that of printers; all others are themselves.
  var plainApostrophe: Unicode.Scalar { self == "\u{2019}" ? "'" : self }

  /// Whether it belongs to a word whose cells depend on each other.
  var isInToken: Bool { !properties.isWhitespace && !TextContent.endsLine(self) }

  /// Whether a cell beside it is no word by itself.
  var isInWord: Bool {
    properties.isAlphabetic || properties.generalCategory == .decimalNumber || self == "'"
      || self == "\u{2019}"
  }
}

extension TextContent {
  /// The scalar at a place; nil if there is none here.
  func scalar(at place: TextOffset) -> Unicode.Scalar? { scalars(place..<place + 1).first }

  /// The scalar before a place; nil if there is none here.
  func scalar(before place: TextOffset) -> Unicode.Scalar? {
    place.value > offset ? scalar(at: place + -1) : nil
  }

  /// What stands around a place between blanks, at most so long that a table has it at once.
  func token(around place: TextOffset) -> Range<TextOffset> {
    var start = place
    while place - start < 100, scalar(before: start)?.isInToken == true { start.value -= 1 }
    var end = place
    while end - place < 100, scalar(at: end)?.isInToken == true { end.value += 1 }
    return start..<end
  }
}
