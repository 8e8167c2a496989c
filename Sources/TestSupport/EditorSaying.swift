// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
public import Elements

/// What the program says.
extension Editor {
  /// The first words of it.
  public var hello: Said {
    Said(message: .hello(Hello(name: "editor", acknowledges: manner.acknowledges)), ack: nil)
  }

  /// That its text has the focus.
  public var focus: Said {
    Said(message: .focus(element, ancestors: []), ack: acknowledged)
  }

  /// Its whole text, for who has lost its way through the changes (error 6 for an `edit`).
  public var whole: Said {
    var change = ElementChange(id: id)
    change.text = textChange(hasContent: true)
    return Said(message: .change([change], focus: nil), ack: acknowledged)
  }

  /// Its element.
  public var element: Element {
    var element = Element(id: id)
    element.role = Role("textbox")
    element.label = label.isEmpty ? nil : label
    element.flags[.multiline] = true
    element.text = TextContent(text)
    element.text?.version = counts ? version : nil
    element.text?.caret = TextOffset(caret)
    element.text?.anchor = TextOffset(anchor)
    return element
  }

  private var counts: Bool { manner.versions != .none }

  private var acknowledged: Int? { manner.acknowledges ? taken : nil }

  /// What it says of changes, or, if there are none, of a caret that has moved.
  func tell(_ changes: [TextEdit.Change], since before: State) -> [Said] {
    switch manner.telling {
    case .edits where counts:
      let edit = TextEdit(
        base: before.version, version: version, changes: changes, caret: TextOffset(caret),
        anchor: TextOffset(anchor))
      return [Said(message: .edit(id, edit), ack: acknowledged)]
    case .edits, .changes:
      var change = ElementChange(id: id)
      change.text = textChange(hasContent: !changes.isEmpty)
      return [Said(message: .change([change], focus: nil), ack: acknowledged)]
    case .updates:
      return [Said(message: .update([element], focus: nil), ack: acknowledged)]
    }
  }

  private func textChange(hasContent: Bool) -> TextChange {
    var change = TextChange()
    if hasContent {
      change.content = text
      change.version = counts ? version : nil
    }
    change.caret = TextOffset(caret)
    change.anchor = TextOffset(anchor)
    return change
  }

  /// That a command is finished and nothing came of it, or why.
  func done(_ refusal: Refusal?) -> [Said] {
    guard manner.acknowledges, let taken else { return [] }
    let failure = refusal.map { CommandFailure(code: $0.rawValue, message: "not done") }
    return [Said(message: .done(sequence: taken, failure: failure), ack: nil)]
  }
}
