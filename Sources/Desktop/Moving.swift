// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Commands
import Core
import DBus

extension Desktop {
  /// Goes to another object, to be read there.
  mutating func move(_ order: Order) {
    guard let shown, let scope = Scope(around: shown.snapshot.basics, in: shown.ancestors) else {
      return finish(order, shown == nil ? .gone : .impossible)
    }
    switch order.command {
    case .find(let text, let direction): find(text, direction, in: scope, for: order)
    case .move(let direction, let unit): move(direction, by: unit, in: scope, for: order)
    default: finish(order, .impossible)
    }
  }

  private mutating func move(
    _ direction: Command.Direction, by unit: Command.Unit, in scope: Scope, for order: Order
  ) {
    switch unit {
    case .item where direction != .in && direction != .out:
      goToItem(direction, in: scope, .start, for: order)
    case .character, .word, .line, .paragraph: leaveText(direction, in: scope, for: order)
    case .page: scroll(direction == .previous ? .previousPage : .nextPage, for: order)
    case .row, .column: moveInTable(direction, alongRows: unit == .column, for: order)
    case .misspelled: findMisspelling(direction, in: scope, for: order)
    default:
      if direction == .in || direction == .out {
        goThrough(direction, in: scope, for: order)
      } else if let kind = unit.container {
        goToContainer(direction, kind, in: scope, for: order)
      } else {
        goToKind(direction, unit, in: scope, for: order)
      }
    }
  }

  // MARK: Items

  private mutating func goToItem(
    _ direction: Command.Direction, in scope: Scope, _ spot: Spot, for order: Order
  ) {
    // The screen of a terminal is read to its end, and is not left by that.
    guard shown?.snapshot.basics.role != .terminal, let way = Way(direction, in: scope) else {
      return finish(order, .end)
    }
    let isStep = direction == .next || direction == .previous
    // The paragraphs of an office program's text that are out of sight have no objects.
    let here = isStep && scope.root.role == .documentText ? shown?.snapshot.basics : nil
    let found = way.scope.item(isForward: way.isForward).then {
      result -> Asking<SearchResult<Basics>> in
      guard case .success(nil) = result, let here else {
        return .known(result.map { $0?.basics })
      }
      return here.flow(isForward: way.isForward)
    }
    search(found, spot, for: order) { $0.object }
  }

  /// The text that is read ends here, as brailled has found out.
  private mutating func leaveText(
    _ direction: Command.Direction, in scope: Scope, for order: Order
  ) {
    // A field is a text of its own; a document's paragraphs are one.
    guard scope.root.isDocument, let here = shown?.snapshot.basics, !here.isField else {
      return finish(order, .end)
    }
    let isBackward = direction == .previous || direction == .last
    goToItem(direction, in: scope, isBackward ? .end : .start, for: order)
  }

  private mutating func goToKind(
    _ direction: Command.Direction, _ unit: Command.Unit, in scope: Scope, for order: Order
  ) {
    guard let here = shown?.snapshot.basics, let way = Way(direction, in: scope) else {
      return finish(order, .end)
    }
    let root = scope.root
    let address =
      unit == .inPageLink && root.interfaces.contains(.document)
      ? root.object.address : .known("")
    let found = address.then { address -> Asking<SearchResult<Basics>> in
      guard let kind = unit.kind(like: here, address: address) else {
        return .known(.success(nil))
      }
      return way.scope.nearest(kind, isForward: way.isForward)
    }
    search(found, .start, for: order) { $0.object }
  }

  // MARK: Containers

  /// To the first item of the next container, or of the one before that which is around here.
  private mutating func goToContainer(
    _ direction: Command.Direction, _ kind: ObjectKind, in scope: Scope, for order: Order
  ) {
    var scope = scope
    if direction == .previous, let around = scope.path.dropLast().first(where: kind.isOne) {
      scope = scope.from(around)
    }
    guard let way = Way(direction, in: scope) else { return finish(order, .end) }
    let root = scope.root.object
    var kind = kind
    // One with nothing to read in it is passed.
    kind.confirm = { basics in
      guard basics.object != root else { return .known(false) }
      return Scope(all: basics).item(isForward: true).map { ((try? $0.get()) ?? nil) != nil }
    }
    let found = way.scope.nearest(kind, isForward: way.isForward).then { $0.firstItem }
    search(found, .start, for: order) { $0.object }
  }

