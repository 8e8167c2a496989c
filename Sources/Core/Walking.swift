// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation

/// The reader's cursor on a screen that a program has handed over.
extension Engine {
  /// Goes to another item, or says that there is none that way (K2).
  ///
  /// `wraps`: past the last item the first one comes, and the other way round.
  mutating func walk(
    _ direction: Command.Direction, _ unit: Command.Unit, of id: ProgramID, wraps: Bool = false
  ) {
    let here = programs[id]?.screenCursor
    guard let found = ask(screenOf: id, { $0.target(direction, unit, from: here) }) else { return }
    if let found, found != here {
      go(to: found, of: id)
      return
    }
    let end = wraps ? direction.otherEnd : nil
    let other = end.flatMap { end in ask(screenOf: id) { $0.target(end, unit, from: here) } ?? nil }
    guard let other, other != here else {
      tellEnd(of: .move(direction, unit))
      return
    }
    go(to: other, of: id)
    tell(direction == .next ? .top : .end)
  }

  /// Goes somewhere: by itself on a screen, else by asking the program.
  mutating func go(_ direction: Command.Direction, _ unit: Command.Unit, of id: ProgramID) {
    if isAskedFor(unit, of: id) {
      send(.move(direction, unit), to: id, element: nil)
    } else if let unit = unit.textUnit {
      walk(direction, by: unit, of: id)
    } else if unit == .misspelled {
      walk(direction, to: .unit(unit), of: id) { screen, cursor, place, isForward in
        screen.misspelling(after: cursor, at: place, isForward: isForward)
      }
    } else if unit == .page, direction == .next || direction == .previous {
      let page: Command.ScrollDirection = direction == .next ? .nextPage : .previousPage
      send(.scroll(page), to: id, element: programs[id]?.content?.element.id)
    } else {
      walk(direction, unit, of: id, wraps: settings.wrapAround == .on)
    }
  }

  /// Steps by a rotor of the program's own.
  mutating func go(
    _ direction: Command.Direction, by name: String, of id: ProgramID, _ content: Content
  ) {
    guard programs[id]?.screen != nil else {
      send(.moveBy(direction, rotor: name), to: id, element: nil)
      return
    }
    guard let rotor = customRotors(of: id, content).first(where: { $0.name == name }) else {
      tellNone(of: .custom(name))
      return
    }
    walk(direction, to: .custom(name), of: id) { screen, cursor, place, isForward in
      screen.target(of: rotor, after: cursor, at: place, isForward: isForward)
    }
  }

  /// Whether the program is asked to go by a unit: it knows where its focus is, and can do it, or
  /// nobody can.
  func isAskedFor(_ unit: Command.Unit, of id: ProgramID) -> Bool {
    guard let program = programs[id], program.screen == nil else { return false }
    // The desktop knows no more of a text than it has sent; it is asked where that ends.
    if unit.textUnit != nil, program.speaksForDesktop { return false }
    let isInText = unit.textUnit != nil || unit == .misspelled
    return !isInText || program.takes(.move(.next, unit))
  }

  /// Goes to a place in an item, found from where the reader is, or from an end of the screen.
  private mutating func walk(
    _ direction: Command.Direction, to rotor: Rotor, of id: ProgramID,
    _ find: (inout Screen, String?, TextOffset, Bool) -> Screen.Target?
  ) {
    let place = readingPlace(of: id)
    let cursor = programs[id]?.content?.element.id
    let isForward = direction == .next || direction == .first
    let isStep = direction == .next || direction == .previous
    var target = search(of: id, from: isStep ? cursor : nil, at: place, isForward, find)
    let isWrapped = target == nil && isStep && settings.wrapAround == .on
    if isWrapped { target = search(of: id, from: nil, at: .zero, isForward, find) }
    guard let target, target.id != cursor || target.start.map({ $0 != place }) ?? false else {
      tellNone(of: rotor)
      return
    }
    if target.id != cursor { go(to: target.id, of: id) }
    frozen = nil
    if let start = target.start { read(from: start, of: id) }
    if isWrapped { tell(isForward ? .top : .end) }
  }

  /// Looks for a place on the screen, or in the only element that is known.
  private mutating func search(
    of id: ProgramID, from cursor: String?, at place: TextOffset, _ isForward: Bool,
    _ find: (inout Screen, String?, TextOffset, Bool) -> Screen.Target?
  ) -> Screen.Target? {
    if programs[id]?.screen != nil {
      return ask(screenOf: id) { find(&$0, cursor, place, isForward) } ?? nil
    }
    guard let element = programs[id]?.content?.element, var screen = try? Screen([element]) else {
      return nil
    }
    return find(&screen, cursor, place, isForward)
  }

  /// Goes to an element or into what holds others: on a screen to the first item in it.
  mutating func go(to element: String, in id: ProgramID) {
    guard programs[id]?.screen != nil else {
      send(.setFocus, to: id, element: element)
      return
    }
    guard let target = ask(screenOf: id, { $0.item(at: element) }) ?? nil else {
      tell(.changed)
      return
    }
    go(to: target, of: id)
  }

