// SPDX-License-Identifier: GPL-3.0-or-later

/// Where containers begin in the reading order, so that the next one is found without a walk over
/// all items between.
extension Screen {
  /// A container, and the position of the first item in it.
  struct Container: Equatable, Sendable {
    var place: Place
    var first: Int
  }

  /// The containers with something in them to go to, by where they begin, the outer before the
  /// inner.
  mutating func containers() -> [Container] {
    let known = readingOrder()
    if let containers = known.containers { return containers }
    var containers: [Container] = []
    var isKnown = Array(repeating: false, count: nodes.count)
    for (position, item) in known.items.enumerated() {
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
      containers += inner.reversed()
    }
    order?.containers = containers
    return containers
  }
}
