// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility

extension Shown {
  /// The next place of words in the text that is written in, in the toolkit's count; nil: none.
  func place(of words: String, isForward: Bool) -> Int? {
    guard let caret = caretInWriting, let text = snapshot.text else { return nil }
    return text.places(of: words).next(to: caret, isForward: isForward)
  }

  /// The next misspelled word in the text that is written in; nil: none.
  func misspelling(isForward: Bool) -> Int? {
    guard let caret = caretInWriting, let text = snapshot.text else { return nil }
    return text.misspellings.next(to: caret, isForward: isForward)
  }

  private var caretInWriting: Int? {
    let basics = snapshot.basics
    guard basics.showsCaret, basics.role != .passwordText, basics.role != .terminal else {
      return nil
    }
    return snapshot.text?.caret
  }
}

extension [Int] {
  fileprivate func next(to place: Int, isForward: Bool) -> Int? {
    isForward ? first { $0 > place } : last { $0 < place }
  }
}

extension TextPart {
  /// Where words in small letters begin in it, in the toolkit's count, in order.
  func places(of words: String) -> [Int] {
    let wanted = Array(words.unicodeScalars)
    guard !wanted.isEmpty, scalars.count >= wanted.count else { return [] }
    let small = scalars.map { $0.small }
    return (0...(small.count - wanted.count)).filter { start in
      small[start] == wanted[0] && small[start..<(start + wanted.count)].elementsEqual(wanted)
    }.map { place(of: $0) }
  }

  /// Where misspelled words begin in it, in the toolkit's count, in order.
  var misspellings: [Int] {
    runs.filter { $0.attributes["invalid"] == "spelling" || $0.attributes["underline"] == "error" }
      .map(\.range.lowerBound)
  }
}

extension Unicode.Scalar {
  /// Its small letter, if that is one scalar, and a blank for all blanks.
  fileprivate var small: Unicode.Scalar {
    if properties.isWhitespace { return " " }
    let lower = properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first ?? self : self
  }
}

extension Glimpse {
  /// Whether words in small letters are in its name or in its text.
  func holds(_ wanted: String) -> Asking<Bool> {
    if Basics.oneLine(basics.name).lowercased().contains(wanted) { return .known(true) }
    if let words {
      if words.lowercased().contains(wanted) { return .known(true) }
      if childCount == 0 { return .known(false) }
    }
    guard basics.interfaces.contains(.text), basics.role != .passwordText else {
      return .known(false)
    }
    let hasObjects = basics.interfaces.contains(.hypertext)
    return basics.object.text(around: 0, objects: hasObjects).map { text in
      text.map { $0.words.lowercased().contains(wanted) } ?? false
    }
  }
}
