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

  enum Kind: Equatable, Sendable {
    /// The announcements that have been, and the number of the one that is read.
    case history(Int)
    /// How things are.
    case status
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
      tell(.noMessages)
      return
    }
    open(kind, Passage(line))
  }

  /// Opens a mode, in place of one that is open.
  mutating func open(_ kind: Mode.Kind, _ passage: Passage, marks: Reading.Marks = .init(of: nil)) {
    mode = Mode(kind: kind, reading: Reading(passage, marks: marks))
    messages.hold(now)
  }

  mutating func leaveMode() {
    guard mode != nil else { return }
    mode = nil
    messages.release(now, messageStyle)
  }

  /// What is read in a mode; nil if there is nothing.
  private mutating func line(of kind: Mode.Kind) -> Line? {
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
    case .pan(let pan):
      let hasMoved = mode.reading.pan(pan, style, &translator)
      self.mode = mode
      if !hasMoved { panOut(of: mode, pan) }
    case .move(let direction, .item): go(direction, in: mode, atTail: false)
    case .stick, .unstick, .stepAside: return false
    case .nothing: break
    default: tell(.notAvailable)
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

  /// Goes to another announcement: the next is the one before it in time.
  private mutating func go(_ direction: Command.Direction, in mode: Mode, atTail: Bool) {
    guard case .history(let number) = mode.kind else {
      tell(direction == .previous || direction == .first ? .top : .end)
      return
    }
    // Newer ones may have come meanwhile, and the oldest gone.
    let numbers = messages.history.entries.map(\.number)
    let place = numbers.lastIndex { $0 <= number } ?? 0
    let target =
      switch direction {
      case .next: place - 1
      case .previous: place + 1
      case .first: numbers.count - 1
      case .last: 0
      case .in, .out: place
      }
    guard target != place, numbers.indices.contains(target),
      let line = line(of: .history(numbers[target]))
    else {
      tell(direction == .previous || direction == .first ? .top : .end)
      return
    }
    self.mode = Mode(
      kind: .history(numbers[target]),
      reading: Reading(Passage(line), from: atTail ? .tail : .start))
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

extension Mode.Kind {
  /// Whether both are the same mode, wherever in it the reader is.
  fileprivate func isSame(_ other: Mode.Kind) -> Bool {
    switch (self, other) {
    case (.history, .history), (.status, .status): true
    default: false
    }
  }

  /// The kind of a frame that shows it.
  var frameKind: Frame.Kind {
    switch self {
    case .history: .history
    case .status, .title: .status
    case .chooser, .search: .chooser
    case .details: .help
    }
  }
}
