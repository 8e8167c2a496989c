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
    guard case .route(let cell) = press.key, let frame, let content = programs[id]?.content else {
      tell(.notAvailable)
      return
    }
    guard press.isOnContent(of: frame), frame.source?.producer == id.number,
      frame.source?.focus == content.number
    else {
      // What the finger felt is no longer there; doing it elsewhere would be worse than nothing.
      tell(frame.kind == .content ? .changed : .notAvailable)
      return
    }
    switch frame.route(of: cell) {
    case .status: toggle(.status)
    case .nothing: tell(.notAvailable)
    case .element: send(.activate(offset: nil), to: id, element: content.element.id)
    case .context(let index): route(toContext: index, frame.source, of: id, content)
    case .member(let member): route(toMember: member, of: id, content)
    case .text(let place): route(to: place, cell: cell, on: frame, of: id, content)
    }
  }

  private mutating func route(
    toContext index: Int, _ source: Frame.Source?, of id: ProgramID, _ content: Content
  ) {
    guard let context = source?.context, context.indices.contains(index),
      content.ancestors.contains(where: { $0.id == context[index] })
    else {
      tell(.changed)
      return
    }
    go(to: context[index], in: id)
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
    let revision = frame.source?.revision ?? content.history.revision
    guard let text = content.element.text,
      let carried = content.history.carry(place, from: revision)
    else {
      tell(.changed)
      return
    }
    // A cell may lead into a character: of a secret, or of one that a run or a change parted.
    let place = text.characterStart(at: carried)
    let link = text.runs.last { $0.element != nil && $0.range.contains(place) }?.element
    if let link {
      send(.activate(offset: nil), to: id, element: link)
    } else if text.caret == nil {
      send(.activate(offset: place), to: id, element: content.element.id, version: text.version)
    } else if frame.caret?.value == cell || text.caret == place && text.selection == nil {
      send(.activate(offset: nil), to: id, element: content.element.id)
    } else {
      send(.setCaret(place), to: id, element: content.element.id, version: text.version)
    }
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
