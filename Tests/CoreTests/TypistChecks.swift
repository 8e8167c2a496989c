// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
@testable import Core
import Elements
import Panning
import TestSupport
import Translation

/// What must hold whenever nothing is on its way.
extension Typist {
  /// Ends the word, waits, and looks whether all agree.
  mutating func agree() {
    finish()
    settle()
    counts.agreements += 1
    if editor.text != meant.text {
      return fail("the program's text is\n\(editor.string)\nand not\n\(meant.string)")
    }
    if (editor.caret, editor.anchor) != (meant.caret, meant.anchor) {
      return fail(
        "the program's caret is \(editor.anchor)…\(editor.caret), "
          + "not \(meant.anchor)…\(meant.caret) in\n\(meant.string)")
    }
    guard let text = daemonText, Array(text.content) == editor.text else {
      return fail("the daemon has another text: \(daemonText.map { "\($0)" } ?? "none")")
    }
    guard text.caret?.value == editor.caret, (text.anchor ?? text.caret)?.value == editor.anchor
    else { return fail("the daemon's caret is \(text.caret?.value ?? -1), not \(editor.caret)") }
    checkFrame()
    meant.stretch += 1
    meant.put(caret: meant.caret, anchor: meant.anchor)
    shorten()
  }

  private mutating func checkFrame() {
    // What answers a key is over by then.
    pass(.seconds(2))
    for _ in 0..<(scene.isFlaky ? 8 : 0) {
      look()
      handle(.translated)
    }
    guard let frame = look() else { return fail("there is no frame") }
    guard frame.kind == .content else { return fail("a \(frame.kind) is shown: \(frame.text)") }
    let print = Self.print(frame)
    guard (head + meant.string.filter { !$0.isWhitespace }).contains(print) else {
      return fail("\(frame.text) is shown of\n\(meant.string)")
    }
    guard let caret = frame.caret else {
      counts.outOfSight += 1
      return
    }
    // In a contraction there is no cell of its own for it.
    let isShown = frame.routes.contains(.text(TextOffset(meant.caret)))
    if isShown, case .text(let place) = frame.routes[caret.value], place.value != meant.caret {
      fail("the caret is shown at \(place.value), not \(meant.caret)")
    }
  }

  /// A long text is thrown away, so that there is room for another one.
  private mutating func shorten() {
    guard meant.glyphs.count > 400 else { return }
    note { "the text is thrown away" }
    press("space+dot2+dot3+dot5+dot6")
    settle()
    eraseCell()
    meant.take(over: [], caret: 0, anchor: 0)
    settle()
    let text = generator.lines()
    send(editor.write(String(String.UnicodeScalarView(text)), over: 0..<0))
    meant.take(over: text, caret: text.count, anchor: text.count)
    settle()
  }
}
