// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import DBus

extension Desktop {
  /// What a dialog says in labels that belong to none of its fields: its question, a warning.
  ///
  /// Nobody comes to it by the keyboard, so that it stands with the dialog's name before the item
  /// that has the focus. Asked once for each dialog.
  func dialogText(among ancestors: [Basics]) -> Asking<(Accessible, String)?> {
    guard let window = ancestors.last(where: { $0.role == .dialog || $0.role == .alert }),
      dialogTexts[window.object] == nil
    else { return .known(nil) }
    return window.looseLabels.map { labels in
      let texts = labels.filter { $0 != window.shownName }
      return (window.object, String(texts.joined(separator: " ").prefix(300)))
    }
  }
}

extension Basics {
  /// The texts of its labels that label nothing.
  fileprivate var looseLabels: Asking<[String]> {
    guard interfaces.contains(.collection) else {
      return Basics.labels(in: [object], visited: 0, found: []).then { Basics.loose($0) }
    }
    var questions = Questions()
    let found = questions.ask(object.matches(MatchRule(roles: [.label, .static]), count: 20))
    return questions.asking { replies in
      let labels = (replies[found]?.members ?? []).compactMap { Accessible($0) }
      return Basics.loose(labels)
    }
  }

  /// Labels, level by level; what is in a control is its own.
  private static func labels(
    in level: [Accessible], visited: Int, found: [Accessible]
  ) -> Asking<[Accessible]> {
    guard !level.isEmpty, visited < 300 else { return .known(found) }
    return Asking<[Basics]>.all(level.prefix(60).map { $0.childBasics(limit: 60) }).then {
      families in
      let children = families.flatMap { $0 }
      let labels = children.filter { $0.role == .label || $0.role == .static }.map(\.object)
      let inner = children.filter { !$0.isControl && !$0.interfaces.contains(.text) }
      return Basics.labels(
        in: inner.map(\.object), visited: visited + children.count, found: found + labels)
    }
  }

  private static func loose(_ labels: [Accessible]) -> Asking<[String]> {
    var questions = Questions()
    let names = questions.ask(labels.map(\.name))
    let relations = questions.ask(labels.map(\.relations))
    let states = questions.ask(labels.map(\.states))
    return questions.asking { replies in
      var texts: [String] = []
      for index in labels.indices {
        let name = oneLine(replies[names[index]]?.string ?? "")
        let labelled = (replies[relations[index]]?.members ?? []).contains {
          $0.members.first?.integer == Relation.labelFor.rawValue
        }
        let isSeen = States(replies[states[index]]).contains(.visible)
        if !name.isEmpty, !labelled, isSeen, !texts.contains(name) { texts.append(name) }
      }
      return .known(texts)
    }
  }
}
