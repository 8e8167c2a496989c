// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Elements

/// A line of print that becomes braille, and where each part of it comes from.
public struct Line: Equatable, Sendable {
  /// The print.
  public internal(set) var scalars: [Unicode.Scalar] = []
  /// The parts, in order, without gaps, covering all scalars.
  public internal(set) var spans: [Span] = []
  /// The end of this line in the element's text: what a cell behind the line stands for; nil
  /// if the line ends without text.
  public internal(set) var textEnd: TextOffset?

  /// Where the element itself ends, if others stand behind it.
  public internal(set) var ownEnd: Int?

  /// Where the columns of a table's row start, in order; empty for other lines.
  public internal(set) var columns: [Column] = []
  /// The places of preformatted text that stand in a column, in order.
  public internal(set) var stops: [Stop] = []

  /// A cell of a table's row.
  public struct Column: Equatable, Sendable {
    /// Its scalars in the line.
    public var range: Range<Int>
    /// Its column, from 0.
    public var index: Int
    /// How many columns it covers, from 1.
    public var span: Int
  }

  /// A place that stands in a column.
  public struct Stop: Equatable, Sendable {
    /// The scalar in the line.
    public var scalar: Int
    /// The cell that it stands in if there is room, from 0.
    public var cell: Int

    /// A scalar and its cell.
    public init(scalar: Int, cell: Int) {
      self.scalar = scalar
      self.cell = cell
    }
  }

  /// A part of a line.
  public struct Span: Equatable, Sendable {
    /// Its scalars in the line.
    public var range: Range<Int>
    /// Where it comes from.
    public var origin: Origin
    /// Its language in BCP 47; nil: the reader's.
    public var language: String?
    /// How it becomes cells.
    public var form: Form
    /// liblouis' bits for its emphasis.
    public var typeform: UInt16 = 0
    /// Whether dots 7 and 8 are under its cells.
    public var isMarked = false
  }

  /// Where a part of a line comes from.
  public enum Origin: Equatable, Sendable {
    /// The element, but not its text.
    case part(Part)
    /// The blank between two parts.
    case gap
    /// An ancestor of the element, by its place among those that are shown.
    case context(Int)
    /// The element's text, from this place on.
    case text(TextOffset)
    /// Another element that is shown with it, by its id: a cell of a row, a neighbour.
    case member(String)
    /// A tag at a place of the element's text.
    case mark(TextOffset)
    /// What is typed and is not in the element's text yet, from this scalar of the open word on;
    /// what is before the word has numbers below 0.
    case pending(Int)

    /// Whether it only stands between two parts, in the table of the one before.
    public var isGlue: Bool {
      switch self {
      case .gap, .mark: true
      case .part, .context, .text, .member, .pending: false
      }
    }

    /// Whether it is the element itself, not its context.
    public var isElement: Bool {
      switch self {
      case .part, .text, .mark, .member, .pending: true
      case .context, .gap: false
      }
    }

    /// Whether it is the element's text, or will be.
    public var isText: Bool {
      switch self {
      case .text, .pending: true
      case .part, .gap, .context, .member, .mark: false
      }
    }
  }

  /// How a part becomes cells.
  public enum Form: Equatable, Sendable {
    /// As the reader has it.
    case plain
    /// Without contractions, whatever the reader has.
    case uncontracted
    /// One masked cell for each character (behaviour T4).
    case masked
    /// Braille patterns that are the cells themselves.
    case cells
  }

  /// An empty line.
  public init() {}

  /// A line of words of ours or of an announcement.
  public init(_ text: String, language: String?) {
    append(text, from: .part(.label), language: language)
  }

  /// Puts words of an announcement behind the line.
  public mutating func append(_ text: String, language: String?) {
    append(Array(text.unicodeScalars), from: .part(.value), language: language)
  }

  /// Puts an announcement behind the line, each part in its language.
  public mutating func append(_ announcement: Announcement) {
    guard !announcement.parts.isEmpty else {
      append(announcement.text, language: announcement.language)
      return
    }
    for (index, part) in announcement.parts.enumerated() {
      if index > 0 { append(" ", language: part.language) }
      append(part.text, language: part.language)
    }
  }

  /// The span that a scalar is in; the last one for the end of the line, nil for an empty line.
  public func span(at scalar: TextOffset) -> Span? {
    // A line has few spans, and most look-ups are near the end.
    spans.last { $0.range.lowerBound <= scalar.value } ?? spans.first
  }

  /// Where the line's part of the element's text starts; nil if there is none.
  public var textStart: TextOffset? {
    for case .text(let start) in spans.lazy.map(\.origin) { return start }
    return textEnd
  }

  /// Where a stretch of the element's text stands in the line; nil if it does not.
  public func range(of stretch: Range<TextOffset>) -> Range<Int>? {
    for span in spans {
      guard case .text(let start) = span.origin else { continue }
      let end = start + span.range.count
      guard start <= stretch.lowerBound, stretch.lowerBound < end else { continue }
      let first = span.range.lowerBound + (stretch.lowerBound - start)
      return first..<min(first + (stretch.upperBound - stretch.lowerBound), scalars.count)
    }
    return nil
  }

  /// Puts scalars behind the line; adjacent ones of the same kind become one span.
  mutating func append(
    _ new: some Collection<Unicode.Scalar>, from origin: Origin, language: String?,
    form: Form = .plain, typeform: UInt16 = 0, isMarked: Bool = false
  ) {
    guard !new.isEmpty else { return }
    let start = scalars.count
    scalars.append(contentsOf: new)
    spans.append(
      Span(
        range: start..<scalars.count, origin: origin, language: language, form: form,
        typeform: typeform, isMarked: isMarked))
  }

  /// Puts words behind the line.
  mutating func append(_ words: String, from origin: Origin, language: String?) {
    guard !words.isEmpty else { return }
    let start = scalars.count
    scalars.reserveCapacity(start + words.utf8.count)
    for scalar in words.unicodeScalars { scalars.append(scalar) }
    spans.append(
      Span(range: start..<scalars.count, origin: origin, language: language, form: .plain))
  }

  /// Puts a blank behind the line if there is anything in it.
  mutating func appendGap() {
    guard !scalars.isEmpty else { return }
    append(CollectionOfOne(" "), from: .gap, language: nil)
  }
}

/// A part of what is said of an element (behaviour L1).
public enum Part: String, CaseIterable, Sendable {
  /// That it is selected.
  case selected
  /// Headers of its row and column.
  case headers
  /// What it is called.
  case label
  /// What it is, with its level.
  case role
  /// Its value.
  case value
  /// Its states.
  case states
  /// Its place among its like, or in a table.
  case position
  /// What is wrong with it.
  case error
  /// More about it.
  case description
  /// The key that activates it.
  case shortcut
  /// What to do with it.
  case hint

  /// Whether it is said of what is around the element.
  var isOfContext: Bool {
    switch self {
    case .headers, .label, .role, .position: true
    default: false
    }
  }

  /// Whether it is made of members that few elements have (`Element.hasRest`) and of nothing else.
  var isOfRest: Bool {
    switch self {
    case .headers, .position, .error, .description, .shortcut, .hint: true
    case .selected, .label, .role, .value, .states: false
    }
  }
}
