// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements

/// What of a screen is listed for the reader to choose from.
extension Screen {
  /// What is around the element that has the focus, as far as a program that has handed over no
  /// screen has sent it by ancestors; nil if that cannot be one.
  init?(knownFrom content: Content) {
    var tree = content.element
    tree.children = tree.children.map { Screen.known($0, naming: nil) }
    for ancestor in content.ancestors.reversed() {
      var outer = ancestor
      outer.children = Screen.known(ancestor.children ?? [], naming: tree)
      if outer.holds(tree.id) {
        outer.replace(tree)
      } else {
        outer.children = (outer.children ?? []) + [.element(tree)]
      }
      tree = outer
    }
    guard let screen = try? Screen([tree]) else { return nil }
    self = screen
  }

  /// Some children without those that are only named, but for one that is known.
  private static func known(_ children: [Child], naming named: Element?) -> [Child] {
    children.compactMap { child in
      switch child {
      case .reference(let id): return named?.id == id ? named.map { .element($0) } : nil
      case .element(var element):
        element.children = element.children.map { known($0, naming: named) }
        return .element(element)
      }
    }
  }

  /// The ids of what is listed, in reading order.
  mutating func ids(of choice: Action.Choice) -> [String] {
    switch choice {
    case .items: items()
    case .headings: items(of: .heading)
    case .links: items(of: .link)
    case .formControls: items(of: .formControl)
    case .landmarks: containers { $0.isLandmark }
    case .actions, .programs: []
    }
  }

  private mutating func items(of unit: Command.Unit) -> [String] {
    items().filter { id in self[id].map { unit.isOne($0, like: nil) } ?? false }
  }

  /// Which of some elements, in reading order, a list begins at: the cursor's own, else the last
  /// before it, in whose part of the screen the reader is, else the first.
  mutating func start(of ids: [String], near cursor: String) -> Int {
    guard let here = index(ofItem: cursor) else { return 0 }
    // They are in reading order.
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      let place = item(at: ids[middle]).flatMap { index(ofItem: $0) } ?? Int.max
      if place <= here { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}

extension Action.Choice {
  /// What is missing where there is nothing to choose from, as in "no heading"; nil: the key does
  /// nothing then.
  var unit: Command.Unit? {
    switch self {
    case .headings: .heading
    case .links: .link
    case .landmarks: .landmark
    case .formControls: .formControl
    case .items, .actions, .programs: nil
    }
  }
}
