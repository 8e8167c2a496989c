// SPDX-License-Identifier: GPL-3.0-or-later

/// What stands around an item, for displays that show it too (behaviour V4).
extension Screen {
  /// What an item is in, the outermost first, and in that what is near it: the rows of the table
  /// around it, else the items beside it, in reading order.
  ///
  /// Of rows or items at most `most` are there before it and behind it; the first ones of a table
  /// always, because they may be its headers.
  public mutating func ancestorsWithNeighbours(of id: String, most: Int) -> [Element] {
    guard let place = place(of: id) else { return [] }
    let order = readingOrder()
    let holders = holders(of: place)
    let table = holders.last { self[$0].element.role?.isTable == true }
    guard let holder = table ?? holders.last else { return [] }
    return holders.map { here in
      var element = self[here].element
      if here == holder {
        element.children = neighbours(
          of: place, in: here, order, most: most, keeping: table == nil ? 0 : Screen.headerRows)
      }
      return element
    }
  }

  /// So many first rows of a table may be headers.
  private static let headerRows = 4

  private func neighbours(
    of place: Place, in holder: Place, _ order: Order, most: Int, keeping first: Int
  ) -> [Child] {
    var entries: [(place: Place, first: Int)] = []
    func gather(_ places: [Place]) {
      for place in places where self[place].element.flags[.hidden] != true {
        if self[place].element.isPassedOver {
          gather(self[place].children)
        } else if let first = firstPosition(in: place, order) {
          entries.append((place, first))
        }
      }
    }
    gather(self[holder].children)
    entries.sort { $0.first < $1.first }
    let around = Set([place] + lineage(of: place))
    let here = entries.firstIndex { around.contains($0.place) } ?? 0
    let near = entries.indices.filter { abs($0 - here) <= most || $0 < first }
    return near.map { .element(whole(entries[$0].place)) }
  }

  /// Where the first item in an element stands, or it itself; nil if nothing of it is reached.
  private func firstPosition(in place: Place, _ order: Order) -> Int? {
    if let position = order.position(of: place) { return position }
    return self[place].children.compactMap { firstPosition(in: $0, order) }.min()
  }

  /// All that an element is in, the innermost first, also what is passed over.
  private func lineage(of place: Place) -> [Place] {
    var lineage: [Place] = []
    var here = self[place].parent
    while let outer = here {
      lineage.append(outer)
      here = self[outer].parent
    }
    return lineage
  }
}
