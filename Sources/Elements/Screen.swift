// SPDX-License-Identifier: GPL-3.0-or-later

/// A program's whole screen: all its elements in a tree, and the order in which they are read.
///
/// What changes it takes a message whole or throws and leaves it as it was.
public struct Screen: Sendable {
  /// What the screen is called.
  public var title: String?
  /// The language of what names none, in BCP 47.
  public var language: String?
  /// The program's own ways to step through it.
  public var rotors: [CustomRotor] = []
  /// How long all texts and words are, in bytes of UTF-8.
  private var byteCount = 0
  /// How many elements are live regions.
  private var liveCount = 0
  /// The elements at the top, in order.
  private(set) var roots: [Place] = []
  private(set) var nodes: [Node?] = []
  private var free: [Place] = []
  private var places: [String: Place] = [:]
  /// The items in reading order; nil until they are asked for again.
  var order: Order?

  /// Where an element is kept.
  typealias Place = Int

  /// An element without what is in it, and where it is in the tree.
  struct Node: Equatable, Sendable {
    var element: Element
    /// What it is in; nil at the top.
    var parent: Place?
    var children: [Place] = []
    /// Whether it is in the tree; not while it is on its way.
    var isPlaced = false
  }

  /// How large a screen may be.
  public struct Limits: Sendable {
    /// How many elements there may be.
    public var elements: Int
    /// How deep they may be in each other.
    public var levels: Int
    /// How many scalars all texts and words may have.
    public var text: Int

    /// The protocol's limits.
    public init(elements: Int = 50_000, levels: Int = 128, text: Int = 4_194_304) {
      self.elements = elements
      self.levels = levels
      self.text = text
    }
  }

  /// Nothing is on the screen.
  public init(title: String? = nil, language: String? = nil) {
    self.title = title
    self.language = language
  }

  /// How many elements there are.
  public var count: Int { places.count }

  /// Whether an element of this id is on the screen.
  public func holds(_ id: String) -> Bool { places[id] != nil }

  /// An element without what is in it; nil if there is none of this id.
  public subscript(id: String) -> Element? { places[id].map { self[$0].element } }

  /// Whether there is an element at a place.
  func isKept(_ place: Place) -> Bool { nodes[place] != nil }

  subscript(place: Place) -> Node {
    // A place that is handed out is of an element that is there.
    nodes[place] ?? Node(element: Element(id: ""))
  }

  func place(of id: String) -> Place? { places[id] }
}

// MARK: - What changes it

extension Screen {
  /// Changes the screen as a whole message says, or not at all.
  mutating func transact(
    _ limits: Limits, focus: String?, _ body: (inout Edit) throws(ScreenError) -> Void
  ) throws(ScreenError) {
    var edit = Edit(screen: self, limits: limits)
    try body(&edit)
    edit.dropOrphans()
    if edit.screen.count > limits.elements { throw .tooMany(limits.elements) }
    if edit.screen.isTooLong(with: 0, limits) { throw .tooLong(limits.text) }
    if edit.screen.isDeeper(than: limits.levels) { throw .tooDeep(limits.levels) }
    if let focus, !edit.screen.holds(focus) {
      throw .noSuchElement(id: focus, field: "focus")
    }
    self = edit.screen
    forgetOrder()
  }

  /// A change of a screen that is being made.
  struct Edit {
    var screen: Screen
    let limits: Limits
    /// The ids that the message has named as elements, so that none is two.
    private var named: Set<String> = []
    /// Those that were in something and are not named there any more.
    private var orphans: Set<Place> = []
    /// Whether an element of an id that is there is refused, also in another one.
    var takesNewOnly = false

    init(screen: Screen, limits: Limits) {
      self.screen = screen
      self.limits = limits
    }

    /// Puts an element in the place of that of its id, or makes it anew.
    ///
    /// Gives where it is. Without children it keeps those that it has.
    mutating func put(_ element: Element, field: String) throws(ScreenError) -> Place {
      guard !element.id.isEmpty else {
        throw .invalid(.init(field: field + ".id", reason: "is empty; give each element one"))
      }
      guard named.insert(element.id).inserted else {
        throw .invalid(
          .init(
            field: field + ".id",
            reason: "is \(element.id), which is there already; an id names one element"))
      }
      if takesNewOnly, screen.holds(element.id) {
        throw .invalid(
          .init(
            field: field + ".id",
            reason: "is \(element.id), which is there already; change it by update"))
      }
      do throws(InvalidElement) {
        try element.text?.validate(field + ".text.")
      } catch {
        throw .invalid(error)
      }
      var own = element
      own.children = nil
      let place = screen.keep(own)
      if let children = element.children { try setChildren(children, of: place, field: field) }
      return place
    }

    private mutating func setChildren(
      _ children: [Child], of parent: Place, field: String
    ) throws(ScreenError) {
      orphans.formUnion(screen.unlinkChildren(of: parent))
      for (index, child) in children.enumerated() {
        let field = "\(field).children[\(index)]"
        let place = try resolve(child, field: field)
        try attach(place, to: parent, field: field)
      }
    }

    private mutating func resolve(
      _ child: Child, field: String
    ) throws(ScreenError) -> Place {
      switch child {
      case .element(let element): return try put(element, field: field)
      case .reference(let id):
        guard let place = screen.place(of: id) else { throw .noSuchElement(id: id, field: field) }
        return place
      }
    }

