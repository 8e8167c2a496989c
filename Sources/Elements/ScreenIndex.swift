// SPDX-License-Identifier: GPL-3.0-or-later

/// Where kinds of items stand in the reading order, so that the next one is found without a walk
/// over all that is between: the last heading of a long page is as near as the first.
extension Screen {
  struct Index: Sendable {
    /// The positions of the items of each role, by its name, rising; those without one under "".
    var positions: [String: [Int]] = [:]
    /// The containers with something in them to go to, by where it begins.
    var containers: [Container] = []
  }

  /// A container, and the position of the first item in it.
  struct Container: Equatable, Sendable {
    var place: Place
    var first: Int
  }

  /// Where kinds of items and containers stand now.
  mutating func currentIndex() -> Index {
    if let index { return index }
    let order = readingOrder()
    var index = Index()
    var isKnown = Array(repeating: false, count: nodes.count)
    for (position, item) in order.items.enumerated() {
      index.positions[self[item].element.role?.name ?? "", default: []].append(position)
      // What is around a container that is known is known too.
      var inner: [Container] = []
      var here = self[item].parent
      while let outer = here, !isKnown[outer] {
        isKnown[outer] = true
        if !self[outer].element.isPassedOver {
          inner.append(Container(place: outer, first: position))
        }
        here = self[outer].parent
      }
      index.containers += inner.reversed()
    }
    self.index = index
    return index
  }

  /// The position of the next item of some roles after or before one, for which something is true.
  func position(
    after here: Int?, isForward: Bool, roles: [String], in index: Index,
    where isWanted: (Int) -> Bool
  ) -> Int? {
    let found = roles.compactMap { role -> Int? in
      guard let positions = index.positions[role] else { return nil }
      if isForward {
        let start = here.map { here in positions.firstIndex(fromSorted: { $0 > here }) } ?? 0
        return positions[start...].first(where: isWanted)
      }
      let end =
        here.map { here in positions.firstIndex(fromSorted: { $0 >= here }) } ?? positions.count
      return positions[..<end].last(where: isWanted)
    }
    return isForward ? found.min() : found.max()
  }
}

extension [Int] {
  /// The first index from which on something is true, in what is sorted so that it stays true.
  fileprivate func firstIndex(fromSorted isTrue: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
