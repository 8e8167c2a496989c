// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements

/// What commands do to the text.
extension Editor {
  /// Does a command; gives the changes of the text, each about what the one before has made.
  mutating func apply(_ order: Order) throws(Refusal) -> [TextEdit.Change] {
    switch order.command {
    case .insertText(let new): return [insert(Array(new.unicodeScalars))]
    case .replaceText(let range, let new):
      let range = try carry(range.lowerBound.value..<range.upperBound.value, order.version)
      return [replace(range, with: Array(new.unicodeScalars))]
    case .deleteBackward(let count): return try delete(count, isForward: false)
    case .deleteForward(let count): return try delete(count, isForward: true)
    case .setCaret(let place): try select(place.value, place.value, order.version)
    case .select(let anchor, let place):
      try select(anchor.value, place.value, order.version)
    case .selectAll: (anchor, caret) = (0, text.count)
    case .activate(let place?): try select(place.value, place.value, order.version)
    case .activate(nil): break
    case .copy: copy()
    case .cut:
      copy()
      return selection.isEmpty ? [] : [insert([])]
    case .paste: return clipboard.isEmpty ? [] : [insert(clipboard)]
    case .undo: return [try takeBack(from: \.past, to: \.future)]
    case .redo: return [try takeBack(from: \.future, to: \.past)]
    case .key(let key, let modifiers): return try press(key, modifiers)
    default: throw .notPossible
    }
    return []
  }

  private mutating func press(
    _ key: String, _ modifiers: Modifiers
  ) throws(Refusal) -> [TextEdit.Change] {
    if key == "Backspace", modifiers == .control, selection.isEmpty {
      let start = wordStart
      return start == caret ? [] : [replace(start..<caret, with: [])]
    }
    guard modifiers.isSubset(of: [.shift, .upper]) else { throw .notPossible }
    switch key {
    case "Enter": return [insert(["\n"])]
    case "Backspace": return try delete(1, isForward: false)
    case "Delete": return try delete(1, isForward: true)
    case "ArrowLeft": move(to: selection.isEmpty ? character(before: caret) : selection.lowerBound)
    case "ArrowRight": move(to: selection.isEmpty ? character(behind: caret) : selection.upperBound)
    case "Home": move(to: (text[..<caret].lastIndex(of: "\n") ?? -1) + 1)
    case "End": move(to: text[caret...].firstIndex(of: "\n") ?? text.count)
    default:
      guard key.count == 1 else { throw .notPossible }
      return [insert(Array(key.unicodeScalars))]
    }
    return []
  }

  private mutating func move(to place: Int) { (caret, anchor) = (place, place) }

  private mutating func copy() {
    if !selection.isEmpty { clipboard = Array(text[selection]) }
  }

  private mutating func select(
    _ anchor: Int, _ place: Int, _ version: Int?
  ) throws(Refusal) {
    let places = (try carry(anchor, version), try carry(place, version))
    (self.anchor, caret) = places
  }

  /// Puts text in the place of what is selected, or at the caret.
  private mutating func insert(_ new: [Unicode.Scalar]) -> TextEdit.Change {
    replace(selection, with: new)
  }

  /// Takes so many characters away; what is selected counts as one.
  private mutating func delete(
    _ count: Int, isForward: Bool
  ) throws(Refusal) -> [TextEdit.Change] {
    var changes: [TextEdit.Change] = []
    for _ in 0..<count {
      if !selection.isEmpty {
        changes.append(insert([]))
        continue
      }
      let end = isForward ? character(behind: caret) : character(before: caret)
      guard end != caret else { break }
      changes.append(replace(min(end, caret)..<max(end, caret), with: []))
    }
    if changes.isEmpty { throw .nothingFurther }
    return changes
  }

  /// Where the word before the caret begins, which may have blanks behind it.
  private var wordStart: Int {
    let before = text[..<caret]
    guard let end = before.lastIndex(where: { $0 != " " }), text[end] != "\n" else {
      return before.last == "\n" ? caret - 1 : (before.lastIndex(of: "\n") ?? -1) + 1
    }
    return (before[..<end].lastIndex { $0 == " " || $0 == "\n" } ?? -1) + 1
  }

