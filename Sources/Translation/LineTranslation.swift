// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Presentation

/// A line in braille.
public struct TranslatedLine: Equatable, Sendable {
  /// The print, and where it comes from.
  public let line: Line
  /// The cells.
  public let cells: [Cell]
  /// Which scalars of the line stand in which cells.
  public let map: PositionMap
  /// Whether a part of it is shown by the built-in table until its own has an answer.
  public let isProvisional: Bool
  /// The scalars of the line that are not contracted although their table would.
  public let spelled: Range<Int>?
}

/// Turns lines into braille: each part by the table of its language, glued into one.
public struct LineTranslation: Equatable, Sendable {
  /// Which table a text gets.
  public var choice: TableChoice
  /// What stands for what a table does not know.
  public var substitutes: Substitutes

  /// liblouis is slower than linear on long texts without blanks: a call never has more scalars.
  public static let longestCall = 500

  /// Of a longer word liblouis does not tell where it may be parted (`lou_hyphenate`).
  public static let longestWord = 99

  /// A way to turn lines into braille.
  public init(choice: TableChoice, substitutes: Substitutes = Substitutes()) {
    self.choice = choice
    self.substitutes = substitutes
  }

  /// A line in braille; the scalars in `spelled` without contractions.
  public func translate(
    _ line: Line, spelled: Range<Int>? = nil, with translator: inout some Translator
  ) -> TranslatedLine {
    var text = TranslatedText()
    var isProvisional = false
    for segment in segments(of: line) {
      let scalars = line.scalars[segment.range]
      switch segment.table {
      case nil:
        let isMasked = line.span(at: TextOffset(segment.range.lowerBound))?.form == .masked
        text.append(
          isMasked ? LineTranslation.masked(scalars) : LineTranslation.cells(scalars))
      case let table?:
        let typeform = LineTranslation.typeform(of: line, segment.range, spelled: spelled)
        let borders = LineTranslation.borders(in: line, segment.range)
        guard
          let part = translate(
            scalars, typeform: typeform, borders: borders,
            naming: naming(beside: segment.range, of: line, in: table), in: table,
            with: &translator)
        else {
          isProvisional = true
          text.append(provisional(scalars, in: table))
          continue
        }
        text.append(part)
      }
    }
    return TranslatedLine(
      line: line, cells: text.cells, map: text.map, isProvisional: isProvisional,
      spelled: spelled)
  }

  /// liblouis' typeform that keeps contractions away, and number and capital signs there
  /// (`no_contract` in liblouis.h).
  private static let uncontracted: UInt16 = 0x1000

  /// The typeform of so many scalars that are spelled out.
  public static func spelled(_ count: Int) -> [UInt16] {
    [UInt16](repeating: uncontracted, count: count)
  }

  /// A typeform for each scalar of a part of a line; none if it is not needed.
  private static func typeform(
    of line: Line, _ range: Range<Int>, spelled: Range<Int>?
  ) -> [UInt16] {
    let emphasized = line.spans.filter { $0.typeform != 0 && $0.range.overlaps(range) }
    let isSpelled = spelled?.overlaps(range) ?? false
    guard isSpelled || !emphasized.isEmpty else { return [] }
    var typeform = [UInt16](repeating: 0, count: range.count)
    for span in emphasized {
      for place in span.range.clamped(to: range) {
        typeform[place - range.lowerBound] = span.typeform
      }
    }
    for place in spelled?.clamped(to: range) ?? 0..<0 {
      typeform[place - range.lowerBound] |= uncontracted
    }
    return typeform
  }

  /// A part of a line that one table translates.
  public struct Segment: Equatable, Sendable {
    /// Its scalars in the line.
    public var range: Range<Int>
    /// The table; nil if it is masked, or cells already.
    public var table: TableName?
  }

  /// The parts of a line by their tables; what stands between two belongs to the first.
  public func segments(of line: Line) -> [Segment] {
    var segments: [Segment] = []
    for span in line.spans {
      guard let last = segments.indices.last,
        span.origin.isGlue
          ? segments[last].table != nil : segments[last].table == table(of: span)
      else {
        segments.append(Segment(range: span.range, table: table(of: span)))
        continue
      }
      segments[last].range = segments[last].range.lowerBound..<span.range.upperBound
    }
    return segments
  }

  private func table(of span: Line.Span) -> TableName? {
    switch span.form {
    case .masked, .cells: nil
    case .plain: choice.table(for: span.language)
    case .uncontracted: choice.table(for: span.language, uncontracted: true)
    }
  }

  /// Where the text of the element begins or ends in a part of a line: a mark there is on nothing,
  /// not on the blank or the word of ours before it.
  private static func borders(in line: Line, _ range: Range<Int>) -> [Int] {
    zip(line.spans, line.spans.dropFirst()).compactMap { left, right in
      guard range.contains(right.range.lowerBound), left.origin.isText != right.origin.isText else {
        return nil
      }
      return right.range.lowerBound
    }
  }

