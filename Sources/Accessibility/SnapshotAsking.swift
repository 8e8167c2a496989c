// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

extension Accessible {
  /// All that a reader is told of it, in three trips or some more for text with objects in it.
  ///
  /// `readsLocale`: the toolkit tells a language for each object. Errors: it is gone, or does not
  /// answer.
  public func snapshot(readsLocale: Bool = false) -> Asking<Result<Snapshot, CallError>> {
    var questions = Questions()
    let slots = BasicSlots(self, &questions)
    let description = questions.ask(objectDescription)
    let relations = questions.ask(relations)
    let index = questions.ask(indexInParent)
    let locale = readsLocale ? questions.ask(locale) : nil
    return questions.asking { replies in
      let basics: Basics
      switch slots.basics(of: self, replies) {
      case .failure(let error): return .known(.failure(error))
      case .success(let found): basics = found
      }
      var snapshot = Snapshot(basics: basics)
      snapshot.description = replies[description]?.words ?? ""
      snapshot.locale = replies[locale]?.words ?? ""
      let first = First(
        snapshot: snapshot, index: replies[index]?.integer ?? -1,
        related: Accessible.related(replies[relations]))
      return second(first).map { .success($0) }
    }
  }

  private struct First: Sendable {
    var snapshot: Snapshot
    var index: Int
    var related: [(relation: Relation, object: Accessible)]
  }

  private static let toldRelations: Set<Relation> = [.labelledBy, .describedBy, .errorMessage]

  private static func related(_ value: DBusValue?) -> [(relation: Relation, object: Accessible)] {
    var related: [(relation: Relation, object: Accessible)] = []
    for entry in value?.members ?? [] {
      guard entry.members.count == 2, let number = entry.members[0].integer,
        let relation = Relation(rawValue: number), toldRelations.contains(relation)
      else { continue }
      for target in entry.members[1].members.prefix(4) {
        if let object = Accessible(target) { related.append((relation, object)) }
      }
    }
    return Array(related.prefix(12))
  }

  /// The names of the objects that label it.
  public var labelNames: Asking<[String]> {
    var questions = Questions()
    let relations = questions.ask(relations)
    return questions.asking { replies in
      let labels = Accessible.related(replies[relations]).filter { $0.relation == .labelledBy }
      var questions = Questions()
      let names = questions.ask(labels.map(\.object.name))
      return questions.asking { replies in
        .known(names.compactMap { replies[$0]?.words }.filter { !$0.isEmpty })
      }
    }
  }

  // MARK: The second trip: what depends on the interfaces, and what is around it.

  private func second(_ first: First) -> Asking<Snapshot> {
    let basics = first.snapshot.basics
    let isRead = basics.interfaces.contains(.text)
    let text =
      isRead
      ? self.text(
        runs: basics.role != .terminal,
        objects: basics.interfaces.contains(.hypertext), isSecret: basics.role == .passwordText)
      : .known(nil)
    return related(first).and(values(first)).and(surroundings((first.snapshot.basics, first.index)))
      .and(text).map { found in
        let (((related, values), surroundings), text) = found
        var snapshot = first.snapshot
        snapshot.labels = related.labels
        snapshot.descriptions = related.descriptions
        snapshot.errors = related.errors
        snapshot.value = values.value
        snapshot.actions = values.actions
        snapshot.keyBinding = values.keyBinding
        snapshot.selectedChild = surroundings.selectedChild
        snapshot.childCount = surroundings.childCount
        snapshot.cell = surroundings.cell
        snapshot.place = surroundings.place
        snapshot.text = text
        return snapshot
      }
  }

  private struct RelatedNames: Sendable {
    var labels: [String] = []
    var descriptions: [String] = []
    var errors: [String] = []
  }

  private func related(_ first: First) -> Asking<RelatedNames> {
    var questions = Questions()
    let slots = first.related.map { questions.ask($0.object.name) }
    return questions.asking { replies in
      var names = RelatedNames()
      for (related, slot) in zip(first.related, slots) {
        guard let name = replies[slot]?.words, !name.isEmpty else { continue }
        switch related.relation {
        case .labelledBy: names.labels.append(name)
        case .describedBy: names.descriptions.append(name)
        default: names.errors.append(name)
        }
      }
      return .known(names)
    }
  }

  private struct Values: Sendable {
    var value: Snapshot.Value?
    var actions: [String] = []
    var keyBinding = ""
  }

  private func values(_ first: First) -> Asking<Values> {
    let interfaces = first.snapshot.basics.interfaces
    var questions = Questions()
    let numbers =
      interfaces.contains(.value)
      ? questions.ask([currentValue, minimumValue, maximumValue, valueStep]) : []
    let count = interfaces.contains(.action) ? questions.ask(actionCount) : nil
    return questions.asking { replies in
      var values = Values()
      let found = numbers.map { replies[$0]?.number.flatMap { $0.isFinite ? $0 : nil } }
      if found.count == 4, let now = found[0] {
        values.value = Snapshot.Value(
          now: now, least: found[1] ?? 0, greatest: found[2] ?? 0, step: found[3] ?? 0)
      }
      let count = min(replies[count]?.count ?? 0, 6)
      return actions(count, values)
    }
  }

  private func actions(_ count: Int, _ values: Values) -> Asking<Values> {
    guard count > 0 else { return .known(values) }
    var questions = Questions()
    // A single one is what a click does.
    let names = questions.ask((0..<(count > 1 ? count : 0)).map { actionName($0) })
    let key = questions.ask(keyBinding(0))
    return questions.asking { replies in
      var values = values
      values.actions = names.map { replies[$0]?.words ?? "" }
      values.keyBinding = replies[key]?.words ?? ""
      return .known(values)
    }
  }
}
