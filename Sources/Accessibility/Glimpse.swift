// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

/// What a walk sees of an object that it comes by.
public struct Glimpse: Equatable, Sendable {
  /// What it is; of a walk by role and state alone nothing else is known.
  public var basics: Basics
  /// How many children it has.
  public var childCount: Int
  /// The words of its text, without the objects in it; nil: its text was not asked for.
  public var words: String?

  /// An object with what was seen of it.
  public init(_ basics: Basics, childCount: Int = 0, words: String? = nil) {
    self.basics = basics
    self.childCount = childCount
    self.words = words
  }
}

extension Accessible {
  /// What texts begin with, without the objects in them, on one line.
  ///
  /// Only for objects that have the Text interface. Texts may be of any length, and Firefox gives
  /// nothing for a stretch that is not in the text.
  public static func beginnings(of objects: [Accessible]) -> Asking<[String]> {
    var questions = Questions()
    let counts = questions.ask(objects.map(\.characterCount))
    return questions.asking { replies in
      var questions = Questions()
      let slots = zip(objects, counts).map { object, count -> Questions.Slot? in
        let length = min(replies[count]?.count ?? 0, DBusValue.mostWords)
        return length > 0 ? questions.ask(object.text(0..<length)) : nil
      }
      return questions.asking { replies in
        .known(
          slots.map { slot in
            let scalars = (replies[slot]?.words ?? "").unicodeScalars
            let words = scalars.filter { $0 != TextPart.objectReplacement }
            return TextPart.oneLine(String(String.UnicodeScalarView(words)))
          })
      }
    }
  }
}

extension Glimpse {
  /// How much is asked for.
  enum Detail: Sendable {
    /// Role, states and children: what a search for a kind needs.
    case role
    /// All that tells whether a reader stops there.
    case whole
  }

  /// What is seen of several objects; nil for those that are gone.
  ///
  /// Errors: the program does not answer, or is gone.
  static func of(
    _ objects: [Accessible], _ detail: Detail
  ) -> Asking<Result<[Glimpse?], CallError>> {
    var questions = Questions()
    let slots = objects.map { Slots($0, detail, &questions) }
    return questions.asking { replies in
      if let error = slots.lazy.compactMap({ replies.error($0.role) }).first,
        error.isTimeout || error.isProgramGone
      {
        return .known(.failure(error))
      }
      let found = slots.map { $0.glimpse(replies) }
      guard detail == .whole else { return .known(.success(found)) }
      return withWords(found).map { .success($0) }
    }
  }

  private struct Slots: Sendable {
    let object: Accessible
    let role, states, count: Questions.Slot
    let more: BasicSlots?

    init(_ object: Accessible, _ detail: Detail, _ questions: inout Questions) {
      self.object = object
      role = questions.ask(object.role)
      states = questions.ask(object.states)
      count = questions.ask(object.childCount)
      more = detail == .whole ? BasicSlots(object, &questions) : nil
    }

    func glimpse(_ replies: Replies) -> Glimpse? {
      guard replies.error(role) == nil else { return nil }
      let simple = Basics(
        object: object, role: AccessibleRole(replies[role]) ?? .unknown,
        states: States(replies[states]))
      guard !simple.states.contains(.defunct) else { return nil }
      let basics = more.flatMap { try? $0.basics(of: object, replies).get() } ?? simple
      return Glimpse(basics, childCount: replies[count]?.count ?? 0)
    }
  }

  /// The texts of those whose text tells whether there is something to read in them.
  private static func withWords(_ glimpses: [Glimpse?]) -> Asking<[Glimpse?]> {
    let told = glimpses.map { glimpse in
      glimpse.flatMap { $0.basics.isToldByText ? $0.basics.object : nil }
    }
    return Accessible.beginnings(of: told.compactMap { $0 }).map { texts in
      var rest = texts[...]
      return zip(glimpses, told).map { glimpse, object in
        guard var glimpse, object != nil else { return glimpse }
        glimpse.words = rest.popFirst() ?? ""
        return glimpse
      }
    }
  }
}
