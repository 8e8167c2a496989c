// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import TestSupport
import Translation

/// The text as a reader means it: what typing has to come to, whoever is slow or busy between.
///
/// It knows the table (`TinyTranslator`) and the rules of typing, and nothing of the engine.
struct Meant {
  /// A character of the text.
  struct Glyph: Equatable {
    var scalar: Unicode.Scalar
    /// The last stretch of time in which the reader was in its line.
    var touched: Int
  }

  /// Cells since the last blank, and in contracted braille those of the word that they are typed
  /// into.
  struct Open: Equatable {
    var cells: [Cell]
    /// The number of cells before the caret.
    var caret: Int
    /// What it stands for in the text.
    var site: Range<Int>
    /// How many of the cells before the caret were typed since it is open, or were felt when it was
    /// opened by dot 7: they can be taken away one by one.
    var own = 0
    /// Whether dot 7 has opened it.
    var isReopened = false
    /// Whether it stands for what was selected.
    var isOverSelection = false
  }

  private(set) var glyphs: [Glyph]
  private(set) var caret: Int
  /// The other end of what is selected; the caret if nothing is.
  private(set) var anchor: Int
  private(set) var open: Open?
  /// The word that was ended last, as long as nothing but its blank is behind it.
  private var finished: Open?
  private(set) var clipboard: [Unicode.Scalar] = []
  /// Whether words are cells until they are finished.
  let isContracted: Bool
  /// The number of this stretch of time: the next begins when all agree.
  var stretch = 0

  init(_ text: [Unicode.Scalar], caret: Int, isContracted: Bool) {
    glyphs = text.map { Glyph(scalar: $0, touched: 0) }
    self.caret = caret
    anchor = caret
    self.isContracted = isContracted
    touch()
  }

  var text: [Unicode.Scalar] { glyphs.map(\.scalar) }

  var string: String { String(String.UnicodeScalarView(text)) }

  var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

  /// The text of cells.
  static func text(of cells: some Collection<Cell>) -> [Unicode.Scalar] {
    var table = TinyTranslator()
    let text = table.backTranslate(Array(cells), isPartial: false, in: TableName("tiny"))
    return text ?? []
  }

  /// The cells of a word.
  static func cells(of word: some Collection<Unicode.Scalar>) -> [Cell] {
    var table = TinyTranslator()
    return table.translate(Array(word), typeform: [], in: TableName("tiny"))?.cells ?? []
  }

  /// What a cell has to be followed by.
  static let signs: Set<Cell> = [Cell(dots: 6), Cell(dots: 3, 4, 5, 6)]

  // MARK: What the reader does

  mutating func type(_ cell: Cell) {
    finished = nil
    var word = open ?? opened()
    word.cells.insert(cell, at: word.caret)
    word.caret += 1
    word.own += 1
    open = word
    touch()
  }

  /// A blank, or the end of a line.
  mutating func end(with scalar: Unicode.Scalar) {
    let word = open
    commit()
    replace(selection, with: [scalar])
    if isContracted, scalar == " ", let word, word.caret == word.cells.count { finished = word }
  }

  /// Ends the open word, if there is one; the caret stays between what it was between.
  mutating func commit() {
    guard let word = open else { return }
    open = nil
    finished = nil
    let before = Self.text(of: word.cells[..<word.caret])
    replace(word.site, with: Self.text(of: word.cells))
    caret = word.site.lowerBound + before.count
    anchor = caret
    touch()
  }

  /// Dot 7.
  mutating func eraseBackward() {
    touch()
    if var word = finished {
      // As it was typed, whatever stands behind it by now.
      finished = nil
      replace(caret - 1..<caret, with: [])
      word.site = caret - Self.text(of: word.cells).count..<caret
      word.isReopened = true
      open = word
    } else if var word = open {
      guard word.caret > 0 else { return }
      word.caret -= 1
      word.own -= 1
      word.cells.remove(at: word.caret)
      open = word
      dropIfEmpty()
    } else if !selection.isEmpty {
      replace(selection, with: [])
    } else if caret > 0 {
      guard isContracted, isAtEndOfWord else {
        replace(caret - 1..<caret, with: [])
        return
      }
      var word = opened()
      word.own = word.caret
      word.isReopened = true
      open = word
      eraseBackward()
    }
  }

  /// Nothing is left of the open word.
  private mutating func dropIfEmpty() {
    guard let word = open, word.cells.isEmpty else { return }
    open = nil
    replace(word.site, with: [])
  }

  /// A word is taken away with the blanks behind it.
  mutating func eraseWord() {
    var start = caret
    while start > 0, glyphs[start - 1].scalar == " " { start -= 1 }
    while start > 0, !glyphs[start - 1].isBlank { start -= 1 }
    replace(start..<caret, with: [])
  }

  /// A routing key, or somebody else, puts the caret before a character.
  mutating func put(caret place: Int, anchor: Int? = nil) {
    if place != caret { finished = nil }
    touch()
    (caret, self.anchor) = (place, anchor ?? place)
    touch()
  }

  mutating func select(_ range: Range<Int>) {
    finished = nil
    touch()
    (anchor, caret) = (range.lowerBound, range.upperBound)
    touch()
  }

