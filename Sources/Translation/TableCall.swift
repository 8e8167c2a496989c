// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

/// A safe text of any length that one table translates.
struct TableCall {
  let scalars: [Unicode.Scalar]
  /// None, or one for each scalar.
  let typeform: [UInt16]
  let table: TableName

  /// The cells; nil if they are not known yet.
  func result(with translator: inout some Translator) -> TranslatedText? {
    guard let result = inParts(with: &translator) else { return nil }
    guard !keepsPatterns(result) else { return result }
    return aroundPatterns(with: &translator)
  }

  private func part(_ range: Range<Int>) -> TableCall {
    TableCall(
      scalars: Array(scalars[range]), typeform: typeform.isEmpty ? [] : Array(typeform[range]),
      table: table)
  }

  /// liblouis is slower than linear on long texts: cut at blanks into calls that are not.
  private func inParts(with translator: inout some Translator) -> TranslatedText? {
    guard scalars.count > LineTranslation.longestCall else {
      return translator.translate(scalars, typeform: typeform, in: table)
    }
    var result = TranslatedText()
    var start = 0
    while start < scalars.count {
      let end = cut(from: start)
      let call = part(start..<end)
      guard
        let text = translator.translate(call.scalars, typeform: call.typeform, in: table)
      else { return nil }
      result.append(text)
      start = end
    }
    return result
  }

  /// Where a call ends that starts at a place: behind a blank if there is one far enough.
  private func cut(from start: Int) -> Int {
    let limit = start + LineTranslation.longestCall
    guard limit < scalars.count else { return scalars.count }
    var cut = limit
    while cut > start + LineTranslation.longestCall / 2, scalars[cut - 1] != " " { cut -= 1 }
    return scalars[cut - 1] == " " ? cut : limit
  }

  /// Whether each braille pattern of the text is its own cell in the result.
  ///
  /// Some tables have rules for them: the Dutch one makes one sign of three.
  private func keepsPatterns(_ result: TranslatedText) -> Bool {
    for (index, scalar) in scalars.enumerated() {
      guard let pattern = Cell(scalar) else { continue }
      let cell = result.map.cell(of: TextOffset(index))
      guard cell.value < result.cells.count, result.cells[cell.value] == pattern,
        result.map.scalar(of: cell) == TextOffset(index),
        result.map.scalar(of: cell + 1) > TextOffset(index)
      else { return false }
    }
    return true
  }

  /// Translates what stands between runs of braille patterns, and copies these.
  private func aroundPatterns(with translator: inout some Translator) -> TranslatedText? {
    var result = TranslatedText()
    var start = 0
    while start < scalars.count {
      let isPattern = Cell(scalars[start]) != nil
      var end = start
      while end < scalars.count, (Cell(scalars[end]) != nil) == isPattern { end += 1 }
      if isPattern {
        result.append(
          TranslatedText(
            cells: scalars[start..<end].compactMap { Cell($0) },
            map: PositionMap(identity: end - start)))
      } else {
        guard let text = part(start..<end).inParts(with: &translator) else { return nil }
        result.append(text)
      }
      start = end
    }
    return result
  }
}
