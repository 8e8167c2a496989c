// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Translation

/// A translator with the troubles of a real table in a few lines: signs before numbers and
/// capitals, contractions, and characters that it does not know.
///
/// `and`, `the` and `for` are one cell each, and it knows nothing beyond ASCII but braille
/// patterns and the no-break space.
public struct TinyTranslator: Translator {
  // Values of no size may share an address, which the thread sanitizer takes for a race.
  private let size: UInt8 = 0

  /// The only table that there is.
  public init() {}

  /// Those beyond ASCII, each once.
  public mutating func undefined(
    among scalars: [Unicode.Scalar], in table: TableName
  ) -> [Unicode.Scalar]? {
    var missing: [Unicode.Scalar] = []
    for scalar in scalars
    where scalar.value > 0x7E && scalar.value != 0xA0 && Cell(scalar) == nil {
      if !missing.contains(scalar) { missing.append(scalar) }
    }
    return missing
  }

  /// The cells of a text.
  public mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText? {
    var cells: [Cell] = []
    var scalarOfCell: [Int32] = []
    var cellOfScalar: [Int32] = []
    var index = 0
    while index < text.count {
      let (group, count) = TinyTranslator.group(at: index, of: text)
      cellOfScalar += repeatElement(Int32(cells.count), count: count)
      scalarOfCell += repeatElement(Int32(index), count: group.count)
      cells += group
      index += count
    }
    return TranslatedText(
      cells: cells, map: PositionMap(scalarOfCell: scalarOfCell, cellOfScalar: cellOfScalar))
  }

  /// Between a vowel and a consonant.
  public mutating func hyphenate(_ word: [Unicode.Scalar], in table: TableName) -> [Int]? {
    let vowels: Set<Unicode.Scalar> = ["a", "e", "i", "o", "u"]
    return word.indices.dropFirst().filter { place in
      vowels.contains(word[place - 1]) && !vowels.contains(word[place])
    }
  }

  /// The text of some cells; signs have none, and change what is behind them.
  public mutating func backTranslate(
    _ cells: [Cell], isPartial: Bool, in table: TableName
  ) -> [Unicode.Scalar]? {
    var text: [Unicode.Scalar] = []
    var isNumber = false
    var isCapital = false
    for cell in cells {
      if cell == Cell(dots: 3, 4, 5, 6) {
        isNumber = true
      } else if cell == Cell(dots: 6) {
        isCapital = true
      } else if let word = TinyTranslator.contractions.first(where: { $0.cell == cell })?.word {
        text += word
        isNumber = false
      } else if let scalar = Builtin.scalar(of: cell) {
        let digit = isNumber ? TinyTranslator.digit(scalar) : nil
        if digit == nil { isNumber = false }
        let capital = isCapital ? scalar.properties.uppercaseMapping.unicodeScalars.first : nil
        text.append(digit ?? capital ?? scalar)
        isCapital = false
      }
    }
    return text
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    ("0"..."9").contains(scalar) ? scalar : nil
  }

  private static func group(
    at index: Int, of text: [Unicode.Scalar]
  ) -> (cells: [Cell], count: Int) {
    for (word, cell) in contractions where text[index...].starts(with: word) {
      return ([cell], word.count)
    }
    let scalar = text[index]
    switch scalar {
    case "0"..."9":
      let isFirst = index == 0 || !("0"..."9").contains(text[index - 1])
      return (isFirst ? [Cell(dots: 3, 4, 5, 6), Builtin.cell(scalar)] : [Builtin.cell(scalar)], 1)
    case "A"..."Z":
      let small = Unicode.Scalar(UInt8(scalar.value + 0x20))
      return ([Cell(dots: 6), Builtin.cell(small)], 1)
    default:
      return ([Builtin.cell(scalar)], 1)
    }
  }

  private static let contractions: [(word: [Unicode.Scalar], cell: Cell)] = [
    (["a", "n", "d"], Cell(dots: 1, 2, 3, 4, 6)), (["t", "h", "e"], Cell(dots: 2, 3, 4, 6)),
    (["f", "o", "r"], Cell(dots: 1, 2, 3, 4, 5, 6)),
  ]
}

/// A translator that reads typed cells as a test has it, and writes by the built-in table.
public struct ReadingTranslator: Translator {
  private let read: @Sendable ([Cell]) -> [Unicode.Scalar]

  /// One that reads cells so.
  public init(_ read: @escaping @Sendable ([Cell]) -> [Unicode.Scalar]) {
    self.read = read
  }

  /// It has cells for everything.
  public mutating func undefined(
    among scalars: [Unicode.Scalar], in table: TableName
  ) -> [Unicode.Scalar]? { [] }

  /// One cell for each scalar.
  public mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText? { Builtin.translate(text) }

  /// What the test has.
  public mutating func backTranslate(
    _ cells: [Cell], isPartial: Bool, in table: TableName
  ) -> [Unicode.Scalar]? { read(cells) }
}

/// A translator that answers anything: any cells with places that cannot be.
public struct GarbageTranslator: Translator {
  private let seed: UInt64

