// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation

/// How what is read of an element follows its changes.
extension Engine {
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
    let changes = history.changes(since: content.history.revision)
    program.correspondence.textChanged(
      of: element.id, from: content.element.text, to: element.text, by: changes)
    if hasMoved, !hasChanged { program.correspondence.caretMoved(of: element.id) }
    content.history = history
    content.element = element
    content.asked = receipt.hasOldCaret ? content.asked?.carried(through: changes) : nil
    // A caret that moves is followed; but who has panned away from it to read what came before
    // is not torn back by text that is added at it.
    // Nor is one followed from before the reader put it elsewhere.
    if receipt.hasOldCaret { content.followsCaret = false }
    if hasMoved, !receipt.hasOldCaret, !hasChanged || content.reading.sawCaret {
      content.followsCaret = true
    }
    let due = content.presented + pause(of: element)
    if due > now, program.id == shown {
      content.presentsAt = due
    } else if pageTurn?.program == program.id || content.readsOn != nil {
      // Where reading goes on is known by what comes first.
      present(&content, of: program.id)
    } else {
      content.isBehind = true
      content.presentsAt = nil
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
    content.pending = pending(in: content, of: id)
    let history = content.history
    let passage = passage(of: content)
    // A page that has no text is all that is said.
    let isOtherText =
      content.element.text == nil
      ? pageTurn != nil && passage != content.reading.passage : history.revision != earlier
    content.reading.replace(
      passage, marks: content.marks,
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
    content.isBehind = false
  }

  /// Says what a program shows as it is now, before that is looked at.
  ///
  /// Not with each change: of ten thousand in a second a hundred are seen.
  mutating func catchUp(_ id: ProgramID?) {
    guard let id, programs[id]?.content?.isBehind == true || isTypingBehind(in: id),
      var content = programs[id]?.content
    else { return }
    programs[id]?.content = nil
    present(&content, of: id)
    programs[id]?.content = content
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

extension Content.AskedCaret {
  /// Where it is after some changes of the text; nil if they are too many to be known.
  fileprivate func carried(through changes: ArraySlice<Replacement>?) -> Content.AskedCaret? {
    guard let changes else { return nil }
    var carried = self
    for change in changes {
      carried.caret = change.carry(carried.caret)
      carried.anchor = carried.anchor.map { change.carry($0) }
    }
    return carried
  }
}
