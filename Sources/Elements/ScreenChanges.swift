// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a screen cannot be as a program says.
public enum ScreenError: Error, Equatable, Sendable {
  /// An element cannot be; the field begins with the params' member: `elements[2].id`.
  case invalid(InvalidElement)
  /// There is no element of this id.
  case noSuchElement(id: String, field: String)
  /// There would be more elements than there may be.
  case tooMany(Int)
  /// Elements would be deeper in each other than they may be.
  case tooDeep(Int)
  /// There would be more text than there may be, in scalars.
  case tooLong(Int)
}

/// What a program says of its screen (docs/protocol.md, "From the program").
extension Screen {
  // In all of these `focus` is the id of an element that has to be there in the end.

  /// A new screen with these elements at the top.
  public init(
    _ elements: [Element], title: String? = nil, language: String? = nil, focus: String? = nil,
    limits: Limits = Limits()
  ) throws(ScreenError) {
    self.init(title: title, language: language)
    try insert(elements, focus: focus, limits: limits)
  }

  /// Puts elements as they are given in the place of those of their ids; without children they
  /// keep those that they have.
  public mutating func update(
    _ elements: [Element], focus: String? = nil, limits: Limits = Limits()
  ) throws(ScreenError) {
    for (index, element) in elements.enumerated() where !holds(element.id) {
      throw .noSuchElement(id: element.id, field: "elements[\(index)].id")
    }
    guard elements.contains(where: { $0.children != nil }) else {
      if let focus, !holds(focus) { throw .noSuchElement(id: focus, field: "focus") }
      try replace(elements, limits)
      return
    }
    try transact(limits, focus: focus) { edit throws(ScreenError) in
      for (index, element) in elements.enumerated() {
        _ = try edit.put(element, field: "elements[\(index)]")
      }
    }
  }

  /// Changes elements in part.
  public mutating func change(
    _ changes: [ElementChange], focus: String? = nil, limits: Limits = Limits()
  ) throws(ScreenError) {
    var elements: [Element] = []
    for (index, change) in changes.enumerated() {
      guard let old = self[change.element.id] else {
        throw .noSuchElement(id: change.element.id, field: "elements[\(index)].id")
      }
      var new = old.changed(by: change)
      if change.removed.contains(.children) { new.children = [] }
      elements.append(new)
    }
    try update(elements, focus: focus, limits: limits)
  }

  /// Puts new elements into one, or to the top: before or after one that is there, else last.
  public mutating func insert(
    _ elements: [Element], into parent: String? = nil, before: String? = nil,
    after: String? = nil, focus: String? = nil, limits: Limits = Limits()
  ) throws(ScreenError) {
    let parent = try parent.map { id throws(ScreenError) in try known(id, "parent") }
    var next = try before.map { id throws(ScreenError) in try known(id, "before") }
    var holder = parent
    if let next { holder = self[next].parent }
    if let after {
      let previous = try known(after, "after")
      holder = self[previous].parent
      let siblings = holder.map { self[$0].children } ?? roots
      next = siblings.firstIndex(of: previous).flatMap { index in
        index + 1 < siblings.count ? siblings[index + 1] : nil
      }
    }
    if let parent, holder != parent {
      let field = before == nil ? "after" : "before"
      throw .invalid(.init(field: field, reason: "is not in the parent that is named"))
    }
    try transact(limits, focus: focus) { edit throws(ScreenError) in
      edit.takesNewOnly = true
      for (index, element) in elements.enumerated() {
        let field = "elements[\(index)]"
        let place = try edit.put(element, field: field)
        try edit.attach(place, to: holder, before: next, field: field)
      }
    }
  }

  /// Takes elements away, with what is in them; of those that are not there nothing is said.
  public mutating func remove(_ ids: [String], focus: String? = nil) throws(ScreenError) {
    try transact(Limits(elements: .max, levels: .max, text: .max), focus: focus) {
      edit throws(ScreenError) in
      edit.remove(Set(ids.compactMap { edit.screen.place(of: $0) }))
    }
  }

  private func known(_ id: String, _ field: String) throws(ScreenError) -> Place {
    guard let place = place(of: id) else { throw .noSuchElement(id: id, field: field) }
    return place
  }

  /// Puts other states of elements in their places; the tree stays as it is.
  private mutating func replace(
    _ elements: [Element], _ limits: Limits
  ) throws(ScreenError) {
    var named: Set<String> = []
    for (index, element) in elements.enumerated() {
      guard named.insert(element.id).inserted else {
        throw .invalid(
          .init(
            field: "elements[\(index)].id",
            reason: "is \(element.id), which is there already; an id names one element"))
      }
      do throws(InvalidElement) {
        try element.text?.validate("elements[\(index)].text.")
      } catch {
        throw .invalid(error)
      }
    }
    let more = elements.reduce(0) { $0 + $1.byteCount - (self[$1.id]?.byteCount ?? 0) }
    if more > 0, isTooLong(with: more, limits) { throw .tooLong(limits.text) }
    for element in elements {
      guard let place = place(of: element.id) else { continue }
      if !element.isWalkedAs(self[place].element) { forgetOrder() }
      replace(element, at: place)
    }
  }
}

extension Element {
  /// Whether an earlier state of it is walked in the same order.
  fileprivate func isWalkedAs(_ old: Element) -> Bool {
    let flags: [Flag] = [.hidden, .ignored, .modal, .group, .ordered]
    return role == old.role && self.frame == old.frame && self.language == old.language
      && flags.allSatisfy { self.flags[$0] == old.flags[$0] }
  }
}
