// SPDX-License-Identifier: GPL-3.0-or-later
import Elements
import TestSupport
import Testing

/// Random screens, changed and walked at random, against a slow screen that is obviously right.
@Suite struct ScreenProperties {
  @Test(arguments: (0..<10).map { UInt64($0) }) func aRandomWalk(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var model = SlowScreen()
    var screen = Screen()
    var cursor: String?
    var counts: [String: Int] = [:]
    for step in 0..<500 {
      let earlier = model.items()
      let holders = cursor.map { model.holders(of: $0) } ?? []
      let mark = screen.bookmark(cursor)
      let name = try model.change(&screen, &generator)
      counts[name, default: 0] += 1
      let items = model.items()
      #expect(screen.items() == items, "seed \(seed), step \(step), \(name)")
      #expect(screen.count == model.count)
      let survivor = model.survivor(of: cursor, in: earlier, holders)
      #expect(screen.survivor(mark) == survivor, "seed \(seed), step \(step), \(name)")
      cursor = survivor
      let isForward = generator.chance(60)
      checkKinds(&screen, model, items, cursor, isForward, "seed \(seed), step \(step), \(name)")
      let next = screen.item(after: cursor, isForward: isForward)
      let place = cursor.flatMap { items.firstIndex(of: $0) }
      let index = place.map { isForward ? $0 + 1 : $0 - 1 } ?? (isForward ? 0 : items.count - 1)
      #expect(next == (items.indices.contains(index) ? items[index] : nil))
      let roles: Set<String?> = generator.chance(50) ? ["button", nil] : ["text", "link"]
      let ofRoles = items.filter { roles.contains(model.find($0)?.element.role?.name) }
      func isThere(_ id: String) -> Bool {
        guard let place, let other = items.firstIndex(of: id) else { return true }
        return isForward ? other > place : other < place
      }
      #expect(
        screen.item(after: cursor, isForward: isForward, roles: roles)
          == (isForward ? ofRoles.first(where: isThere) : ofRoles.last(where: isThere)))
      #expect(screen.itemCount(roles: roles) { _ in true } == ofRoles.count)
      if let next { cursor = next }
      if items.isEmpty { cursor = nil }
    }
    #expect(counts.count >= 6, "\(counts)")
  }

  /// The next link and the next list or group are those that a walk over all of them meets.
  private func checkKinds(
    _ screen: inout Screen, _ model: SlowScreen, _ items: [String], _ cursor: String?,
    _ isForward: Bool, _ where: Comment
  ) {
    let place = cursor.flatMap { items.firstIndex(of: $0) }
    let ahead = Array(
      isForward ? items[(place.map { $0 + 1 } ?? 0)...] : items[..<(place ?? items.count)])
    let isLink: (Element) -> Bool = { $0.role?.name == "link" && $0.flags[.summary] != true }
    let links = ahead.filter { model.find($0).map { isLink($0.element) } == true }
    #expect(
      screen.item(after: cursor, isForward: isForward, roles: ["link", nil], where: isLink)
        == (isForward ? links.first : links.last), `where`)
    let isHolder: (Element) -> Bool = { $0.role?.name == "list" || $0.role?.name == "group" }
    let holders = Set(items.flatMap { model.holders(of: $0) }).filter {
      model.find($0).map { isHolder($0.element) } == true
    }
    #expect(screen.containerCount(where: isHolder) == holders.count, `where`)
    let firsts = holders.compactMap { holder in
      items.first { model.find(holder)?.find($0) != nil }
    }
    let reached = ahead.filter { firsts.contains($0) }
    #expect(
      screen.item(ofContainerAfter: cursor, isForward: isForward, where: isHolder)
        == (isForward ? reached.first : reached.last), `where`)
  }
}

/// A screen as a tree of values, in which everything is looked for from the top.
struct SlowScreen {
  struct Node {
    var element: Element
    var children: [Node] = []

    var ids: [String] { [element.id] + children.flatMap(\.ids) }

    func find(_ id: String) -> Node? {
      if element.id == id { return self }
      for child in children { if let found = child.find(id) { return found } }
      return nil
    }
  }

  var roots: [Node] = []
  private var lastID = 0

  init() {}

  var ids: [String] { roots.flatMap(\.ids) }
  var count: Int { ids.count }

  func find(_ id: String) -> Node? {
    for root in roots { if let found = root.find(id) { return found } }
    return nil
  }

