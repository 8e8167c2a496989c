// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Presentation
import Typing

/// A command that waits to be sent, or that its program has not answered.
struct PendingCommand: Equatable, Sendable {
  /// The command; its offsets count in the text as the program last told it.
  private(set) var command: Command
  /// The element that the program is told; nil for a move and a key.
  var element: String?
  /// The element that has to have the focus for it; nil: it is about none that has.
  var home: String?
  /// The version of the text that its offsets count in; nil if it has no offsets, or the text no
  /// version.
  var version: Int?
  /// The word that it came of, to be opened again if it cannot be done.
  var word: OpenWord?
  /// Whether what it writes was shown as cells before.
  var wasFelt = false
  /// Whether its text is told nobody (T4).
  var isSecret = false
  /// When the reader wanted it.
  var since = Duration.zero
  /// How often it has been sent again because the text had changed.
  var repeats = 0
  /// Whether the characters that it is about have gone.
  private(set) var isLost = false
  /// Whether the text has changed since its places were named.
  private(set) var isCarried = false
  /// Its number; nil before it is sent, and to a program that acknowledges nothing.
  var sequence: Int?
  /// Until when its effect is awaited, once it has been sent.
  var deadline = Duration.zero

  init(
    _ command: Command, element: String? = nil, home: String? = nil, version: Int? = nil,
    word: OpenWord? = nil, isSecret: Bool = false
  ) {
    self.command = command
    self.element = element
    self.home = home
    self.version = command.hasOffsets ? version : nil
    self.word = word
    self.isSecret = isSecret
  }

  /// Whether everything for its element waits until it is acknowledged.
  var holds: Bool {
    guard version != nil else { return false }
    if case .activate = command { return false }
    return true
  }

  /// The same for what acts at the caret, to be put there first.
  func settingCaret() -> PendingCommand? {
    let place: TextOffset
    switch command {
    case .setCaret(let caret), .select(_, let caret): place = caret
    default: return nil
    }
    var other = self
    other.command = .setCaret(place)
    other.isLost = false
    return other
  }

  /// As it is kept once it has been sent: without what is told nobody.
  var kept: PendingCommand {
    guard isSecret else { return self }
    var kept = self
    kept.command = command.masked
    kept.word = nil
    return kept
  }

  /// Takes the offsets through a change of the text.
  ///
  /// A place follows the character to its right, and is lost when that goes; a stretch that is to be
  /// replaced does not grow, and is lost when anything in it changes.
  mutating func carry(through change: Replacement) {
    isCarried = isCarried || command.hasOffsets
    switch command {
    case .setCaret(let place): command = .setCaret(follow(place, change))
    case .activate(let place?): command = .activate(offset: follow(place, change))
    case .readText(let place, let direction):
      command = .readText(change.carry(place), direction)
    case .select(let anchor, let caret): carrySelection(from: anchor, to: caret, through: change)
    case .replaceText(let range, let text):
      let isTouched =
        change.range.lowerBound < range.upperBound && range.lowerBound < change.range.upperBound
      isLost = isLost || isTouched
      command = .replaceText(change.carry(range), text)
    default: break
    }
  }

  private mutating func follow(_ place: TextOffset, _ change: Replacement) -> TextOffset {
    isLost = isLost || change.touches(place)
    return change.carry(place)
  }

  /// What is selected is lost with its first or its last character.
  private mutating func carrySelection(
    from anchor: TextOffset, to caret: TextOffset, through change: Replacement
  ) {
    guard anchor != caret else {
      let place = follow(caret, change)
      command = .select(anchor: place, place)
      return
    }
    let range = min(anchor, caret)..<max(anchor, caret)
    if change.touches(range.lowerBound) || change.touches(range.upperBound - 1) { isLost = true }
    let new = change.carry(range)
    command =
      anchor < caret
      ? .select(anchor: new.lowerBound, new.upperBound)
      : .select(anchor: new.upperBound, new.lowerBound)
  }

  /// Puts the caret to the start of a character: a change may have made one of two.
  mutating func align(to text: TextContent) {
    func start(_ place: TextOffset) -> TextOffset {
      place.value >= text.offset && place <= text.end ? text.characterStart(at: place) : place
    }
    switch command {
    case .setCaret(let place): command = .setCaret(start(place))
    case .activate(let place?): command = .activate(offset: start(place))
    case .select(let anchor, let caret): command = .select(anchor: start(anchor), start(caret))
    default: break
    }
  }

  /// More changes came than are known: nobody knows where its places are.
  mutating func lose() {
    isLost = isLost || command.hasOffsets
  }

  /// Takes in what was typed next; false if that is something else.
  mutating func join(_ next: PendingCommand) -> Bool {
    guard next.element == element, next.home == home, next.isSecret == isSecret else {
      return false
    }
    switch (command, next.command) {
    case (.insertText(let first), .insertText(let second)):
      command = .insertText(first + second)
    case (.deleteBackward(let first), .deleteBackward(let second)):
      command = .deleteBackward(first + second)
    case (.deleteForward(let first), .deleteForward(let second)):
      command = .deleteForward(first + second)
    default: return false
    }
    word = next.word ?? word
    wasFelt = wasFelt || next.wasFelt
    return true
  }
}

extension Command {
  /// Whether it names places of the text.
  var hasOffsets: Bool {
    switch self {
    case .setCaret, .select, .replaceText, .readText, .activate(.some): true
    default: false
    }
  }

  /// Whether it says where the caret is to be.
  var placesCaret: Bool {
    switch self {
    case .setCaret, .select, .selectAll: true
    default: false
    }
  }

  /// Whether the reader's own text is in it.
  var hasText: Bool {
    switch self {
    case .insertText, .replaceText: true
    default: false
    }
  }

  /// Whether it puts text where the caret is.
  var writes: Bool {
    switch self {
    case .insertText, .paste: true
    default: false
    }
  }

  /// Whether it is about what stands at the caret, so that at another place it would do harm.
  var takesFromCaret: Bool {
    switch self {
    case .key, .deleteBackward, .deleteForward, .cut, .copy: true
    default: false
    }
  }

  /// Whether it changes the text in a way that is known before the program shows it.
  var edits: Bool {
    switch self {
    case .insertText, .replaceText, .deleteBackward, .deleteForward, .cut: true
    default: false
    }
  }

  /// Whether it is known what it does to text and caret.
  var isForeseeable: Bool {
    switch self {
    case .key, .paste, .undo, .redo, .selectAll: false
    default: true
    }
  }

  /// Whether text or caret may be other ones when it is done.
  var touchesText: Bool {
    switch self {
    case .key, .paste, .undo, .redo: true
    default: edits || placesCaret
    }
  }

  /// The same with as many masks as it has characters.
  var masked: Command {
    func mask(_ text: String) -> String {
      String(repeating: String(Character(Passage.mask)), count: text.unicodeScalars.count)
    }
    switch self {
    case .insertText(let text): return .insertText(mask(text))
    case .replaceText(let range, let text): return .replaceText(range, mask(text))
    case .setValue: return .setValue("")
    default: return self
    }
  }

  /// The same without its text: what kind it is.
  var withoutText: Command {
    switch self {
    case .insertText: .insertText("")
    case .replaceText(let range, _): .replaceText(range, "")
    case .setValue: .setValue("")
    default: self
    }
  }
}
