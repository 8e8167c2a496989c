// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a reader is on a screen, kept so that a place near it is found after a change.
public struct ScreenBookmark: Sendable {
  fileprivate let place: Screen.Place?
  fileprivate let items: [Screen.Place]
  fileprivate let holders: [Screen.Place]
}

/// Going from item to item.
extension Screen {
  /// The ids of all items, in reading order.
  public mutating func items() -> [String] {
    readingOrder().items.map { id(of: $0) }
  }

  func id(of place: Place) -> String { self[place].element.id }

  /// Whether an element is an item that can be reached.
  public mutating func isItem(_ id: String) -> Bool {
    place(of: id).map { readingOrder().position(of: $0) != nil } ?? false
  }

  /// The item that an id leads to: itself, the first one in it, or what it is a part of; nil if
  /// it cannot be reached.
  public mutating func item(at id: String) -> String? {
    guard let place = place(of: id) else { return nil }
    let order = readingOrder()
    if order.position(of: place) != nil { return id }
    if let inner = firstItem(in: place) { return self.id(of: inner) }
    var here = self[place].parent
    while let outer = here {
      if order.position(of: outer) != nil { return self.id(of: outer) }
      here = self[outer].parent
    }
    return nil
  }

  /// Where a new screen begins: at its summary, else at an element that was there before, else at
  /// the first item (behaviour E4).
  public mutating func start(before: String?) -> String? {
    let items = readingOrder().items
    if let summary = items.first(where: { self[$0].element.flags[.summary] == true }) {
      return id(of: summary)
    }
    if let before, let item = item(at: before) { return item }
    return items.first.map { id(of: $0) }
  }

  /// The item after or before another one for which something is true; nil if there is none.
  public mutating func item(
    after id: String?, isForward: Bool, where isWanted: (Element) -> Bool = { _ in true }
  ) -> String? {
    let order = readingOrder()
    let items = order.items
    let here = id.flatMap { place(of: $0) }.flatMap { order.position(of: $0) }
    let found =
      isForward
      ? items[(here.map { $0 + 1 } ?? 0)...].first { isWanted(self[$0].element) }
      : items[..<(here ?? items.count)].last { isWanted(self[$0].element) }
    return found.map { self.id(of: $0) }
  }

  /// The first item of the next or the previous container of a kind, by where they begin.
  ///
  /// So the same ones are met forwards and backwards, and one that an item is in itself is gone back
  /// to as long as the item is not its first.
  public mutating func item(
    ofContainerAfter id: String?, isForward: Bool, where isWanted: (Element) -> Bool
  ) -> String? {
    let order = readingOrder()
    let here = id.flatMap { place(of: $0) }.flatMap { order.position(of: $0) }
    let position = here ?? (isForward ? -1 : order.items.count)
    let containers = self.containers()
    func isTarget(_ container: Container) -> Bool {
      (isForward ? container.first > position : container.first < position)
        && isWanted(self[container.place].element)
    }
    let found =
      isForward
      ? containers.first { isTarget($0) } : containers.last { isTarget($0) }
    return found.map { self.id(of: order.items[$0.first]) }
  }

  /// How many items there are for which something is true.
  public mutating func itemCount(where isWanted: (Element) -> Bool) -> Int {
    readingOrder().items.count { isWanted(self[$0].element) }
  }

  /// The ids of the containers for which something is true and that have something to go to in
  /// them, in the order in which they begin.
  public mutating func containers(where isWanted: (Element) -> Bool) -> [String] {
    containers().filter { isWanted(self[$0.place].element) }.map { id(of: $0.place) }
  }

  /// Where an item stands in reading order, from 0; nil if it cannot be reached.
  public mutating func index(ofItem id: String) -> Int? {
    place(of: id).flatMap { readingOrder().position(of: $0) }
  }

  /// How many containers there are for which something is true, with something in them to go to.
  public mutating func containerCount(where isWanted: (Element) -> Bool) -> Int {
    containers().count { isWanted(self[$0.place].element) }
  }