  /// The tree with each node put through a change, from the leaves to the top; nil takes it away.
  private func mapped(_ change: (Node) -> Node?) -> [Node] {
    func map(_ nodes: [Node]) -> [Node] {
      nodes.compactMap { node in
        var node = node
        node.children = map(node.children)
        return change(node)
      }
    }
    return map(roots)
  }

  // MARK: Order

  func items() -> [String] {
    var modal: Node?
    func search(_ nodes: [Node]) {
      for node in nodes where node.element.flags[.hidden] != true {
        if node.element.flags[.modal] == true { modal = node }
        search(node.children)
      }
    }
    search(roots)
    guard let modal else { return order(roots, in: nil) }
    let inside = order(modal.children, in: modal)
    return inside.isEmpty ? [modal.element.id] : inside
  }

  private func order(_ nodes: [Node], in parent: Node?) -> [String] {
    guard parent?.element.flags[.ordered] == false else { return nodes.flatMap(order) }
    var rest: [(items: [String], frame: Rest.Frame)] = []
    var first: [String] = []
    func gather(_ node: Node) {
      guard node.element.flags[.hidden] != true else { return }
      let holds = SlowScreen.isPassedOver(node) || node.element.role?.isContainer == true
      if holds, node.element.flags[.group] != true, node.element.flags[.ordered] != true {
        let before = rest.reduce(first.count) { $0 + $1.items.count }
        node.children.forEach(gather)
        if rest.reduce(first.count, { $0 + $1.items.count }) > before { return }
        if SlowScreen.isPassedOver(node) { return }
      }
      let items = order(node)
      guard !items.isEmpty else { return }
      if let frame = node.element.frame ?? around(items) {
        rest.append((items, frame))
      } else if rest.isEmpty {
        first += items
      } else {
        rest[rest.count - 1].items += items
      }
    }
    nodes.forEach(gather)
    var result = first
    while let top = rest.min(by: { $0.frame.y < $1.frame.y }) {
      func isBeside(_ other: Rest.Frame) -> Bool {
        let overlap =
          min(top.frame.y + top.frame.height, other.y + other.height) - max(top.frame.y, other.y)
        return top.frame.y == other.y || overlap > min(top.frame.height, other.height) / 2
      }
      var row = rest.filter { isBeside($0.frame) }
      rest = rest.filter { !isBeside($0.frame) }
      while let next = row.indices.min(by: { row[$0].frame.x < row[$1].frame.x }) {
        result += row.remove(at: next).items
      }
    }
    return result
  }

  private func order(_ node: Node) -> [String] {
    if node.element.flags[.hidden] == true { return [] }
    let isHolder = node.element.role?.isContainer == true
    guard SlowScreen.isPassedOver(node) || isHolder else { return [node.element.id] }
    let inside = order(node.children, in: node)
    return inside.isEmpty && isHolder && !SlowScreen.isPassedOver(node)
      ? [node.element.id] : inside
  }

  private static func isPassedOver(_ node: Node) -> Bool {
    node.element.flags[.ignored] == true || node.element.role?.isIgnored == true
  }

  private func around(_ items: [String]) -> Rest.Frame? {
    let frames = items.compactMap { find($0)?.element.frame }
    guard let left = frames.map(\.x).min(), let top = frames.map(\.y).min(),
      let right = frames.map({ $0.x + $0.width }).max(),
      let bottom = frames.map({ $0.y + $0.height }).max()
    else { return nil }
    return Rest.Frame(x: left, y: top, width: right - left, height: bottom - top)
  }

  // MARK: The cursor

  /// What an element is in, the innermost first.
  func holders(of id: String) -> [String] {
    var holders: [String] = []
    func search(_ nodes: [Node]) -> Bool {
      for node in nodes {
        if node.element.id == id { return true }
        if search(node.children) {
          if !SlowScreen.isPassedOver(node) { holders.append(node.element.id) }
          return true
        }
      }
      return false
    }
    _ = search(roots)
    return holders
  }

  func survivor(of cursor: String?, in earlier: [String], _ holders: [String]) -> String? {
    let items = items()
    guard let cursor, let place = earlier.firstIndex(of: cursor) else { return items.first }
    if let node = find(cursor), let inner = items.first(where: { node.find($0) != nil }) {
      return inner
    }
    return earlier[place...].first { items.contains($0) }
      ?? earlier[..<place].last { items.contains($0) }
      ?? holders.lazy.compactMap { holder in
        items.contains(holder)
          ? holder : items.first { self.find(holder)?.find($0) != nil }
      }.first ?? items.first
  }