  /// Where the character before a place begins: a grapheme cluster of UAX 29.
  private func character(before place: Int) -> Int {
    let last = String(String.UnicodeScalarView(text[..<place])).last
    return place - (last?.unicodeScalars.count ?? 0)
  }

  private func character(behind place: Int) -> Int {
    let first = String(String.UnicodeScalarView(text[place...])).first
    return place + (first?.unicodeScalars.count ?? 0)
  }

  /// Puts text in the place of a stretch.
  ///
  /// The caret goes behind what comes, if it was in the stretch and `movesCaret`; else it follows the
  /// character at its right.
  mutating func replace(
    _ range: Range<Int>, with new: [Unicode.Scalar], movesCaret: Bool = true
  ) -> TextEdit.Change {
    past.append(
      Step(start: range.lowerBound, removed: Array(text[range]), inserted: new, caret: caret))
    future = []
    return substitute(range, with: new, movesCaret: movesCaret)
  }

  private mutating func substitute(
    _ range: Range<Int>, with new: [Unicode.Scalar], movesCaret: Bool
  ) -> TextEdit.Change {
    let stretch = TextOffset(range.lowerBound)..<TextOffset(range.upperBound)
    let replacement = Replacement(range: stretch, count: new.count)
    text.replaceSubrange(range, with: new)
    version += 1
    log.append((version, replacement))
    if movesCaret, range.lowerBound <= caret, caret <= range.upperBound {
      move(to: range.lowerBound + new.count)
    } else {
      caret = replacement.carry(TextOffset(caret)).value
      anchor = replacement.carry(TextOffset(anchor)).value
    }
    return TextEdit.Change(range: stretch, text: new)
  }

  /// Takes a step back and puts it where it can be made again.
  private mutating func takeBack(
    from source: WritableKeyPath<Editor, [Step]>, to target: WritableKeyPath<Editor, [Step]>
  ) throws(Refusal) -> TextEdit.Change {
    guard let step = self[keyPath: source].popLast() else { throw .nothingFurther }
    let range = step.start..<(step.start + step.inserted.count)
    self[keyPath: target].append(
      Step(start: step.start, removed: step.inserted, inserted: step.removed, caret: caret))
    let change = substitute(range, with: step.removed, movesCaret: true)
    move(to: min(step.caret, text.count))
    return change
  }

  // MARK: Offsets

  /// Where a place in the text of a version is now.
  private func carry(_ place: Int, _ version: Int?) throws(Refusal) -> Int {
    guard let changes = try changes(since: version) else { return min(max(0, place), text.count) }
    let place = changes.reduce(TextOffset(place)) { $1.carry($0) }.value
    guard (0...text.count).contains(place) else { throw .notPossible }
    return place
  }

  /// Where a stretch of the text of a version is now, of which nothing has changed.
  private func carry(_ range: Range<Int>, _ version: Int?) throws(Refusal) -> Range<Int> {
    var stretch = TextOffset(range.lowerBound)..<TextOffset(range.upperBound)
    for change in try changes(since: version) ?? [] {
      if change.isInside(of: stretch) { throw .stale }
      stretch = change.carry(stretch)
    }
    guard stretch.lowerBound.value >= 0, stretch.upperBound.value <= text.count else {
      throw .notPossible
    }
    return stretch.lowerBound.value..<stretch.upperBound.value
  }

  /// What has changed since a version; nil: offsets are taken as they stand.
  private func changes(since version: Int?) throws(Refusal) -> [Replacement]? {
    switch manner.versions {
    case .none: return nil
    case .refusing:
      if let version, version != self.version { throw .stale }
      return []
    case .carrying:
      guard let version else { return [] }
      return log.filter { $0.version > version }.map(\.replacement)
    }
  }
}

extension Replacement {
  /// Whether it changes something in a stretch: takes from it, or puts something into it.
  fileprivate func isInside(of stretch: Range<TextOffset>) -> Bool {
    range.isEmpty || stretch.isEmpty
      ? range.lowerBound < stretch.upperBound && stretch.lowerBound < range.upperBound
      : range.overlaps(stretch)
  }
}
