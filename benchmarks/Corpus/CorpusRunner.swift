// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Louis
import Translation

/// Compares rows with what the daemon makes of them.
struct CorpusRunner {
  var translator: LouisTranslator
  let translation: LineTranslation
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var deviations = 0

  init(translator: LouisTranslator, substitutes: Substitutes) {
    self.translator = translator
    let choice = TableChoice(languages: Languages(), language: "en", mode: .uncontracted)
    translation = LineTranslation(choice: choice, substitutes: substitutes)
  }

  mutating func run(_ row: Result<CorpusRow, InvalidRow>, in file: String) {
    switch row {
    case .failure(let error):
      failed += 1
      print(error)
    case .success(let row):
      if row.isForward { forward(row, file) } else { backward(row, file) }
    }
  }

  private mutating func forward(_ row: CorpusRow, _ file: String) {
    guard row.mode == 0 else {
      deviate(row, file, "mode \(row.mode) is never set")
      return
    }
    let result = translation.translate(
      row.input[...], typeform: row.options.tf ?? [], in: row.table, with: &translator)
    let expected = row.expected.compactMap { Cell($0) }
    guard let result, result.cells == expected, isMapRight(row, result.map) else {
      if let reason = madeSafe(row) {
        deviate(row, file, reason)
      } else {
        fail(row, file, result?.cells.unicode ?? "nothing")
      }
      return
    }
    passed += 1
  }

  private func isMapRight(_ row: CorpusRow, _ map: PositionMap) -> Bool {
    guard let cells = row.options.ip, let scalars = row.options.op else { return true }
    return map == PositionMap(scalarOfCell: cells, cellOfScalar: scalars)
  }

  /// Why a text is not given to liblouis as it is; nil if it is.
  private mutating func madeSafe(_ row: CorpusRow) -> String? {
    let safe = SafeText(
      row.input[...], in: row.table, substitutes: translation.substitutes,
      translator: &translator)
    guard let safe, safe.scalars != row.input else { return nil }
    let kept = Set(safe.scalars)
    let gone = Set(row.input).subtracting(kept).sorted { $0.value < $1.value }
    let names = gone.prefix(4).map { "U+" + String($0.value, radix: 16, uppercase: true) }
    return "made safe: " + (names.isEmpty ? "composed" : names.joined(separator: " "))
  }

  private mutating func backward(_ row: CorpusRow, _ file: String) {
    guard row.mode == 0 else {
      deviate(row, file, "mode \(row.mode) is never set")
      return
    }
    let result = translator.backTranslate(row.input.compactMap { Cell($0) }, in: row.table)
    guard let result, result.text == row.expected, isMapRight(row, result.map) else {
      fail(row, file, result.map { String(String.UnicodeScalarView($0.text)) } ?? "nothing")
      return
    }
    passed += 1
  }

  private mutating func deviate(_ row: CorpusRow, _ file: String, _ reason: String) {
    deviations += 1
    print("\(file):\(row.line): deviates on purpose, \(reason)")
  }

  private mutating func fail(_ row: CorpusRow, _ file: String, _ actual: String) {
    failed += 1
    let input = String(String.UnicodeScalarView(row.input))
    let expected = String(String.UnicodeScalarView(row.expected))
    print("\(file):\(row.line): \(row.table) \(input): \(expected) but \(actual)")
  }
}
