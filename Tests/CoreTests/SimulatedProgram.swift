// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements
import TestSupport

/// A program of a simulation: what it has said that was taken, so that what is shown and sent
/// can be checked against it.
struct SimulatedProgram {
  let id: ProgramID
  let maker: ElementMaker
  var acknowledges = false
  var rank = Hello.Rank.application
  var isPaused = false
  var element: Element?
  var ancestors: [Element] = []
  /// When it last took the display, as a count.
  var taken = 0
  /// The number of the last command that it was to acknowledge.
  var lastSequence = 0
  /// The screen that it has handed over; nil: it says itself what has the focus.
  var screen: Screen?
  /// The item of it that the reader is on.
  var cursor: String?
  var hasShownScreen = false

  init(id: ProgramID) {
    self.id = id
    // Cyrillic letters, from а on.
    maker = ElementMaker(letter: Unicode.Scalar(UInt32(0x430 + id.number % 24)) ?? "ж")
  }

  /// What of it is read.
  var read: Element? { screen == nil ? element : cursor.flatMap { screen?.readable($0) } }

  /// The ids that a command to it may name.
  var ids: Set<String> {
    var ids: Set<String> = []
    if let screen {
      ids.formUnion((0..<20).map { "e\($0)" }.filter { screen.holds($0) })
      for run in read?.text?.runs ?? [] { if let link = run.element { ids.insert(link) } }
      return ids
    }
    for ancestor in ancestors { ancestor.collectIDs(into: &ids) }
    if let element {
      element.collectIDs(into: &ids)
      for run in element.text?.runs ?? [] { if let link = run.element { ids.insert(link) } }
    }
    return ids
  }

  /// Takes over what the engine has taken of it; counts the takes of the display.
  mutating func note(_ message: Message, takes: inout Int) {
    switch message {
    case .hello(let hello):
      acknowledges = hello.acknowledges
      rank = hello.rank
    case .focus(let new, let ancestors):
      element = element.map { $0.id == new.id ? keepingChildren(of: $0, new) : new } ?? new
      self.ancestors = ancestors
      (screen, cursor) = (nil, nil)
      takes += 1
      taken = takes
    case .screen, .insert, .remove: noteScreen(message, takes: &takes)
    case .update(let elements, _) where screen != nil: try? screen?.update(elements)
    case .change(let changes, _) where screen != nil: try? screen?.change(changes)
    case .update(let elements, _):
      for element in elements { replace(element) }
    case .change(let changes, _):
      for change in changes {
        guard let old = current(change.element.id) else { continue }
        replace(old.changed(by: change))
      }
    case .pause: isPaused = true
    case .resume:
      isPaused = false
      hasShownScreen = false
      takes += 1
      taken = takes
    case .release: (element, screen, cursor) = (nil, nil, nil)
    default: break
    }
  }

  private func keepingChildren(of old: Element, _ new: Element) -> Element {
    var new = new
    if new.children == nil { new.children = old.children }
    return new
  }

  private func current(_ id: String) -> Element? {
    element?.id == id ? element : ancestors.first { $0.id == id }
  }

  private mutating func replace(_ new: Element) {
    if let element, element.id == new.id {
      self.element = keepingChildren(of: element, new)
    } else if let index = ancestors.firstIndex(where: { $0.id == new.id }) {
      ancestors[index] = keepingChildren(of: ancestors[index], new)
    }
  }
}

extension Element {
  fileprivate func collectIDs(into ids: inout Set<String>) {
    ids.insert(id)
    for case .element(let child) in children ?? [] { child.collectIDs(into: &ids) }
  }
}

/// What a program says in a simulation: mostly what can be, sometimes what cannot.
extension SimulatedProgram {
  func message(_ generator: inout SeededGenerator) -> Message {
    switch generator.integer(0...99) {
    case 0...19: focus(&generator)
    case 20...24: newScreen(&generator)
    case 25...27: insertion(&generator)
    case 28: .remove(generator.list(0...2) { id(&$0) }, focus: nil)
    case 29: .layoutChanged(focus: generator.maybe(70) { id(&$0) }, text: nil)
    case 30...39: update(&generator)
    case 40...64: change(&generator)
    case 65...75: .announce(announcement(&generator))
    case 76: .pageScrolled(maker.words(1...4, &generator))
    case 77...78: .pause(lock: generator.chance(20))
    case 79...84: .resume
    case 85: .release
    case 86...89:
      .done(
        sequence: generator.integer(1...(lastSequence + 2)),
        failure: generator.maybe(50) { CommandFailure(code: $0.integer(1...9), message: "no") })
    case 90: hello(&generator)
    case 91...92: .status
    case 93...95: .settings(settings(&generator))
    case 96: .press([generator.one(of: SimulatedKeys.pressed)])
    case 97: .observe([.frame])
    default: .resume
    }
  }

