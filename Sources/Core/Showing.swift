// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation

/// What programs show, and which of them has the display (behaviour P1 to P4).
extension Engine {
  /// A program takes the display, if those of its rank may.
  mutating func take(_ id: ProgramID) {
    takes += 1
    programs[id]?.taken = takes
    if programs[id]?.rank == .application { preferred = nil }
  }

  /// Whose content is to be shown: what the reader prefers, then an application before the
  /// desktop, then the last to take it.
  var top: ProgramID? {
    guard lock.isOpen else { return nil }
    return showable.max { (rank(of: $0), $0.taken) < (rank(of: $1), $1.taken) }?.id
  }

  /// The programs that have something to show.
  var showable: some Sequence<Program> {
    programs.values.lazy.filter { !$0.isPaused && $0.content != nil }
  }

  private func rank(of program: Program) -> Int {
    if program.id == preferred { return 2 }
    return program.rank == .application ? 1 : 0
  }

  /// Shows the next program that has something to show, in the order in which they connected, or
  /// the one before; says its name.
  mutating func turn(_ turn: Action.Turn) {
    let ids = showable.map(\.id).sorted()
    guard ids.count > 1, let shown, let place = ids.firstIndex(of: shown) else {
      tell(.notAvailable)
      return
    }
    let next = ids[(place + (turn == .next ? 1 : ids.count - 1)) % ids.count]
    _ = show(program: next)
    tell(programs[next]?.name ?? "")
  }

  /// Shows the program that the reader chose; false if it has nothing to show.
  mutating func show(program id: ProgramID) -> Bool {
    guard lock.isOpen, showable.contains(where: { $0.id == id }) else { return false }
    guard id != shown else { return true }
    take(id)
    if programs[id]?.rank == .desktop { preferred = id }
    updateShown()
    // Whoever changes it knows what is under the finger.
    guardedUntil = nil
    return true
  }

  /// Looks again who has the display, after anything has happened.
  mutating func updateShown() {
    let top = top
    guard top != shown else { return }
    // The finger meant what was there before.
    if shown != nil, top != nil { guardedUntil = now + .milliseconds(300) }
    frozen = nil
    if top != nil { messages.focusMoved(now, lastKey: lastKey) }
    shown = top
    answer = nil
    presentIfDue()
  }

  mutating func focus(
    _ element: Element, ancestors: [Element], of id: ProgramID
  ) throws(ProtocolError) {
    guard var program = programs[id] else { return }
    try Engine.checkIDs(element, ancestors)
    let path = ancestors.map(\.id)
    try Engine.validate(element, in: path, at: "element")
    for (index, ancestor) in ancestors.enumerated() {
      try Engine.validate(ancestor, in: Array(path[..<index]), at: "ancestors[\(index)]")
    }
    let isNew = program.content?.element.id != element.id
    if !isNew, let old = program.content {
      var content = old
      content.ancestors = ancestors
      content.context = old.context.filter { id in ancestors.contains { $0.id == id } }
      program.content = content
      replace(element, in: &program)
    } else {
      program.content = fresh(element, ancestors: ancestors, of: program)
    }
    program.lastAncestors = ancestors.map(\.id)
    program.screen = nil
    program.screenCursor = nil
    program.modals = []
    try Engine.checkSize(program)
    take(program)
    take(id)
    lock.isOrphaned = false
    guard isNew else { return }
    if tail?.program == id { tail = nil }
    if pageTurn?.program == id { pageTurn?.hasCome = true }
    if id == shown { answer = nil }
    // A focus that nobody sees, behind what is shown, ends no message.
    if id == top { messages.focusMoved(now, lastKey: lastKey) }
  }

  private static func checkIDs(
    _ element: Element, _ ancestors: [Element]
  ) throws(ProtocolError) {
    guard !ancestors.isEmpty else { return }
    if ancestors.count > Limits.levels {
      throw ProtocolError(limit: "levels", max: Limits.levels, field: "ancestors")
    }
    var ids = Set([element.id])
    for (index, ancestor) in ancestors.enumerated() where !ids.insert(ancestor.id).inserted {
      throw ProtocolError(
        .params, "\(ancestor.id) is there already; an id names one element",
        field: "ancestors[\(index)].id")
    }
  }