  // MARK: Changes

  /// Changes both screens in the same way at random; gives what was done.
  mutating func change(
    _ screen: inout Screen, _ generator: inout SeededGenerator
  ) throws -> String {
    let ids = ids
    guard !ids.isEmpty, generator.chance(ids.count < 60 ? 55 : 90) else {
      return try insert(&screen, &generator)
    }
    let id = generator.one(of: ids)
    switch generator.integer(0...9) {
    case 0:
      try screen.remove([id, "nobody"])
      roots = mapped { $0.element.id == id ? nil : $0 }
      return "remove"
    case 1, 2:
      return try move(id, &screen, &generator)
    default:
      guard let old = find(id)?.element else { return "" }
      var new = element(&generator)
      new.id = id
      if generator.chance(50) { new = old }
      let flag = generator.one(of: [Flag.hidden, .ignored, .modal, .group, .ordered, .summary])
      new.flags[flag] = generator.chance(50)
      try screen.update([new])
      roots = mapped { node in
        var node = node
        if node.element.id == id { node.element = new }
        return node
      }
      return "update"
    }
  }

  private mutating func element(_ generator: inout SeededGenerator) -> Element {
    lastID += 1
    var element = Element(id: "e\(lastID)")
    element.role = generator.maybe(80) {
      Role($0.one(of: ["button", "list", "group", "text", "dialog", "row", "none", "link"]))
    }
    for flag in [Flag.hidden, .ignored, .modal, .group] where generator.chance(6) {
      element.flags[flag] = true
    }
    if generator.chance(25) { element.flags[.ordered] = generator.chance(20) }
    if generator.chance(70) {
      element.frame = Rest.Frame(
        x: Double(generator.integer(0...9) * 10), y: Double(generator.integer(0...9) * 7),
        width: 10, height: Double(generator.integer(1...3) * 5))
    }
    return element
  }

  private mutating func insert(
    _ screen: inout Screen, _ generator: inout SeededGenerator
  ) throws -> String {
    var new = Node(element: element(&generator))
    for _ in 0..<generator.integer(0...2) {
      new.children.append(Node(element: element(&generator)))
    }
    var whole = new.element
    whole.children = new.children.map { .element($0.element) }
    guard let other = ids.isEmpty ? nil : generator.one(of: ids) else {
      try screen.insert([whole])
      roots.append(new)
      return "insert"
    }
    let isBefore = generator.chance(50)
    guard generator.chance(50) else {
      try screen.insert([whole], into: other)
      roots = mapped { node in
        var node = node
        if node.element.id == other { node.children.append(new) }
        return node
      }
      return "insert into"
    }
    if isBefore {
      try screen.insert([whole], before: other)
    } else {
      try screen.insert([whole], after: other)
    }
    func put(_ nodes: [Node]) -> [Node] {
      nodes.flatMap { node -> [Node] in
        var node = node
        node.children = put(node.children)
        guard node.element.id == other else { return [node] }
        return isBefore ? [new, node] : [node, new]
      }
    }
    roots = put(roots)
    return isBefore ? "insert before" : "insert after"
  }

  /// Gives an element some of its children in another order, and one from elsewhere.
  private mutating func move(
    _ id: String, _ screen: inout Screen, _ generator: inout SeededGenerator
  ) throws -> String {
    guard let holder = find(id) else { return "" }
    var kept = holder.children.filter { _ in generator.chance(80) }
    if kept.count > 1, generator.chance(50) { kept.swapAt(0, kept.count - 1) }
    let other = generator.one(of: ids)
    if let moved = find(other), moved.find(id) == nil,
      !kept.contains(where: { $0.find(other) != nil })
    {
      kept.insert(moved, at: generator.integer(0...kept.count))
    }
    var update = holder.element
    update.children = kept.map { .reference($0.element.id) }
    try screen.update([update])
    let taken = Set(kept.map(\.element.id))
    roots = mapped { taken.contains($0.element.id) ? nil : $0 }
    roots = mapped { node in
      var node = node
      if node.element.id == id { node.children = kept }
      return node
    }
    return "move"
  }
}
