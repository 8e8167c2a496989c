// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

extension Accessible {
  /// The active window of a program, by its root; nil: none is.
  ///
  /// Errors: it does not answer, or is gone.
  public var activeWindow: Asking<Result<Accessible?, CallError>> {
    childStates.map { result in
      result.map { children in children.first { $0.states.contains(.active) }?.object }
    }
  }

  /// The object in a window that has the focus, the innermost one; nil: none says so.
  public var focusWithin: Asking<Accessible?> {
    var questions = Questions()
    let interfaces = questions.ask(interfaces)
    return questions.asking { replies in
      guard Interfaces(replies[interfaces]).contains(.collection) else { return walkToFocus }
      var questions = Questions()
      let found = questions.ask(matches(MatchRule(states: .focused), count: 0))
      return questions.asking(within: .seconds(2)) { replies in
        let found = (replies[found]?.members ?? []).compactMap { Accessible($0) }
        return found.last.map { .known($0) } ?? walkToFocus
      }
    }
  }

  fileprivate struct Child: Sendable {
    var object: Accessible
    var role: AccessibleRole?
    var states: States

    var mayHoldFocus: Bool {
      states.contains(.visible) && !states.contains(.managesDescendants)
    }
  }

  private var childStates: Asking<Result<[Child], CallError>> {
    var questions = Questions()
    let count = questions.ask(childCount)
    return questions.asking { replies in
      if let error = replies.error(count) { return .known(.failure(error)) }
      return family(limit: 500).then { states(of: $0) }
    }
  }

  private func states(of children: [Accessible]) -> Asking<Result<[Child], CallError>> {
    var questions = Questions()
    let roles = questions.ask(children.map(\.role))
    let states = questions.ask(children.map(\.states))
    return questions.asking { replies in
      let errors = states.lazy.compactMap { replies.error($0) }
      if let error = errors.first(where: \.isTimeout) { return .known(.failure(error)) }
      return .known(
        .success(
          children.indices.map {
            Child(
              object: children[$0], role: AccessibleRole(replies[roles[$0]]),
              states: States(replies[states[$0]]))
          }))
    }
  }

  private var walkToFocus: Asking<Accessible?> {
    Accessible.walkToFocus([self], visited: 0, best: nil)
  }

  /// Level by level, as a level is asked for in two trips.
  private static func walkToFocus(
    _ level: [Accessible], visited: Int, best: Accessible?
  ) -> Asking<Accessible?> {
    guard !level.isEmpty, visited < 2000 else { return .known(best) }
    return Asking<Result<[Child], CallError>>.all(level.prefix(200).map(\.childStates)).then {
      families in
      let children = families.flatMap { (try? $0.get()) ?? [] }
      let focused = children.last { $0.states.contains(.focused) }?.object
      // What has the focus may be in a container that says that it has it.
      let next = focused.map { [$0] } ?? children.filter(\.mayHoldFocus).map(\.object)
      return walkToFocus(next, visited: visited + children.count, best: focused ?? best)
    }
  }
}

extension [Accessible.Child] {
  /// The window among them that is active.
  fileprivate var active: Accessible? { first { $0.states.contains(.active) }?.object }
}