  static func checkSize(_ program: Program) throws(ProtocolError) {
    if program.holdsMore(than: Limits.program) {
      throw ProtocolError(limit: "program", max: Limits.program)
    }
  }

  /// Makes sure that an element can be, in ancestors of these ids.
  static func validate(
    _ element: Element, in ancestors: [String], at place: String
  ) throws(ProtocolError) {
    if element.count > Limits.elements {
      throw ProtocolError(limit: "elements", max: Limits.elements, field: place)
    }
    do throws(InvalidElement) {
      try element.validate(in: ancestors)
    } catch {
      let field = "\(place).\(error.field)"
      throw ProtocolError(.params, "\(field) \(error.reason)", field: field)
    }
  }

  func fresh(_ element: Element, ancestors: [Element], of program: Program) -> Content {
    let isNew: (Element) -> Bool = { [known = Set(program.lastAncestors)] in
      !known.contains($0.id)
    }
    let context = settings.context == .always ? ancestors : ancestors.filter(isNew)
    var content = Content(
      number: takes, element: element, ancestors: ancestors, context: context.map(\.id),
      known: KnownPlace(), reading: Reading(Passage(Line())))
    // Most elements are in no table and among no neighbours: what was there is not looked at.
    if element.hasRest || !ancestors.isEmpty, let old = program.content {
      content.known = old.known(in: ancestors)
    }
    content.presented = now
    let passage = passage(of: content)
    content.reading = Reading(
      passage, marks: Reading.Marks(of: element.text),
      spellsWord: spellsWord(in: element),
      from: tail?.program == program.id ? .tail : placement(hasContext: !context.isEmpty),
      keeping: passage.hasNeighbours ? program.content?.reading.place : nil)
    return content
  }

  /// Where reading begins in what is new (L3).
  private func placement(hasContext: Bool) -> Reading.Placement {
    switch settings.context {
    case .back where hasContext: .element
    case .changed where hasContext && style.size.count < Engine.narrow: .longElement
    default: .start
    }
  }

  mutating func update(
    _ elements: [Element], focus: String?, of id: ProgramID
  ) throws(ProtocolError) {
    guard var program = programs[id] else { return }
    for (index, element) in elements.enumerated() {
      try Engine.validate(
        element, in: program.content?.path(to: element.id) ?? [], at: "elements[\(index)]")
      try replace(element, field: "elements[\(index)].id", in: &program)
    }
    try check(focus: focus, program)
    try Engine.checkSize(program)
    take(program, changed: elements.map(\.id))
  }

  mutating func change(
    _ changes: [ElementChange], focus: String?, of id: ProgramID
  ) throws(ProtocolError) {
    guard var program = programs[id] else { return }
    for (index, change) in changes.enumerated() {
      let field = "elements[\(index)]"
      guard let old = program.element(change.element.id) else {
        throw Engine.noSuchElement(change.element.id, field: field + ".id")
      }
      let new = old.changed(by: change)
      try Engine.validate(new, in: program.content?.path(to: new.id) ?? [], at: field)
      try replace(new, field: field + ".id", in: &program)
    }
    try check(focus: focus, program)
    try Engine.checkSize(program)
    take(program, changed: changes.map(\.element.id))
  }

  /// Takes over what a message has made of a program, now that nothing of it can be refused.
  ///
  /// `changed` are the ids of what is another than before.
  mutating func take(_ program: Program, changed: [String] = []) {
    let old = programs[program.id]?.content
    programs[program.id] = program
    if let old, !changed.isEmpty { announceChanges(of: changed, since: old, by: program.id) }
    guard program.id == shown, let old, let new = program.content, new.number == old.number,
      new.history.revision != old.history.revision
    else { return }
    messages.textChanged(now)
  }