  /// The first item behind the innermost container of an item, else the last one before it; nil
  /// if there is nothing around it.
  public mutating func item(outOf id: String) -> String? {
    guard let place = place(of: id), let holder = holders(of: place).last else { return nil }
    let order = readingOrder()
    guard let here = order.position(of: place) else { return nil }
    func isOutside(_ place: Place) -> Bool { !holders(of: place).contains(holder) }
    let found =
      order.items[(here + 1)...].first(where: isOutside)
      ?? order.items[..<here].last(where: isOutside)
    return found.map { self.id(of: $0) }
  }

  /// The first item of the next container in what an item is in itself; nil if none follows there.
  public mutating func item(into id: String) -> String? {
    guard let place = place(of: id),
      let next = item(ofContainerAfter: id, isForward: true, where: { _ in true }),
      let target = self.place(of: next)
    else { return nil }
    guard let holder = holders(of: place).last else { return next }
    return holders(of: target).contains(holder) ? next : nil
  }

  /// The containers that an element is in, the outermost first.
  func holders(of place: Place) -> [Place] {
    var holders: [Place] = []
    var here = self[place].parent
    while let outer = here {
      if !self[outer].element.isPassedOver { holders.append(outer) }
      here = self[outer].parent
    }
    return holders.reversed()
  }

  /// Remembers where a reader is, to be found again after a change.
  public mutating func bookmark(_ id: String?) -> ScreenBookmark {
    let place = id.flatMap { self.place(of: $0) }
    return ScreenBookmark(
      place: place, items: readingOrder().items, holders: place.map { holders(of: $0) } ?? [])
  }

  /// The nearest item to one that was there before a change: itself, else the next one that is
  /// still there, else the one before, else what it was in (behaviour E5).
  public mutating func survivor(_ bookmark: ScreenBookmark) -> String? {
    let order = readingOrder()
    if let place = bookmark.place {
      if order.position(of: place) != nil { return id(of: place) }
      // What was empty has got something in it.
      if isKept(place), let inner = firstItem(in: place) { return id(of: inner) }
      if let index = bookmark.items.firstIndex(of: place) {
        let near =
          bookmark.items[index...].first { order.position(of: $0) != nil }
          ?? bookmark.items[..<index].last { order.position(of: $0) != nil }
        if let near { return id(of: near) }
      }
    }
    for holder in bookmark.holders.reversed() {
      if order.position(of: holder) != nil { return id(of: holder) }
      if isKept(holder), let inner = firstItem(in: holder) { return id(of: inner) }
    }
    return order.items.first.map { id(of: $0) }
  }

  /// What an element is in, the outermost first, without what is passed over.
  public func ancestors(of id: String) -> [Element] {
    place(of: id).map { holders(of: $0).map { self[$0].element } } ?? []
  }

  /// Whether an element is in another one.
  public func isElement(_ id: String, in holder: String) -> Bool {
    guard let place = place(of: id), let outer = self.place(of: holder) else { return false }
    return holders(of: place).contains(outer)
  }

  /// An element with all that is in it.
  public func whole(_ id: String) -> Element? {
    place(of: id).map { whole($0) }
  }

  /// An item as it is read: what it is called by, with the language that it is in.
  public func readable(_ id: String) -> Element? {
    guard let place = place(of: id) else { return nil }
    let own = self[place].element
    // What has a name of its own is not called by what is in it (E1).
    var element = own.label?.isEmpty == false ? own : whole(place)
    if element.language == nil { element.language = language(of: place) }
    return element
  }

  func whole(_ place: Place) -> Element {
    let node = self[place]
    var element = node.element
    if !node.children.isEmpty { element.children = node.children.map { .element(whole($0)) } }
    return element
  }

  /// The dialog that keeps the reader; nil if there is none.
  public mutating func modalDialog() -> String? { readingOrder().modal.map { id(of: $0) } }
}
