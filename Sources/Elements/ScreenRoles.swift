// SPDX-License-Identifier: GPL-3.0-or-later

/// Where items of each role stand in the reading order, so that the next one is found at once in a
/// screen of any size.
struct RolePositions: Sendable {
  private var positions: [String: [Int]] = [:]

  /// The roles of all items by their names, in order; nil for those that name none.
  init(_ roles: [String?]) {
    for (position, role) in roles.enumerated() {
      positions[role ?? "", default: []].append(position)
    }
  }

  /// The items of some roles.
  subscript(role: String?) -> [Int] { positions[role ?? ""] ?? [] }
}

extension Screen {
  /// Where the items of some roles stand among all.
  private mutating func rolePositions() -> RolePositions {
    let known = readingOrder()
    if let roles = known.roles { return roles }
    let roles = RolePositions(known.items.map { self[$0].element.role?.name })
    order?.roles = roles
    return roles
  }

  /// The item after or before another one that has one of some roles, by their names, nil for none,
  /// and for which something is true; nil if there is none.
  public mutating func item(
    after id: String?, isForward: Bool, roles: Set<String?>,
    where isWanted: (Element) -> Bool = { _ in true }
  ) -> String? {
    let known = rolePositions()
    let order = readingOrder()
    let here = id.flatMap { place(of: $0) }.flatMap { order.position(of: $0) }
    func isHit(_ position: Int) -> Bool { isWanted(self[order.items[position]].element) }
    let found = roles.compactMap { role in
      let positions = known[role]
      return isForward
        ? positions[Screen.first(of: positions, from: here.map { $0 + 1 } ?? 0)...].first(
          where: isHit)
        : positions[..<Screen.first(of: positions, from: here ?? order.items.count)]
          .last(where: isHit)
    }
    return (isForward ? found.min() : found.max()).map { self.id(of: order.items[$0]) }
  }

  /// How many items there are that have one of some roles, and for which something is true.
  public mutating func itemCount(
    roles: Set<String?>, where isWanted: (Element) -> Bool
  ) -> Int {
    let known = rolePositions()
    let items = readingOrder().items
    return roles.reduce(0) { count, role in
      count + known[role].count { isWanted(self[items[$0]].element) }
    }
  }

  /// The index of the first of some numbers in order that is not below another one.
  private static func first(of numbers: [Int], from least: Int) -> Int {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < least { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
