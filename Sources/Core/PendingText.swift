// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Typing

/// What of what is typed is shown where it will stand.
extension Engine {
  /// What is typed and is not in the text yet; nil if that is nothing.
  mutating func pending(in content: Content, of id: ProgramID) -> Pending? {
    let unseen =
      content.word == nil
      ? shownUnseen(in: content.elementForTyping, of: id)
      : unseen(in: content.elementForTyping, of: id)
    let waiting = content.live.map { Array($0.cells.suffix($0.waiting)) } ?? []
    let ahead = id == shown ? cellsAhead : []
    guard unseen != nil || content.word != nil || !waiting.isEmpty || !ahead.isEmpty else {
      return nil
    }
    let text = content.elementForTyping.text
    let caret = content.asked?.caret ?? text?.caret ?? text?.end ?? .zero
    var pending = Pending(in: unseen?.range ?? caret..<caret)
    pending.text = unseen?.text ?? []
    guard let word = content.word else {
      // Of a secret no cell is told (T4).
      if content.element.isProtected {
        pending.text += (waiting + ahead).map { _ in Passage.mask }
      } else {
        pending.word = (waiting + ahead).map(\.scalar)
      }
      pending.caret = pending.count
      // Into the middle of a word: it stays there.
      if unseen != nil, pending.word.isEmpty, let wanted = content.wantedCaret {
        pending.caret = min(max(0, wanted - pending.range.lowerBound), pending.count)
      }
      return pending
    }
    switch word.site {
    case .stretch(let range): if unseen == nil { pending.range = range }
    case .beforeCaret(let old): pending.takeBack(old.count, notBefore: text?.offset ?? 0)
    }
    let shown = word.cells[..<word.caret] + ahead + word.cells[word.caret...]
    pending.word = shown.map(\.scalar)
    pending.caret = pending.text.count + word.caret + ahead.count
    if settings.typingShow == .print,
      let reading = read(word.cells, after: content.typed, isPartial: true, in: word.table)
    {
      pending.isCells = false
      pending.word = reading.text
      pending.caret = pending.count
    }
    return pending
  }

  /// The cells that were typed and wait for a table; they are felt already.
  private var cellsAhead: [Cell] {
    typedAhead.compactMap { entry in
      guard case .dots(let cell) = entry.press.key else { return nil }
      return cell
    }
  }

  /// Whether what is shown of what is typed is to be brought up to date.
  func isTypingBehind(in id: ProgramID) -> Bool {
    guard let content = programs[id]?.content else { return false }
    return content.pending != nil || !typedAhead.isEmpty || content.word != nil
      || content.live != nil
      || shownUnseen(in: content.elementForTyping, of: id) != nil
  }
}

extension Pending {
  /// Lets it stand for some more scalars before it.
  fileprivate mutating func takeBack(_ count: Int, notBefore start: Int) {
    let own = min(count, text.count)
    text.removeLast(own)
    let low = max(start, range.lowerBound.value - (count - own))
    range = TextOffset(min(low, range.lowerBound.value))..<range.upperBound
  }
}

extension Content {
  /// The element, with an empty text if something is typed into one that has none.
  var elementWithText: Element { pending == nil ? element : elementForTyping }

  /// The same whether something is typed or not.
  var elementForTyping: Element {
    guard element.text == nil else { return element }
    var element = element
    element.text = TextContent([])
    return element
  }

  /// Where the caret and the selection are to be shown.
  var marks: Reading.Marks {
    var marks = Reading.Marks(of: element.text)
    guard let pending else { return marks }
    if pending.count > 0 {
      marks.caret = pending.range.lowerBound
      marks.pending = pending.caret
    } else {
      marks.caret = pending.range.upperBound
    }
    marks.selection = nil
    return marks
  }
}
