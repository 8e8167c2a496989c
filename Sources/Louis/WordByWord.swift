// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Translation

extension LouisTranslator {
  /// Translates a text that liblouis hangs on, each word alone.
  ///
  /// It never hung on one of the words of the texts that are known. A word that it does hang on
  /// gets the built-in table.
  mutating func wordByWord(
    _ text: [Unicode.Scalar], _ typeform: [UInt16], _ table: TableName
  ) -> TranslatedText? {
    var result = TranslatedText()
    var start = 0
    while start < text.count {
      let isBlank = text[start] == " "
      var end = start
      while end < text.count, (text[end] == " ") == isBlank { end += 1 }
      if isBlank {
        result.append(
          TranslatedText(
            cells: Array(repeating: .blank, count: end - start),
            map: PositionMap(identity: end - start)))
      } else {
        let form = typeform.isEmpty ? [] : Array(typeform[start..<end])
        guard let word = word(Array(text[start..<end]), form, table) else { return nil }
        result.append(word)
      }
      start = end
    }
    return result
  }

  private mutating func word(
    _ word: [Unicode.Scalar], _ typeform: [UInt16], _ table: TableName
  ) -> TranslatedText? {
    let question = Question(kind: .translate(typeform: typeform), table: table, scalars: word)
    if let reply = answers[question] {
      guard case .cells(let cells) = reply else { return Builtin.translate(word) }
      return cells
    }
    if quarantine[question] == true { return Builtin.translate(word) }
    // A word takes microseconds; several that hang must not add up to what a text may take.
    let limit = max(.milliseconds(20), deadline / 4)
    guard let reply = ask(question, deadline: limit) else {
      return quarantine[question] == true ? Builtin.translate(word) : nil
    }
    guard case .cells(let cells) = reply else { return Builtin.translate(word) }
    return cells
  }
}
