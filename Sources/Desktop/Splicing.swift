// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Commands
import Core
import DBus

/// A stretch of a text that is to be another one, in the toolkit's places.
struct Splice: Equatable, Sendable {
  var range: Range<Int>
  var text: String
  /// Whether the caret is where it was, carried along, rather than behind the new text.
  var keepsCaret = false

  init(_ range: Range<Int>, _ text: String, keepsCaret: Bool) {
    self.range = range
    self.text = text
    self.keepsCaret = keepsCaret
  }

  /// Where the caret belongs when `width` places have come into the range.
  func caret(from old: Int?, width: Int) -> Int {
    guard keepsCaret, let old else { return range.lowerBound + width }
    if old >= range.upperBound { return old + width - range.count }
    return old <= range.lowerBound ? old : range.lowerBound + width
  }

  /// What a command makes of a text; nil: there is no caret that it could be done at.
  init?(_ command: Command, in part: TextPart) {
    switch command {
    case .replaceText(let range, let text):
      let start = part.place(of: range.lowerBound)
      self.range = start..<max(start, part.place(of: range.upperBound))
      self.text = text
      keepsCaret = true
    case .insertText(let text):
      guard let place = part.selection ?? part.caret.map({ $0..<$0 }) else { return nil }
      range = place
      self.text = text
    case .deleteBackward(let count), .deleteForward(let count):
      guard let place = part.selection ?? part.caret.map({ $0..<$0 }) else { return nil }
      // What is selected goes as one character.
      let more = part.selection == nil ? count : count - 1
      if case .deleteBackward = command {
        range = part.place(more, charactersBefore: place.lowerBound)..<place.upperBound
      } else {
        range = place.lowerBound..<part.place(more, charactersBehind: place.upperBound)
      }
      text = ""
    default: return nil
    }
  }
}

extension TextPart {
  /// The place so many characters (grapheme clusters, UAX 29) before a place.
  func place(_ count: Int, charactersBefore place: Int) -> Int {
    guard holds(place), count > 0 else { return place }
    let before = String(String.UnicodeScalarView(scalars[..<index(of: place)]))
    var index = before.unicodeScalars.count
    var result = place
    var missing = count
    for character in before.reversed() {
      index -= character.unicodeScalars.count
      // The words for an object in the text are one place.
      guard self.place(of: index) < result else { continue }
      result = self.place(of: index)
      missing -= 1
      if missing == 0 { break }
    }
    return result
  }

  /// The place so many characters behind a place.
  func place(_ count: Int, charactersBehind place: Int) -> Int {
    guard holds(place), count > 0 else { return place }
    var index = index(of: place)
    let behind = String(String.UnicodeScalarView(scalars[index...]))
    var result = place
    var missing = count
    for character in behind {
      index += character.unicodeScalars.count
      guard self.place(of: index) > result else { continue }
      result = self.place(of: index)
      missing -= 1
      if missing == 0 { break }
    }
    return result
  }

  /// Whether a text is in what differs from an older one, or something has gone if it is empty.
  func hasNews(_ words: String, since old: TextPart) -> Bool {
    let limit = min(scalars.count, old.scalars.count)
    let head = (0..<limit).first { scalars[$0] != old.scalars[$0] } ?? limit
    let tail =
      (0..<limit - head).first {
        scalars[scalars.count - 1 - $0] != old.scalars[old.scalars.count - 1 - $0]
      } ?? limit - head
    guard !words.isEmpty else { return length < old.length }
    // What is the same at both ends may be what was written once more beside itself.
    let count = words.unicodeScalars.count
    let low = max(0, head - count + 1)
    let high = min(scalars.count, scalars.count - tail + count - 1)
    guard raw != old.raw, low < high else { return false }
    return String(String.UnicodeScalarView(scalars[low..<high])).contains(words)
  }

  /// What stands in a stretch, as it can be written again.
  func words(in range: Range<Int>) -> String {
    let low = index(of: range.lowerBound)
    return String(String.UnicodeScalarView(scalars[low..<max(low, index(of: range.upperBound))]))
  }
}

extension Desktop {
  /// So often a command at the caret is done anew because somebody else has changed the text.
  private static let mostTries = 4

  /// Writes into a text, or takes from it.
  mutating func edit(_ order: Order, in text: TextPart, tries: Int = 0) {
    guard let shown else { return finish(order, .gone) }
    guard writesDirectly(in: shown), let splice = Splice(order.command, in: text) else {
      return writeByKeys(order, in: text)
    }
    guard !splice.range.isEmpty || !splice.text.isEmpty else { return finish(order) }
    make(splice, in: text, for: order, tries: tries)
  }

  /// Whether the program writes what it is told to, by EditableText.
  func writesDirectly(in shown: Shown) -> Bool {
    let basics = shown.snapshot.basics
    return basics.interfaces.contains(.editableText) && basics.role != .terminal
      && programs[shown.object.program]?.ignoresInsertText != true
  }

