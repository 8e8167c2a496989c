// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Presentation
import Typing

/// What becomes of what is being typed when a program changes what it shows (behaviour §4).
extension Engine {
  /// What a program shows, if something is being typed there.
  func typing(of id: ProgramID) -> Content? {
    guard let content = programs[id]?.content,
      content.word != nil || content.live != nil || content.finished != nil
        || content.foreseenCaret != nil
    else { return nil }
    return content
  }

  /// Lets what is being typed follow a change: `old` is what was shown before, `foreseen` where the
  /// caret was to be then.
  mutating func follow(_ old: Content, _ foreseen: TextOffset?, of id: ProgramID) {
    guard let content = programs[id]?.content, content.number == old.number else {
      leave(old, of: id)
      return
    }
    guard content.element.isEditable else {
      programs[id]?.content?.word = nil
      programs[id]?.content?.live = nil
      leave(old, of: id, isGone: true)
      return
    }
    guard content.history.revision != old.history.revision || content.hasOtherCaret(than: old)
    else { return }
    let caret = content.element.text?.caret
    // Some programs tell where the caret is by a message of its own.
    let isForeseen = caret != nil && caret == (foreseen ?? old.foreseenCaret)
    let isMoved =
      !isEcho(in: id) && !isForeseen && content.hasOtherCaret(than: old, movedAlong: true)
    let isToCome = !isForeseen && !isMoved && unseen(of: id) == nil
    programs[id]?.content?.foreseenCaret = isToCome ? foreseen : nil
    if isMoved {
      programs[id]?.content?.finished = nil
      programs[id]?.content?.typed = BackTranslation.Context()
    }
    followLive(isMoved: isMoved, of: id, content)
    followWord(since: old, isMoved: isMoved, of: id)
  }

  /// What was typed live goes on where its text stands before the caret.
  private mutating func followLive(isMoved: Bool, of id: ProgramID, _ content: Content) {
    guard let live = content.live, isSettled(content, of: id) else { return }
    guard !isMoved, let text = content.element.text, let caret = text.caret else {
      if isMoved { programs[id]?.content?.live = nil }
      return
    }
    let before = text.scalars(TextOffset(max(0, caret.value - live.sent.count))..<caret)
    if !live.keepsSigns, Array(before) != live.sent {
      programs[id]?.content?.live = live.signsThatWait
    }
  }

  private mutating func followWord(since old: Content, isMoved: Bool, of id: ProgramID) {
    guard let content = programs[id]?.content, var word = content.word,
      let text = content.element.text
    else { return }
    let caret = content.foreseenCaret ?? text.caret
    switch word.site {
    case .stretch(let range):
      if word.original != nil, content.history.touches(range, from: old.history.revision) {
        finishTouched(word, in: range, old: old, of: id)
        return
      }
      word.site = .stretch(content.history.carry(range, from: old.history.revision))
      if range.isEmpty, !isMoved, isSettled(content, of: id), let caret {
        word.site = .stretch(caret..<caret)
      }
    case .beforeCaret(let letters):
      guard isSettled(content, of: id), let caret, !isMoved else { break }
      let start = TextOffset(max(text.offset, caret.value - letters.count))
      if Array(text.scalars(start..<caret)) == letters {
        if text.version != nil { word.site = .stretch(start..<caret) }
      } else if word.isUnchanged {
        // The program has made something else of it, which stays.
        programs[id]?.content?.word = nil
        return
      } else {
        word.site = .stretch(caret..<caret)
        word.original = nil
      }
    }
    programs[id]?.content?.word = word
    if isMoved { finishElsewhere(word, old: old, of: id) }
  }

  /// Somebody else has written in a word that was opened: what is theirs stays, and of the reader's
  /// what goes in beside it; else the history has it.
  private mutating func finishTouched(
    _ word: OpenWord, in range: Range<TextOffset>, old: Content, of id: ProgramID
  ) {
    programs[id]?.content?.word = nil
    guard let content = programs[id]?.content, let original = word.original, !word.isUnchanged
    else { return }
    if id == shown { tell(.changed) }
    guard let new = text(of: word, after: content.typed)?.text else {
      keep(word.cells.unicode, of: content, in: id)
      return
    }
    let common = min(new.count, original.text.count)
    let start = zip(new, original.text).prefix { $0 == $1 }.count
    let end = zip(new.reversed(), original.text.reversed()).prefix { $0 == $1 }.count
    let same = min(end, common - start)
    let part = range.lowerBound + start..<range.upperBound + -same
    guard content.element.text?.version != nil,
      !content.history.touches(part, from: old.history.revision)
    else {
      keep(String(new), of: content, in: id)
      return
    }
    let place = content.history.carry(part, from: old.history.revision)
    send(
      .replaceText(place, String(new[start..<new.count - same])), to: id,
      element: content.element.id, version: content.element.text?.version)
  }

