// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation

/// What covers the content until the reader leaves it (behaviour X1).
struct Mode: Sendable {
  var kind: Kind
  /// What is read of it.
  var reading: Reading
  /// When it is left by itself; nil: never.
  var leavesAt: Duration?

  enum Kind: Equatable, Sendable {
    /// The announcements that have been, and the number of the one that is read.
    case history(Int)
    /// How things are.
    case status
    /// What keys do, and the key that was pressed last.
    case learn(KeyPress?)
    /// What the keys of the display do, and the place of the one that is read.
    case keys(Int)
    /// The settings, and the name of the one that is read.
    case menu(String)
    /// A list to choose from.
    case chooser(Chooser)
    /// What is typed to be looked for.
    case search(TypedText)
    /// What else there is to say of an element.
    case details
    /// What the screen is called, where that is too long for a word that answers.
    case title
  }
}

extension Engine {
  /// Opens a mode, or leaves it if it is open already.
  mutating func toggle(_ kind: Mode.Kind) {
    if let mode, mode.kind.isSame(kind) {
      leaveMode()
      return
    }
    guard let line = line(of: kind) else {
      tell(kind.isSame(.history(0)) ? .noMessages : .notAvailable)
      return
    }
    open(kind, Passage(line))
  }

  /// Opens a mode, in place of one that is open.
  mutating func open(_ kind: Mode.Kind, _ passage: Passage, marks: Reading.Marks = .init(of: nil)) {
    mode = Mode(kind: kind, reading: Reading(passage, marks: marks))
    blankUntil = nil
    if kind.isSame(.learn(nil)) { mode?.leavesAt = now + Engine.learningTime }
    messages.hold(now)
  }

  mutating func leaveMode() {
    guard mode != nil else { return }
    mode = nil
    blankUntil = nil
    messages.release(now, messageStyle)
  }

  /// What is read in a mode; nil if there is nothing.
  mutating func line(of kind: Mode.Kind) -> Line? {
    switch kind {
    case .history(let number):
      guard let kept = messages.history.read(number) else { return nil }
      let head = "\(clock.time(ofUnix: kept.time)) \(kept.producer): "
      var line = Line(head, language: wordsLanguage)
      line.append(kept.announcement)
      if kept.count > 1 { line.append(" ×\(kept.count)", language: wordsLanguage) }
      return line
    case .status:
      return Line(statusText, language: wordsLanguage)
    case .learn(let press):
      return Line(
        press.map { explanation(of: $0) } ?? words.answer(.learning), language: wordsLanguage)
    case .keys(let place):
      return keyList.element(at: place).map { Line($0, language: wordsLanguage) }
    case .menu(let name):
      return menu.element(at: menuPlace(name)).map { Line(text(of: $0), language: wordsLanguage) }
    case .chooser, .search, .details, .title: return nil
    }
  }

  /// What a key does while a mode is open; false if it has nothing to do with the mode.
  mutating func keyInMode(_ action: Action?, _ press: KeyPress, on frame: Frame?) -> Bool {
    let isDone =
      switch mode?.kind {
      case .chooser(let chooser)?: keyInChooser(chooser, action, press, on: frame)
      case .search(let typed)?: keyInSearch(for: typed, action, press)
      default: false
      }
    return isDone || keyInEveryMode(action)
  }

  /// What keys do that are no others in one mode than in another.
  private mutating func keyInEveryMode(_ action: Action?) -> Bool {
    guard var mode else { return false }
    switch action {
    case .escape: leaveMode()
    case .choose(let choice): choose(from: choice)
    case .find(nil): toggleSearch()
    case .details: toggleDetails()
    case .title: toggleTitle()
    case .history: toggle(.history(messages.history.newest))
    case .status: toggle(.status)
    case .learn: toggle(.learn(nil))
    case .keys: toggle(.keys(0))
    case .menu: toggle(.menu(""))
    case .settings(let keeping): keep(keeping)
    case .pan(let pan):
      let hasMoved = mode.reading.pan(pan, style, &translator)
      self.mode = mode
      if !hasMoved, !staysAtEnd() { panOut(of: mode, pan) }
    case .move(let direction, .item): go(direction, in: mode, atTail: false)
    case .stick, .unstick, .stepAside, .refresh: return false
    case .nothing: break
    default:
      guard case .menu(let name) = mode.kind, keyInMenu(action, at: name) else {
        tell(.notAvailable)
        return true
      }
    }
    return true
  }

