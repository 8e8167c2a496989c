// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation

/// Choosing from a list on the display where to go, or what to do (behaviour X1, §6).
extension Engine {
  /// Opens a list, or leaves it if it is open already.
  mutating func choose(from choice: Action.Choice) {
    if case .chooser(let open)? = mode?.kind, open.choice == choice {
      leaveMode()
      return
    }
    guard let chooser = chooser(of: choice) else { return }
    open(.chooser(chooser), passage(of: chooser))
  }

  /// The list of a kind, which begins near the cursor; nil if there is none, and that is told.
  private mutating func chooser(of choice: Action.Choice) -> Chooser? {
    if choice == .programs { return programChooser() }
    guard let id = shown, let content = programs[id]?.content else {
      tell(.notAvailable)
      return nil
    }
    if choice == .actions { return actionChooser(of: id, content) }
    let isKnown = programs[id]?.screen != nil
    guard var screen = programs[id]?.screen ?? Screen(knownFrom: content) else {
      tell(.notAvailable)
      return nil
    }
    let cursor = programs[id]?.screenCursor ?? content.element.id
    let ids = screen.ids(of: choice)
    // Of a program that tells only what has the focus nothing else may be known.
    guard isKnown || ids.contains(where: { $0 != cursor }) else {
      tell(.notAvailable)
      return nil
    }
    let entries = entries(for: ids, of: screen)
    let start = screen.start(of: entries.map(\.target.key), near: cursor)
    let chooser = Chooser(choice, of: id, entries, from: start, as: manner, by: style.translation)
    if chooser == nil { tellNone(of: choice) }
    return chooser
  }

  /// The elements of these ids, but for those that say nothing.
  private func entries(for ids: [String], of screen: Screen) -> [Chooser.Entry] {
    ids.compactMap { id in
      guard let element = screen.readable(id) else { return nil }
      var shown = element
      // What is in a landmark is no name of it (E1).
      if element.role?.isContainer == true { shown.children = nil }
      // Most say something, and what is looked at in a list of all is little.
      let mayBeSilent = shown.label?.isEmpty != false
      if mayBeSilent, manner.entry(of: shown).scalars.isEmpty { return nil }
      return Chooser.Entry(.item(id), shown)
    }
  }

  private mutating func tellNone(of choice: Action.Choice) {
    guard let unit = choice.unit else {
      tell(.notAvailable)
      return
    }
    tell(words.answer(.none).replacing("%", words.unit(unit.rawValue)))
  }

  private mutating func actionChooser(of id: ProgramID, _ content: Content) -> Chooser? {
    let element = content.element
    let language = element.language
    let entries = (element.actions ?? []).map { action in
      Chooser.Entry(
        .action(action.name, of: element.id), Line(action.label, language: language))
    }
    let chooser = Chooser(.actions, of: id, entries, from: 0, as: manner, by: style.translation)
    if chooser == nil { tell(.notAvailable) }
    return chooser
  }

  private mutating func programChooser() -> Chooser? {
    let ids = showable.map(\.id).sorted()
    let entries = ids.map { id in
      Chooser.Entry(.program(id), Line(programs[id]?.name ?? "", language: nil))
    }
    let start = ids.firstIndex { $0 == shown } ?? 0
    let chooser = Chooser(
      .programs, of: nil, entries, from: start, as: manner, by: style.translation)
    if chooser == nil { tell(.noProgram) }
    return chooser
  }

  private func passage(of chooser: Chooser) -> Passage {
    chooser.passage(hasRows: style.size.rows > 1, language: wordsLanguage)
  }
}

/// What keys do in a list.
extension Engine {
  /// What a key does in a list; false if it is no other than in every mode.
  mutating func keyInChooser(
    _ chooser: Chooser, _ action: Action?, _ press: KeyPress, on frame: Frame?
  ) -> Bool {
    if let key = TypedKey(action, press) {
      type(key, in: chooser)
      return true
    }
    switch action {
    case .pan(let pan): self.pan(pan, in: chooser)
    case .move(let direction, .item): go(direction, in: chooser, from: .start)
    case .step(let direction): go(direction, in: chooser, from: .start)
    case .route: route(press, in: chooser, on: frame)
    default: return false
    }
    return true
  }

  private mutating func type(_ key: TypedKey, in chooser: Chooser) {
    var chooser = chooser
    switch key {
    case .stroke(let stroke):
      guard chooser.type(stroke, with: &translator) else {
        tell(.noMatch)
        return
      }
    case .erase(let all):
      guard chooser.erase(all: all, with: &translator) else {
        tell(.top)
        return
      }
    case .accept:
      choose(chooser.current)
      return
    }
    show(chooser, from: .start)
  }

