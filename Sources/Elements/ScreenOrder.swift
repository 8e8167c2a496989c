// SPDX-License-Identifier: GPL-3.0-or-later

/// In which order a screen is read, and what of it can be reached (behaviour §2, E1).
extension Screen {
  /// The items in reading order.
  struct Order: Sendable {
    var items: [Place]
    /// Where each element stands among them, by its place; -1 for what is no item.
    var positions: [Int]
    /// The dialog that keeps the reader.
    var modal: Place?
    /// Where the items of each role stand among all; nil until they are asked for.
    var roles: RolePositions?
    /// The containers with something in them to go to; nil until they are asked for.
    var containers: [Container]?
    /// The position of the first item in each element, by its place, -1 without any; nil until
    /// they are asked for.
    var firsts: [Int]?

    /// Where an element stands among the items.
    func position(of place: Place) -> Int? {
      guard positions.indices.contains(place), positions[place] >= 0 else { return nil }
      return positions[place]
    }
  }

  /// Forgets the reading order, because something is another than it was.
  mutating func forgetOrder() {
    order = nil
  }

  /// All items in reading order.
  mutating func readingOrder() -> Order {
    if let order { return order }
    let modal = modal
    let items = itemsInOrder(modal: modal)
    var positions = Array(repeating: -1, count: nodes.count)
    for (index, place) in items.enumerated() { positions[place] = index }
    let order = Order(items: items, positions: positions, modal: modal)
    self.order = order
    return order
  }

  /// Whether the order is known, so that nothing of it has changed since it was asked for.
  public var isOrderKnown: Bool { order != nil }

  /// The dialog that keeps the reader: the innermost of the last one.
  var modal: Place? {
    var found: Place?
    func search(_ places: [Place]) {
      for place in places {
        let node = self[place]
        guard node.element.flags[.hidden] != true else { continue }
        if node.element.flags[.modal] == true { found = place }
        search(node.children)
      }
    }
    search(roots)
    return found
  }

  /// All items, in reading order.
  ///
  /// `modal` is the dialog that keeps the reader.
  func itemsInOrder(modal: Place?) -> [Place] {
    var items: [Place] = []
    if let modal {
      collect(self[modal].children, in: modal, &items)
      if items.isEmpty { items = [modal] }
    } else {
      collect(roots, in: nil, &items)
    }
    return items
  }

  private func collect(_ places: [Place], in parent: Place?, _ items: inout [Place]) {
    guard let parent, self[parent].element.flags[.ordered] == false else {
      for place in places { collect(place, &items) }
      return
    }
    var blocks: [ScreenBlock] = []
    for place in places { gather(place, &blocks) }
    let isRightToLeft = language(of: parent).map(Screen.isRightToLeft) ?? false
    for block in ScreenBlock.ordered(blocks, isRightToLeft: isRightToLeft) {
      items += block.items
    }
  }

  private func collect(_ place: Place, _ items: inout [Place]) {
    let node = self[place]
    guard node.element.flags[.hidden] != true else { return }
    let before = items.count
    if node.element.isPassedOver {
      collect(node.children, in: place, &items)
      return
    }
    guard node.element.role?.isContainer == true else {
      items.append(place)
      return
    }
    collect(node.children, in: place, &items)
    if items.count == before { items.append(place) }
  }

  /// What an element is in the order by frames: what is in it each for itself, or one block.
  ///
  /// Gives whether it is anything.
  @discardableResult
  private func gather(_ place: Place, _ blocks: inout [ScreenBlock]) -> Bool {
    let node = self[place]
    guard node.element.flags[.hidden] != true else { return false }
    let isHolder = node.element.isPassedOver || node.element.role?.isContainer == true
    if isHolder, node.element.flags[.group] != true, node.element.flags[.ordered] != true {
      var isAny = false
      for child in node.children where gather(child, &blocks) { isAny = true }
      if isAny || node.element.isPassedOver { return isAny }
    }
    var items: [Place] = []
    collect(place, &items)
    guard !items.isEmpty else { return false }
    let frame = node.element.frame ?? Screen.union(items.compactMap { self[$0].element.frame })
    if frame == nil, !blocks.isEmpty {
      // What is nowhere stays behind what it is behind.
      blocks[blocks.count - 1].items += items
    } else {
      blocks.append(ScreenBlock(items: items, frame: frame))
    }
    return true
  }

  private static func union(_ frames: [Rest.Frame]) -> Rest.Frame? {
    guard var all = frames.first else { return nil }
    for frame in frames.dropFirst() {
      let (x, y) = (min(all.x, frame.x), min(all.y, frame.y))
      let right = max(all.x + all.width, frame.x + frame.width)
      let bottom = max(all.y + all.height, frame.y + frame.height)
      all = Rest.Frame(x: x, y: y, width: right - x, height: bottom - y)
    }
    return all
  }

  /// The language of an element, by itself or by what it is in.
  func language(of place: Place) -> String? {
    var here: Place? = place
    while let place = here {
      if let language = self[place].element.language { return language }
      here = self[place].parent
    }
    return language
  }

  /// Whether a language is written from right to left, by its usual script (CLDR, "layout").
  static func isRightToLeft(_ language: String) -> Bool {
    let parts = language.lowercased().split(separator: "-")
    if parts.contains("latn") || parts.contains("cyrl") { return false }
    if parts.dropFirst().contains(where: { ["arab", "hebr", "thaa", "syrc"].contains($0) }) {
      return true
    }
    let languages: Set<Substring> = [
      "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
    ]
    return parts.first.map { languages.contains($0) } ?? false
  }
}

/// Items that stand together where the order is by frames.
struct ScreenBlock {
  var items: [Screen.Place]
  var frame: Rest.Frame?

  /// From top to bottom, and in a row from its leading edge on; what has no place comes first.
  ///
  /// A row is what overlaps with the highest that is left by more than half of the lower height.
  static func ordered(_ blocks: [ScreenBlock], isRightToLeft: Bool) -> [ScreenBlock] {
    var result = blocks.filter { $0.frame == nil }
    var placed: [(block: ScreenBlock, frame: Rest.Frame)] = blocks.compactMap { block in
      block.frame.map { (block, $0) }
    }
    // The sort is stable: what has one place stays in the program's order.
    placed.sort { $0.frame.y < $1.frame.y }
    var isTaken = Array(repeating: false, count: placed.count)
    for index in placed.indices where !isTaken[index] {
      let first = placed[index]
      var row = [first]
      var other = index + 1
      while other < placed.count, placed[other].frame.mayBeBeside(first.frame) {
        if !isTaken[other], placed[other].frame.isBeside(first.frame) {
          isTaken[other] = true
          row.append(placed[other])
        }
        other += 1
      }
      row.sort { left, right in
        isRightToLeft
          ? left.frame.x + left.frame.width > right.frame.x + right.frame.width
          : left.frame.x < right.frame.x
      }
      result += row.map(\.block)
    }
    return result
  }
}

extension Rest.Frame {
  /// Whether one that is not higher than another begins above the end of that.
  fileprivate func mayBeBeside(_ other: Rest.Frame) -> Bool {
    y == other.y || y < other.y + other.height
  }

  /// Whether both are in one row.
  fileprivate func isBeside(_ other: Rest.Frame) -> Bool {
    if y == other.y { return true }
    let overlap = min(y + height, other.y + other.height) - max(y, other.y)
    return overlap > min(height, other.height) / 2
  }
}

extension Element {
  /// Whether it is as if it were not there, but for what is in it.
  var isPassedOver: Bool { flags[.ignored] == true || role?.isIgnored == true }
}
