// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements
import Panning
import Presentation

/// A program that is connected, and what it shows.
struct Program: Sendable {
  let id: ProgramID
  let pid: Int
  /// What the reader knows it by.
  var name: String
  var hello: Hello?
  var isPaused = false
  /// When it last took the display, as a count; 0: never.
  var taken = 0
  var content: Content?
  /// The number of the last command that it is to acknowledge.
  var lastSequence = 0
  /// The ancestors of the last focus, by their ids, so that what is not new is not said again.
  var lastAncestors: [String] = []

  init(id: ProgramID, name: String, pid: Int) {
    self.id = id
    self.name = name
    self.pid = pid
  }

  var rank: Hello.Rank { hello?.rank ?? .application }
  var acknowledges: Bool { hello?.acknowledges ?? false }

  /// Whether it can do a command.
  func takes(_ command: Command) -> Bool {
    hello?.commands?.contains(command.name) ?? true
  }

  /// How many scalars it shows.
  var size: Int { content.map { $0.element.size + $0.ancestors.reduce(0) { $0 + $1.size } } ?? 0 }
}

/// The element that has a program's focus, and how it is read.
struct Content: Sendable {
  /// Tells this focus from an earlier one on the same element.
  let number: Int
  var element: Element
  var ancestors: [Element]
  /// The ids of the ancestors that are said, the outermost first.
  var context: [String]
  /// The headers that were known when the element got the focus.
  var knownHeaders: [String]
  var reading: Reading
  var history = TextHistory()
  /// The revision of the text that is read; what came since waits to be shown.
  var readRevision = 0
  /// Whether the caret is to be followed when what is read is brought up to date.
  var followsCaret = false
  /// When what is read was last brought up to date.
  var presented = Duration.zero
  /// When it is to be brought up to date again; nil: it is.
  var presentsAt: Duration?

  /// The ancestors that are said.
  var contextElements: [Element] { ancestors.filter { context.contains($0.id) } }
}

extension Element {
  /// How many scalars it holds in all, roughly: what the limit of a program's text counts.
  var size: Int {
    var size = (label?.utf8.count ?? 0) + (value?.utf8.count ?? 0) + (text?.content.count ?? 0)
    if hasRest { size += (self.description?.utf8.count ?? 0) + (self.hint?.utf8.count ?? 0) }
    for case .element(let child) in children ?? [] { size += child.size }
    return size
  }

  /// How many elements it is, with those that are in it.
  var count: Int {
    var count = 1
    for case .element(let child) in children ?? [] { count += child.count }
    return count
  }

  /// The headers of its row and column.
  var headerTexts: [String] {
    hasRest ? ((self.rowHeaders ?? []) + (self.columnHeaders ?? [])).map(\.text) : []
  }
}
