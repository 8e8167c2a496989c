// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

/// What has the keyboard, found without an event.
public struct FoundFocus: Equatable, Sendable {
  /// The active window.
  public var window: Accessible
  /// What has the focus in it; nil: nothing says so.
  public var object: Accessible?
}

extension Accessible {
  /// The active window of any program, and what has the focus in it; nil: no window is active.
  ///
  /// A program that hangs is left out after 500 ms. Errors: nobody knows, because the registry does
  /// not answer, or a program that may still have the focus does not.
  public static func focusedAnywhere(
    unlessIn program: String?
  ) -> Asking<Result<FoundFocus?, CallError>> {
    var questions = Questions()
    let programs = questions.ask(desktop.children)
    return questions.asking { replies in
      if let error = replies.error(programs), error.isTimeout { return .known(.failure(error)) }
      let programs = (replies[programs]?.members ?? []).prefix(200).compactMap { Accessible($0) }
      return Asking<Result<[Child], CallError>>.all(programs.map(\.answeredChildStates)).then {
        windows in
        let active = windows.lazy.compactMap { (try? $0.get())?.active }.first
        if let active {
          return active.focusWithin.map { .success(FoundFocus(window: active, object: $0)) }
        }
        for (found, windows) in zip(programs, windows) where found.program == program {
          if case .failure(let error) = windows { return .known(.failure(error)) }
        }
        return .known(.success(nil))
      }
    }
  }

  /// The active window of a program, by its root; nil: none is.
  public var activeWindow: Asking<Accessible?> {
    childStates.map(\.active)
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

  private var childStates: Asking<[Child]> {
    answeredChildStates.map { (try? $0.get()) ?? [] }
  }

  /// Errors: it has not answered in time.
  private var answeredChildStates: Asking<Result<[Child], CallError>> {
    var questions = Questions()
    let children = questions.ask(children)
    return questions.asking { replies in
      if let error = replies.error(children), error.isTimeout { return .known(.failure(error)) }
      let children = (replies[children]?.members ?? []).prefix(500).compactMap { Accessible($0) }
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
  }

  private var walkToFocus: Asking<Accessible?> {
    Accessible.walkToFocus([self], visited: 0, best: nil)
  }

  /// Level by level, as a level is asked for in two trips.
  private static func walkToFocus(
    _ level: [Accessible], visited: Int, best: Accessible?
  ) -> Asking<Accessible?> {
    guard !level.isEmpty, visited < 2000 else { return .known(best) }
    return Asking<[Child]>.all(level.prefix(200).map(\.childStates)).then { families in
      let children = families.flatMap { $0 }
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
