// SPDX-License-Identifier: GPL-3.0-or-later
private import Cells
private import Commands
public import Core
private import Presentation

/// A page that lists what keys do, in Markdown, as `braillectl keys` prints it.
public struct KeyPage: Sendable {
  /// The page, with a line feed at its end.
  public private(set) var text = ""
  private let words: Words

  /// A page of some presets, by their names, in order; names that are none are left out.
  ///
  /// Of what is no dots, the presets behind the first have only what differs from that.
  public init(_ presets: [String], of resources: Resources) {
    words = resources.words(for: "en")
    var first: (name: String, keys: KeyMap)?
    for preset in presets {
      guard let map = resources.keys[preset] else { continue }
      if !text.isEmpty { text += "\n" }
      text += "## \(preset)\n\n"
      text += table(KeyPage.bindings(of: .all, in: map, since: first?.keys))
      for scope in map.scopes {
        let bindings = KeyPage.bindings(of: scope, in: map, since: first?.keys)
        if !bindings.isEmpty { text += "\nOn displays \(scope):\n\n" + table(bindings) }
      }
      if let first {
        text +=
          "\nOther commands and keysyms, and those of some displays, are as in \(first.name).\n"
      } else {
        first = (preset, map)
      }
    }
  }

  /// What is bound for some displays, but for what another map has as well.
  private static func bindings(
    of scope: KeyScope, in map: KeyMap, since other: KeyMap?
  ) -> [(press: KeyPress, action: Action)] {
    let bindings = map.bindings(of: scope)
    guard let other else { return bindings }
    let known = Dictionary(
      other.bindings(of: scope).map { ($0.press, $0.action) }, uniquingKeysWith: { $1 })
    return bindings.filter { press, action in
      known[press] != action || scope == .all && press.key.isTyped
    }
  }

  /// The keys of an action in a row, the actions in the order in which the files have them.
  private func table(_ bindings: [(press: KeyPress, action: Action)]) -> String {
    var order: [Action] = []
    var rows: [Action: Row] = [:]
    for (press, action) in bindings {
      if rows[action] == nil { order.append(action) }
      rows[action, default: Row()].add(press)
    }
    let lines = order.compactMap { action in
      rows[action].map {
        "| \(words.action(action)) | `\(action)` | \($0.typed) | \($0.commands) |\n"
      }
    }
    return "| does | action | dots | commands and keysyms |\n| --- | --- | --- | --- |\n"
      + lines.joined()
  }

  /// What an action is bound to.
  private struct Row {
    private var chords: [String] = []
    private var others: [String] = []

    var typed: String { chords.joined(separator: ", ") }
    var commands: String { others.joined(separator: ", ") }

    mutating func add(_ press: KeyPress) {
      switch press.key {
      case .chord(let cell) where press.modifiers.isEmpty:
        chords.append("space " + Row.dots(of: cell))
      case .dots(let cell) where press.modifiers.isEmpty && !cell.isBlank:
        chords.append(Row.dots(of: cell))
      case .dots, .chord: chords.append(press.description)
      case .command(let command, _, .flip): others.append("`\(command.name)`")
      case .route: others.append("`ROUTE`")
      case .command, .keysym: others.append("`\(press)`")
      }
    }

    /// As readers say it: 1 2 3.
    private static func dots(of cell: Cell) -> String {
      cell.dots.map(String.init).joined(separator: " ")
    }
  }
}

extension KeyPress.Key {
  /// Whether it is typed on the dots, with the space bar or without.
  fileprivate var isTyped: Bool {
    switch self {
    case .dots, .chord: true
    default: false
    }
  }
}
