// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// What turns print into braille by a table.
///
/// It may not have an answer yet, and then says so at once: the caller shows something else and
/// asks again when it is told that there is more to know.
public protocol Translator: Sendable {
  /// Those of some scalars that a table has no cells for, each once; nil: not known yet.
  mutating func undefined(among scalars: [Unicode.Scalar], in table: TableName) -> [Unicode.Scalar]?

  /// The cells for a text of safe scalars, at most `LineTranslation.longestCall`; nil: not
  /// known yet.
  ///
  /// `typeform` has an entry for each scalar or is empty.
  mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText?

  /// Where a word of safe scalars, at most `LineTranslation.longestWord`, may be parted; nil: not
  /// known yet.
  ///
  /// Each place is the number of scalars before it; in order. The table has a dictionary
  /// (`TableChoice.hyphenation`).
  mutating func hyphenate(_ word: [Unicode.Scalar], in table: TableName) -> [Int]?

  /// The text that some typed cells stand for; nil: not known yet.
  ///
  /// `isPartial`: more of the word is to come, so that its cells are not read as whole words at its
  /// end (liblouis' partialTrans). What is not defined has no text. Nothing of it is kept.
  mutating func backTranslate(
    _ cells: [Cell], isPartial: Bool, in table: TableName
  ) -> [Unicode.Scalar]?

  /// Gets a table ready, without waiting.
  mutating func prepare(_ table: TableName)

  /// Whether a table can be used, for `status`.
  func condition(of table: TableName) -> TableCondition

  /// What it has counted, by name, for `status`.
  var counters: [(String, Int)] { get }
}

extension Translator {
  /// No word may be parted.
  public mutating func hyphenate(_ word: [Unicode.Scalar], in table: TableName) -> [Int]? { [] }

  /// What each cell stands for in the built-in table.
  public mutating func backTranslate(
    _ cells: [Cell], isPartial: Bool, in table: TableName
  ) -> [Unicode.Scalar]? {
    Builtin.backTranslate(cells)
  }

  /// Nothing has to be got ready.
  public mutating func prepare(_ table: TableName) {}

  /// Every table can be used.
  public func condition(of table: TableName) -> TableCondition { .ready }

  /// Nothing is counted.
  public var counters: [(String, Int)] { [] }
}

/// Whether a table can be used.
public enum TableCondition: String, Sendable {
  /// It can.
  case ready
  /// It is being compiled; until then the built-in table stands for it.
  case compiling
  /// It is not there or not right; the built-in table stands for it.
  case broken
}

/// The name of a table of liblouis, a file name without a folder: `en-ueb-g2.ctb`.
public struct TableName: Hashable, Sendable, CustomStringConvertible {
  /// The file name; several, separated by commas, are one table.
  public let name: String

  /// A table by its file name.
  public init(_ name: String) {
    self.name = name
  }

  /// The file name.
  public var description: String { name }
}

/// Cells for a text, with the places of both.
public struct TranslatedText: Equatable, Sendable {
  /// The cells.
  public var cells: [Cell]
  /// Which scalars stand in which cells.
  public var map: PositionMap

  /// Cells with their places.
  public init(cells: [Cell], map: PositionMap) {
    self.cells = cells
    self.map = map
  }

  /// Nothing.
  public init() {
    cells = []
    map = PositionMap()
  }

  /// Puts another text behind this one.
  public mutating func append(_ other: TranslatedText) {
    cells.append(contentsOf: other.cells)
    map.append(other.map)
  }
}
