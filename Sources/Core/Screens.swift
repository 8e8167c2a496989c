// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements
import Panning
import Presentation

/// Screens that programs hand over whole, and where the reader is on them (behaviour §1, E4, E5).
extension Engine {
  /// A new screen: the reader begins at its focus, at its summary, where the cursor was before, or
  /// at the first item.
  mutating func show(
    _ new: NewScreen, of id: ProgramID, acknowledged: Int?
  ) throws(ProtocolError) {
    guard var program = programs[id] else { return }
    var screen: Screen
    do throws(ScreenError) {
      screen = try Screen(
        new.elements, title: new.title, language: new.language, focus: new.focus,
        limits: Engine.screenLimits)
    } catch {
      throw ProtocolError(error)
    }
    screen.rotors = new.rotors
    let named = program.mayMove(acknowledged) ? new.focus : nil
    // A dialog that keeps the reader gives the place back when it goes (E4).
    let back = program.noteModal(screen.modalDialog(), on: screen)
    let cursor =
      named.flatMap { screen.item(at: $0) } ?? back.flatMap { screen.item(at: $0) }
      ?? screen.start(before: program.screenCursor)
    let isElsewhere = program.content?.element.id != cursor
    let takesDisplay = !program.hasShownScreen || new.focus != nil
    program.hasShownScreen = true
    if program.screen == nil { program.content = nil }
    program.screen = screen
    place(cursor, in: &program)
    programs[id] = program
    if takesDisplay { take(id) }
    lock.isOrphaned = false
    if isElsewhere, id == top { messages.focusMoved(now, lastKey: lastKey) }
    tellCursor(of: id, named: named)
  }

  /// A change of a screen: the cursor stays where it is, goes where the program says, or to the
  /// nearest survivor.
  mutating func change(
    screenOf id: ProgramID, focus: String?, acknowledged: Int?, ids: [String],
    _ body: (inout Screen) throws(ScreenError) -> Void
  ) throws(ProtocolError) {
    guard var program = programs[id], var screen = program.screen else { return }
    // Held once, so that a change in place copies nothing.
    program.screen = nil
    programs[id]?.screen = nil
    let before = screen.bookmark(program.screenCursor)
    let old = screen.liveStates(of: ids)
    do throws(ScreenError) {
      try body(&screen)
    } catch {
      programs[id]?.screen = screen
      throw ProtocolError(error)
    }
    let named = program.mayMove(acknowledged) ? focus : nil
    let back = program.noteModal(screen.modalDialog(), on: screen)
    var cursor = named.flatMap { screen.item(at: $0) } ?? back.flatMap { screen.item(at: $0) }
    if cursor == nil, program.hasNewModal { cursor = screen.start(before: nil) }
    if cursor == nil { cursor = screen.survivor(before) }
    program.screen = screen
    let isElsewhere = cursor != program.screenCursor
    let revision = program.content?.history.revision
    place(cursor, in: &program)
    let isOtherText = program.content?.history.revision != revision
    programs[id] = program
    if id == top {
      if isElsewhere {
        messages.focusMoved(now, lastKey: lastKey)
      } else if isOtherText {
        messages.textChanged(now)
      }
    }
    if isElsewhere { tellCursor(of: id, named: named) }
    announceChanges(since: old, by: id)
  }

  /// Takes a message about a screen that is there; false if it is about something else.
  mutating func changeScreen(
    _ message: Message, of id: ProgramID, acknowledged: Int?
  ) throws(ProtocolError) -> Bool {
    let limits = Engine.screenLimits
    switch message {
    case .update(let elements, let focus):
      try change(screenOf: id, focus: focus, acknowledged: acknowledged, ids: elements.map(\.id)) {
        screen throws(ScreenError) in
        try screen.update(elements, focus: focus, limits: limits)
      }
    case .change(let changes, let focus):
      try change(
        screenOf: id, focus: focus, acknowledged: acknowledged, ids: changes.map(\.element.id)
      ) { screen throws(ScreenError) in
        try screen.change(changes, focus: focus, limits: limits)
      }
    case .insert(let new):
      try change(
        screenOf: id, focus: new.focus, acknowledged: acknowledged,
        ids: [new.parent].compactMap { $0 }
      ) { screen throws(ScreenError) in
        try screen.insert(
          new.elements, into: new.parent, before: new.before, after: new.after, focus: new.focus,
          limits: limits)
      }
    case .remove(let ids, let focus):
      try change(screenOf: id, focus: focus, acknowledged: acknowledged, ids: []) {
        screen throws(ScreenError) in
        try screen.remove(ids, focus: focus)
      }
    case .layoutChanged(let focus, let text):
      try change(screenOf: id, focus: focus, acknowledged: acknowledged, ids: []) {
        screen throws(ScreenError) in
        try screen.update([], focus: focus, limits: limits)
      }
      if let text { announce(Announcement(text: text), by: id) }
    default: return false
    }
    return true
  }

  static var noScreen: ProtocolError {
    ProtocolError(.noSuchElement, "there is no screen; hand it over by screen first")
  }

  static var screenLimits: Screen.Limits {
    Screen.Limits(elements: Limits.elements, levels: Limits.levels, text: Limits.program)
  }

