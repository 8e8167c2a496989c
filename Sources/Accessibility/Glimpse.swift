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
      return Glimpse(basics, childCount: max(0, replies[count]?.integer ?? 0))
    }
  }

  /// The texts of those whose text tells whether there is something to read in them.
  private static func withWords(_ glimpses: [Glimpse?]) -> Asking<[Glimpse?]> {
    var questions = Questions()
    let slots = glimpses.map { glimpse -> Questions.Slot? in
      guard let basics = glimpse?.basics, basics.isToldByText else { return nil }
      return questions.ask(basics.object.wholeText)
    }
    return questions.asking { replies in
      .known(
        zip(glimpses, slots).map { glimpse, slot in
          guard var glimpse, slot != nil else { return glimpse }
          let scalars = (replies[slot]?.string ?? "").unicodeScalars
          let words = scalars.filter { $0 != TextPart.objectReplacement }
          glimpse.words = TextPart.oneLine(String(String.UnicodeScalarView(words)))
          return glimpse
        })
    }
  }
}
