// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Posix
import Presentation
import Tables
import TestSupport
import Testing

/// The user's guide (docs/guide.md) against the tables that come with brailled.
@Suite struct GuideTests {
  private let lines: [Substring]
  private let keys: KeyMap
  private let words: Words

  init() throws {
    let resources = DataFolders(paths: ["tables"]).read(tables: []).resources
    lines = String(decoding: try readFile("docs/guide.md"), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    keys = try #require(resources.keys["voiceover"])
    words = resources.words(for: "en")
  }

  /// A key as the guide writes it: `space 1 4`, `dot 7`.
  private func press(_ name: Substring) -> KeyPress {
    let cell = Cell(dots: name.compactMap(\.wholeNumberValue))
    return KeyPress(name.hasPrefix("space") ? .chord(cell) : .dots(cell))
  }

  @Test func keysDoWhatTheGuideSays() throws {
    var count = 0
    for line in lines where line.hasPrefix("- space ") || line.hasPrefix("- dot ") {
      let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1)
      try #require(parts.count == 2, "\(line)")
      let action = try #require(keys.action(for: press(parts[0])), "\(line)")
      #expect(" " + words.action(action) == parts[1], "\(line)")
      count += 1
    }
    #expect(count > 70)
  }

  @Test func keysAreBoundWhereverTheyAreNamed() {
    for line in lines {
      for match in line.matches(of: /(space|dot)( [1-8])+/) {
        #expect(keys.action(for: press(match.0)) != nil, "\(match.0) of: \(line)")
      }
    }
  }

  @Test func answersAreThoseOfTheDisplay() throws {
    let answers = Set(Answer.allCases.map { words.answer($0) })
    let quoted = lines.filter { $0.hasPrefix("- `") }.map { $0.dropFirst(3).prefix { $0 != "`" } }
    #expect(quoted.count > 10)
    for text in quoted {
      let ofUnit =
        text.hasPrefix("no ") && words.unit(String(text.dropFirst(3))) == text.dropFirst(3)
      #expect(answers.contains(String(text)) || ofUnit, "\(text)")
    }
  }

  /// On forty cells tables cannot be read, and long paragraphs not well.
  @Test func itReadsWellOnFortyCells() {
    var length = 0
    for line in lines {
      #expect(!line.hasPrefix("|") && !line.contains("──"))
      length = line.isEmpty || line.hasPrefix("- ") ? 0 : length + line.count
      #expect(length < 480, "twelve displayfuls are enough for a paragraph: \(line)")
    }
  }
}