  /// Into the next container within the one around here, or out of that.
  private mutating func goThrough(
    _ direction: Command.Direction, in scope: Scope, for order: Order
  ) {
    let around = scope.path.dropLast().first(where: \.isGoneTo)
    if direction == .out {
      guard let around else { return finish(order, .end) }
      var beyond = scope.from(around)
      beyond.isBeyond = true
      let behind = beyond
      let found = behind.item(isForward: true).then { result -> Asking<SearchResult<Glimpse>> in
        guard case .success(nil) = result else { return .known(result) }
        return behind.item(isForward: false)
      }
      return search(found, .start, for: order) { $0.basics.object }
    }
    var inner = scope
    if let around, let end = scope.path.firstIndex(where: { $0.object == around.object }),
      let start = scope.start
    {
      inner = Scope(root: around, path: Array(scope.path[...end]), from: start)
    }
    guard let kind = Command.Unit.container.container else { return finish(order, .end) }
    goToContainer(.next, kind, in: inner, for: order)
  }

  // MARK: Texts

  /// To the next item whose name or text holds some words, or to the words in the text that is
  /// written in.
  private mutating func find(
    _ text: String, _ direction: Command.Direction, in scope: Scope, for order: Order
  ) {
    let wanted = Basics.oneLine(text).lowercased()
    guard !wanted.isEmpty, let shown, let way = Way(direction, in: scope) else {
      return finish(order, .end)
    }
    if let place = shown.place(of: wanted, isForward: way.isForward) {
      return setCaret(place, in: shown.object, for: order)
    }
    let found = way.scope.item(isForward: way.isForward) { $0.holds(wanted) }
    search(found, .words(wanted), for: order) { $0.basics.object }
  }

  private mutating func findMisspelling(
    _ direction: Command.Direction, in scope: Scope, for order: Order
  ) {
    guard let shown, let way = Way(direction, in: scope) else { return finish(order, .end) }
    if let place = shown.misspelling(isForward: way.isForward) {
      return setCaret(place, in: shown.object, for: order)
    }
    let found = way.scope.item(isForward: way.isForward) { glimpse in
      guard glimpse.basics.interfaces.contains(.text), glimpse.basics.role != .terminal,
        glimpse.basics.role != .passwordText
      else { return .known(false) }
      return glimpse.basics.object.text(runs: true).map { $0?.misspellings.isEmpty == false }
    }
    search(found, way.isForward ? .firstMistake : .lastMistake, for: order) { $0.basics.object }
  }
}

/// Which way a search goes, and from where.
private struct Way: Sendable {
  var scope: Scope
  var isForward: Bool

  /// A direction in a scope; nil: there is nothing that way.
  init?(_ direction: Command.Direction, in scope: Scope) {
    switch direction {
    case .next: (self.scope, isForward) = (scope, true)
    case .first: (self.scope, isForward) = (scope.whole, true)
    case .last: (self.scope, isForward) = (scope.whole, false)
    case .previous where scope.start != nil: (self.scope, isForward) = (scope, false)
    case .previous, .in, .out: return nil
    }
  }
}

extension ObjectKind {
  /// Whether an object around the reader is one, as far as it is known.
  fileprivate func isOne(_ basics: Basics) -> Bool {
    rule.roles.contains(basics.role) && test(basics)
  }
}

extension SearchResult<Basics> {
  /// The first item in what was found, or that itself if it holds none.
  var firstItem: Asking<SearchResult<Basics>> {
    guard case .success(let container?) = self else { return .known(self) }
    return Scope(all: container).item(isForward: true).map { result in
      // One of very many objects without anything to read is read itself.
      guard result != .failure(.searchEnded) else { return .success(container) }
      return result.map { $0?.basics ?? container }
    }
  }
}
