// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Presentation
import Translation
import Typing

/// What is typed without contractions, since the last blank: each cell is sent as soon as it is
/// text.
struct LiveTyping: Equatable, Sendable {
  var table: TableName
  /// What was typed; of a secret only the signs that what comes next depends on.
  var cells: [Cell] = []
  /// What it came to with each cell, the first by itself.
  var texts: [[Unicode.Scalar]] = []

  /// Whether no letters stand before it.
  var beginsWord = false

  /// Whether the cells are signs before a part of a secret that was sent, and hold for the next.
  var keepsSigns = false

  /// The cells that are no text yet, without what was sent before them; nil if there are none.
  var signsThatWait: LiveTyping? {
    guard waiting > 0 else { return nil }
    var signs = LiveTyping(table: table)
    signs.cells = cells.suffix(waiting)
    signs.texts = signs.cells.map { _ in [] }
    return signs
  }

  /// What the program was sent.
  var sent: [Unicode.Scalar] { texts.last ?? [] }

  /// How many cells at the end are no text yet.
  var waiting: Int {
    let text = sent
    if keepsSigns { return 0 }
    if text.isEmpty { return cells.count }
    return texts.reversed().prefix { $0 == text }.count - 1
  }
}

extension Engine {
  /// Writes a cell of uncontracted braille.
  mutating func writeLive(
    _ cell: Cell, isCapital: Bool, by table: TableName, of id: ProgramID
  ) {
    guard let content = programs[id]?.content else { return }
    var live =
      content.live ?? LiveTyping(table: table, beginsWord: isBetweenWords(of: id, content))
    // So long no word is; and all of it is read again with each cell.
    if live.cells.count >= 100, live.waiting == 0 { live = LiveTyping(table: table) }
    let sent = live.sent
    let wasFelt = live.waiting > 0
    live.cells.append(cell)
    guard
      let reading = read(
        live.cells, after: content.typed, isPartial: true, beginsWord: live.beginsWord,
        in: live.table)
    else { return holdUp() }
    var text = reading.text
    // Letters that were made capitals by a key stay so.
    if text.count >= sent.count, text.prefix(sent.count).lowercased == sent.lowercased {
      text = sent + text.dropFirst(sent.count)
    }
    if isCapital { text = text.prefix(sent.count) + text.dropFirst(sent.count).uppercased }
    // In computer braille each cell is a character by itself.
    if text == sent, typing(in: content.element).hasEightDots {
      tell(.noCharacter)
      return
    }
    live.texts.append(text)
    if content.element.isProtected, text != sent {
      live = signs(of: live, after: content.typed)
    }
    change(sent, to: text, of: id, wasFelt: wasFelt)
    programs[id]?.content?.live = live
    programs[id]?.content?.finished = nil
    programs[id]?.content?.isBehind = true
  }

  /// Whether no letter stands before the caret.
  private func isBetweenWords(of id: ProgramID, _ content: Content) -> Bool {
    let unseen = unseen(of: id)
    if let last = unseen?.text.last { return !last.isInWord }
    guard let text = content.element.text,
      let place = unseen?.range.lowerBound ?? text.selection?.lowerBound ?? text.caret
    else { return true }
    return text.scalar(before: place)?.isInWord != true
  }

  /// What is kept of what was typed into a secret: the signs before the last cell, if they hold for
  /// the next one, too, as the one before numbers does.
  private mutating func signs(
    of live: LiveTyping, after context: BackTranslation.Context
  ) -> LiveTyping {
    var kept = LiveTyping(table: live.table)
    guard let cell = live.cells.last, live.cells.count > 1,
      let twice = read(live.cells + [cell], after: context, isPartial: true, in: live.table),
      twice.text == live.sent + live.sent
    else { return kept }
    kept.cells = live.cells.dropLast()
    kept.texts = kept.cells.map { _ in [] }
    kept.keepsSigns = true
    return kept
  }

  /// Ends what is typed without contractions, and puts some text behind it; false if its table has
  /// no answer yet.
  mutating func endLive(of id: ProgramID, with suffix: String = "") -> Bool {
    guard let content = programs[id]?.content else { return true }
    guard let live = content.live else {
      insert(suffix, of: id, content)
      return true
    }
    guard
      let reading = read(
        live.cells, after: content.typed, isPartial: typing(in: content.element).isContracted,
        in: live.table)
    else { return false }
    var text = reading.text
    // Letters that were made capitals by a key stay so.
    if text.lowercased == live.sent.lowercased { text = live.sent }
    if text.isEmpty, live.waiting > 0, reading.context == content.typed {
      // Signs that came to nothing are not lost without a word.
      tell(.noCharacter)
      if !suffix.isEmpty { return true }
    }
    change(
      live.sent, to: text + Array(suffix.unicodeScalars), of: id, wasFelt: live.waiting > 0)
    programs[id]?.content?.live = nil
    programs[id]?.content?.typed = reading.context
    programs[id]?.content?.isBehind = true
    return true
  }

  /// Takes the last cell of what is typed without contractions away; true if there was one.
  mutating func eraseLive(of id: ProgramID) -> Bool {
    guard let content = programs[id]?.content, var live = content.live, !live.cells.isEmpty,
      !live.keepsSigns
    else {
      programs[id]?.content?.live = nil
      return false
    }
    let sent = live.sent
    live.cells.removeLast()
    live.texts.removeLast()
    change(sent, to: live.sent, of: id)
    programs[id]?.content?.live = live.cells.isEmpty ? nil : live
    programs[id]?.content?.isBehind = true
    return true
  }

  /// Makes some text before the caret another one; `word` is what it came of, `wasFelt` whether it
  /// was shown as cells.
  mutating func change(
    _ old: [Unicode.Scalar], to new: [Unicode.Scalar], of id: ProgramID, word: OpenWord? = nil,
    wasFelt: Bool = false
  ) {
    guard let element = programs[id]?.content?.element.id else { return }
    let before = String(old)
    let after = String(new)
    let common = zip(before, after).prefix { $0 == $1 }.count
    let gone = before.count - common
    guard gone == 0 || programs[id]?.takes(.deleteBackward(gone)) == true else {
      tell(.notAvailable)
      return
    }
    if gone > 0 {
      send(.deleteBackward(gone), to: id, element: element, word: word, wasFelt: wasFelt)
    }
    let come = String(after.dropFirst(common))
    if !come.isEmpty {
      send(.insertText(come), to: id, element: element, word: word, wasFelt: wasFelt)
    }
  }

  /// Puts some text at the caret; none changes nothing.
  mutating func insert(
    _ text: String, of id: ProgramID, _ content: Content, word: OpenWord? = nil
  ) {
    guard !text.isEmpty else { return }
    send(.insertText(text), to: id, element: content.element.id, word: word)
  }

  /// Reads cells by the reader's corrections; nil: not known yet.
  mutating func read(
    _ cells: [Cell], after context: BackTranslation.Context, isPartial: Bool,
    beginsWord: Bool = false, in table: TableName
  ) -> BackTranslation.Reading? {
    guard !cells.isEmpty else { return BackTranslation.Reading(text: [], context: context) }
    return resources.backTranslation.read(
      cells, after: context, isPartial: isPartial, beginsWord: beginsWord, in: table,
      with: &translator)
  }
}

extension Collection<Unicode.Scalar> {
  /// The capitals, each scalar by itself.
  var uppercased: [Unicode.Scalar] { flatMap { $0.properties.uppercaseMapping.unicodeScalars } }

  /// The small letters, each scalar by itself.
  var lowercased: [Unicode.Scalar] { flatMap { $0.properties.lowercaseMapping.unicodeScalars } }
}
