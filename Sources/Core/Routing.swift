// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation

/// What a routing key does: it acts on what was under the finger (behaviour K1).
extension Engine {
  mutating func route(_ press: KeyPress, on frame: Frame?, of id: ProgramID) {
    guard guardedUntil == nil else { return }
    guard case .route(let cell) = press.key, let felt = felt(press, on: frame, of: id) else {
      return
    }
    let (frame, content) = felt
    let route = frame.route(of: cell)
    if content.element.flags[.directInteraction] == true, route != .status {
      send(.input(cells: [], key: press.description), to: id, element: content.element.id)
      return
    }
    switch route {
    case .status: toggle(.status)
    case .nothing: tell(.notAvailable)
    case .element: send(.activate(offset: nil), to: id, element: content.element.id)
    case .context(let index): self.route(toContext: index, frame.source, of: id, content)
    case .member(let member): self.route(toMember: member, of: id, content)
    case .text(let place): self.route(to: place, cell: cell, on: frame, of: id, content)
    case .pending(let place): self.route(toPending: place, of: id)
    }
  }

  /// What was under the finger when a key was pressed that names cells, if it is still there; nil
  /// when it is not, which the reader is told.
  mutating func felt(
    _ press: KeyPress, on frame: Frame?, of id: ProgramID
  ) -> (frame: Frame, content: Content)? {
    guard press.key.cells != nil, let frame, let content = programs[id]?.content else {
      tell(.notAvailable)
      return nil
    }
    guard press.isOnContent(of: frame), frame.source?.producer == id.number,
      frame.source?.focus == content.number
    else {
      // What the finger felt is no longer there; doing it elsewhere would be worse than nothing.
      tell(frame.kind == .content ? .changed : .notAvailable)
      return nil
    }
    return (frame, content)
  }

  /// Whether a key was meant for what is not shown any more: another program's, or an element that
  /// lost the focus by itself while the finger was on its way (P3, K1).
  mutating func isTooLate(
    _ action: Action, on frame: Frame?, of id: ProgramID, _ content: Content
  ) -> Bool {
    if action.isActivation, guardedUntil != nil { return true }
    guard action.changesElement || action.isStep && content.element.isAdjustable, content.isUnasked,
      let source = frame?.source,
      source.producer == id.number, source.focus != content.number
    else { return false }
    tell(.changed)
    return true
  }

  /// Opens the context menu of the element, or of what is in the cell that the key names.
  mutating func longPress(
    _ press: KeyPress, on frame: Frame?, of id: ProgramID, _ content: Content
  ) {
    guard let cell = press.key.cells?.lowerBound else {
      send(.longPress, to: id, element: content.element.id)
      return
    }
    guard let (frame, content) = felt(press, on: frame, of: id) else { return }
    switch frame.route(of: cell) {
    case .status: toggle(.status)
    case .nothing: tell(.notAvailable)
    case .element: send(.longPress, to: id, element: content.element.id)
    case .context(let index):
      guard let context = context(index, frame.source, content) else { return }
      send(.longPress, to: id, element: context)
    case .member(let member):
      guard content.knows(member) else { return tell(.changed) }
      send(.longPress, to: id, element: member)
    case .text(let place): longPress(on: place, frame.source, of: id, content)
    case .pending: tell(.notAvailable)
    }
  }

  /// On text the caret goes there first, unless what is selected there is meant.
  private mutating func longPress(
    on place: TextOffset, _ source: Frame.Source?, of id: ProgramID, _ content: Content
  ) {
    guard let text = content.element.text, let place = carry(place, source, content) else {
      tell(.changed)
      return
    }
    if let link = text.link(at: place) {
      send(.longPress, to: id, element: link)
      return
    }
    if let program = programs[id], program.takes(.longPress), program.takes(.setCaret(place)),
      let caret = text.caret, caret != place, text.selection?.contains(place) != true
    {
      send(.setCaret(place), to: id, element: content.element.id, version: text.version)
    }
    send(.longPress, to: id, element: content.element.id)
  }

  /// Where a place of a frame is in the text as it is now: at the start of a character; nil if it
  /// has gone.
  ///
  /// A cell may lead into a character: of a secret, or of one that a run or a change parted.
  func carry(_ place: TextOffset, _ source: Frame.Source?, _ content: Content) -> TextOffset? {
    let revision = source?.revision ?? content.history.revision
    return content.history.carry(place, from: revision).flatMap {
      content.element.text?.characterStart(at: $0)
    }
  }

  /// The ancestor that a cell stands for; nil if it has gone, which the reader is told.
  private mutating func context(
    _ index: Int, _ source: Frame.Source?, _ content: Content
  ) -> String? {
    guard let context = source?.context, context.indices.contains(index),
      content.ancestors.contains(where: { $0.id == context[index] })
    else {
      tell(.changed)
      return nil
    }
    return context[index]
  }

  private mutating func route(
    toContext index: Int, _ source: Frame.Source?, of id: ProgramID, _ content: Content
  ) {
    guard let context = context(index, source, content) else { return }
    go(to: context, in: id)
  }

  /// Goes to another element that is shown with the one that has the focus.
  private mutating func route(toMember member: String, of id: ProgramID, _ content: Content) {
    guard content.knows(member) else {
      tell(.changed)
      return
    }
    if member == content.element.id {
      send(.activate(offset: nil), to: id, element: member)
    } else {
      go(to: member, in: id)
    }
  }

  private mutating func route(
    to place: TextOffset, cell: Int, on frame: Frame, of id: ProgramID, _ content: Content
  ) {
    guard let text = content.element.text, let place = carry(place, frame.source, content) else {
      tell(.changed)
      return
    }
    // A caret that the reader has put elsewhere and of which the program has not said so is no caret.
    let isLeft =
      programs[id]?.acknowledges == true && content.asked.map { $0.caret != place } == true
    let isOnCaret =
      !isLeft && (frame.caret?.value == cell || text.caret == place && text.selection == nil)
    if let link = text.link(at: place) {
      send(.activate(offset: nil), to: id, element: link)
    } else if text.caret == nil {
      send(.activate(offset: place), to: id, element: content.element.id, version: text.version)
    } else if isOnCaret {
      send(.activate(offset: nil), to: id, element: content.element.id)
    } else {
      send(.setCaret(place), to: id, element: content.element.id, version: text.version)
    }
  }
}

extension TextContent {
  /// The element that a routing key on a place activates instead of the whole.
  fileprivate func link(at place: TextOffset) -> String? {
    runs.last { $0.element != nil && $0.range.contains(place) }?.element
  }
}

extension Reading {
  /// Does a pan; false when there is nothing further that way.
  mutating func pan(
    _ pan: Action.Pan, _ style: ReadingStyle, _ translator: inout some Translator
  ) -> Bool {
    let columns = style.size.columns
    switch pan {
    case .left: return panLeft(style, &translator)
    case .right: return panRight(style, &translator)
    case .halfLeft: return self.pan(cells: -max(1, columns / 2), style, &translator)
    case .halfRight: return self.pan(cells: max(1, columns / 2), style, &translator)
    case .cellLeft: return self.pan(cells: -1, style, &translator)
    case .cellRight: return self.pan(cells: 1, style, &translator)
    case .start: return panToStart(style, &translator)
    case .end: return panToEnd(style, &translator)
    case .caret: return panToCaret(style, &translator)
    }
  }
}
