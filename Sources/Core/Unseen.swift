// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Presentation

/// What a program has been asked to write and has not shown: the one replacement that makes its text
/// what it will be.
struct Unseen: Equatable, Sendable {
  /// What is replaced of the text as the program last told it.
  var range: Range<TextOffset>
  /// What comes in its place; the caret is behind it then.
  var text: [Unicode.Scalar]

  /// Where the caret is in the text that will be.
  var caret: TextOffset { range.lowerBound + text.count }
}

/// What commands will make of a text, as far as that is known before their program tells.
///
/// A key, a paste or an undo does what the program thinks fit: from there on nothing is known until
/// the caret is put somewhere.
private struct Foresight {
  /// The text without what is written where the caret is.
  private var text: TextContent
  /// What is written where the caret is; before that, what is selected.
  private var current: Unseen
  private var hasEdits = false
  private var isKnown: Bool
  /// Whether what was written before the caret was put elsewhere counts, too.
  private let isWhole: Bool
  /// What was written elsewhere before, in order.
  private var replacements: [Replacement] = []

  init(of text: TextContent, isWhole: Bool) {
    self.text = text
    self.isWhole = isWhole
    let caret = text.caret ?? .zero
    current = Unseen(range: text.selection ?? caret..<caret, text: [])
    isKnown = text.caret != nil
  }

  /// What the text needs; nil if nothing.
  var unseen: Unseen? {
    guard hasEdits, !current.range.isEmpty || !current.text.isEmpty else { return nil }
    return current
  }

  /// All replacements, each of what the one before it has made.
  var all: [Replacement] { replacements + (unseen.map { [$0.replacement] } ?? []) }

  /// Whether it makes another text of it.
  func makes(_ other: TextContent) -> Bool {
    let growth = unseen.map { $0.text.count - ($0.range.upperBound - $0.range.lowerBound) } ?? 0
    guard text.length + growth == other.length else { return false }
    var made = self
    made.settle()
    return made.text.offset == other.offset && made.text.content == other.content
  }

  mutating func apply(_ command: Command) {
    switch command {
    case .setCaret(let place): begin(place..<place)
    case .select(let anchor, let place): begin(min(anchor, place)..<max(anchor, place))
    case .insertText(let new): write(Array(new.unicodeScalars))
    case .replaceText(let range, let new): replace(range, Array(new.unicodeScalars))
    case .deleteBackward(let count): delete(count) { $0.deleteBackward() }
    case .deleteForward(let count): delete(count) { $0.deleteForward() }
    case .cut: if isKnown, !current.range.isEmpty { hasEdits = true }
    case .copy, .readText, .activate(offset: nil), .longPress, .setFocus, .focused, .move, .moveBy,
      .find, .scroll, .system, .expand, .collapse:
      break
    default: isKnown = false
    }
  }

  private mutating func begin(_ range: Range<TextOffset>) {
    if isWhole { settle() }
    current = Unseen(range: carried(range), text: [])
    hasEdits = false
    isKnown = true
  }

  private mutating func write(_ new: [Unicode.Scalar]) {
    guard isKnown else { return }
    current.text += new
    hasEdits = true
  }

  private mutating func replace(_ range: Range<TextOffset>, _ new: [Unicode.Scalar]) {
    let range = carried(range)
    let old = current.range
    if isKnown, !hasEdits, range.upperBound < old.lowerBound || old.upperBound < range.lowerBound {
      // The caret stays where it is.
      replaceElsewhere(Unseen(range: range, text: new))
      return
    }
    if !hasEdits || range.upperBound <= old.lowerBound {
      begin(range)
    } else if range.lowerBound >= old.upperBound {
      let between = text.scalars(old.upperBound..<range.lowerBound)
      isKnown = isKnown && between.count == range.lowerBound - old.upperBound
      guard isKnown else { return }
      current = Unseen(range: old.lowerBound..<range.upperBound, text: current.text + between)
    } else {
      isKnown = false
    }
    write(new)
  }

  private mutating func replaceElsewhere(_ unseen: Unseen) {
    guard isWhole else { return }
    record(unseen)
    current.range = unseen.replacement.carry(current.range)
  }

  private mutating func delete(_ count: Int, _ deleteOne: (inout Foresight) -> Bool) {
    guard isKnown else { return }
    var count = count
    if !hasEdits, !current.range.isEmpty { count -= 1 }
    hasEdits = true
    while count > 0, deleteOne(&self) { count -= 1 }
  }

  /// Takes the character before the caret away; false if there is none, or it is not known.
  private mutating func deleteBackward() -> Bool {
    let start = current.range.lowerBound
    let before = Array(text.scalars((start - Foresight.longest)..<start)) + current.text
    guard let last = String(before.suffix(Foresight.longest)).last else {
      isKnown = start.value <= 0
      return false
    }
    let count = last.unicodeScalars.count
    let written = min(count, current.text.count)
    current.text.removeLast(written)
    current.range = (start - (count - written))..<current.range.upperBound
    return true
  }