  private mutating func panOut(of mode: Mode, _ pan: Action.Pan) {
    switch pan {
    case .right, .halfRight, .cellRight: go(.next, in: mode, atTail: false)
    case .left, .halfLeft, .cellLeft: go(.previous, in: mode, atTail: true)
    case .end: tell(.end)
    case .start, .caret: tell(.top)
    }
  }

  /// Goes to another entry of what is open.
  private mutating func go(_ direction: Command.Direction, in mode: Mode, atTail: Bool) {
    guard let target = entry(direction, from: mode.kind), let line = line(of: target) else {
      tell(direction == .previous || direction == .first ? .top : .end)
      return
    }
    self.mode = Mode(kind: target, reading: Reading(Passage(line), from: atTail ? .tail : .start))
    blankIfSame()
  }

  /// Another entry of what is open; nil if there is none that way.
  private func entry(_ direction: Command.Direction, from kind: Mode.Kind) -> Mode.Kind? {
    switch kind {
    case .history(let number):
      // Newer ones may have come meanwhile, and the oldest gone. The next is the one before it in
      // time.
      let numbers = messages.history.entries.map(\.number)
      let place = numbers.lastIndex { $0 <= number } ?? 0
      return direction.place(from: numbers.count - 1 - place, among: numbers.count)
        .map { .history(numbers[numbers.count - 1 - $0]) }
    case .keys(let place):
      return direction.place(from: place, among: keyList.count).map { .keys($0) }
    case .menu(let name):
      return direction.place(from: menuPlace(name), among: menu.count).map { .menu(menu[$0].name) }
    case .status, .learn, .chooser, .search, .details, .title: return nil
    }
  }

  /// The status line: who is shown, by which table, and what has not been read.
  private var statusText: String {
    var parts: [String] = []
    parts.append(program(shown)?.name ?? words.answer(.noProgram))
    parts.append(table.name)
    parts.append(clock.time(ofUnix: wallTime))
    let unread = messages.history.unreadCount
    if unread > 0 { parts.append(words.answer(.unread).replacing("%", String(unread))) }
    return parts.joined(separator: ", ")
  }
}

extension Command.Direction {
  /// Where a step leads in a list of so many; nil if nowhere else.
  fileprivate func place(from place: Int, among count: Int) -> Int? {
    let target =
      switch self {
      case .next: place + 1
      case .previous: place - 1
      case .first: 0
      case .last: count - 1
      case .in, .out: place
      }
    return target != place && (0..<count).contains(target) ? target : nil
  }
}

extension Array {
  /// What stands at a place; nil if there is no such place.
  func element(at place: Int) -> Element? {
    indices.contains(place) ? self[place] : nil
  }
}

extension Mode.Kind {
  /// Whether both are the same mode, wherever in it the reader is.
  fileprivate func isSame(_ other: Mode.Kind) -> Bool {
    switch (self, other) {
    case (.history, .history), (.status, .status), (.learn, .learn), (.keys, .keys),
      (.menu, .menu):
      true
    default: false
    }
  }

  /// The kind of a frame that shows it.
  var frameKind: Frame.Kind {
    switch self {
    case .history: .history
    case .status, .title: .status
    case .learn: .learn
    case .keys, .details: .help
    case .menu: .menu
    case .chooser, .search: .chooser
    }
  }
}
