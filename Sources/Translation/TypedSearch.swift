// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
public import Presentation

/// Looks for what a reader types in lines of print.
///
/// Characters are compared with print, without case and marks. Cells are compared with cells: a
/// line holds what is typed if the same cells stand in it when each letter is spelled by the table
/// of its language without contractions, or when it is shown as the reader has it. So what is under
/// the finger is what is typed, and who does not contract while typing finds it too; nothing has to
/// be translated back, which no table does without doubt (docs/decisions/0008-typed-cells.md).
/// Signs for capitals, letters and numbers do not count.
public struct TypedSearch: Equatable, Sendable {
  /// Whether something was not found only because a table has no answer yet.
  public private(set) var isProvisional = false
  let translation: LineTranslation
  private var letters: [TableName: [Unicode.Scalar: Letter]] = [:]
  private var capitals: [TableName: Set<Unicode.Scalar>] = [:]
  private(set) var signs = Signs()
  /// How many lines may still be translated as a whole to look into them.
  private var wholeLines = TypedSearch.mostWhole

  /// A whole line takes a call of liblouis: so many are looked into at once; in the others only
  /// spelled letters are compared.
  static let mostWhole = 500

  /// A letter by itself.
  struct Letter: Equatable {
    /// Its cells, without a sign before them.
    var cells: [Cell]
    var hasSign = false
  }

  /// What stands before letters and digits.
  struct Signs: Equatable, Sendable {
    /// Each as its cells, the longest first.
    var all: [[Cell]] = []
    /// The one before numbers.
    var number: [Cell] = []
    /// Whether a capital has dot 7 and no sign.
    var hasDot7 = false
    var areKnown = false

    mutating func add(_ sign: [Cell]) {
      guard !sign.isEmpty, !all.contains(sign) else { return }
      all.append(sign)
      all.sort { $0.count > $1.count }
    }
  }

  /// A search by the tables of a reader.
  public init(_ translation: LineTranslation) {
    self.translation = translation
  }

  /// Lets the next search look into as many lines as the first.
  public mutating func begin() {
    isProvisional = false
    wholeLines = TypedSearch.mostWhole
  }

  /// Whether a line has in it what is typed.
  public mutating func holds(
    _ typed: TypedText, in line: Line, with translator: inout some Translator
  ) -> Bool {
    if let characters = typed.characters {
      return !TypedSearch.places(of: characters, in: line).isEmpty
    }
    let (spelled, wanted) = spelled(line, and: typed, with: &translator)
    return !spelled.places(of: wanted).isEmpty
      || shown(line, with: &translator)?.places(of: wanted).isEmpty == false
  }

  /// The places of the scalars of a line at which what is typed begins, in order.
  public mutating func places(
    of typed: TypedText, in line: Line, with translator: inout some Translator
  ) -> [Int] {
    if let characters = typed.characters { return TypedSearch.places(of: characters, in: line) }
    let (spelled, wanted) = spelled(line, and: typed, with: &translator)
    let found = spelled.places(of: wanted)
    return Set(found + (shown(line, with: &translator)?.places(of: wanted) ?? [])).sorted()
  }

  /// Cells, and the scalar of each.
  struct Places {
    var cells: [Cell] = []
    var scalars: [Int] = []

    /// The scalars at which some cells begin.
    func places(of wanted: [Cell]) -> [Int] {
      guard let first = wanted.first else { return [0] }
      guard cells.count >= wanted.count else { return [] }
      return (0...(cells.count - wanted.count)).filter { place in
        cells[place] == first && cells[place..<(place + wanted.count)].elementsEqual(wanted)
      }.map { scalars[$0] }
    }
  }

  /// A line with each letter spelled by the table of its language, and what is typed; without the
  /// signs, which are learned from the letters.
  private mutating func spelled(
    _ line: Line, and typed: TypedText, with translator: inout some Translator
  ) -> (line: Places, typed: [Cell]) {
    learnSigns(with: &translator)
    var places = Places()
    for span in line.spans where span.form != .masked {
      let table = translation.choice.table(for: span.language, uncontracted: true)
      for index in span.range {
        let scalar = line.scalars[index]
        learnCapital(scalar, in: table, with: &translator)
        let cells = letter(scalar.lowercased, in: table, with: &translator).cells
        places.cells += cells
        places.scalars += repeatElement(index, count: cells.count)
      }
    }
    let wanted = cells(of: typed, with: &translator)
    return (
      signs.without(places.cells, places: places.scalars), signs.without(wanted, places: nil).cells
    )
  }

  /// A line as the reader has it; nil if too many have been.
  private mutating func shown(
    _ line: Line, with translator: inout some Translator
  ) -> Places? {
    guard wholeLines > 0, !line.spans.contains(where: { $0.form == .masked }) else { return nil }
    wholeLines -= 1
    let result = translation.translate(line, with: &translator)
    if result.isProvisional { isProvisional = true }
    let scalars = result.cells.indices.map { result.map.scalar(of: CellOffset($0)).value }
    return signs.without(result.cells, places: scalars)
  }

