// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Panning
import Presentation
import TestSupport
import Translation

/// Passages and styles to read them in.
enum Samples {
  static func style(
    _ columns: Int, _ rows: Int = 1, wrap: Wrap = .word, cursor: Cell = .dots78
  ) -> ReadingStyle {
    var languages = Languages()
    var tables = Languages.Tables()
    tables.uncontracted = TableName("tiny")
    tables.hyphenation = TableName("tiny.dic")
    languages[language: "en"] = tables
    let choice = TableChoice(languages: languages, language: "en", mode: .uncontracted)
    return ReadingStyle(
      translation: LineTranslation(choice: choice), wrap: wrap,
      size: DisplaySize(columns: columns, rows: rows), cursor: cursor)
  }

  static func element(_ text: String, label: String? = nil, caret: Int? = nil) -> Element {
    var element = Element(id: "a")
    element.label = label
    element.text = TextContent(text)
    element.text?.caret = caret.map { TextOffset($0) }
    return element
  }

  static func passage(_ element: Element, context: [Element] = []) -> Passage {
    Passage(of: element, context: context, as: LineStyle(words: Words(language: "en")))
  }

  static func reading(
    _ element: Element, context: [Element] = [], from placement: Reading.Placement = .start
  ) -> Reading {
    Reading(
      passage(element, context: context), marks: Reading.Marks(of: element.text), from: placement)
  }
}

extension SeededGenerator {
  /// A text with words, long words, blanks in a row, and what any table has its troubles with.
  mutating func readingText(_ count: ClosedRange<Int>) -> String {
    var view = String.UnicodeScalarView()
    for _ in 0..<integer(count) {
      switch integer(0...9) {
      case 0...3: view.append(contentsOf: words(1...3, letters: 1...9).unicodeScalars)
      case 4: view.append(contentsOf: words(1...1, letters: 10...40).unicodeScalars)
      case 5: view.append(contentsOf: scalars(1...8))
      case 6:
        view.append(contentsOf: one(of: ["The ", "and ", "X12", "the\n", "1and2"]).unicodeScalars)
      default: view.append(contentsOf: Array(repeating: " ", count: integer(1...4)))
      }
    }
    return String(view)
  }

  mutating func readingStyle() -> ReadingStyle {
    Samples.style(
      one(of: [1, 2, 3, 5, 8, 12, 20, 40]), one(of: [1, 1, 1, 2, 3, 4]),
      wrap: one(of: Wrap.allCases))
  }
}
