// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Panning

/// Changes of a text that a program tells one by one (docs/protocol.md, "Text").
extension Engine {
  mutating func edit(
    _ edit: TextEdit, element id: String, of program: ProgramID
  ) throws(ProtocolError) {
    guard var owner = programs[program] else { return }
    guard let content = owner.content, var element = owner.element(id) else {
      throw Engine.noSuchElement(id, field: "element")
    }
    guard let text = element.text else {
      throw ProtocolError(.params, "\(id) has no text to edit", field: "element")
    }
    guard text.version == edit.base else {
      throw ProtocolError(stale: text.version)
    }
    do throws(InvalidElement) {
      element.text = try text.edited(by: edit)
    } catch {
      throw ProtocolError(.params, "\(error.field) \(error.reason)", field: error.field)
    }
    if let length = element.text?.content.count, length > Limits.text {
      throw ProtocolError(limit: "text", max: Limits.text)
    }
    guard id == content.element.id else {
      try replace(element, field: "element", in: &owner)
      try Engine.checkSize(owner)
      take(owner, changed: [id])
      return
    }
    var history = content.history
    for change in edit.changes {
      guard let text = change.text else { continue }
      history.record(Replacement(range: change.range, count: text.count))
    }
    replace(element, history: history, in: &owner)
    try Engine.checkSize(owner)
    take(owner)
  }
}