  /// The cells of what is typed.
  private mutating func cells(
    of typed: TypedText, with translator: inout some Translator
  ) -> [Cell] {
    let table = translation.choice.table(for: nil, uncontracted: true)
    return typed.strokes.flatMap { stroke in
      switch stroke {
      case .cell(let cell): [cell]
      case .character(let scalar): letter(scalar.lowercased, in: table, with: &translator).cells
      }
    }
  }
}

extension TypedSearch {
  /// The places of a line's print at which some characters begin, without case and marks.
  private static func places(of wanted: [Unicode.Scalar], in line: Line) -> [Int] {
    let wanted = wanted.map(\.folded)
    guard let first = wanted.first else { return [0] }
    var places: [Int] = []
    var text: [Unicode.Scalar] = []
    for span in line.spans where span.form != .masked {
      for index in span.range
      where line.scalars[index].properties.generalCategory != .nonspacingMark {
        text.append(line.scalars[index].folded)
        places.append(index)
      }
    }
    guard text.count >= wanted.count else { return [] }
    return (0...(text.count - wanted.count)).filter { place in
      text[place] == first && text[place..<(place + wanted.count)].elementsEqual(wanted)
    }.map { places[$0] }
  }

  /// The cells of a text by itself; nil while they are not known.
  private mutating func cells(
    _ scalars: [Unicode.Scalar], in table: TableName, with translator: inout some Translator
  ) -> [Cell]? {
    let result = translation.translate(scalars[...], in: table, with: &translator)?.cells
    if result == nil { isProvisional = true }
    return result
  }

  /// A letter by itself; without cells while they are not known.
  ///
  /// What stands before a letter, but not again before the next one, is a sign.
  mutating func letter(
    _ scalar: Unicode.Scalar, in table: TableName, with translator: inout some Translator
  ) -> Letter {
    if scalar == " " || scalar == "\u{A0}" { return Letter(cells: [.blank]) }
    if let letter = letters[table]?[scalar] { return letter }
    guard let single = cells([scalar], in: table, with: &translator) else {
      return Letter(cells: [])
    }
    var letter = Letter(cells: single)
    if single.count > 1 {
      guard let double = cells([scalar, scalar], in: table, with: &translator) else {
        return Letter(cells: [])
      }
      let second = Array(double.dropFirst(single.count))
      if double.starts(with: single), (1..<single.count).contains(second.count),
        single.hasSuffix(second)
      {
        letter = Letter(cells: second, hasSign: true)
        signs.add(single.dropLast(second.count))
      }
    }
    letters[table, default: [:]][scalar] = letter
    return letter
  }

  /// The signs that stand before a capital, and before a word of them.
  private mutating func learnCapital(
    _ scalar: Unicode.Scalar, in table: TableName, with translator: inout some Translator
  ) {
    guard scalar.lowercased != scalar, capitals[table]?.contains(scalar) != true else { return }
    let small = scalar.lowercased
    guard let one = cells([scalar], in: table, with: &translator),
      let two = cells([scalar, scalar], in: table, with: &translator),
      let smallOne = cells([small], in: table, with: &translator),
      let smallTwo = cells([small, small], in: table, with: &translator)
    else { return }
    capitals[table, default: []].insert(scalar)
    if one.count == 1, smallOne.count == 1, one[0] == smallOne[0].union(Cell(dots: 7)) {
      signs.hasDot7 = one != smallOne
    }
    for (capital, small) in [(one, smallOne), (two, smallTwo)]
    where capital.count > small.count && capital.hasSuffix(small) {
      signs.add(capital.dropLast(small.count))
    }
  }

  /// The signs of the reader's table before numbers, and before letters behind them.
  mutating func learnSigns(with translator: inout some Translator) {
    guard !signs.areKnown else { return }
    let table = translation.choice.table(for: nil, uncontracted: true)
    learnCapital("A", in: table, with: &translator)
    let (digit, letter) = (
      letter("1", in: table, with: &translator), letter("a", in: table, with: &translator)
    )
    guard let number = cells(["1"], in: table, with: &translator),
      let both = cells(["1", "a"], in: table, with: &translator)
    else { return }
    signs.areKnown = true
    if digit.hasSign { signs.number = number.dropLast(digit.cells.count) }
    if both.starts(with: number), both.hasSuffix(letter.cells) {
      signs.add(both.dropFirst(number.count).dropLast(letter.cells.count))
    }
  }
}

extension TypedSearch.Signs {
  /// Cells without signs, and without the dot of capitals, with the scalar of each that is left.
  func without(_ cells: [Cell], places: [Int]?) -> TypedSearch.Places {
    var result = TypedSearch.Places()
    var index = 0
    while index < cells.count {
      if let sign = all.first(where: { cells[index...].starts(with: $0) }) {
        index += sign.count
        continue
      }
      let cell = cells[index]
      result.cells.append(hasDot7 ? Cell(rawValue: cell.rawValue & ~0x40) : cell)
      result.scalars.append(places?[index] ?? index)
      index += 1
    }
    return result
  }
}

extension Array<Cell> {
  fileprivate func hasSuffix(_ other: [Cell]) -> Bool { suffix(other.count).elementsEqual(other) }
}

extension Unicode.Scalar {
  /// The small letter without marks.
  fileprivate var folded: Unicode.Scalar { (Composition.base(of: self) ?? self).lowercased }
}