  /// Shows another state of the list; on several rows what was in sight stays there if it can.
  private mutating func show(_ chooser: Chooser, from placement: Reading.Placement) {
    mode = Mode(
      kind: .chooser(chooser),
      reading: Reading(passage(of: chooser), from: placement, keeping: mode?.reading.place))
  }

  private mutating func go(
    _ direction: Command.Direction, in chooser: Chooser, from placement: Reading.Placement
  ) {
    var chooser = chooser
    guard chooser.move(direction) else {
      tell(direction == .previous || direction == .first ? .top : .end)
      return
    }
    show(chooser, from: placement)
  }

  private mutating func pan(_ pan: Action.Pan, in chooser: Chooser) {
    guard var reading = mode?.reading else { return }
    guard reading.pan(pan, style, &translator) else {
      switch pan {
      case .right, .halfRight, .cellRight: go(.next, in: chooser, from: .start)
      case .left, .halfLeft, .cellLeft: go(.previous, in: chooser, from: .tail)
      case .end: tell(.end)
      case .start, .caret: tell(.top)
      }
      return
    }
    mode?.reading = reading
    guard style.size.rows > 1 else { return }
    // The entry that is chosen without a routing key is one that can be felt.
    let shown = reading.frame(.chooser, style, &translator).routes.compactMap { route in
      if case .member(let key) = route { key } else { nil }
    }
    guard let first = shown.first, !shown.contains(chooser.current.target.key) else { return }
    var chooser = chooser
    chooser.move(to: first)
    show(chooser, from: .start)
  }

  private mutating func route(_ press: KeyPress, in chooser: Chooser, on frame: Frame?) {
    guard case .route(let cell) = press.key, let frame else {
      tell(.notAvailable)
      return
    }
    switch frame.route(of: cell) {
    case .status: toggle(.status)
    case .member(let key) where frame.source == nil:
      guard let entry = chooser.entry(key) else {
        tell(.changed)
        return
      }
      choose(entry)
    default: tell(frame.kind == .chooser ? .notAvailable : .changed)
    }
  }

  /// Goes where an entry leads, or does what it says, and leaves the list.
  private mutating func choose(_ entry: Chooser.Entry) {
    guard case .chooser(let chooser)? = mode?.kind else { return }
    switch entry.target {
    case .program(let id):
      guard show(program: id) else {
        tell(.gone)
        return
      }
    case .item(let element):
      guard let id = chooser.program, canReach(element, in: id), show(program: id) else {
        tell(.gone)
        return
      }
      if element != cursor(of: id) { go(to: element, in: id) }
    case .action(let name, let element):
      guard let id = chooser.program, let content = programs[id]?.content,
        content.element.id == element,
        content.element.actions?.contains(where: { $0.name == name }) == true, id == shown
      else {
        tell(.gone)
        return
      }
      send(.performAction(name), to: id, element: element)
    }
    // Last, so that a message that waited is not ended by the move.
    leaveMode()
  }

  /// Where the reader is in a program.
  private func cursor(of id: ProgramID) -> String? {
    programs[id]?.screenCursor ?? programs[id]?.content?.element.id
  }

  private mutating func canReach(_ element: String, in id: ProgramID) -> Bool {
    guard var screen = programs[id]?.screen else {
      return programs[id]?.content?.knows(element) == true
    }
    programs[id]?.screen = nil
    let item = screen.item(at: element)
    programs[id]?.screen = screen
    // Not what it is a part of, which is something else.
    return item.map { $0 == element || screen.isElement($0, in: element) } ?? false
  }

  /// The list is laid out anew: on another display, in other braille.
  mutating func restyleChooser() {
    guard case .chooser(var chooser)? = mode?.kind else { return }
    chooser.restyle(style.translation, with: &translator)
    mode?.kind = .chooser(chooser)
    let passage = passage(of: chooser)
    guard passage.hasNeighbours == mode?.reading.passage.hasNeighbours else {
      show(chooser, from: .start)
      return
    }
    mode?.reading.replace(passage, marks: Reading.Marks(of: nil), carry: { $0 })
  }

  /// Looks again for what is typed, now that tables have answers.
  mutating func lookAgainInChooser() {
    guard case .chooser(var chooser)? = mode?.kind, chooser.isProvisional else { return }
    let found = chooser.found
    chooser.lookAgain(with: &translator)
    mode?.kind = .chooser(chooser)
    if chooser.found != found { show(chooser, from: .start) }
  }
}