  /// Asks a screen something; nil if the program has none.
  ///
  /// It is held once meanwhile, so that its order, which it finds when it is asked, copies nothing.
  mutating func ask<Answer>(
    screenOf id: ProgramID, _ question: (inout Screen) -> Answer
  ) -> Answer? {
    guard var screen = programs[id]?.screen else { return nil }
    programs[id]?.screen = nil
    defer { programs[id]?.screen = screen }
    return question(&screen)
  }
}

extension Command.Direction {
  /// The end that comes next past the one that it leads to; nil if it leads to none.
  fileprivate var otherEnd: Command.Direction? {
    switch self {
    case .next: .first
    case .previous: .last
    default: nil
    }
  }
}

extension Screen {
  /// Where a move leads; nil if nowhere.
  mutating func target(
    _ direction: Command.Direction, _ unit: Command.Unit, from cursor: String?
  ) -> String? {
    if direction == .out { return cursor.flatMap { item(outOf: $0) } }
    if direction == .in { return cursor.flatMap { item(into: $0) } }
    if let axis = unit.tableAxis, let cursor, isInTable(cursor) {
      return direction.tableStep.flatMap { cell($0, axis, from: cursor) }
    }
    let isForward = direction == .next || direction == .first
    let start = direction == .next || direction == .previous ? cursor : nil
    if unit == .item { return item(after: start, isForward: isForward) }
    if let isWanted = unit.isContainer {
      return item(ofContainerAfter: start, isForward: isForward, where: isWanted)
    }
    let kind = cursor.flatMap { self[$0]?.role?.name }
    guard let roles = unit.roles(like: kind) else {
      return item(after: start, isForward: isForward) { unit.isOne($0, like: kind) }
    }
    return item(after: start, isForward: isForward, roles: roles) { unit.isOne($0, like: kind) }
  }

  /// How many of a unit there are to who is on an item.
  mutating func count(_ unit: Command.Unit, from cursor: String) -> Int {
    if unit == .misspelled { return misspellingCount() }
    if let axis = unit.tableAxis, let count = tableCount(axis, around: cursor) { return count }
    if let isWanted = unit.isContainer { return containerCount(where: isWanted) }
    let kind = self[cursor]?.role?.name
    guard let roles = unit.roles(like: kind) else {
      return itemCount { unit.isOne($0, like: kind) }
    }
    return itemCount(roles: roles) { unit.isOne($0, like: kind) }
  }
}

extension Command.Direction {
  fileprivate var tableStep: Screen.TableStep? {
    switch self {
    case .next: .next
    case .previous: .previous
    case .first: .first
    case .last: .last
    case .in, .out: nil
    }
  }
}

extension Command.Unit {
  fileprivate var tableAxis: Screen.TableAxis? {
    self == .row ? .row : self == .column ? .column : nil
  }

  /// Whether an element is one of those containers that a move counts; nil if it counts items.
  fileprivate var isContainer: ((Element) -> Bool)? {
    switch self {
    case .container: { _ in true }
    case .table: { $0.role?.isTable == true }
    case .list: { $0.role?.name == "list" || $0.role?.name == "listbox" }
    case .row: { $0.role?.name == "row" }
    case .landmark: { $0.isLandmark }
    default: nil
    }
  }

  /// Whether an item is one of those that a move counts; `kind` is the role of the one that it
  /// starts from.
  func isOne(_ element: Element, like kind: String?) -> Bool {
    let name = element.role?.name
    switch self {
    case .heading: return name == "heading"
    case .heading1, .heading2, .heading3, .heading4, .heading5, .heading6:
      return name == "heading" && element.level == level
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

  /// The roles of what a move counts, by their names; nil if items of any role may be.
  fileprivate func roles(like kind: String?) -> Set<String?>? {
    switch self {
    case .heading, .heading1, .heading2, .heading3, .heading4, .heading5, .heading6: ["heading"]
    case .link, .visitedLink, .unvisitedLink, .inPageLink: ["link"]
    case .button: ["button"]
    case .formControl: Set(Command.Unit.formControls.map { Optional($0) })
    case .searchField: ["searchbox"]
    case .image: ["img"]
    case .staticText: [nil, "text", "paragraph"]
    case .sameKind: [kind]
    default: nil
    }
  }

  private static let formControls: Set<String> = [
    "button", "checkbox", "radio", "switch", "textbox", "searchbox", "combobox", "slider",
    "spinbutton", "listbox",
  ]
}

extension Element {
  /// Whether it is a part of a page that is worth going to; a region or a form is only with a name
  /// (WAI-ARIA 1.3, "Landmark Roles").
  var isLandmark: Bool {
    switch role?.name {
    case "banner", "complementary", "contentinfo", "main", "navigation", "search": true
    case "region", "form": label?.isEmpty == false
    default: false
    }
  }
}
