// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

extension Accessible {
  /// Texts up to this long are read whole, in the toolkit's count; of longer ones a part.
  public static let wholeText = 8192
  /// How much of a longer text is read on either side.
  public static let halfPart = 2048
  /// At most so many objects in a text are named, and so many runs of attributes asked for.
  static let embeddedLimit = 40
  static let runLimit = 12

  /// Its text: all of it, or what is around `place` (nil: the caret) if it is long.
  ///
  /// `known`: the part that was read before, which is read again while the caret stays where it was
  /// or well inside of it. `runs`: with attributes; `objects`: with words for the objects in it.
  /// `isSecret`: the characters themselves are not asked for. Only for an object that has the Text
  /// interface, and Hypertext if it has objects. Nil: it does not answer.
  public func text(
    around place: Int? = nil, known: TextPart? = nil, runs: Bool = false, objects: Bool = false,
    isSecret: Bool = false
  ) -> Asking<TextPart?> {
    var questions = Questions()
    let count = questions.ask(characterCount)
    let caret = questions.ask(caretOffset)
    let selections = questions.ask(selectionCount)
    return questions.asking { replies in
      guard let length = replies[count]?.integer else { return .known(nil) }
      let caret = replies[caret]?.integer ?? -1
      let whole = max(0, min(length, 10_000_000))
      let range =
        place == nil
        ? known?.part(of: whole, caret: caret) ?? Accessible.part(of: whole, around: caret)
        : Accessible.part(of: whole, around: place ?? caret)
      let marks = Marks(
        length: whole, caret: caret < 0 ? nil : min(caret, whole),
        isSelected: (replies[selections]?.integer ?? 0) > 0)
      return isSecret ? secret(marks) : part(range, marks, runs: runs, objects: objects)
    }
  }

  /// What is read of a text of some length, in the toolkit's count.
  static func part(of length: Int, around place: Int) -> Range<Int> {
    guard length > wholeText else { return 0..<length }
    let place = min(max(0, place), length)
    return max(0, place - halfPart)..<min(length, place + halfPart)
  }

  private struct Marks: Sendable {
    var length: Int
    var caret: Int?
    var isSelected: Bool
  }

  private func secret(_ marks: Marks) -> Asking<TextPart?> {
    var questions = Questions()
    let selection = marks.isSelected ? questions.ask(textSelection(0)) : nil
    return questions.asking { replies in
      var part = TextPart(secretOf: marks.length)
      part.caret = marks.caret.map { min($0, part.length) }
      part.selection = Accessible.stretch(replies.values(selection), in: part.length)
      return .known(part)
    }
  }

  /// A selection as it is told; nil if nothing is selected.
  private static func stretch(_ ends: [DBusValue]?, in length: Int) -> Range<Int>? {
    guard let ends, ends.count == 2, let from = ends[0].integer, let to = ends[1].integer,
      from != to
    else { return nil }
    let low = min(max(0, min(from, to)), length)
    return low..<max(low, min(max(from, to), length))
  }

  private func part(
    _ range: Range<Int>, _ marks: Marks, runs: Bool, objects: Bool
  ) -> Asking<TextPart?> {
    var questions = Questions()
    let text = range.isEmpty ? nil : questions.ask(self.text(range))
    let selection = marks.isSelected ? questions.ask(textSelection(0)) : nil
    let run = runs && !range.isEmpty ? questions.ask(attributeRun(range.lowerBound)) : nil
    return questions.asking { replies in
      if let text, replies.error(text) != nil { return .known(nil) }
      let words = replies[text]?.string ?? ""
      let count = objects && range.lowerBound == 0 ? Accessible.objectCount(in: words) : 0
      let isFlow = Accessible.hasWords(words)
      return substitutes(count).then { substitutes in
        // What is a text of its own in a text with words is read behind it.
        let substitutes = substitutes.map { isFlow ? $0?.inFlow : $0 }
        var part = TextPart(words, range: range, length: marks.length, substitutes: substitutes)
        part.caret = marks.caret
        part.selection = Accessible.stretch(replies.values(selection), in: marks.length)
        guard let first = Accessible.run(replies.values(run)) else { return .known(part) }
        part.runs = [first]
        return moreRuns(part).map { $0 }
      }
    }
  }

  private static func objectCount(in words: String) -> Int {
    min(embeddedLimit, words.unicodeScalars.count { $0 == TextPart.objectReplacement })
  }

