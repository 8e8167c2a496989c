// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation

extension TypedSearch {
  /// What is typed in print, as far as single cells of the reader's table tell; nil if they do not.
  ///
  /// `beside` are characters that it may have beside the letters, digits and signs of ASCII.
  public mutating func print(
    of typed: TypedText, beside: some Sequence<Unicode.Scalar>,
    with translator: inout some Translator
  ) -> String? {
    learnSigns(with: &translator)
    let table = translation.choice.table(for: nil, uncontracted: true)
    var known = Spelled(signs: signs)
    var foreign: [(Cell, Unicode.Scalar)] = []
    let ascii = "abcdefghijklmnopqrstuvwxyz0123456789.,-'?!:;()/@_".unicodeScalars
    for scalar in beside.map(\.lowercased) + Array(ascii) {
      let letter = letter(scalar, in: table, with: &translator)
      guard letter.cells.count == 1, let cell = letter.cells.first, !cell.isBlank else { continue }
      if letter.hasSign, ("0"..."9").contains(scalar) {
        known.digits[cell] = scalar
      } else if letter.hasSign {
        foreign.append((cell, scalar))
      } else if known.letters[cell] == nil {
        known.letters[cell] = scalar
      }
    }
    // What has a sign in the reader's table is of another script than what has none.
    known.letters.merge(foreign) { first, _ in first }
    known.signs = signs
    return known.print(of: typed)
  }
}

/// What single cells stand for.
private struct Spelled {
  var letters: [Cell: Unicode.Scalar] = [:]
  var digits: [Cell: Unicode.Scalar] = [:]
  var signs: TypedSearch.Signs

  func print(of typed: TypedText) -> String? {
    var result = String.UnicodeScalarView()
    var isNumber = false
    var rest = typed.strokes[...]
    while let stroke = rest.first {
      if let sign = signs.all.first(where: { rest.starts(with: $0.map { .cell($0) }) }) {
        isNumber = sign == signs.number
        rest = rest.dropFirst(sign.count)
        continue
      }
      rest.removeFirst()
      guard case .cell(let cell) = stroke else {
        if case .character(let scalar) = stroke { result.append(scalar) }
        continue
      }
      let small = signs.hasDot7 ? Cell(rawValue: cell.rawValue & ~0x40) : cell
      if cell.isBlank {
        isNumber = false
        result.append(" ")
      } else if isNumber, let digit = digits[cell] {
        result.append(digit)
      } else if let letter = letters[cell] ?? letters[small] {
        isNumber = false
        result.append(letter)
      } else {
        return nil
      }
    }
    return result.isEmpty ? nil : String(result)
  }
}