  mutating func copy(isCut: Bool) {
    clipboard = glyphs[selection].map(\.scalar)
    if isCut { replace(selection, with: []) }
  }

  mutating func paste() { replace(selection, with: clipboard) }

  // MARK: What others do

  /// Somebody else writes where the reader is not.
  mutating func write(_ new: [Unicode.Scalar], over range: Range<Int>) {
    glyphs.replaceSubrange(range, with: new.map { Glyph(scalar: $0, touched: -1) })
    let growth = new.count - range.count
    if caret >= range.upperBound { caret += growth }
    if anchor >= range.upperBound { anchor += growth }
    if let word = open, word.site.lowerBound >= range.upperBound {
      open?.site = word.site.lowerBound + growth..<word.site.upperBound + growth
    }
  }

  /// The program is asked what there is: after an undo, whose steps are its own.
  mutating func take(over text: [Unicode.Scalar], caret: Int, anchor: Int) {
    glyphs = text.map { Glyph(scalar: $0, touched: stretch) }
    (self.caret, self.anchor) = (caret, anchor)
    (open, finished) = (nil, nil)
  }

  // MARK: Words and lines

  /// The word around a place; empty between blanks.
  func word(around place: Int) -> Range<Int> {
    let start = glyphs[..<place].lastIndex(where: \.isBlank).map { $0 + 1 } ?? 0
    let end = glyphs[place...].firstIndex(where: \.isBlank) ?? glyphs.count
    return start..<end
  }

  /// Whether a word ends at the caret.
  var isAtEndOfWord: Bool {
    caret > 0 && !glyphs[caret - 1].isBlank && (caret == glyphs.count || glyphs[caret].isBlank)
  }

  /// Whether the caret is between a blank and a word.
  var isBetweenWords: Bool { isBehindBlank && caret < glyphs.count && !glyphs[caret].isBlank }

  /// Whether a blank is before the caret.
  var isBehindBlank: Bool { caret > 0 && glyphs[caret - 1].isBlank }

  /// Whether cells typed at the caret stand for a word that is translated to cells so, together with
  /// what they stand beside.
  func takes(_ cells: [Cell]) -> Bool {
    guard isContracted else { return true }
    var after = self
    for cell in cells { after.type(cell) }
    guard let word = after.open else { return false }
    return Self.cells(of: Self.text(of: word.cells)) == word.cells
  }

  /// Whether the caret is between two cells of the word that it is in, so that cells can be typed.
  var isBetweenCells: Bool {
    guard isContracted, open == nil, selection.isEmpty else { return true }
    let word = opened()
    let before = glyphs[word.site.lowerBound..<caret].map(\.scalar)
    return word.caret <= word.cells.count && Self.text(of: word.cells[..<word.caret]) == before
  }

  /// The word at the caret, as cells.
  private func opened() -> Open {
    guard isContracted, selection.isEmpty else {
      return Open(
        cells: [], caret: 0, site: selection, isOverSelection: !selection.isEmpty)
    }
    let range = word(around: caret)
    let scalars = glyphs[range].map(\.scalar)
    return Open(
      cells: Self.cells(of: scalars),
      caret: Self.cells(of: scalars[..<(caret - range.lowerBound)]).count, site: range)
  }

  private mutating func replace(_ range: Range<Int>, with new: [Unicode.Scalar]) {
    finished = nil
    glyphs.replaceSubrange(range, with: new.map { Glyph(scalar: $0, touched: stretch) })
    caret = range.lowerBound + new.count
    anchor = caret
    touch()
  }

  /// Marks the line of the caret, with what ends it and the line before.
  private mutating func touch() {
    let end = glyphs[caret...].firstIndex { $0.scalar == "\n" } ?? glyphs.count - 1
    let start = glyphs[..<caret].lastIndex { $0.scalar == "\n" } ?? 0
    for index in glyphs.indices where index >= start && index <= end {
      glyphs[index].touched = stretch
    }
  }

  /// The words of lines in which the reader was not since all agreed.
  var restingWords: [Range<Int>] {
    words.filter { range in
      let start = glyphs[..<range.lowerBound].lastIndex { $0.scalar == "\n" } ?? 0
      let end = glyphs[range.upperBound...].firstIndex { $0.scalar == "\n" } ?? glyphs.count - 1
      return glyphs.indices.contains(end)
        && glyphs[start...end].allSatisfy { $0.touched != stretch }
    }
  }

  /// Where a word stands.
  func ranges(of word: [Unicode.Scalar]) -> [Range<Int>] {
    words.filter { $0.count == word.count && glyphs[$0].map(\.scalar) == word }
  }

  /// All words, in order.
  var words: [Range<Int>] {
    var words: [Range<Int>] = []
    var place = 0
    while place < glyphs.count {
      let range = word(around: place)
      if !range.isEmpty { words.append(range) }
      place = range.upperBound + 1
    }
    return words
  }
}

extension Meant.Glyph {
  /// Whether it stands between words.
  var isBlank: Bool { scalar == " " || scalar == "\n" }
}
