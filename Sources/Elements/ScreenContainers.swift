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
    var firsts = Array(repeating: -1, count: nodes.count)
    for (position, item) in known.items.enumerated() {
      // What is around a container that is known is known too.
      var inner: [Container] = []
      var here = self[item].parent
      while let outer = here, firsts[outer] < 0 {
        firsts[outer] = position
        if !self[outer].element.isPassedOver {
          inner.append(Container(place: outer, first: position))
        }
        here = self[outer].parent
      }
      containers += inner.reversed()
    }
    order?.containers = containers
    order?.firsts = firsts
    return containers
  }

  /// The first item in an element, in reading order; nil without any.
  mutating func firstItem(in place: Place) -> Place? {
    _ = containers()
    guard let order, let firsts = order.firsts, firsts.indices.contains(place), firsts[place] >= 0
    else { return nil }
    return order.items[firsts[place]]
  }
}