  private mutating func make(_ splice: Splice, in text: TextPart, for order: Order, tries: Int) {
    guard let shown else { return finish(order, .gone) }
    let object = shown.object
    let program = programs[object.program] ?? Program()
    let caret = splice.caret(from: text.caret, width: program.width(splice.text))
    var questions = Questions()
    let before = StateSlots(object, text, &questions)
    let deleted = splice.range.isEmpty ? nil : questions.ask(object.deleteText(splice.range))
    let inserted =
      splice.text.isEmpty
      ? nil
      : questions.ask(
        object.insertText(
          splice.range.lowerBound, splice.text, length: program.insertedLength(splice.text)))
    let moved = program.misplacesCaret ? questions.ask(object.setCaret(caret)) : nil
    let count = questions.ask(object.characterCount)
    let place = questions.ask(object.caretOffset)
    begin(
      .order,
      questions.asking(within: .milliseconds(800)) { replies in
        let parts = [deleted, inserted].compactMap { $0 }
        let made = Made(
          splice: splice, text: text, found: before.marked(text, replies),
          raw: before.raw(replies), oldLength: before.length(replies),
          error: parts.compactMap { replies.error($0) }.first { $0.isTimeout || $0.isProgramGone }
            ?? before.error(replies),
          isDone: parts.contains { replies[$0]?.boolean ?? false },
          isWritten: inserted.map { replies[$0]?.boolean ?? false } ?? true,
          movedCaret: moved != nil, newLength: replies[count]?.integer,
          caret: replies[place]?.integer)
        return .known { desktop in
          guard desktop.isAt(object, order) else { return desktop.finish(order) }
          desktop.take(made, for: order, tries: tries)
        }
      })
  }

  /// What came of a splice.
  private struct Made: Sendable {
    var splice: Splice
    /// The text that it was meant for, and the marks that were found right before it.
    var text, found: TextPart
    var raw: String
    var oldLength: Int?
    var error: CallError?
    var isDone, isWritten: Bool
    var movedCaret: Bool
    var newLength, caret: Int?

    /// Whether somebody else had changed the text or, for what is done at the caret, moved that.
    var wasElsewhere: Bool {
      raw != text.raw || oldLength != text.length
        || !splice.keepsCaret && (found.caret != text.caret || found.selection != text.selection)
    }

    /// How many places the new text takes, as far as the lengths tell.
    var width: Int {
      guard let oldLength, let newLength else { return 0 }
      let end = min(splice.range.upperBound, oldLength)
      return newLength - oldLength + max(0, end - splice.range.lowerBound)
    }

    /// Whether the lengths tell that it was written: then it is not asked for once more.
    var isSeen: Bool { newLength != oldLength }

    /// Whether what has become of the text holds what was to be written.
    func isThere(in new: TextPart) -> Bool {
      isSeen || isSame || new.hasNews(splice.text, since: text)
    }

    /// Whether the text is the same after what was wanted.
    var isSame: Bool { text.words(in: splice.range) == splice.text }
  }

  private mutating func take(_ made: Made, for order: Order, tries: Int) {
    if let error = made.error {
      // It may have been done all the same, and is not done once more.
      isTextStale = true
      return finish(order, Refusal(error))
    }
    guard made.isDone else { return writeByKeys(order, in: made.text) }
    if made.wasElsewhere { return takeBack(made, for: order, tries: tries) }
    guard made.isWritten else { return writeByKeys(order, in: made.found, isDeleted: true) }
    if made.isSeen, let caret = made.caret {
      let wanted = made.splice.caret(from: made.text.caret, width: made.width)
      let width = (programs[shown?.object.program ?? ""] ?? Program()).width(made.splice.text)
      // What a program has added by itself, completing a word, is its own affair.
      let isExact = made.width == width || made.width == made.splice.text.utf16.count
      if caret != wanted, isExact || made.movedCaret, let object = shown?.object {
        tell(object.setCaret(wanted))
      }
    }
    answer(order, when: { made.isThere(in: $0) }) { text in
      { desktop in
        guard made.isThere(in: text) else { return desktop.writeByKeys(order, in: text) }
        desktop.answer(order, with: text)
      }
    }
  }

  /// Makes undone what came to a wrong place because somebody else was faster by less than a trip,
  /// and does it anew, or tells that its place is not where it was.
  private mutating func takeBack(_ made: Made, for order: Order, tries: Int) {
    guard let object = shown?.object, let length = made.oldLength else {
      return finish(order, .gone)
    }
    let program = programs[object.program] ?? Program()
    let range = made.splice.range
    // What stood there cannot be known any more, or is a secret: the signs that stand for its
    // characters must never be written.
    let isLost = length < made.text.start || made.text.isMasked && !range.isEmpty
    let end = max(made.text.start, min(made.text.end, length))
    let old =
      isLost
      ? ""
      : TextPart(made.raw, range: made.text.start..<end, length: length).words(in: range)
    if made.width > 0 {
      tell(object.deleteText(range.lowerBound..<range.lowerBound + made.width))
    }
    if !old.isEmpty {
      tell(object.insertText(range.lowerBound, old, length: program.insertedLength(old)))
    }
    if let caret = made.found.caret { tell(object.setCaret(caret)) }
    guard tries < Desktop.mostTries, !isLost else { return refuseAsStale(order) }
    readFirst(order) { desktop, text in
      guard order.version == nil else { return desktop.finish(order, .stale) }
      desktop.edit(order, in: text, tries: tries + 1)
    }
  }
}