  /// An item as it is read, with what it is in; `screen` is left as it was.
  private func placed(_ cursor: String, in screen: inout Screen) -> (Element, [Element])? {
    guard let element = screen.readable(cursor) else { return nil }
    let ancestors =
      showsNeighbours
      ? screen.ancestorsWithNeighbours(of: cursor, most: Engine.mostNeighbours)
      : screen.ancestors(of: cursor)
    return (element, ancestors.compactMap(\.asContext))
  }

  /// Whether what is around the item that is read is shown with it (behaviour V4).
  private var showsNeighbours: Bool {
    manner.hasRows && settings.rows != .wrapped || settings.neighbours != .off
  }

  /// So many rows or items are known before and behind the one that is read: more than a display
  /// has rows.
  private static var mostNeighbours: Int { 40 }

  /// What is around the items that are read is known again by what is to be shown of it.
  mutating func placeAgain() {
    for id in programs.keys {
      guard var program = programs[id], program.screen != nil else { continue }
      programs[id]?.screen = nil
      place(program.screenCursor, in: &program)
      programs[id] = program
    }
  }

  /// Shows the item that the cursor is on; what is the same one keeps its place.
  mutating func place(_ cursor: String?, in program: inout Program) {
    program.screenCursor = cursor
    guard let cursor, var screen = program.screen else {
      program.content = nil
      return
    }
    program.screen = nil
    let placed = placed(cursor, in: &screen)
    program.screen = screen
    guard let (element, ancestors) = placed else {
      program.content = nil
      return
    }
    if let old = program.content, old.element.id == cursor {
      var content = old
      content.ancestors = ancestors
      content.context = old.context.filter { id in ancestors.contains { $0.id == id } }
      program.content = content
      replace(element, in: &program)
      // What happens elsewhere on the screen answers no key.
      if old.element == element { program.content?.asked = old.asked }
    } else {
      // Another element is another focus: a key that was meant for the one before is not done here.
      takes += 1
      program.content = fresh(
        element, ancestors: ancestors, of: program.id, known: program.lastAncestors,
        after: program.content)
      if tail?.program == program.id { tail = nil }
      if program.id == shown { answer = nil }
    }
    program.lastAncestors = ancestors.map(\.id)
  }

  /// Tells a program where the reader's cursor is, unless it has said so itself.
  private mutating func tellCursor(of id: ProgramID, named: String?) {
    guard id == top, let cursor = programs[id]?.screenCursor, cursor != named else { return }
    send(.focused, to: id, element: cursor)
    let last = programs[id]?.correspondence.lastSequence ?? 0
    programs[id]?.lastMove = last
  }

  /// The reader goes to an item.
  mutating func go(to cursor: String, of id: ProgramID) {
    guard var program = programs[id] else { return }
    frozen = nil
    answer = nil
    takes += 1
    place(cursor, in: &program)
    programs[id] = program
    messages.focusMoved(now, lastKey: lastKey)
    tellCursor(of: id, named: nil)
  }
}

extension Program {
  /// Whether a message of the program may move the cursor: not one from before the reader moved
  /// it (docs/protocol.md, "From the daemon").
  func mayMove(_ acknowledged: Int?) -> Bool {
    guard acknowledges, let acknowledged else { return true }
    return acknowledged >= lastMove && !correspondence.isMoving
  }

  /// Whether a dialog has come that the cursor is not known to have been in.
  var hasNewModal: Bool { modals.last?.isNew == true }

  /// Notes which dialog keeps the reader now; gives where the cursor was before it, if one has gone.
  ///
  /// One that comes in the place of another gives that one's place back.
  mutating func noteModal(_ modal: String?, on screen: Screen) -> String? {
    for index in modals.indices { modals[index].isNew = false }
    let isKnown = modal.map { modal in modals.contains { $0.dialog == modal } } ?? true
    var before = screenCursor
    var hasGone = false
    while let last = modals.last, last.dialog != modal, isKnown || !screen.holds(last.dialog) {
      before = last.before
      hasGone = true
      modals.removeLast()
    }
    guard let modal, !isKnown else { return hasGone ? before : nil }
    modals.append(ModalVisit(dialog: modal, before: before, isNew: true))
    return nil
  }
}

/// A dialog that keeps the reader, and where the cursor was before it came.
struct ModalVisit: Equatable, Sendable {
  var dialog: String
  var before: String?
  /// Whether it has just come.
  var isNew: Bool
}

extension Element {
  /// What is said of it before what is in it; nil of what only holds things together, but for the
  /// neighbours in it.
  fileprivate var asContext: Element? {
    let isPlain = role?.name == "group" || role?.name == "region" || role?.name == "form"
    guard isPlain, label?.isEmpty != false else { return self }
    guard children != nil else { return nil }
    var silent = self
    silent.role = nil
    return silent
  }
}

extension ProtocolError {
  init(_ error: ScreenError) {
    switch error {
    case .invalid(let invalid):
      self.init(.params, "\(invalid.field) \(invalid.reason)", field: invalid.field)
    case .noSuchElement(let id, let field):
      self.init(.noSuchElement, "\(id) is not on the screen", field: field)
    case .tooMany(let max):
      self.init(limit: "elements", max: max, field: "elements")
    case .tooLong(let max): self.init(limit: "program", max: max)
    case .tooDeep(let max):
      self.init(limit: "levels", max: max, field: "elements")
    }
  }
}
