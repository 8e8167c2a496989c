// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Core
import Elements
import TestSupport

/// Screens that a program of a simulation hands over: trees of a few elements, mostly ones that
/// can be.
extension SimulatedProgram {
  func newScreen(_ generator: inout SeededGenerator) -> Message {
    var ids = (0..<20).map { "e\($0)" }
    // Ids that are on the screen already mostly stay the same things.
    let elements = generator.list(0...4) { generator in
      tree(&ids, depth: 3, &generator)
    }
    return .screen(
      NewScreen(
        elements: elements, title: generator.maybe(30) { maker.words(1...2, &$0) },
        focus: generator.maybe(40) { "e\($0.integer(0...7))" },
        language: generator.maybe(20) { $0.one(of: ["de", "ar", "en"]) }))
  }

  func insertion(_ generator: inout SeededGenerator) -> Message {
    var ids = (0..<20).map { "e\($0)" }.filter { screen?.holds($0) != true }
    var insertion = Insertion(
      elements: generator.list(0...2) { tree(&ids, depth: 1, &$0) })
    let other = "e\(generator.integer(0...9))"
    switch generator.integer(0...2) {
    case 0: insertion.parent = other
    case 1: insertion.before = other
    default: insertion.after = other
    }
    return .insert(insertion)
  }

  private func tree(
    _ ids: inout [String], depth: Int, _ generator: inout SeededGenerator
  ) -> Element {
    let id = ids.isEmpty ? "e0" : ids.removeFirst()
    var element = maker.element(id: id, &generator)
    if depth > 0, generator.chance(40) {
      element.role = Role(generator.one(of: ["list", "group", "table", "row", "dialog", "none"]))
      element.text = nil
      element.children = generator.list(0...3) { generator in
        .element(tree(&ids, depth: depth - 1, &generator))
      }
    }
    element.flags[.ordered] = generator.maybe(20) { $0.chance(50) }
    element.frame = generator.maybe(40) { generator in
      Rest.Frame(
        x: Double(generator.integer(0...9)), y: Double(generator.integer(0...9)), width: 2,
        height: 1)
    }
    return element
  }

  /// Takes over what the engine has taken of a screen.
  mutating func noteScreen(_ message: Message, takes: inout Int) {
    switch message {
    case .screen(let new):
      screen = try? Screen(new.elements, language: new.language, focus: new.focus)
      element = nil
      if !hasShownScreen || new.focus != nil {
        takes += 1
        taken = takes
      }
      hasShownScreen = true
    case .insert(let new):
      try? screen?.insert(
        new.elements, into: new.parent, before: new.before, after: new.after)
    case .remove(let ids, _): try? screen?.remove(ids)
    default: break
    }
  }
}

extension Simulation {
  /// The reader's cursor is on an item of the screen, if there is one.
  mutating func checkCursors() {
    for id in programs.keys {
      guard var screen = programs[id]?.screen else { continue }
      let cursor = engine.programs[id]?.screenCursor
      let items = screen.items()
      if let cursor, !items.contains(cursor) { fail("the cursor is on \(cursor), no item") }
      if cursor == nil, !items.isEmpty { fail("the cursor is nowhere, not on \(items)") }
      programs[id]?.cursor = cursor
      counts.cursors[cursor == nil ? "none" : "item", default: 0] += 1
    }
  }
}