  /// Finishes a word where it stands, although the caret was moved from elsewhere.
  private mutating func finishElsewhere(_ word: OpenWord, old: Content, of id: ProgramID) {
    guard let content = programs[id]?.content else { return }
    programs[id]?.content?.word = nil
    if word.isUnchanged { return }
    guard let text = text(of: word, after: content.typed)?.text, !text.isEmpty else {
      keep(word.cells.unicode, of: content, in: id)
      return
    }
    write(text, of: word, old: old, in: id, content)
  }

  /// Sends the text of a word to the place where it stood.
  private mutating func write(
    _ text: [Unicode.Scalar], of word: OpenWord, old: Content, in id: ProgramID, _ content: Content
  ) {
    let element = content.element
    let version = element.text?.version
    if case .stretch(let range) = word.site, version != nil,
      programs[id]?.takes(.replaceText(range, "")) == true
    {
      send(
        .replaceText(range, String(text)), to: id, element: element.id, version: version,
        word: word)
      return
    }
    guard let caret = old.element.text?.caret,
      programs[id]?.takes(.setCaret(caret)) == true, let new = element.text?.caret
    else {
      keep(String(text), of: content, in: id)
      return
    }
    // Without versions the caret goes there, and back.
    let place = content.history.carryNearest(caret, from: old.history.revision)
    send(.setCaret(place), to: id, element: element.id)
    if case .beforeCaret(let letters) = word.site {
      change(letters, to: text, of: id)
    } else {
      send(.insertText(String(text)), to: id, element: element.id)
    }
    send(.setCaret(new < place ? new : new + text.count), to: id, element: element.id)
  }

  /// Another element has the focus, or nothing is shown any more: what was typed goes to the element
  /// that it was typed in, or into the history.
  ///
  /// `isGone`: what it was typed in is no more.
  private mutating func leave(_ old: Content, of id: ProgramID, isGone: Bool = false) {
    guard let word = old.word, !word.isUnchanged else { return }
    let text = text(of: word, after: old.typed)?.text ?? []
    guard !text.isEmpty else {
      if !word.cells.isEmpty { keep(word.cells.unicode, of: old, in: id) }
      return
    }
    guard !isGone, let program = programs[id], program.content != nil,
      program.screen?.holds(old.element.id) ?? true,
      program.takes(.insertText(""))
    else {
      keep(String(text), of: old, in: id)
      return
    }
    let version = old.element.text?.version
    if case .stretch(let range) = word.site, version != nil, program.takes(.replaceText(range, ""))
    {
      send(.replaceText(range, String(text)), to: id, element: old.element.id, version: version)
    } else if word.original == nil {
      send(.insertText(String(text)), to: id, element: old.element.id)
    } else {
      keep(String(text), of: old, in: id)
    }
  }

  /// Keeps what was being typed into what a program showed that has left.
  mutating func keep(_ old: Content, of program: Program) {
    guard let word = old.word, !word.isUnchanged, !word.cells.isEmpty else { return }
    let text = text(of: word, after: old.typed)?.text ?? []
    keep(text.isEmpty ? word.cells.unicode : String(text), of: old, by: program)
  }

  /// Keeps what can be written nowhere in the history, unless it is a secret.
  mutating func keep(_ text: String, of content: Content, in id: ProgramID) {
    if let program = programs[id] { keep(text, of: content, by: program) }
  }

  private mutating func keep(_ text: String, of content: Content, by program: Program) {
    guard !content.element.isProtected else { return }
    var announcement = Announcement(text: text)
    announcement.priority = .low
    messages.add(
      announcement, of: program, isKept: true, isLocked: !lock.isOpen, at: now, wall: wallTime,
      messageStyle)
  }
}

extension Content {
  /// Whether the caret is elsewhere than it was, or (`movedAlong`) than a change of the text has
  /// taken it.
  fileprivate func hasOtherCaret(than old: Content, movedAlong: Bool = false) -> Bool {
    let before = old.element.text?.caret
    guard movedAlong else { return before != element.text?.caret }
    return before.map { history.carryNearest($0, from: old.history.revision) }
      != element.text?.caret
  }
}
