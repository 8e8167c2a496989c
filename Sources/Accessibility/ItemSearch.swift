// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

extension Scope {
  /// The next item that a reader stops at, or the one before; from a whole root the first one, or
  /// the last one.
  ///
  /// `accepts`: whether it is one of those that are wanted. Errors: the program does not answer.
  public func item(
    isForward: Bool,
    accepts: @escaping @Sendable (Glimpse) -> Asking<Bool> = { _ in .known(true) }
  ) -> Asking<SearchResult<Glimpse>> {
    let goal = TreeWalk.Goal(detail: .whole, verdict: \.itemVerdict, accepts: accepts)
    return TreeWalk(self, isForward: isForward, goal).search()
  }
}

extension Basics {
  /// The text that comes behind this one in a document, or before it, as its program tells it; nil:
  /// it tells none.
  ///
  /// LibreOffice has objects only for the paragraphs that are in sight; this one leads beyond them.
  public func flow(isForward: Bool) -> Asking<SearchResult<Basics>> {
    let wanted: Relation = isForward ? .flowsTo : .flowsFrom
    var questions = Questions()
    let relations = questions.ask(object.relations)
    return questions.asking { replies in
      let entry = (replies[relations]?.members ?? []).first {
        $0.members.first?.integer == wanted.rawValue
      }
      guard let next = Accessible(entry?.members.last?.members.first), next != object else {
        return .known(.success(nil))
      }
      return next.basics().map { .success(try? $0.get()) }
    }
  }
}
