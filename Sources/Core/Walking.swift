// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements
import Panning
import Presentation

/// The reader's cursor on a screen that a program has handed over.
extension Engine {
  /// Goes to another item, or says that there is none that way (K2).
  mutating func walk(_ direction: Command.Direction, _ unit: Command.Unit, of id: ProgramID) {
    guard var screen = programs[id]?.screen else { return }
    programs[id]?.screen = nil
    let cursor = programs[id]?.screenCursor
    let target = screen.target(direction, unit, from: cursor)
    programs[id]?.screen = screen
    guard let target, target != cursor else {
      tellEnd(of: .move(direction, unit))
      return
    }
    go(to: target, of: id)
  }

  /// Goes somewhere: by itself on a screen, else by asking the program.
  mutating func go(_ direction: Command.Direction, _ unit: Command.Unit, of id: ProgramID) {
    if programs[id]?.screen != nil {
      walk(direction, unit, of: id)
    } else {
      send(.move(direction, unit), to: id, element: nil)
    }
  }

  /// Goes to an element or into what holds others: on a screen to the first item in it.
  mutating func go(to element: String, in id: ProgramID) {
    if programs[id]?.screen != nil {
      walk(into: element, of: id)
    } else {
      send(.setFocus, to: id, element: element)
    }
  }

  private mutating func walk(into holder: String, of id: ProgramID) {
    guard var screen = programs[id]?.screen else { return }
    programs[id]?.screen = nil
    let target = screen.item(at: holder)
    programs[id]?.screen = screen
    guard let target else {
      tell(.changed)
      return
    }
    go(to: target, of: id)
  }
}

extension Screen {
  /// Where a move leads; nil if nowhere.
  mutating func target(
    _ direction: Command.Direction, _ unit: Command.Unit, from cursor: String?
  ) -> String? {
    let isForward = direction == .next || direction == .first || direction == .in
    switch (direction, unit) {
    case (.first, _): return item(after: nil, isForward: true, where: { _ in true })
    case (.last, _): return item(after: nil, isForward: false, where: { _ in true })
    case (.out, _): return cursor.flatMap { item(outOf: $0) }
    case (.in, _): return nil
    case (_, .item): return item(after: cursor, isForward: isForward)
    default: break
    }
    if let isWanted = unit.isContainer {
      return item(ofContainerAfter: cursor, isForward: isForward, where: isWanted)
    }
    let kind = cursor.flatMap { self[$0]?.role?.name }
    return item(after: cursor, isForward: isForward) { unit.isOne($0, like: kind) }
  }
}

extension Screen {
  /// How many of a unit there are; `kind` is the role that is meant by the same kind.
  mutating func count(_ unit: Command.Unit, like kind: String?) -> Int {
    if let isWanted = unit.isContainer { return containerCount(where: isWanted) }
    return itemCount { unit.isOne($0, like: kind) }
  }
}

extension Command.Unit {
  /// Whether an element is one of those containers that a move counts; nil if it counts items.
  fileprivate var isContainer: ((Element) -> Bool)? {
    switch self {
    case .container: { _ in true }
    case .table: { $0.role?.isTable == true }
    case .list: { $0.role?.name == "list" || $0.role?.name == "listbox" }
    case .row: { $0.role?.name == "row" }
    case .landmark: { $0.role?.isLandmark == true }
    default: nil
    }
  }

  /// Whether an item is one of those that a move counts; `kind` is the role of the one that it
  /// starts from.
  func isOne(_ element: Element, like kind: String?) -> Bool {
    let name = element.role?.name
    switch self {
    case .heading: return name == "heading"
    case .link: return name == "link"
    case .visitedLink: return name == "link" && element.flags[.visited] == true
    case .unvisitedLink: return name == "link" && element.flags[.visited] != true
    case .inPageLink: return name == "link" && element.target != nil
    case .button: return name == "button"
    case .formControl: return name.map { Command.Unit.formControls.contains($0) } ?? false
    case .textField: return element.isEditable && name != "terminal"
    case .searchField: return name == "searchbox"
    case .image: return name == "img"
    case .staticText: return name == nil || name == "text" || name == "paragraph"
    case .sameKind: return name == kind
    default: return false
    }
  }

  private static let formControls: Set<String> = [
    "button", "checkbox", "radio", "switch", "textbox", "searchbox", "combobox", "slider",
    "spinbutton", "listbox",
  ]
}

extension Role {
  /// Whether it is a part of a page that is worth going to (WAI-ARIA 1.3, "Landmark Roles").
  var isLandmark: Bool {
    let landmarks: Set<String> = [
      "banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search",
    ]
    return landmarks.contains(name)
  }
}
