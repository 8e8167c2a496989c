// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Translation

/// Reads typed cells as text: liblouis' back-translation, mended by data where it is known to be
/// wrong.
public struct BackTranslation: Equatable, Sendable {
  /// What is known of a table's wrong readings (tables/typing).
  public var corrections: [TableName: Corrections] = [:]

  /// Reads cells as liblouis does.
  public init() {}

  /// What some cells have come to.
  public struct Reading: Equatable, Sendable {
    /// The text, without control characters.
    public var text: [Unicode.Scalar]
    /// What holds for the cells behind them.
    public var context: Context

    /// A text, and what holds behind it.
    public init(text: [Unicode.Scalar], context: Context) {
      self.text = text
      self.context = context
    }
  }

  /// What has been typed before a word and still holds in it, such as a passage of capitals.
  public struct Context: Equatable, Sendable {
    /// Whether a passage of capitals has begun and not ended (UEB 8.5).
    public var isCapitals = false

    /// Nothing holds.
    public init() {}
  }

  /// The table whose cells are the text: Unicode braille.
  public static let unicode = TableName("unicode-braille.utb")

  /// The text of the cells of a word, without blanks; nil: not known yet.
  ///
  /// `isPartial`: the word goes on in front or behind, so that no cell is read as a whole word.
  public func read(
    _ cells: [Cell], after context: Context = Context(), isPartial: Bool = false,
    in table: TableName, with translator: inout some Translator
  ) -> Reading? {
    if table == BackTranslation.unicode {
      return Reading(text: cells.map(\.scalar), context: context)
    }
    guard let text = translator.backTranslate(cells, isPartial: isPartial, in: table) else {
      return nil
    }
    return Reading(text: text.filter { !$0.isControl }, context: context)
  }
}

/// What of a table's back-translation is known to be wrong, and what is right (tables/typing).
public struct Corrections: Equatable, Sendable {
  /// The text of whole words, by their cells.
  public var words: [[Cell]: [Unicode.Scalar]] = [:]

  /// Cells that end a word wherever they stand, such as a dash.
  public var ends: [[Cell]] = []

  /// Nothing is wrong.
  public init() {}
}

extension Unicode.Scalar {
  /// Whether it is a control character (C0, C1), which no cell stands for.
  var isControl: Bool { properties.generalCategory == .control }
}
