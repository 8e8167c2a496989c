// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Elements
import Louis
import Panning
import Posix
import Presentation
import Tables
import TestSupport
import Testing
import Translation

/// Places of text and cells with the tables of all languages, contracted and uncontracted.
@Suite struct PlacesTests {
  /// Each line once over all tables, and more lines of each table's own languages and letters;
  /// with `BRAILLED_ALL_LINES` set each line with each table (CONTRIBUTING.md).
  @Test func placesLeadThereAndBack() throws {
    let data = DataFolders(paths: ["tables"]).read(tables: TableFiles().tables)
    let lines = try SampleLines(labels: "benchmarks/labels.txt", words: "tables/words", seed: 1)
    #expect(lines.all.count >= 2000)
    let tables = PlacesTests.tables(of: data.resources.languages)
    let isFull = environmentVariable("BRAILLED_ALL_LINES") != nil
    // Under a sanitizer a fifth of them: it is liblouis that takes the time.
    let share =
      isFull ? lines.all.count : (lines.all.count / tables.count + 1) / Patience.factor + 1
    var check = PlacesCheck(executable: Executables.path("brailled"))
    defer { check.louis.end() }
    for (index, table) in tables.enumerated() {
      var texts = (0..<share).map { lines.all[(index * share + $0) % lines.all.count] }
      for language in table.languages {
        texts += lines.ofLanguage[language, default: []].prefix(8 / Patience.factor + 1)
      }
      check.check(texts, in: table.name, seed: UInt64(index))
    }
    print("places: \(tables.count) tables, \(lines.all.count) lines, \(check.counts)")
    for problem in check.problems.prefix(20) { Issue.record("\(problem)") }
    #expect(check.problems.count == 0)
  }

  private static func tables(
    of languages: Languages
  ) -> [(name: TableName, languages: [String])] {
    var users: [TableName: [String]] = [:]
    for language in languages.all {
      guard let tables = languages[language: language] else { continue }
      for table in Set([tables.table(.contracted), tables.table(.uncontracted)].compactMap { $0 }) {
        users[table, default: []].append(language)
      }
    }
    return users.sorted { $0.key.name < $1.key.name }.map { (name: $0.key, languages: $0.value) }
  }
}

/// What must be so of every line in every table.
struct PlacesCheck {
  var louis: LouisTranslator
  var problems: [Problem] = []
  var counts = Counts()

  /// What was looked at.
  struct Counts {
    var translations = 0
    var scalars = 0
    var cells = 0
    /// Scalars that share their cells with others.
    var contracted = 0
    var leftOut = 0
    var carets = 0
  }

  /// A place that leads astray.
  struct Problem {
    var table: TableName
    var text: String
    var scalar: Int
    var what: String
  }

  init(executable: String) {
    louis = LouisTranslator(executable: executable)
  }

  mutating func check(_ texts: [String], in table: TableName, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = knownLetters(in: table)
    var texts = texts
    for letters in letters { texts.append(generator.line(of: letters)) }
    texts += (0..<4).map { _ in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: generator.scalars(1...30))
      return String(view)
    }
    for text in texts { check(text, in: table, &generator) }
  }

  /// Letters that a table knows, by script.
  private mutating func knownLetters(in table: TableName) -> [[Unicode.Scalar]] {
    SampleLines.letters.compactMap { range in
      let step = UInt32.Stride(max(1, range.count / 40))
      let letters = stride(from: range.lowerBound, through: range.upperBound, by: step)
        .compactMap { Unicode.Scalar($0) }.filter(\.properties.isAlphabetic)
      let unknown = Set(louis.undefined(among: letters, in: table) ?? letters)
      let known = letters.filter { !unknown.contains($0) }
      return known.count < 10 ? nil : known
    }
  }

  private mutating func check(
    _ text: String, in table: TableName, _ generator: inout SeededGenerator
  ) {
    var element = Element(id: "a")
    element.role = Role("textbox")
    element.label = "Note"
    element.text = TextContent(text)
    let choice = TableChoice(
      languages: Languages(), language: "en", mode: .contracted, table: table)
    let translation = LineTranslation(choice: choice)
    let passage = Passage(of: element, as: LineStyle(words: Words(language: "en")))
    for index in 0..<passage.count {
      let line = translation.translate(passage.line(index), with: &louis)
      places(of: line, text, in: table)
      caret(in: passage, index, text, translation, in: table, &generator)
    }
  }
}

