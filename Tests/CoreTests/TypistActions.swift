// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
@testable import Core
import Elements
import Panning
import TestSupport
import Translation

/// What the typist does, and what others do meanwhile.
extension Typist {
  /// Types so many cells, or up to the first moment at which something does not hold.
  mutating func run(_ cells: Int) {
    while counts.cells < cells, failure == nil {
      for _ in 0..<generator.integer(3...15) where failure == nil { act() }
      agree()
    }
  }

  private mutating func act() {
    switch generator.integer(0...99) {
    case 0...49: typeWord()
    case 50...61: erase()
    case 62...71: route()
    case 72...75: eraseWord()
    case 76...80: useSelection()
    case 81...82: undo()
    case 83...92: if scene.hasOthers { othersWrite() }
    case 93...94: if scene.hasOthers { othersMoveTheCaret() }
    default: pass(.milliseconds(generator.integer(0...3000)))
    }
  }

  mutating func count(_ action: String) {
    counts.actions[action, default: 0] += 1
  }

  // MARK: Typing

  mutating func type(_ cell: Cell) {
    press(KeyPress(.dots(cell)))
    meant.type(cell)
  }

  private mutating func typeWord() {
    completeSigns()
    let cells = Meant.cells(of: generator.word())
    guard meant.isBetweenCells, meant.takes(cells) else { return route() }
    count("word")
    for cell in cells {
      type(cell)
      guard generator.chance(5), !Meant.signs.contains(cell) else { continue }
      // A wrong letter, which is felt at once.
      type(Cell(dots: 1, 3, 4, 6))
      eraseCell()
    }
    if generator.chance(50), let open = meant.open, open.caret == 0 { return }
    switch generator.integer(0...19) {
    case 0: break
    case 1, 2:
      endWord("dot8", with: "\n")
      // What a key does is not known before it is seen, and a program that acknowledges nothing does
      // not say of what it shows that it is that.
      if !scene.manner.acknowledges { settle() }
    case 3: finish()
    default: endWord("space", with: " ")
    }
  }

  /// A key that ends the word and puts something behind it.
  private mutating func endWord(_ key: String, with scalar: Unicode.Scalar) {
    completeSigns()
    press(key)
    meant.end(with: scalar)
  }

  /// Ends the word where it is.
  mutating func finish() {
    completeSigns()
    // Dot 7 on the blank behind a word has opened it.
    guard meant.open != nil || meant.isContracted else { return }
    press("space+dot4+dot5")
    meant.commit()
  }

  /// Before a word ends each of its signs has something to be a sign of.
  private mutating func completeSigns() {
    guard let open = meant.open else { return }
    if open.caret > 0, Meant.signs.contains(open.cells[open.caret - 1]) {
      type(Cell(dots: 1, 3, 4, 6))
    } else if Meant.text(of: open.cells).isEmpty {
      type(Cell(dots: 1, 3, 5, 6))
    }
  }

  // MARK: Erasing

  mutating func eraseCell() {
    press("dot7")
    meant.eraseBackward()
  }

  private mutating func erase() {
    count("erase")
    for _ in 0..<generator.integer(1...5) {
      if let open = meant.open {
        // Before these cells, and under those that were typed over a selection, there may be others
        // by now.
        if open.own == 0 || open.isOverSelection && open.cells.count == 1 { return }
        if open.isReopened { settle() }
      } else {
        // A finished word is opened by who can feel it.
        if meant.isAtEndOfWord && meant.isContracted || !meant.selection.isEmpty { settle() }
        if meant.caret == 0, meant.selection.isEmpty { return }
        // Whether a word was typed before another one or into it is not to be felt.
        if meant.isContracted, meant.isBetweenWords { return }
      }
      guard meant.isBetweenCells else { return }
      eraseCell()
    }
  }

  private mutating func eraseWord() {
    finish()
    settle()
    guard meant.selection.isEmpty, meant.caret > 0, meant.glyphs[meant.caret - 1].scalar != "\n"
    else { return }
    count("erase word")
    press("space+dot1+dot4+dot5+dot7")
    meant.eraseWord()
  }

  // MARK: Routing keys

  /// A place on the display that can be found again: a letter of a word that there is no other of.
  private struct Target {
    var frame: Frame
    var cell: Int
    /// The word as it is meant.
    var word: Range<Int>
    /// The scalars of the word before the place.
    var offset: Int
  }

