// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

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
  /// A program that hangs is left out after 500 ms.
  public static var focusedAnywhere: Asking<FoundFocus?> {
    var questions = Questions()
    let programs = questions.ask(desktop.children)
    return questions.asking { replies in
      let programs = (replies[programs]?.members ?? []).prefix(200).compactMap { Accessible($0) }
      return Asking<Accessible?>.all(programs.map(\.activeWindow)).then { windows in
        guard let window = windows.compactMap({ $0 }).first else { return .known(nil) }
        return window.focusWithin.map { FoundFocus(window: window, object: $0) }
      }
    }
  }

  /// The active window of a program, by its root; nil: none is.
  public var activeWindow: Asking<Accessible?> {
    childStates.map { children in children.first { $0.states.contains(.active) }?.object }
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

  private struct Child: Sendable {
    var object: Accessible
    var role: AccessibleRole?
    var states: States

    var mayHoldFocus: Bool {
      states.contains(.visible) && !states.contains(.managesDescendants)
    }
  }

  private var childStates: Asking<[Child]> {
    family(limit: 500).then { children in
      var questions = Questions()
      let roles = questions.ask(children.map(\.role))
      let states = questions.ask(children.map(\.states))
      return questions.asking { replies in
        .known(
          children.indices.map {
            Child(
              object: children[$0], role: AccessibleRole(replies[roles[$0]]),
              states: States(replies[states[$0]]))
          })
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
