// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

/// A kind of object that is looked for: what a program is asked for, and what is tested by
/// ourselves (at-spi2-core 2.46 compares attributes wrongly).
public struct ObjectKind: Sendable {
  /// What its program searches for.
  public var rule: MatchRule
  /// Whether what fits the rule is really one.
  public var test: @Sendable (Basics) -> Bool
  /// The same, where it has to be asked for.
  public var confirm: @Sendable (Basics) -> Asking<Bool>

  /// A kind by its rule, with tests of our own.
  public init(
    _ rule: MatchRule, test: @escaping @Sendable (Basics) -> Bool = { _ in true },
    confirm: @escaping @Sendable (Basics) -> Asking<Bool> = { _ in .known(true) }
  ) {
    self.rule = rule
    self.test = test
    self.confirm = confirm
  }

  /// Whether an object fits the rule, as a program would say.
  func fitsRule(_ basics: Basics) -> Bool {
    (rule.roles.isEmpty || rule.roles.contains(basics.role))
      && basics.states.isSuperset(of: rule.states)
  }
}

extension Scope {
  /// The nearest object of a kind, by one call where its program can search, else by a walk.
  ///
  /// Errors: the program does not answer.
  public func nearest(
    _ kind: ObjectKind, isForward: Bool
  ) -> Asking<SearchResult<Basics>> {
    // A rule without roles and states would fit all that there is.
    guard !kind.rule.roles.isEmpty || !kind.rule.states.isEmpty else {
      return .known(.success(nil))
    }
    guard root.interfaces.contains(.collection) else { return walk(to: kind, isForward: isForward) }
    return match(kind, isForward: isForward, from: start?.object, count: 4)
  }

  // MARK: By the program

  private static let mostMatches = 2000

  /// Asks for the nearest ones, and for more of them as long as none is one.
  private func match(
    _ kind: ObjectKind, isForward: Bool, from object: Accessible?, count: Int
  ) -> Asking<SearchResult<Basics>> {
    let isFromEnd = object == nil && !isForward
    let call: MethodCall =
      if let object {
        isForward
          ? root.object.nextMatch(after: object, kind.rule, count: count)
          : root.object.previousMatch(before: object, kind.rule, count: count)
      } else {
        root.object.matches(kind.rule, count: isForward ? count : 0)
      }
    var questions = Questions()
    let slot = questions.ask(call)
    return questions.asking(within: .seconds(2)) { replies in
      if let error = replies.error(slot) {
        guard error.isTimeout || error.isProgramGone else {
          return walk(to: kind, isForward: isForward)
        }
        return .known(.failure(error))
      }
      var found = (replies[slot]?.members ?? []).compactMap { Accessible($0) }
      if isFromEnd { found = Array(found.suffix(Scope.mostMatches).reversed()) }
      let matches = found
      return choose(kind, from: matches[...]).then { result in
        guard case .success(nil) = result, !isFromEnd, let last = matches.last,
          matches.count == count, count < Scope.mostMatches
        else { return .known(result) }
        return match(kind, isForward: isForward, from: last, count: count * 8)
      }
    }
  }

  /// The first of some objects that is of a kind; some of them are asked together.
  private func choose(
    _ kind: ObjectKind, from objects: ArraySlice<Accessible>
  ) -> Asking<SearchResult<Basics>> {
    let first = objects.prefix(16)
    guard !first.isEmpty else { return .known(.success(nil)) }
    return Asking.all(first.map { $0.basics() }).then { results in
      if case .failure(let error)? = results.first, error.isTimeout || error.isProgramGone {
        return .known(.failure(error))
      }
      let good = results.compactMap { try? $0.get() }.filter { isSeen($0) && kind.test($0) }
      return Scope.confirm(kind, good[...]).then { found in
        if let found { return .known(.success(found)) }
        return choose(kind, from: objects.dropFirst(16))
      }
    }
  }

  private static func confirm(
    _ kind: ObjectKind, _ candidates: ArraySlice<Basics>
  ) -> Asking<Basics?> {
    guard let first = candidates.first else { return .known(nil) }
    return kind.confirm(first).then { isOne in
      isOne ? .known(first) : confirm(kind, candidates.dropFirst())
    }
  }

  private func isSeen(_ basics: Basics) -> Bool {
    !basics.states.contains(.defunct) && !basics.isHidden(needsShowing: needsShowing())
  }

  // MARK: By a walk

  private func walk(to kind: ObjectKind, isForward: Bool) -> Asking<SearchResult<Basics>> {
    let goal = TreeWalk.Goal(
      detail: .role,
      verdict: { glimpse in
        let isLeaf = glimpse.basics.role.itemKind == .control
        return Verdict(stops: kind.fitsRule(glimpse.basics), enters: isLeaf ? .none : .all)
      },
      accepts: { glimpse in
        glimpse.basics.object.basics().then { result in
          guard let basics = try? result.get(), kind.test(basics) else { return .known(false) }
          return kind.confirm(basics)
        }
      })
    return TreeWalk(self, isForward: isForward, goal).search().then { result in
      switch result {
      case .failure(let error): .known(.failure(error))
      case .success(nil): .known(.success(nil))
      case .success(let glimpse?):
        glimpse.basics.object.basics().map { result in result.map { Optional($0) } }
      }
    }
  }
}