  /// The same behind the caret.
  private mutating func deleteForward() -> Bool {
    let end = current.range.upperBound
    guard let first = String(text.scalars(end..<end + Foresight.longest)).first else {
      isKnown = end.value >= text.length
      return false
    }
    current.range = current.range.lowerBound..<end + first.unicodeScalars.count
    return true
  }

  /// No character is taken to be longer, in scalars.
  private static let longest = 32

  private func carried(_ range: Range<TextOffset>) -> Range<TextOffset> {
    replacements.reduce(range) { $1.carry($0) }
  }

  /// What is written here counts when something is written elsewhere.
  private mutating func settle() {
    if let unseen { record(unseen) }
  }

  private mutating func record(_ unseen: Unseen) {
    replacements.append(unseen.replacement)
    let change = TextEdit.Change(range: unseen.range, text: unseen.text)
    let edit = TextEdit(base: 0, version: 0, changes: [change])
    if let edited = try? text.edited(by: edit) { text = edited }
  }
}

extension Unseen {
  fileprivate var replacement: Replacement { Replacement(range: range, count: text.count) }
}

extension Correspondence {
  /// What an element's text needs to be what it will be when all is done that was sent, or waits,
  /// since the caret was last put somewhere; nil if nothing.
  func unseen(in text: TextContent, of element: String) -> Unseen? {
    let pending = pending(of: element)
    guard pending.contains(where: { $0.command.edits }) else { return nil }
    let start = pending.lastIndex { command in
      switch command.command {
      case .setCaret, .select: true
      default: false
      }
    }
    var foresight = Foresight(of: text, isWhole: false)
    for pending in pending[(start ?? 0)...] { foresight.apply(pending.command) }
    return foresight.unseen
  }

  /// From when on what an element's text does not show is shown for it; nil: nothing is unseen.
  ///
  /// At once what was felt as cells already, so that it does not go and come again; all else when
  /// the program takes its time, so that most of it is shown as the program has it.
  func showsUnseen(of element: String) -> Duration? {
    pending(of: element).filter { $0.command.edits }
      .map { $0.wasFelt ? $0.since : $0.since + .milliseconds(100) }.min()
  }

  /// How many of the commands that were sent a new text shows; nil if none of them makes it.
  func shown(by new: TextContent?, after old: TextContent?, of element: String) -> Int? {
    guard let old, let new else { return nil }
    var foresight = Foresight(of: old, isWhole: true)
    for (index, command) in sent.lazy.filter({ $0.home == element }).enumerated() {
      foresight.apply(command.command)
      if command.command.edits, foresight.makes(new) { return index + 1 }
    }
    return nil
  }

  /// A command with its places as they are in the text that the program has by then, where it is
  /// not told which text they count in.
  func foreseen(_ command: PendingCommand, on element: Element?) -> PendingCommand {
    guard command.command.hasOffsets, command.version == nil, let home = command.home,
      element?.id == home, let text = element?.text
    else { return command }
    let sent = sent.filter { $0.home == home }
    guard sent.contains(where: { $0.command.edits }) else { return command }
    var foresight = Foresight(of: text, isWhole: true)
    for earlier in sent { foresight.apply(earlier.command) }
    var command = command
    for replacement in foresight.all { command.carry(through: replacement) }
    return command
  }
}

extension Engine {
  /// What a program's text needs to be what was typed already; nil if it shows all of it.
  ///
  /// Of a secret it is masks.
  func unseen(of id: ProgramID) -> Unseen? {
    programs[id]?.content.flatMap { unseen(in: $0.elementForTyping, of: id) }
  }

  /// The same if it is time to show it.
  func shownUnseen(in element: Element, of id: ProgramID) -> Unseen? {
    guard let time = programs[id]?.correspondence.showsUnseen(of: element.id),
      time <= now || programs[id]?.content?.word != nil
    else { return nil }
    return unseen(in: element, of: id)
  }

  /// When what is unseen of what is shown is to be shown; nil: it is, or nothing is.
  var unseenWake: Duration? {
    guard let shown, let element = programs[shown]?.content?.element.id,
      let time = programs[shown]?.correspondence.showsUnseen(of: element), time > now
    else { return nil }
    return time
  }

  /// The same of an element that a program shows.
  func unseen(in element: Element, of id: ProgramID) -> Unseen? {
    guard let text = element.text,
      var unseen = programs[id]?.correspondence.unseen(in: text, of: element.id)
    else { return nil }
    if element.isProtected { unseen.text = unseen.text.map { _ in Passage.mask } }
    return unseen
  }
}
