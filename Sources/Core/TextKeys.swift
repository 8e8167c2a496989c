// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Presentation

/// What keys do to a text as a whole, and to what is before and behind its caret.
extension Engine {
  /// Changes the text, or what of it is selected; where none can be edited the program is asked all
  /// the same, if it takes the command.
  mutating func edit(
    _ edit: Action.Edit, held: Modifiers, of id: ProgramID, _ content: Content
  ) {
    let element = content.element
    // The reader's hand is where the caret is.
    if edit.takesFromCaret { programs[id]?.content?.followsCaret = true }
    switch edit {
    case .selectAll: send(.selectAll, to: id, element: element.id)
    case .selectNone: selectNone(of: id, element)
    case .cut: send(.cut, to: id, element: element.id)
    case .copy: send(.copy, to: id, element: element.id)
    case .paste: send(.paste, to: id, element: element.id)
    case .undo: send(.undo, to: id, element: element.id)
    case .redo: send(.redo, to: id, element: element.id)
    case .deleteBackward where held.isEmpty && reopenWord(of: id):
      programs[id]?.content?.followsCaret = true
    case .deleteBackward: delete(.deleteBackward(1), or: "Backspace", held, of: id, element)
    case .deleteForward: delete(.deleteForward(1), or: "Delete", held, of: id, element)
    case .deleteWord: deleteWord(held: held, of: id, element)
    }
  }

  /// Nothing is selected any more: the caret is set where it is.
  private mutating func selectNone(of id: ProgramID, _ element: Element) {
    guard let text = element.text, let caret = text.caret, text.selection != nil else {
      tell(.noSelection)
      return
    }
    send(.setCaret(caret), to: id, element: element.id, version: text.version)
  }

  /// Takes characters away in text that can be edited; elsewhere, and with a modifier, it is a key.
  private mutating func delete(
    _ command: Command, or key: String, _ held: Modifiers, of id: ProgramID, _ element: Element
  ) {
    if element.isEditable, held.isEmpty, programs[id]?.takes(command) == true {
      send(command, to: id, element: element.id)
    } else {
      send(.key(key, held), to: id, element: nil)
    }
  }

  /// Takes the word before the caret away, or what is selected.
  ///
  /// Where the text is not here, or nobody may know where its words end, the program does it.
  private mutating func deleteWord(held: Modifiers, of id: ProgramID, _ element: Element) {
    guard let text = textToCome(of: id, element), let caret = text.caret, !element.isProtected
    else {
      send(.key("Backspace", held.union(.control)), to: id, element: nil)
      return
    }
    let count = text.selection == nil ? text.wordLength(before: caret) : 1
    guard count > 0 else {
      tell(.top)
      return
    }
    let command = Command.deleteBackward(count)
    guard element.isEditable, held.isEmpty, programs[id]?.takes(command) == true else {
      send(.key("Backspace", held.union(.control)), to: id, element: nil)
      return
    }
    send(command, to: id, element: element.id)
  }

  /// The text as it will be when the program has done what it was sent; nil if only it knows.
  private func textToCome(of id: ProgramID, _ element: Element) -> TextContent? {
    guard let text = element.text, let content = programs[id]?.content,
      isForeseeable(content, of: id)
    else { return nil }
    if let unseen = unseen(of: id) {
      let change = TextEdit.Change(range: unseen.range, text: unseen.text)
      var edited = try? text.edited(by: TextEdit(base: 0, version: 0, changes: [change]))
      edited?.caret = unseen.caret
      edited?.anchor = nil
      return edited
    }
    guard let asked = content.asked else { return text }
    var moved = text
    moved.caret = asked.caret
    moved.anchor = asked.anchor
    return moved
  }

  /// Opens what is closed, and closes what is open.
  mutating func expand(_ element: Element, of id: ProgramID) {
    guard let isOpen = element.flags[.expanded] else {
      tell(.notAvailable)
      return
    }
    send(isOpen ? .collapse : .expand, to: id, element: element.id)
  }

  /// Does something of the desktop.
  ///
  /// A program that is shown and names `system` among its commands has it first, such as a window
  /// onto another machine; then the desktop's own program; then whoever is shown.
  mutating func order(system name: String) {
    let command = Command.system(name)
    guard let id = receiver(of: command) else {
      tell(.notAvailable)
      return
    }
    send(command, to: id, element: programs[id]?.content?.element.id)
  }

  private func receiver(of command: Command) -> ProgramID? {
    let shown = program(shown).flatMap { $0.takes(command) ? $0 : nil }
    if let shown, shown.rank == .desktop || shown.hello?.commands != nil { return shown.id }
    let desktops = programs.values.filter {
      $0.rank == .desktop && !$0.isPaused && $0.takes(command)
    }
    return desktops.max { ($0.taken, $0.id) < ($1.taken, $1.id) }?.id ?? shown?.id
  }
}

extension Action.Edit {
  /// Whether it takes something away where the caret is.
  fileprivate var takesFromCaret: Bool {
    switch self {
    case .cut, .deleteBackward, .deleteForward, .deleteWord: true
    case .selectAll, .selectNone, .copy, .paste, .undo, .redo: false
    }
  }
}