    /// Puts an element into another one, or to the top, behind what is there or before `next`.
    mutating func attach(
      _ place: Place, to parent: Place?, before next: Place? = nil, field: String
    ) throws(ScreenError) {
      var above = parent
      // A tree that can be, on its way to another one, is never deeper than both.
      var levels = 0
      while let here = above {
        levels += 1
        if levels > 2 * limits.levels { throw .tooDeep(limits.levels) }
        guard here != place else {
          throw .invalid(
            .init(
              field: field, reason: "is \(screen[place].element.id), in which the element is itself"
            ))
        }
        above = screen[here].parent
      }
      screen.unlink(place)
      screen.link(place, to: parent, before: next)
      orphans.remove(place)
    }

    /// Takes away elements with what is in them.
    mutating func remove(_ places: Set<Place>) {
      screen.unlink(places)
      for place in places.sorted() { screen.forget(place) }
    }

    /// Takes away what nothing names any more.
    mutating func dropOrphans() {
      remove(orphans.filter { screen.isOnItsWay($0) })
    }
  }

  /// Keeps an element, in the place of that of its id if there is one.
  fileprivate mutating func keep(_ element: Element) -> Place {
    if let place = places[element.id] {
      replace(element, at: place)
      return place
    }
    count(element, by: 1)
    let node = Node(element: element)
    let place: Place
    if let last = free.popLast() {
      place = last
      nodes[place] = node
    } else {
      place = nodes.count
      nodes.append(node)
    }
    places[element.id] = place
    return place
  }

  /// Whether an element is kept that is in the tree no more.
  fileprivate func isOnItsWay(_ place: Place) -> Bool { nodes[place]?.isPlaced == false }

  fileprivate mutating func unlink(_ place: Place) {
    guard self[place].isPlaced else { return }
    if let parent = self[place].parent {
      nodes[parent]?.children.removeAll { $0 == place }
      nodes[place]?.parent = nil
    } else {
      roots.removeAll { $0 == place }
    }
    nodes[place]?.isPlaced = false
  }

  /// Takes elements out of what they are in, each of those once.
  fileprivate mutating func unlink(_ places: Set<Place>) {
    let placed = places.filter { self[$0].isPlaced }
    for parent in Set(placed.compactMap { self[$0].parent }) {
      nodes[parent]?.children.removeAll { placed.contains($0) }
    }
    if placed.contains(where: { self[$0].parent == nil }) {
      roots.removeAll { placed.contains($0) }
    }
    for place in placed {
      nodes[place]?.parent = nil
      nodes[place]?.isPlaced = false
    }
  }

  /// Takes all elements out of one; gives them.
  fileprivate mutating func unlinkChildren(of parent: Place) -> [Place] {
    let children = self[parent].children
    nodes[parent]?.children = []
    for child in children {
      nodes[child]?.parent = nil
      nodes[child]?.isPlaced = false
    }
    return children
  }

  fileprivate mutating func link(_ place: Place, to parent: Place?, before next: Place?) {
    nodes[place]?.parent = parent
    nodes[place]?.isPlaced = true
    if let parent {
      let index =
        next.flatMap { self[parent].children.firstIndex(of: $0) } ?? self[parent].children.count
      nodes[parent]?.children.insert(place, at: index)
    } else {
      roots.insert(place, at: next.flatMap { roots.firstIndex(of: $0) } ?? roots.count)
    }
  }

  /// Forgets an element with what is in it, however deep that is.
  fileprivate mutating func forget(_ place: Place) {
    var rest = [place]
    while let here = rest.popLast() {
      guard let node = nodes[here] else { continue }
      rest += node.children
      count(node.element, by: -1)
      places[node.element.id] = nil
      nodes[here] = nil
      free.append(here)
    }
  }

  /// Whether elements are deeper in each other than so many levels.
  fileprivate func isDeeper(than levels: Int) -> Bool {
    func search(_ places: [Place], _ level: Int) -> Bool {
      if level > levels { return !places.isEmpty }
      return places.contains { search(self[$0].children, level + 1) }
    }
    return search(roots, 1)
  }

  /// Puts another state of an element that is there in its place, without what is in it.
  mutating func replace(_ element: Element, at place: Place) {
    count(self[place].element, by: -1)
    count(element, by: 1)
    nodes[place]?.element = element
  }

  private mutating func count(_ element: Element, by step: Int) {
    byteCount += step * element.byteCount
    if element.isLiveRegion { liveCount += step }
  }

  /// Whether any element tells its changes to who reads elsewhere.
  public var hasLiveRegions: Bool { liveCount > 0 }

  /// Whether there would be more text than there may be with so many bytes more.
  func isTooLong(with more: Int, _ limits: Limits) -> Bool {
    // The bytes are known, and never fewer than the scalars, which are counted only if they matter.
    guard byteCount + more > limits.text else { return false }
    return nodes.reduce(more) { $0 + ($1?.element.scalarCount ?? 0) }
      > limits.text
  }
}

extension Element {
  fileprivate var isLiveRegion: Bool { liveness.map { $0 != .off } ?? false }

}
