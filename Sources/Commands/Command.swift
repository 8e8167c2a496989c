// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// What the reader wants a program to do (docs/protocol.md, "Commands").
public enum Command: Equatable, Sendable {
  /// Put the focus on the next unit in a direction.
  case move(Direction, Unit)
  /// The same by a rotor of the program's own, by its name.
  case moveBy(Direction, rotor: String)
  /// Put the focus on this element or ancestor.
  case setFocus
  /// The reader's cursor is on this element of the screen now.
  case focused
  /// Do what a click does; the offset is the place in its text that was meant.
  case activate(offset: TextOffset?)
  /// Open the context menu.
  case longPress
  /// Put the focus on the next place that holds a text, or the one before.
  case find(String, Direction)
  /// Leave this dialog, menu or mode.
  case escape
  /// The program's own most likely action.
  case magicTap
  /// More of an adjustable's value.
  case increment
  /// Less of an adjustable's value.
  case decrement
  /// Open what is closed.
  case expand
  /// Close what is open.
  case collapse
  /// Take this value.
  case setValue(String)
  /// Do one of the element's own actions, by its name.
  case performAction(String)
  /// Show another part.
  case scroll(ScrollDirection)
  /// Something of the desktop: `home`, `volumeUp`.
  case system(String)
  /// A key of a keyboard, by W3C's KeyboardEvent.key.
  case key(String, Modifiers)
  /// What was typed or pressed where the program wants it as it is: cells, or a key by its name.
  case input(cells: [Cell], key: String?)
  /// Put the caret there.
  case setCaret(TextOffset)
  /// Select from the first place to the second, where the caret then is.
  case select(anchor: TextOffset, TextOffset)
  /// Select all of the text.
  case selectAll
  /// To and from the clipboard.
  case cut, copy, paste
  /// Take the last change back, or make it again.
  case undo, redo
  /// Put this text in the place of what is selected, or at the caret.
  case insertText(String)
  /// Put this text in the place of a stretch.
  case replaceText(Range<TextOffset>, String)
  /// Take away so many characters before the caret, as the program counts them.
  case deleteBackward(Int)
  /// Take away so many characters behind the caret.
  case deleteForward(Int)
  /// Send what comes behind (next) or before (previous) this place: the slice is used up.
  case readText(TextOffset, Direction)

  /// The command's name in the protocol.
  public var name: String {
    switch self {
    case .move, .moveBy: "move"
    case .setFocus: "setFocus"
    case .focused: "focused"
    case .activate: "activate"
    case .longPress: "longPress"
    case .find: "find"
    case .escape: "escape"
    case .magicTap: "magicTap"
    case .increment: "increment"
    case .decrement: "decrement"
    case .expand: "expand"
    case .collapse: "collapse"
    case .setValue: "setValue"
    case .performAction: "performAction"
    case .scroll: "scroll"
    case .system: "system"
    case .key: "key"
    case .input: "input"
    case .setCaret: "setCaret"
    case .select: "select"
    case .selectAll: "selectAll"
    case .cut: "cut"
    case .copy: "copy"
    case .paste: "paste"
    case .undo: "undo"
    case .redo: "redo"
    case .insertText: "insertText"
    case .replaceText: "replaceText"
    case .deleteBackward: "deleteBackward"
    case .deleteForward: "deleteForward"
    case .readText: "readText"
    }
  }

  /// Where a move goes.
  public enum Direction: String, Sendable, CaseIterable {
    /// In reading order.
    case next, previous, first, last
    /// Into or out of a container.
    case `in`, out
  }

  /// Where a scroll goes.
  public enum ScrollDirection: String, Sendable, CaseIterable {
    /// By a screenful.
    case up, down, left, right
    /// By a page.
    case nextPage, previousPage
  }

  /// What a move counts.
  public enum Unit: String, Sendable, CaseIterable {
    /// The protocol's units.
    case item, container, character, word, line, paragraph, page, heading, link, visitedLink
    case unvisitedLink, inPageLink, button, formControl, textField, searchField, image, table
    case row, column, list, landmark, staticText, sameKind, misspelled
    /// Headings of a level: in the protocol `heading` with its `level`.
    case heading1, heading2, heading3, heading4, heading5, heading6

    /// The level of a heading that it counts; nil: any, or it counts no headings.
    public var level: Int? {
      switch self {
      case .heading1: 1
      case .heading2: 2
      case .heading3: 3
      case .heading4: 4
      case .heading5: 5
      case .heading6: 6
      default: nil
      }
    }

    /// The unit's name in the protocol.
    public var name: String { level == nil ? rawValue : Unit.heading.rawValue }
  }
}

/// Keys that are held while another one is pressed.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The modifiers as bits, in the order of BrlAPI's flags.
  public var rawValue: UInt8

  /// Modifiers from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift.
  public static let shift = Modifiers(rawValue: 1)
  /// A capital letter; becomes shift.
  public static let upper = Modifiers(rawValue: 2)
  /// Control.
  public static let control = Modifiers(rawValue: 4)
  /// Alt.
  public static let meta = Modifiers(rawValue: 8)
  /// The right Alt key.
  public static let altGr = Modifiers(rawValue: 16)
  /// The window system's key.
  public static let gui = Modifiers(rawValue: 32)

  /// The names that W3C's KeyboardEvent gives them, in a fixed order.
  public var names: [String] {
    var names: [String] = []
    if contains(.shift) || contains(.upper) { names.append("Shift") }
    if contains(.control) { names.append("Control") }
    if contains(.meta) { names.append("Alt") }
    if contains(.altGr) { names.append("AltGraph") }
    if contains(.gui) { names.append("Meta") }
    return names
  }
}
