// SPDX-License-Identifier: MIT

/// A text that the reader writes in: does the commands that edit, and tells what came of them.
///
/// Offsets count Unicode scalars. Programs that have a text of their own do the same with that.
public struct EditableText: Equatable, Sendable {
  /// The characters.
  public private(set) var content: String
  /// Higher after each change of the content.
  public private(set) var version = 1
  /// Where the next character goes.
  public private(set) var caret: Int
  /// The other end of what is selected; the caret where nothing is.
  public private(set) var anchor: Int

  /// The commands that `perform` does, for `Hello.commands`.
  public static let commands = [
    "setCaret", "select", "selectAll", "insertText", "replaceText", "deleteBackward",
    "deleteForward",
  ]

  /// A text with its caret.
  public init(_ content: String, caret: Int = 0) {
    self.content = content
    self.caret = max(0, min(caret, content.unicodeScalars.count))
    anchor = self.caret
  }

  /// The text as an element has it.
  public var text: Text {
    Text(content, version: version, caret: caret, anchor: anchor == caret ? nil : anchor)
  }

  /// Does a command, and gives what is to be told by `edit`.
  ///
  /// Errors: the text has changed since the command was given; it is none of `commands`.
  public mutating func perform(_ command: Command) throws(Command.Failure) -> TextEdit {
    if let version = command.version, version != self.version { throw .stale }
    let offset = command.offset ?? 0
    switch command.name {
    case "setCaret": return select(from: offset, to: offset)
    case "select": return select(from: command.anchor ?? offset, to: offset)
    case "selectAll": return select(from: 0, to: content.unicodeScalars.count)
    case "insertText": return insert(command.text ?? "")
    case "replaceText":
      let start = command.start ?? 0
      return replace(start..<max(start, command.end ?? start), with: command.text ?? "")
    case "deleteBackward": return deleteBackward(command.count ?? 1)
    case "deleteForward": return deleteForward(command.count ?? 1)
    default: throw .notPossible
    }
  }

  /// Selects from one place to another, where the caret is then.
  @discardableResult
  public mutating func select(from anchor: Int, to caret: Int) -> TextEdit {
    let end = content.unicodeScalars.count
    self.anchor = max(0, min(anchor, end))
    self.caret = max(0, min(caret, end))
    return TextEdit(base: version, version: version, caret: self.caret, anchor: self.anchor)
  }

  /// Puts a text in the place of what is selected, or at the caret.
  @discardableResult
  public mutating func insert(_ text: String) -> TextEdit {
    replace(min(anchor, caret)..<max(anchor, caret), with: text)
  }

  /// Puts a text in the place of another; the caret is behind it then.
  @discardableResult
  public mutating func replace(_ range: Range<Int>, with text: String) -> TextEdit {
    var scalars = Array(content.unicodeScalars)
    let range = range.clamped(to: 0..<scalars.count)
    scalars.replaceSubrange(range, with: text.unicodeScalars)
    content = String(String.UnicodeScalarView(scalars))
    caret = range.lowerBound + text.unicodeScalars.count
    anchor = caret
    version += 1
    return TextEdit(
      base: version - 1, version: version,
      changes: [.init(range.lowerBound, range.upperBound, text: text)], caret: caret,
      anchor: anchor)
  }

  /// Takes what is selected away, or so many characters before the caret.
  @discardableResult
  public mutating func deleteBackward(_ count: Int) -> TextEdit {
    guard anchor == caret else { return insert("") }
    let before = String(String.UnicodeScalarView(content.unicodeScalars.prefix(caret)))
    return replace(before.dropLast(count).unicodeScalars.count..<caret, with: "")
  }

  /// Takes what is selected away, or so many characters behind the caret.
  @discardableResult
  public mutating func deleteForward(_ count: Int) -> TextEdit {
    guard anchor == caret else { return insert("") }
    let behind = String(String.UnicodeScalarView(content.unicodeScalars.dropFirst(caret)))
    return replace(caret..<caret + behind.prefix(count).unicodeScalars.count, with: "")
  }
}
