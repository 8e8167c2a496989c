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
    if let mediaSession, mediaSession != top { endMediaSession() }
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
    guard let place = programs.index(forKey: id) else { return }
    try Engine.checkIDs(element, ancestors)
    let path = ancestors.map(\.id)
    try Engine.validate(element, in: path, at: "element")
    for (index, ancestor) in ancestors.enumerated() {
      try Engine.validate(ancestor, in: Array(path[..<index]), at: "ancestors[\(index)]")
    }
    let isNew = programs.values[place].content?.element.id != element.id
    if isNew {
      try Engine.checkSize([element] + ancestors)
      // In place: a program with all that it shows is much to be copied.
      let content = fresh(
        element, ancestors: ancestors, of: id, known: programs.values[place].lastAncestors,
        after: programs.values[place].content)
      programs.values[place].content = content
    } else {
      try refocus(element, ancestors: ancestors, at: place)
    }
    programs.values[place].lastAncestors = path
    programs.values[place].screen = nil
    programs.values[place].screenCursor = nil
    programs.values[place].modals = []
    take(id)
    lock.isOrphaned = false
    guard isNew else { return }
    if tail?.program == id { tail = nil }
    if pageTurn?.program == id { pageTurn?.hasCome = true }
    if id == shown { answer = nil }
    // A focus that nobody sees, behind what is shown, ends no message.
    if id == top { messages.focusMoved(now, lastKey: lastKey) }
  }

  /// The element that has the focus already is another than it was, or in something else.
  private mutating func refocus(
    _ element: Element, ancestors: [Element], at place: Dictionary<ProgramID, Program>.Index
  ) throws(ProtocolError) {
    var program = programs.values[place]
    program.content?.ancestors = ancestors
    program.content?.context.removeAll { id in !ancestors.contains { $0.id == id } }
    replace(element, in: &program)
    try Engine.checkSize(program)
    take(program)
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
    guard let content = program.content else { return }
    try checkSize([content.element] + content.ancestors)
  }

  static func checkSize(_ elements: [Element]) throws(ProtocolError) {
    // To count the scalars takes time, the bytes of a string are known: never fewer.
    guard elements.reduce(0, { $0 + $1.byteCount }) > Limits.program,
      elements.reduce(0, { $0 + $1.scalarCount }) > Limits.program
    else { return }
    throw ProtocolError(limit: "program", max: Limits.program)
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

  /// What a program shows with the focus on another element.
  ///
  /// `known` are the ancestors that were there before, `old` is what it showed.
  func fresh(
    _ element: Element, ancestors: [Element], of program: ProgramID, known: [String],
    after old: @autoclosure () -> Content?
  ) -> Content {
    let context = settings.context == .always ? ancestors : ancestors.new(to: known)
    var content = Content(
      number: takes, element: element, ancestors: ancestors, context: context.map(\.id),
      known: KnownPlace(), reading: Reading(Passage(Line())))
    // Most elements are in no table and among no neighbours: what was there is not looked at.
    if element.hasRest || !ancestors.isEmpty, let old = old() {
      content.known = old.known(in: ancestors)
    }
    content.presented = now
    // Programs have 2 s to do what they are asked (K2).
    let asked = programs[program]?.askedToMove
    content.isUnasked = lastKey != now && asked.map { now - $0 > .seconds(2) } ?? true
    let passage = passage(of: content)
    content.reading = Reading(
      passage, marks: Reading.Marks(of: element.text),
      spellsWord: spellsWord(in: element),
      from: tail?.program == program ? .tail : placement(hasContext: !context.isEmpty),
      keeping: passage.hasNeighbours ? old()?.reading.place : nil)
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
}

extension Program {
  /// An element that it shows.
  func element(_ id: String) -> Element? {
    if let content, content.element.id == id { return content.element }
    return content?.ancestors.lazy.compactMap { $0.element(id) }.first
  }
}

extension [Element] {
  /// Those that are none of some that are known by their ids.
  fileprivate func new(to known: [String]) -> [Element] {
    guard !isEmpty, !known.isEmpty else { return self }
    let known = Set(known)
    return filter { !known.contains($0.id) }
  }
}
