// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

extension Unicode.Scalar {
  /// Whether it belongs to a word.
  var isLetter: Bool { properties.isAlphabetic }

  /// The small letter, where that is one scalar.
  var small: Unicode.Scalar {
    let text = properties.lowercaseMapping.unicodeScalars
    return text.count == 1 ? text.first ?? self : self
  }

  /// The capital, where that is one scalar.
  var capital: Unicode.Scalar {
    let text = properties.uppercaseMapping.unicodeScalars
    return text.count == 1 ? text.first ?? self : self
  }

  /// Whether it may be typed: no control character, nothing for private use, no blank but the
  /// usual one.
  ///
  /// Tables have such for cells that stand for nothing, and for what only they themselves know.
  var isText: Bool {
    switch properties.generalCategory {
    case .control, .privateUse, .unassigned, .surrogate: false
    case .spaceSeparator: self == " "
    default: true
    }
  }
}

extension [Unicode.Scalar] {
  /// The same with a capital as its first letter.
  var capitalized: [Unicode.Scalar] {
    guard let first = firstIndex(where: \.isLetter) else { return self }
    var text = self
    text[first] = text[first].capital
    return text
  }

  /// What stands in the place of a range, in capitals where the range has them.
  ///
  /// Signs that stand for letters have none: then those beside them say it.
  func cased(_ replacement: [Unicode.Scalar], in range: Range<Int>) -> [Unicode.Scalar] {
    let letters = self[range].filter { $0.small != $0.capital }
    let beside = [range.lowerBound - 1, range.upperBound].filter { indices.contains($0) }
      .map { self[$0] }.filter { $0.small != $0.capital }
    let isCapital = { (scalar: Unicode.Scalar) in scalar != scalar.small }
    if letters.isEmpty {
      let isWord = beside.count == 2 || range.upperBound == count
      return isWord && !beside.isEmpty && beside.allSatisfy(isCapital)
        ? replacement.map(\.capital) : replacement
    }
    guard let first = letters.first, isCapital(first) else { return replacement }
    let isWord =
      letters.count > 1 ? letters.allSatisfy(isCapital) : beside.contains(where: isCapital)
    return isWord ? replacement.map(\.capital) : replacement.capitalized
  }
}

extension Corrections.Signs {
  /// Cells with a number sign behind each point of a number, where some tables forget that it is
  /// one.
  func withNumberSigns(_ cells: [Cell]) -> [Cell] {
    guard let number, !points.isEmpty else { return cells }
    var result: [Cell] = []
    var isNumber = false
    var rest = cells[...]
    while let cell = rest.first {
      if rest.starts(with: number) {
        isNumber = true
        result += number
        rest = rest.dropFirst(number.count)
      } else if isNumber, let point = points.first(where: { rest.starts(with: $0) }) {
        result += point
        rest = rest.dropFirst(point.count)
        if let next = rest.first, next.isDigit { result += number }
      } else {
        isNumber = isNumber && cell.isDigit
        result.append(cell)
        rest.removeFirst()
      }
    }
    return result
  }
}

extension Cell {
  /// Whether it is a digit behind a number sign: one of the letters a to j.
  fileprivate var isDigit: Bool { "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚".unicodeScalars.contains(scalar) }
}

extension Corrections {
  /// A word, and the text of the punctuation before and behind it.
  func parted(
    _ cells: [Cell]
  ) -> (before: [Unicode.Scalar], word: [Cell], behind: [Unicode.Scalar]) {
    var (first, last): ([Unicode.Scalar], [Unicode.Scalar]) = ([], [])
    var rest = cells[...]
    func ends(_ sign: [Cell]) -> Bool {
      rest.count > sign.count && rest.suffix(sign.count).elementsEqual(sign)
    }
    while let (sign, text) = longest(behind, ends) {
      rest = rest.dropLast(sign.count)
      last = text + last
    }
    while let (sign, text) = longest(before, { rest.count > $0.count && rest.starts(with: $0) }) {
      rest = rest.dropFirst(sign.count)
      first += text
    }
    return (first, Array(rest), last)
  }

  private func longest(
    _ signs: [[Cell]: [Unicode.Scalar]], _ fits: ([Cell]) -> Bool
  ) -> (sign: [Cell], text: [Unicode.Scalar])? {
    let found = signs.filter { fits($0.key) }.max { $0.key.count < $1.key.count }
    return found.map { ($0.key, $0.value) }
  }

  /// The text of cells that are all letters, signs and digits of the data; nil if one is not.
  func spelled(_ cells: [Cell]) -> [Unicode.Scalar]? {
    guard !letters.isEmpty else { return nil }
    var spelling = Spelling(corrections: self, rest: cells[...])
    while !spelling.rest.isEmpty {
      guard spelling.takeSign() || spelling.takeDigit() || spelling.takeLetter() else { return nil }
    }
    return spelling.text
  }
}

/// Cells that are read one by one.
private struct Spelling {
  let corrections: Corrections
  var rest: ArraySlice<Cell>
  var text: [Unicode.Scalar] = []
  private var isNumber = false
  private var isCapital = false
  private var isCapitalWord = false

  init(corrections: Corrections, rest: ArraySlice<Cell>) {
    self.corrections = corrections
    self.rest = rest
  }

  mutating func takeSign() -> Bool {
    let signs = corrections.signs
    // The longer ones begin with the shorter ones.
    if take(signs.capitalsWord) {
      isCapitalWord = true
    } else if take(signs.capital) {
      isCapital = true
    } else if take(signs.number) {
      isNumber = true
      return true
    } else if !take(signs.letter) {
      return false
    }
    isNumber = false
    return true
  }

  mutating func takeDigit() -> Bool {
    guard isNumber else { return false }
    guard let found = longest(corrections.digits) else {
      isNumber = false
      return false
    }
    text += found
    return true
  }

  mutating func takeLetter() -> Bool {
    guard let found = longest(corrections.letters) else { return false }
    if !found.contains(where: \.isLetter) {
      isCapitalWord = false
      text += found
    } else if isCapitalWord {
      text += found.map(\.capital)
    } else {
      text += isCapital ? found.capitalized : found
    }
    isCapital = false
    return true
  }

  private mutating func take(_ sign: [Cell]?) -> Bool {
    guard let sign, rest.starts(with: sign) else { return false }
    rest = rest.dropFirst(sign.count)
    return true
  }

  private mutating func longest(_ table: [[Cell]: [Unicode.Scalar]]) -> [Unicode.Scalar]? {
    for count in (1...4).reversed() where count <= rest.count {
      if let text = table[Array(rest.prefix(count))] {
        rest = rest.dropFirst(count)
        return text
      }
    }
    return nil
  }
}