  private mutating func target() -> Target? {
    if !scene.counts || frames.isEmpty {
      settle()
      look()
    }
    let (frame, text) =
      scene.counts && generator.chance(40) ? generator.one(of: frames) : frames[frames.count - 1]
    guard frame.kind == .content else { return nil }
    let shown = Meant(Array(text.content), caret: 0, isContracted: false)
    let cells = frame.routes.indices.filter { frame.caret?.value != $0 }
    guard !cells.isEmpty else { return nil }
    let cell = generator.one(of: cells)
    guard case .text(let place) = frame.routes[cell], place.value < shown.glyphs.count,
      place != text.caret, !shown.glyphs[place.value].isBlank
    else { return nil }
    let range = shown.word(around: place.value)
    let word = Array(shown.text[range])
    // Not in the word that is typed.
    if let open = meant.open, Array(meant.text[open.site]) == word { return nil }
    guard shown.ranges(of: word).count == 1 else { return nil }
    var after = meant
    after.commit()
    let found = after.ranges(of: word)
    guard found.count == 1, found[0].lowerBound + place.value - range.lowerBound != after.caret
    else { return nil }
    return Target(
      frame: frame, cell: cell, word: found[0], offset: place.value - range.lowerBound)
  }

  private mutating func route() {
    completeSigns()
    guard let target = target() else { return }
    count("route")
    press(KeyPress(.route(target.cell)), on: target.frame)
    meant.commit()
    meant.put(caret: target.word.lowerBound + target.offset)
  }

  // MARK: What is selected

  /// Selects a word by two routing keys, and does something with it.
  private mutating func useSelection() {
    finish()
    settle()
    look()
    guard let target = target(), let last = lastCell(of: target) else { return }
    count("select")
    press("CLIP_COPY \(last << 8 | target.cell)", on: target.frame)
    meant.select(target.word.lowerBound + target.offset..<target.word.upperBound)
    switch generator.integer(0...4) {
    case 0: typeWord()
    case 1: eraseCell()
    case 2, 3:
      settle()
      let isCut = generator.chance(50)
      press(isCut ? "space+dot1+dot3+dot4+dot6" : "space+dot1+dot4")
      meant.copy(isCut: isCut)
      route()
      finish()
      settle()
      press("space+dot1+dot2+dot3+dot6")
      meant.paste()
      frames = []
    default: settle()
    }
  }

  /// The cell of the last character of the word that a target is in, if it is shown.
  private func lastCell(of target: Target) -> Int? {
    guard case .text(let place) = target.frame.routes[target.cell] else { return nil }
    let last = place + (target.word.count - target.offset - 1)
    // One cell alone selects from the caret on.
    return target.frame.routes.lastIndex(of: .text(last)).flatMap { $0 == target.cell ? nil : $0 }
  }

  /// What a program takes back by one undo is its own affair.
  private mutating func undo() {
    finish()
    settle()
    count("undo")
    press("space+dot1+dot3+dot5+dot6")
    settle()
    if generator.chance(50) {
      press("space+dot2+dot3+dot4+dot6")
      settle()
    }
    meant.take(over: editor.text, caret: editor.caret, anchor: editor.anchor)
    // What was taken away and comes back is something else to a finger that was on it.
    frames = []
  }

  // MARK: Others

  /// Somebody writes, or the program corrects something, in a line where the reader is not.
  private mutating func othersWrite() {
    guard meant.restingWords.count > 3 else { return }
    let range = generator.one(of: meant.restingWords)
    let word = Array(meant.text[range])
    let shown = Meant(editor.text, caret: 0, isContracted: false)
    let found = shown.ranges(of: word)
    guard found.count == 1, meant.ranges(of: word).count == 1 else { return }
    counts.foreign += 1
    let new: [Unicode.Scalar]
    var (count, behind) = (0, 0)
    switch generator.integer(0...2) {
    case 0: new = generator.word() + [" "]
    case 1:
      new = generator.word()
      count = range.count
    default:
      new = []
      count = range.count
      behind =
        range.upperBound < meant.glyphs.count
          && meant.glyphs[range.upperBound].scalar == " " ? 1 : 0
    }
    let start = found[0].lowerBound
    let end = start + count + behind
    note { "others write \(String(String.UnicodeScalarView(new))) over \(start)..<\(end)" }
    send(
      editor.write(
        String(String.UnicodeScalarView(new)), over: start..<end))
    meant.write(new, over: range.lowerBound..<range.lowerBound + count + behind)
  }

  /// Somebody puts the caret elsewhere, while the reader waits.
  private mutating func othersMoveTheCaret() {
    completeSigns()
    // A word that its table cannot read at that moment goes to the history.
    if scene.isFlaky { finish() }
    settle()
    guard let range = meant.restingWords.first, generator.chance(50) else { return }
    let word = Array(meant.text[range])
    let shown = Meant(editor.text, caret: 0, isContracted: false)
    guard let found = shown.ranges(of: word).first, shown.ranges(of: word).count == 1,
      meant.ranges(of: word).count == 1
    else { return }
    note { "others put the caret at \(found.lowerBound)" }
    send(editor.putCaret(at: found.lowerBound))
    meant.commit()
    guard let place = meant.ranges(of: word).first else { return }
    meant.put(caret: place.lowerBound)
    settle()
  }
}
