// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Translation

/// A word that is being typed: its cells, which are no text yet, and where they stand.
public struct OpenWord: Equatable, Sendable {
  /// Its cells, in order.
  public var cells: [Cell]
  /// Where the next cell goes: the number of cells before it, 0 to `cells.count`.
  public var caret: Int
  /// What of the text it stands for.
  public var site: Site
  /// The table that reads it.
  public var table: TableName
  /// What it was when it was opened from the text; nil for a new one.
  public var original: Original?
  /// How many scalars behind the stretch belong to it that a command has let alone.
  public var behind = 0
  /// Whether letters that it does not stand for touch it: no cell of it is read as a whole word.
  public var isContinuation = false

  /// Where an open word stands.
  public enum Site: Equatable, Sendable {
    /// In the place of a stretch of the text, which may be empty.
    case stretch(Range<TextOffset>)
    /// In the place of these scalars before the program's own caret, wherever that is.
    case beforeCaret([Unicode.Scalar])
  }

  /// A word of the text that was opened.
  public struct Original: Equatable, Sendable {
    /// Its text.
    public var text: [Unicode.Scalar]
    /// Its cells.
    public var cells: [Cell]

    /// A word with its cells.
    public init(text: [Unicode.Scalar], cells: [Cell]) {
      self.text = text
      self.cells = cells
    }
  }

  /// A word with the caret behind its cells.
  public init(
    _ cells: [Cell] = [], at site: Site, in table: TableName, original: Original? = nil
  ) {
    self.cells = cells
    caret = cells.count
    self.site = site
    self.table = table
    self.original = original
  }

  /// Puts a cell at the caret.
  public mutating func insert(_ cell: Cell) {
    cells.insert(cell, at: caret)
    caret += 1
  }

  /// Takes the cell before the caret away; false if there is none.
  public mutating func deleteBackward() -> Bool {
    guard caret > 0 else { return false }
    caret -= 1
    cells.remove(at: caret)
    return true
  }

  /// Takes the cell behind the caret away; false if there is none.
  public mutating func deleteForward() -> Bool {
    guard caret < cells.count else { return false }
    cells.remove(at: caret)
    return true
  }

  /// Whether it is what it was when it was opened.
  public var isUnchanged: Bool { original.map { $0.cells == cells } ?? false }
}