  private static func hasWords(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0 != TextPart.objectReplacement && !$0.properties.isWhitespace
    }
  }

  // MARK: Runs

  private static func run(_ values: [DBusValue]?) -> TextPart.Run? {
    guard let values, values.count == 3, let start = values[1].integer,
      let end = values[2].integer, start >= 0, end > start
    else { return nil }
    return TextPart.Run(range: start..<end, attributes: values[0].attributes)
  }

  private func moreRuns(_ part: TextPart) -> Asking<TextPart?> {
    guard let last = part.runs.last, last.range.upperBound < part.end,
      part.runs.count < Accessible.runLimit
    else { return .known(part) }
    var questions = Questions()
    let run = questions.ask(attributeRun(last.range.upperBound))
    return questions.asking { replies in
      guard let next = Accessible.run(replies.values(run)),
        next.range.upperBound > last.range.upperBound
      else { return .known(part) }
      var part = part
      part.runs.append(next)
      return moreRuns(part)
    }
  }

  // MARK: Objects in the text

  private func substitutes(_ count: Int) -> Asking<[TextPart.Substitute?]> {
    guard count > 0 else { return .known([]) }
    var questions = Questions()
    let links = questions.ask((0..<count).map { link($0) })
    return questions.asking { replies in
      let links = links.map { Accessible(replies[$0]) }
      return Asking<TextPart.Substitute?>.all(
        links.map { link in link.map { $0.substituteOfLink } ?? .known(nil) })
    }
  }

  private var substituteOfLink: Asking<TextPart.Substitute?> {
    var questions = Questions()
    let object = questions.ask(linkObject)
    return questions.asking { replies in
      guard let object = Accessible(replies[object]) else { return .known(nil) }
      return object.substitute
    }
  }

  private var substitute: Asking<TextPart.Substitute?> {
    var questions = Questions()
    let name = questions.ask(name)
    let role = questions.ask(role)
    let interfaces = questions.ask(interfaces)
    let states = questions.ask(states)
    return questions.asking { replies in
      let role = AccessibleRole(replies[role])
      let found = TextPart.Substitute(
        object: self, role: role, words: TextPart.oneLine(replies[name]?.words ?? ""))
      // What is written in a field, which may be a secret, is no part of what it stands in.
      guard found.words.isEmpty, Interfaces(replies[interfaces]).contains(.text),
        let role, !role.isWrittenIn,
        role != .text || !States(replies[states]).contains(.editable)
      else { return .known(found) }
      return self.text().map { text in
        var found = found
        let scalars = (text?.scalars ?? []).filter { $0 != TextPart.objectReplacement }
        found.words = TextPart.oneLine(
          String(String.UnicodeScalarView(scalars.prefix(DBusValue.mostWords))))
        return found
      }
    }
  }
}

extension TextPart.Substitute {
  /// The same in a text with words of its own.
  fileprivate var inFlow: TextPart.Substitute {
    guard let role, !role.isInline, role.itemKind != .picture, !role.isPressed else { return self }
    return TextPart.Substitute(object: object, role: role, words: "")
  }
}

extension AccessibleRole {
  /// Whether it is a field, whose text is its own.
  fileprivate var isWrittenIn: Bool {
    switch self {
    case .passwordText, .entry, .spinButton, .editbar, .autocomplete, .dateEditor, .comboBox,
      .terminal:
      true
    default: false
    }
  }

  /// Whether it is pressed, so that its words belong to those around it.
  fileprivate var isPressed: Bool {
    switch self {
    case .button, .toggleButton, .pushButtonMenu, .checkBox, .radioButton, .switch: true
    default: false
    }
  }
}

extension TextPart {
  /// How near to an end of a part the caret may be before another part is read.
  private static let margin = Accessible.halfPart / 4

  /// Where this part is in what the text is now; nil: another part is to be read.
  fileprivate func part(of whole: Int, caret: Int) -> Range<Int>? {
    guard whole > Accessible.wholeText, start > 0 || end < length else { return nil }
    let end = min(whole, self.end + whole - length)
    guard start < end, end - start <= 4 * Accessible.halfPart else { return nil }
    let isInside =
      caret >= (start == 0 ? 0 : start + TextPart.margin)
      && caret <= (end == whole ? whole : end - TextPart.margin)
    return isInside || caret == self.caret ? start..<end : nil
  }

  /// Words on one line, without blanks around them.
  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension AccessibleRole {
  /// What `GetRole` answers; nil if it is no known role.
  public init?(_ value: DBusValue?) {
    guard let number = value?.integer, let role = AccessibleRole(rawValue: number) else {
      return nil
    }
    self = role
  }
}