extension PlacesCheck {
  /// Each scalar has a cell, that cell leads to a scalar of the same contraction and is its first
  /// one, and each cell belongs to the contraction that it leads to.
  private mutating func places(of line: TranslatedLine, _ text: String, in table: TableName) {
    let scalars = line.line.scalars
    let owners = line.map.scalarsOfCells.map { Int($0) }
    let cells = line.map.cellsOfScalars.map { Int($0) }
    counts.translations += 1
    counts.scalars += scalars.count
    counts.cells += owners.count
    let note = { (place: Int, what: String) in
      Problem(table: table, text: text, scalar: place, what: what)
    }
    guard cells.count == scalars.count, owners.count == line.cells.count else {
      problems.append(note(0, "there are places for other texts than this"))
      return
    }
    for (place, cell) in cells.enumerated() {
      guard cell < owners.count, owners[cell] <= place else {
        counts.leftOut += 1
        if !scalars[place].takesNoCell { problems.append(note(place, "has no cell")) }
        continue
      }
      if place > 0, cells[place - 1] == cell { counts.contracted += 1 }
      if cells[owners[cell]] != cell {
        problems.append(note(place, "leads to another contraction"))
      }
      if cell > 0, cells[owners[cell - 1]] == cell {
        problems.append(note(place, "has a cell before its first one"))
      }
    }
    for (cell, owner) in owners.enumerated() {
      guard cells.indices.contains(owner), cells[owner] <= cell else {
        problems.append(note(owner, "has no such cell as \(cell)"))
        continue
      }
      let next = cells[owner...].first { $0 > cells[owner] } ?? owners.count
      if next <= cell { problems.append(note(owner, "has cell \(cell), which is another's")) }
    }
  }

  /// The caret is shown on the first cell of its contraction, and a routing key there leads back
  /// into it; also where the word at the caret is spelled out.
  private mutating func caret(
    in passage: Passage, _ index: Int, _ text: String, _ translation: LineTranslation,
    in table: TableName, _ generator: inout SeededGenerator
  ) {
    let print = passage.line(index)
    guard let start = print.textStart, let end = print.textEnd, start < end else { return }
    var marked = TextContent(text)
    let caret = TextOffset(generator.integer(start.value...end.value))
    marked.caret = caret
    let spellsWord = generator.chance(50)
    let word = spellsWord ? passage.word(at: caret).flatMap { print.range(of: $0) } : nil
    let line = translation.translate(print, spelled: word, with: &louis)
    if word != nil { places(of: line, text, in: table) }
    let style = ReadingStyle(
      translation: translation, wrap: .off,
      size: DisplaySize(columns: line.cells.count + 1), cursor: .dots78)
    var reading = Reading(passage, marks: Reading.Marks(of: marked), spellsWord: spellsWord)
    reading.wantCaret()
    let frame = reading.frame(.content, style, &louis)
    counts.carets += 1
    let first = print.spans.first { $0.origin == .text(start) }?.range.lowerBound ?? 0
    let cell = { (place: TextOffset) in line.map.cell(of: TextOffset(first + (place - start))) }
    guard frame.caret == cell(caret), case .text(let routed) = frame.route(of: cell(caret).value),
      cell(routed) == cell(caret)
    else {
      let shown = frame.caret.map { "\($0.value)" } ?? "no cell"
      problems.append(
        Problem(
          table: table, text: text, scalar: first + (caret - start),
          what: "has its caret at \(shown), not \(cell(caret).value), or cannot be reached there"))
      return
    }
  }
}

extension Unicode.Scalar {
  /// Whether a scalar is shown in no cell by rule: controls and what is not seen in print.
  fileprivate var takesNoCell: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
      || (0xFFF9...0xFFFC).contains(value) || value == 0xFFFF
  }
}
