// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// Going by what only some items have: the program's own rotors, and words that are marked.
extension Screen {
  /// A place that a step leads to: an item, and where in its text.
  public struct Target: Equatable, Sendable {
    /// The item.
    public var id: String
    /// The place in its text; nil: all of it is meant.
    public var start: TextOffset?
  }

  /// The program's own rotors at an item: its own, those of what it is in, those of the screen.
  ///
  /// Of several of one name the innermost counts.
  public func rotors(at id: String?) -> [CustomRotor] {
    var rotors: [CustomRotor] = []
    var names: Set<String> = []
    let around = id.map { ancestors(of: $0).reversed() } ?? []
    let own = [id.flatMap { self[$0] }].compactMap { $0 }
    let all = (own + around).flatMap { $0.rotors ?? [] } + self.rotors
    for rotor in all where names.insert(rotor.name).inserted { rotors.append(rotor) }
    return rotors
  }

  /// Where a rotor stops, of what can be reached, in the program's order.
  public mutating func targets(of rotor: CustomRotor) -> [Target] {
    rotor.stops.compactMap { stop in
      item(at: stop.id).map { Target(id: $0, start: $0 == stop.id ? stop.start : nil) }
    }
  }

  /// Where a rotor stops next, from a place in the text of an item; nil if nowhere.
  ///
  /// From an item where it does not stop that is what follows in reading order.
  public mutating func target(
    of rotor: CustomRotor, after id: String?, at place: TextOffset, isForward: Bool
  ) -> Target? {
    let targets = targets(of: rotor)
    let here = targets.indices.filter { targets[$0].id == id }
    if let first = here.first, let last = here.last {
      if isForward {
        let inText = here.first { (targets[$0].start ?? .zero) > place }
        return (inText ?? (last + 1 < targets.count ? last + 1 : nil)).map { targets[$0] }
      }
      let inText = here.last { targets[$0].start.map { $0 < place } ?? false }
      return (inText ?? (first > 0 ? first - 1 : nil)).map { targets[$0] }
    }
    let order = readingOrder()
    let position = id.flatMap { self.place(of: $0) }.flatMap { order.position(of: $0) }
    func isThere(_ target: Target) -> Bool {
      guard let position,
        let other = self.place(of: target.id).flatMap({ order.position(of: $0) })
      else { return true }
      return isForward ? other > position : other < position
    }
    return isForward ? targets.first(where: isThere) : targets.last(where: isThere)
  }

  /// The next misspelled word, from a place in the text of an item on; nil if there is none.
  public mutating func misspelling(
    after id: String?, at place: TextOffset, isForward: Bool
  ) -> Target? {
    if let id, let start = self[id]?.text?.misspelling(after: place, isForward: isForward) {
      return Target(id: id, start: start)
    }
    guard
      let next = item(
        after: id, isForward: isForward, where: { $0.text?.misspellings.isEmpty == false }),
      let starts = self[next]?.text?.misspellings
    else { return nil }
    return Target(id: next, start: isForward ? starts.first : starts.last)
  }

  /// How many misspelled words there are.
  public mutating func misspellingCount() -> Int {
    let order = readingOrder()
    return order.items.reduce(0) { $0 + (self[$1].element.text?.misspellings.count ?? 0) }
  }
}

extension TextContent {
  /// Where misspelled words begin, in order.
  public var misspellings: [TextOffset] {
    runs.filter { $0.style.contains("misspelled") }.map(\.range.lowerBound).sorted()
  }

  /// The next misspelled word behind a place, or the one before it; nil if there is none.
  public func misspelling(after place: TextOffset, isForward: Bool) -> TextOffset? {
    isForward ? misspellings.first { $0 > place } : misspellings.last { $0 < place }
  }
}