  static func noSuchElement(_ id: String, field: String) -> ProtocolError {
    ProtocolError(
      .noSuchElement, "\(id) is not shown; send it by focus first", field: field)
  }

  private func check(focus: String?, _ program: Program) throws(ProtocolError) {
    guard let focus, focus != program.content?.element.id else { return }
    throw ProtocolError(
      .noSuchElement, "\(focus) is not the element that has the focus; send it by focus",
      field: "focus")
  }

  mutating func replace(
    _ element: Element, field: String, in program: inout Program
  ) throws(ProtocolError) {
    guard let content = program.content else {
      throw Engine.noSuchElement(element.id, field: field)
    }
    if content.element.id == element.id {
      replace(element, in: &program)
    } else if let index = content.ancestors.firstIndex(where: { $0.id == element.id }) {
      var ancestor = element
      if ancestor.children == nil { ancestor.children = content.ancestors[index].children }
      program.content?.ancestors[index] = ancestor
      if let element = program.content?.element { replace(element, in: &program) }
    } else if let index = content.ancestors.firstIndex(where: { $0.holds(element.id) }) {
      program.content?.ancestors[index].replace(element)
      if let element = program.content?.element { replace(element, in: &program) }
    } else {
      throw Engine.noSuchElement(element.id, field: field)
    }
  }

  /// The element that is read becomes another state of itself: the reader's place stays.
  mutating func replace(_ element: Element, in program: inout Program) {
    guard let content = program.content else { return }
    var history = content.history
    history.record(from: content.element.text, to: element.text)
    replace(element, history: history, in: &program)
  }

  /// The same, with what is known of how its text changed.
  mutating func replace(
    _ element: Element, history: TextHistory, in program: inout Program
  ) {
    guard var content = program.content else { return }
    var element = element
    if element.children == nil { element.children = content.element.children }
    let hasChanged = history.revision != content.history.revision
    let hasMoved = content.element.text?.caret != element.text?.caret
    content.history = history
    content.element = element
    // A caret that moves is followed; but who has panned away from it to read what came before
    // is not torn back by text that is added at it.
    if hasMoved, !hasChanged || content.reading.sawCaret { content.followsCaret = true }
    let due = content.presented + pause(of: element)
    if due > now, program.id == shown {
      content.presentsAt = due
    } else {
      present(&content, of: program.id)
    }
    program.content = content
  }

  /// How long an element is shown before its changes are.
  private func pause(of element: Element) -> Duration {
    if element.flags[.updatesFrequently] == true { return .milliseconds(settings.updatePause) }
    return element.role?.name == "progressbar" ? .seconds(1) : .zero
  }

  /// Brings what is read of an element up to date.
  mutating func present(_ content: inout Content, of id: ProgramID) {
    let earlier = content.readRevision
    let history = content.history
    let passage = passage(of: content)
    // A page that has no text is all that is said.
    let isOtherText =
      content.element.text == nil
      ? pageTurn != nil && passage != content.reading.passage : history.revision != earlier
    content.reading.replace(
      passage, marks: Reading.Marks(of: content.element.text),
      spellsWord: spellsWord(in: content.element),
      carry: { history.carryNearest($0, from: earlier) })
    if isOtherText { readPage(in: &content, of: id) }
    if let placement = content.readOnPlacement {
      content.reading.want(placement)
      content.readsOn = nil
    }
    if content.followsCaret { content.reading.wantCaret() }
    content.followsCaret = false
    content.readRevision = history.revision
    content.presented = now
    content.presentsAt = nil
  }

  /// Brings what is shown up to date if it is time, or the reader asks for it.
  mutating func presentIfDue(isAsked: Bool = false) {
    guard let id = shown, let time = programs[id]?.content?.presentsAt, isAsked || time <= now,
      var content = programs[id]?.content
    else { return }
    present(&content, of: id)
    programs[id]?.content = content
  }
}

extension Program {
  /// An element that it shows.
  func element(_ id: String) -> Element? {
    if let content, content.element.id == id { return content.element }
    return content?.ancestors.lazy.compactMap { $0.element(id) }.first
  }
}