  /// One that answers the same for the same seed and question.
  public init(seed: UInt64) {
    self.seed = seed
  }

  /// Any of the scalars.
  public mutating func undefined(
    among scalars: [Unicode.Scalar], in table: TableName
  ) -> [Unicode.Scalar]? {
    var missing: [Unicode.Scalar] = []
    for scalar in scalars where !missing.contains(scalar) {
      var generator = SeededGenerator(seed: seed, for: [scalar], table)
      if generator.chance(20) { missing.append(scalar) }
    }
    return missing
  }

  /// Any places, also before the word and behind it.
  public mutating func hyphenate(_ word: [Unicode.Scalar], in table: TableName) -> [Int]? {
    var generator = SeededGenerator(seed: seed, for: word, table)
    return generator.list(0...word.count) { $0.integer(-2...(word.count + 2)) }
  }

  /// Any cells.
  public mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText? {
    guard !text.isEmpty else { return TranslatedText() }
    var generator = SeededGenerator(seed: seed, for: text, table)
    let cells = generator.list(0...(2 * text.count)) { generator in
      let cell = Cell(rawValue: UInt8(generator.integer(0...255)))
      // Not those that tests take for secret ones (`ElementMaker.secret`).
      return generator.chance(20) || cell.rawValue & 0x3F == 0x38 ? .blank : cell
    }
    func places(_ count: Int, _ most: Int) -> [Int32] {
      // Half of them nearly right, so that groups of all sizes come about.
      guard generator.chance(50) else {
        return (0..<count).map { _ in Int32(generator.integer(-1...most)) }
      }
      return (0..<count).map { Int32($0 * most / max(1, count) + generator.integer(-1...1)) }
    }
    return TranslatedText(
      cells: cells,
      map: PositionMap(
        scalarOfCell: places(cells.count, text.count),
        cellOfScalar: places(text.count, cells.count)))
  }
}

/// A translator that often has no answer yet.
///
/// How often a question is asked in vain depends on the question alone, so that the order of
/// different questions does not matter.
public struct FlakyTranslator<Base: Translator>: Translator {
  private var base: Base
  private let seed: UInt64
  /// In how many of a hundred cases there is no answer to what was not answered before.
  public var failures: Int
  /// How often the questions that are not answered yet were asked; -1: answered.
  private var asked: [Question: Int] = [:]

  private struct Question: Hashable {
    var table: TableName
    var scalars: [Unicode.Scalar]
    var kind: Kind

    enum Kind: Hashable {
      case undefined
      case translate
      case hyphenate
      case backTranslate(isPartial: Bool)
    }
  }

  /// A translator that fails in so many of a hundred cases.
  public init(_ base: Base, seed: UInt64, failures: Int = 50) {
    self.base = base
    self.seed = seed
    self.failures = failures
  }

  /// What the other one says, or nothing yet.
  public mutating func undefined(
    among scalars: [Unicode.Scalar], in table: TableName
  ) -> [Unicode.Scalar]? {
    guard isKnown(Question(table: table, scalars: scalars, kind: .undefined)) else {
      return nil
    }
    return base.undefined(among: scalars, in: table)
  }

  /// What the other one says, or nothing yet.
  public mutating func translate(
    _ text: [Unicode.Scalar], typeform: [UInt16], in table: TableName
  ) -> TranslatedText? {
    guard isKnown(Question(table: table, scalars: text, kind: .translate)) else { return nil }
    return base.translate(text, typeform: typeform, in: table)
  }

  /// What the other one says, or nothing yet.
  public mutating func hyphenate(_ word: [Unicode.Scalar], in table: TableName) -> [Int]? {
    guard isKnown(Question(table: table, scalars: word, kind: .hyphenate)) else { return nil }
    return base.hyphenate(word, in: table)
  }

  /// What the other one says, or nothing yet.
  public mutating func backTranslate(
    _ cells: [Cell], isPartial: Bool, in table: TableName
  ) -> [Unicode.Scalar]? {
    let kind = Question.Kind.backTranslate(isPartial: isPartial)
    guard isKnown(Question(table: table, scalars: cells.map(\.scalar), kind: kind)) else {
      return nil
    }
    return base.backTranslate(cells, isPartial: isPartial, in: table)
  }

  private mutating func isKnown(_ question: Question) -> Bool {
    let count = asked[question] ?? 0
    if count < 0 { return true }
    var generator = SeededGenerator(
      seed: seed &+ UInt64(count), for: question.scalars, question.table)
    let isKnown = !generator.chance(failures)
    asked[question] = isKnown ? -1 : count + 1
    return isKnown
  }
}

extension SeededGenerator {
  /// A generator for a question to a table (FNV-1a, 64 bits): the same for the same question.
  fileprivate init(seed: UInt64, for text: [Unicode.Scalar], _ table: TableName) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
    for value in text.map(\.value) + table.name.unicodeScalars.map(\.value) {
      hash = (hash ^ UInt64(value)) &* 0x100_0000_01B3
    }
    self.init(seed: hash)
  }
}
