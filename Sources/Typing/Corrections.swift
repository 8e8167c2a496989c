// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// What of a table's back-translation is known to be wrong, and what is right (tables/typing).
public struct Corrections: Equatable, Sendable {
  /// The signs of the table that change what follows them.
  public var signs = Signs()
  /// The text of whole words, in small letters, by their cells without signs of capitals.
  public var words: [[Cell]: [Unicode.Scalar]] = [:]
  /// Cells, and those that liblouis reads as what is meant by them.
  public var cells = Replacements<Cell>()
  /// What comes out, in small letters, and what is right.
  public var text = Replacements<Unicode.Scalar>()
  /// Letters and signs by their cells: a word that has only such is read by them, not by liblouis.
  public var letters: [[Cell]: [Unicode.Scalar]] = [:]
  /// The same for what stands behind a number sign.
  public var digits: [[Cell]: [Unicode.Scalar]] = [:]
  /// Punctuation by its cells at the start of a word, where liblouis reads it as something else.
  public var before: [[Cell]: [Unicode.Scalar]] = [:]
  /// The same at the end of a word.
  public var behind: [[Cell]: [Unicode.Scalar]] = [:]
  /// Cells that end a word wherever they stand, such as a dash.
  public var ends: [[Cell]] = []

  /// Nothing is wrong.
  public init() {}

  /// Signs that are no text themselves.
  public struct Signs: Equatable, Sendable {
    /// Before a capital letter.
    public var capital: [Cell]?
    /// Before a word in capitals.
    public var capitalsWord: [Cell]?
    /// Before a passage in capitals, which may be of several words.
    public var passage: [Cell]?
    /// Behind such a passage.
    public var passageEnd: [Cell]?
    /// Before digits.
    public var number: [Cell]?
    /// In a number between digits that have no number sign of their own.
    public var points: [[Cell]] = []
    /// Before what is not to be taken for a digit or a contraction.
    public var letter: [Cell]?
    /// The full stop, between and behind the letters of an abbreviation.
    public var stop: [Cell]?

    /// None.
    public init() {}
  }

  /// The text of a whole word that is listed, with its capitals; nil for any other.
  func word(_ cells: [Cell]) -> [Unicode.Scalar]? {
    guard !words.isEmpty else { return nil }
    if let text = words[cells] { return text }
    if let sign = signs.capitalsWord, cells.starts(with: sign),
      let text = words[Array(cells.dropFirst(sign.count))]
    {
      return text.map(\.capital)
    }
    if let sign = signs.capital, cells.starts(with: sign) {
      return words[Array(cells.dropFirst(sign.count))]?.capitalized
    }
    return nil
  }

  /// Cells that liblouis reads as what is meant by some.
  func mended(_ cells: [Cell]) -> [Cell] {
    let cells = signs.withNumberSigns(cells)
    guard !self.cells.isEmpty else { return cells }
    let signs = [self.signs.capitalsWord, self.signs.capital].compactMap { $0 }
    return self.cells.applied(
      to: cells, folded: cells, isLetter: { !$0.isBlank },
      begins: { place in signs.contains { cells[..<place].elementsEqual($0) } },
      adapt: { replacement, _ in replacement })
  }

  /// What is right where liblouis gives some text.
  func mended(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard !text.isEmpty else { return scalars }
    return text.applied(
      to: scalars, folded: scalars.map(\.small), isLetter: \.isLetter, begins: { _ in false },
      adapt: { replacement, range in scalars.cased(replacement, in: range) })
  }
}

/// Sequences, what stands in their place, and where.
public struct Replacements<Element: Hashable & Sendable>: Equatable, Sendable {
  /// What there may be at an end of a sequence.
  public enum Edge: Equatable, Sendable {
    /// Anything.
    case any
    /// More of the word.
    case letter
    /// No more of the word.
    case noLetter
  }

  private struct Replacement: Equatable, Sendable {
    var from: [Element]
    var before: Edge
    var after: Edge
    var to: [Element]

    /// Of two that fit, the one that says more wins.
    var weight: Int { 4 * from.count + (before == .any ? 0 : 1) + (after == .any ? 0 : 1) }
  }

  /// By the first element, the one that wins first.
  private var all: [Element: [Replacement]] = [:]

  /// None.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { all.isEmpty }

  /// Puts `to` in the place of `from` between two edges, also where that had another one.
  public mutating func set(
    _ from: [Element], before: Edge = .any, after: Edge = .any, to: [Element]
  ) {
    guard let first = from.first else { return }
    let new = Replacement(from: from, before: before, after: after, to: to)
    var same = all[first, default: []].filter {
      $0.from != from || $0.before != before || $0.after != after
    }
    same.insert(new, at: same.firstIndex { $0.weight < new.weight } ?? same.count)
    all[first] = same
  }

  /// A sequence with all that fits replaced, from its start, once.
  ///
  /// `folded` is what is compared, of the same length; `begins` whether a word begins at a place
  /// although something of it stands before; `adapt` what stands for a range.
  func applied(
    to elements: [Element], folded: [Element], isLetter: (Element) -> Bool,
    begins: (Int) -> Bool, adapt: ([Element], Range<Int>) -> [Element]
  ) -> [Element] {
    var result: [Element] = []
    var place = 0
    func fits(_ one: Replacement) -> Bool {
      guard folded[place...].starts(with: one.from) else { return false }
      let end = place + one.from.count
      let before = place > 0 && !begins(place) && isLetter(elements[place - 1])
      let after = end < elements.count && isLetter(elements[end])
      return one.before.allows(before) && one.after.allows(after)
    }
    while place < elements.count {
      guard let found = all[folded[place]]?.first(where: fits) else {
        result.append(elements[place])
        place += 1
        continue
      }
      result += adapt(found.to, place..<place + found.from.count)
      place += found.from.count
    }
    return result
  }
}

extension Replacements.Edge {
  fileprivate func allows(_ isLetter: Bool) -> Bool {
    self == .any || (self == .letter) == isLetter
  }
}
