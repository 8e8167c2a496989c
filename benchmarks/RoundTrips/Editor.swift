// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements

/// A program with one text, which does what it is asked to at once and tells what came of it.
struct Editor {
  /// How much it knows of the protocol (docs/protocol.md, "Text").
  enum Kind {
    /// It acknowledges commands, counts its changes and tells them as edits.
    case full
    /// It sends its whole text anew each time.
    case simple
  }

  let kind: Kind
  /// What is written in it.
  private(set) var text: [Unicode.Scalar] = []
  /// How often something was taken back that had been written.
  private(set) var deletions = 0
  /// What it was asked that is not writing, by the names of the commands.
  private(set) var oddities: [String] = []
  private var caret = 0
  private var version = 1
  /// Counts the texts that it has begun, each of which is another element.
  private var number = 0

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Begins another text; gives what it tells.
  mutating func begin() -> Message {
    number += 1
    (text, caret, version) = ([], 0, 1)
    return .focus(element, ancestors: [])
  }

  /// Does a command; gives what it tells.
  mutating func take(_ order: Order) -> Message {
    let base = version
    switch order.command {
    case .insertText(let new): return replace(caret..<caret, by: Array(new.unicodeScalars))
    case .key("Enter", []): return replace(caret..<caret, by: ["\n"])
    case .deleteBackward(let count):
      deletions += 1
      // As it counts characters itself.
      let before = String(String.UnicodeScalarView(text[..<caret]))
      let gone = before.suffix(count).unicodeScalars.count
      return replace(caret - gone..<caret, by: [])
    case .replaceText(let range, let new) where order.version == base && kind == .full:
      let range = range.lowerBound.value..<range.upperBound.value
      return replace(range, by: Array(new.unicodeScalars))
    case .setCaret(let place):
      caret = place.value
      return told(base: base, [])
    default:
      oddities.append(order.command.name)
      return .done(
        sequence: order.sequence ?? 0, failure: CommandFailure(code: 7, message: "not here"))
    }
  }

  private mutating func replace(_ range: Range<Int>, by new: [Unicode.Scalar]) -> Message {
    let base = version
    text.replaceSubrange(range, with: new)
    caret = range.lowerBound + new.count
    version += 1
    let change = TextEdit.Change(
      range: TextOffset(range.lowerBound)..<TextOffset(range.upperBound), text: new)
    return told(base: base, [change])
  }

  private func told(base: Int, _ changes: [TextEdit.Change]) -> Message {
    guard kind == .full else { return .update([element], focus: nil) }
    let edit = TextEdit(base: base, version: version, changes: changes, caret: TextOffset(caret))
    return .edit(element.id, edit)
  }

  private var element: Element {
    var content = TextContent(text)
    content.caret = TextOffset(caret)
    if kind == .full { content.version = version }
    var element = Element(id: "text \(number)")
    element.role = Role("textbox")
    element.flags[.multiline] = true
    element.text = content
    return element
  }
}