  private func id(_ generator: inout SeededGenerator) -> String { "e\(generator.integer(0...5))" }

  private func focus(_ generator: inout SeededGenerator) -> Message {
    var new = maker.element(id: id(&generator), &generator)
    if generator.chance(8) { new.text?.caret = TextOffset(generator.integer(60...300)) }
    if generator.chance(2) { new.id = "" }
    let ancestors = generator.list(0...2) { generator in
      maker.element(id: "c\(generator.integer(0...4))", &generator)
    }
    if generator.chance(40) {
      return .focus(new, ancestors: maker.surroundings(of: new, &generator))
    }
    return .focus(new, ancestors: ancestors)
  }

  private func update(_ generator: inout SeededGenerator) -> Message {
    let known =
      screen == nil ? element.map { [$0.id] + ancestors.map(\.id) } ?? [] : ids.sorted()
    let elements = generator.list(0...2) { generator in
      let id = known.isEmpty || generator.chance(10) ? "gone" : generator.one(of: known)
      return maker.element(id: id, &generator)
    }
    return .update(elements, focus: generator.maybe(10) { id(&$0) })
  }

  private func change(_ generator: inout SeededGenerator) -> Message {
    guard let element = read, generator.chance(92) else {
      return .change([ElementChange(id: "gone")], focus: nil)
    }
    var change = ElementChange(id: element.id)
    if generator.chance(30) {
      change.element.label = maker.words(0...4, &generator)
      change.given.insert(.label)
    }
    if generator.chance(20) {
      change.element.checked = generator.one(of: [.on, .off, nil])
      change.given.insert(.checked)
    }
    if generator.chance(10) { change.removed.insert(generator.one(of: [.hint, .level, .text])) }
    if generator.chance(60) { change.text = textChange(of: element, &generator) }
    return .change([change], focus: nil)
  }

  private func textChange(
    of element: Element, _ generator: inout SeededGenerator
  ) -> TextChange {
    var change = TextChange()
    var count = element.text?.content.count ?? 0
    let offset = element.text?.offset ?? 0
    if generator.chance(60) {
      var content = Array(element.text?.content ?? [])
      let isSecret = element.isProtected
      if generator.chance(60), !content.isEmpty {
        // As if somebody wrote: a part in the middle becomes another.
        let start = generator.integer(0...content.count)
        let end = generator.integer(start...min(content.count, start + 5))
        let new = maker.content(isSecret: isSecret, &generator).prefix(generator.integer(0...6))
        content.replaceSubrange(start..<end, with: new)
      } else {
        content = maker.content(isSecret: isSecret, &generator)
      }
      change.content = content
      count = content.count
    }
    let last = generator.chance(6) ? offset + count + 40 : offset + count
    change.caret = generator.maybe(80) { TextOffset($0.integer(offset...last)) }
    change.removed = generator.chance(10) ? [.anchor] : []
    return change
  }

  private func announcement(_ generator: inout SeededGenerator) -> Announcement {
    // Each word names the message, so that it is known in any window, and is another one.
    let word = String(maker.letter) + "\(generator.integer(10_000...99_999))"
    let count = generator.chance(70) ? 1 : generator.integer(2...12)
    let text = "abcdefghijkl".prefix(count).map { word + String($0) }.joined(separator: " ")
    return Announcement(
      text: generator.chance(5) ? "" : text,
      priority: generator.one(of: [.default, .default, .default, .high, .low]),
      language: generator.maybe(10) { _ in "de" },
      duration: generator.maybe(30) { $0.integer(0...9000) }, persist: generator.chance(5),
      tag: generator.maybe(20) { "t\($0.integer(0...2))" }, isPrivate: generator.chance(5))
  }

  private func hello(_ generator: inout SeededGenerator) -> Message {
    .hello(
      Hello(
        name: "p\(id.number)", version: generator.maybe(20) { $0.integer(0...2) },
        acknowledges: generator.chance(50),
        commands: generator.maybe(20) { _ in ["move", "setCaret", "key"] },
        rank: generator.chance(25) ? .desktop : .application))
  }

  private func settings(_ generator: inout SeededGenerator) -> [SettingChange] {
    generator.list(0...2) { generator in
      let (name, values) = generator.one(of: SimulatedKeys.settings)
      return SettingChange(name: name, value: generator.one(of: values))
    }
  }
}