  /// A text in braille by one table, made safe first; nil if it is not known yet.
  ///
  /// `typeform` has liblouis' bits for each scalar, or is empty. No character reaches over the
  /// places in `borders`, which are indices of `text`, in order.
  public func translate(
    _ text: ArraySlice<Unicode.Scalar>, typeform: [UInt16] = [], borders: [Int] = [],
    in table: TableName, with translator: inout some Translator
  ) -> TranslatedText? {
    translate(
      text, typeform: typeform, borders: borders, naming: naming(in: table), in: table,
      with: &translator)
  }

  private func translate(
    _ text: ArraySlice<Unicode.Scalar>, typeform: [UInt16], borders: [Int], naming: Naming?,
    in table: TableName, with translator: inout some Translator
  ) -> TranslatedText? {
    guard
      let safe = SafeText(
        text, borders: borders, in: table, substitutes: substitutes, naming: naming,
        translator: &translator)
    else { return nil }
    let call = TableCall(scalars: safe.scalars, typeform: safe.carry(typeform), table: table)
    guard var result = call.result(with: &translator) else { return nil }
    if let map = safe.map { result.map = map.followed(by: result.map) }
    return result
  }

  /// How characters in a text of a table are named; nil if they are not.
  ///
  /// By the reader's table: of its two the one that never contracts if the text has that.
  private func naming(
    in table: TableName, before: Unicode.Scalar? = nil, after: Unicode.Scalar? = nil
  ) -> Naming? {
    guard substitutes.form == .name else { return nil }
    let uncontracted = choice.table(for: nil, uncontracted: true)
    return Naming(
      substitutes, in: table == uncontracted ? table : choice.table(for: nil), before: before,
      after: after)
  }

  /// The same for a part of a line, which may go on before and behind it.
  private func naming(beside range: Range<Int>, of line: Line, in table: TableName) -> Naming? {
    naming(
      in: table, before: range.lowerBound > 0 ? line.scalars[range.lowerBound - 1] : nil,
      after: range.upperBound < line.scalars.count ? line.scalars[range.upperBound] : nil)
  }

  /// Where a word of a language may be parted by its dictionary; nil: not known yet.
  ///
  /// Each place is the number of scalars before it, never in the middle of a character; in order.
  public func hyphenate(
    _ word: ArraySlice<Unicode.Scalar>, language: String?,
    with translator: inout some Translator
  ) -> [Int]? {
    guard let table = choice.hyphenation(for: language) else { return [] }
    guard
      let safe = SafeText(word, in: table, substitutes: substitutes, translator: &translator)
    else { return nil }
    guard safe.scalars.count <= LineTranslation.longestWord else { return [] }
    guard let places = translator.hyphenate(safe.scalars, in: table) else { return nil }
    return places.sorted().compactMap { place in
      guard place > 0, place < safe.scalars.count else { return nil }
      guard let map = safe.map else { return place }
      return map.startsGroup(CellOffset(place)) ? map.scalar(of: CellOffset(place)).value : nil
    }
  }

  /// What is shown until a table has an answer.
  private func provisional(
    _ text: ArraySlice<Unicode.Scalar>, in table: TableName
  ) -> TranslatedText {
    var builtin = BuiltinTranslator()
    return translate(text, in: table, with: &builtin) ?? TranslatedText()
  }

  private static func cells(_ scalars: ArraySlice<Unicode.Scalar>) -> TranslatedText {
    TranslatedText(
      cells: scalars.map { Cell($0) ?? .full }, map: PositionMap(identity: scalars.count))
  }

  private static func masked(_ scalars: ArraySlice<Unicode.Scalar>) -> TranslatedText {
    var scalarOfCell: [Int32] = []
    var cellOfScalar: [Int32] = []
    for (index, scalar) in scalars.enumerated() {
      if scalar != Passage.maskedRest { scalarOfCell.append(Int32(index)) }
      cellOfScalar.append(Int32(scalarOfCell.count - 1))
    }
    return TranslatedText(
      cells: Array(repeating: mask, count: scalarOfCell.count),
      map: PositionMap(scalarOfCell: scalarOfCell, cellOfScalar: cellOfScalar))
  }

  /// The cell of a masked character: dots 1 to 6 (behaviour T4).
  static let mask = Cell(dots: 1, 2, 3, 4, 5, 6)
}

/// A translator that has only the built-in table and is never without an answer.
public struct BuiltinTranslator: Translator {
  // Values of no size may share an address, which the thread sanitizer takes for a race.
  private let size: UInt8 = 0

  /// The built-in table.
  public init() {}

  /// The built-in table has cells for everything.
  public mutating func undefined(
    among scalars: [Unicode.Scalar], in table: TableName
  ) -> [Unicode.Scalar]? { [] }

  /// One cell for each scalar.
  public mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText? {
    Builtin.translate(text)
  }
}
