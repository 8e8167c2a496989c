// SPDX-License-Identifier: MIT

/// What the reader wants done (docs/protocol.md, "From the daemon").
///
/// Which members there are depends on the name; the others are nil.
public struct Command: Decodable, Equatable, Sendable {
  /// Its name: `activate`, `move`, `setCaret`.
  public let name: String
  /// The id of what it is about; always there but for `move`, `key` and `system`.
  public let element: String?
  /// Its number, which the program acknowledges.
  public let sequence: Int?
  /// Of `move`, `find`, `scroll` and `readText`: which way.
  public let direction: String?
  /// Of `move`: what is counted, or the name of a rotor of the program.
  public let unit: String?
  /// Of `move`: the level of the headings that are meant.
  public let level: Int?
  /// Of `activate`, `setCaret`, `select` and `readText`: a place in the text.
  public let offset: Int?
  /// Of `select`: the place that it begins at.
  public let anchor: Int?
  /// Of `replaceText`: where what is replaced begins.
  public let start: Int?
  /// Of `replaceText`: where it ends.
  public let end: Int?
  /// The version of the text that offsets count in; nil if the text has none.
  public let version: Int?
  /// Of `insertText`, `replaceText` and `find`: the text.
  public let text: String?
  /// Of `deleteBackward` and `deleteForward`: how many characters.
  public let count: Int?
  /// Of `setValue`: the value.
  public let value: String?
  /// Of `performAction` and `system`: the name of what is to be done.
  public let action: String?
  /// Of `key` and `input`: the key, as W3C's KeyboardEvent.key has it.
  public let key: String?
  /// Of `key`: what is held with it: `Shift`, `Control`, `Alt`, `AltGraph`, `Meta`.
  public let modifiers: [String]?
  /// Of `input`: what was typed, as Unicode braille.
  public let cells: String?

  private enum CodingKeys: String, CodingKey {
    case name = "command"
    case sequence = "seq"
    case element, direction, unit, level, offset, anchor, start, end, version, text, count, value
    case action, key, modifiers, cells
  }

  /// Why a program does not do a command; the reader is told.
  public enum Failure: Int, Error, Sendable {
    /// The element is not there any more.
    case noSuchElement = 3
    /// The text has changed since: the command is sent again for the text as it is.
    case stale = 6
    /// It cannot be done here.
    case notPossible = 7
    /// There is nothing further that way.
    case nothingFurther = 8
  }
}

/// A change of a text, as it is told to brailled (docs/protocol.md, "Text").
public struct TextEdit: Encodable, Equatable, Sendable {
  /// The version of the text that the changes are about.
  public var base: Int
  /// The version that they make; the same if only the caret moves.
  public var version: Int
  /// The changes, each about what the one before it has made.
  public var changes: [Change]
  /// Where the caret is in the result; nil: it moves along.
  public var caret: Int?
  /// The other end of what is selected in the result; nil: it moves along.
  public var anchor: Int?

  /// A stretch that is replaced.
  public struct Change: Encodable, Equatable, Sendable {
    /// Where it begins.
    public var start: Int
    /// Where it ends.
    public var end: Int
    /// What comes in its place; nil: only the runs change.
    public var text: String?
    /// The runs of the stretch, by the offsets of the result; nil: they move along.
    public var runs: [Text.Run]?

    /// A stretch that is replaced.
    public init(_ start: Int, _ end: Int, text: String? = nil, runs: [Text.Run]? = nil) {
      self.start = start
      self.end = end
      self.text = text
      self.runs = runs
    }
  }

  /// A change of a text.
  public init(
    base: Int, version: Int, changes: [Change] = [], caret: Int? = nil, anchor: Int? = nil
  ) {
    self.base = base
    self.version = version
    self.changes = changes
    self.caret = caret
    self.anchor = anchor
  }
}
