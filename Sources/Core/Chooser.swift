// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Translation

/// A list from which the reader chooses, narrowed by what is typed (behaviour X1, §6).
///
/// It stays as it was when it was opened, so that nothing moves under the finger: what has gone
/// meanwhile says so when it is chosen, what has come is in the next one.
struct Chooser: Equatable, Sendable {
  /// What is chosen from.
  let choice: Action.Choice
  /// Whose entries they are; nil: programs.
  let program: ProgramID?
  /// All of them, in order.
  let entries: [Entry]
  /// What has been typed.
  private(set) var typed = TypedText()
  /// Which entries have in them what is typed, in order.
  private(set) var found: [Int]
  /// The place among those of the one that the reader is at.
  private(set) var place: Int
  /// Whether what is typed and how many are found stand before the entry: until the reader goes to
  /// another one.
  private(set) var showsCount = true
  private var search: TypedSearch
  /// How elements are said.
  private let manner: LineStyle

  /// Something that can be chosen.
  struct Entry: Equatable, Sendable {
    var target: Target
    private var said: Said

    /// What the reader feels of it; of an element it is made when it is read, because a list may
    /// have all of a screen.
    private enum Said: Equatable {
      case line(Line)
      case element(Element)
    }

    /// An entry that says something of its own.
    init(_ target: Target, _ line: Line) {
      self.target = target
      said = .line(line)
    }

    /// An entry that is an element.
    init(_ target: Target, _ element: Element) {
      self.target = target
      said = .element(element)
    }

    /// What the reader feels of it; routing keys lead to it.
    func line(as manner: LineStyle) -> Line {
      switch said {
      case .line(let line): line.about(target.key)
      case .element(let element): manner.entry(of: element).about(target.key)
      }
    }
  }

  /// What is done when an entry is chosen.
  enum Target: Equatable, Sendable {
    /// The reader goes to an item, or to the first one in what holds some.
    case item(String)
    /// An action of an element is done.
    case action(String, of: String)
    /// A program is shown.
    case program(ProgramID)

    /// Names it among all of its list.
    var key: String {
      switch self {
      case .item(let id): id
      case .action(let name, _): name
      case .program(let id): String(id.number)
      }
    }
  }

  /// A list that begins at one of its entries; nil without any.
  init?(
    _ choice: Action.Choice, of program: ProgramID?, _ entries: [Entry], from start: Int,
    as manner: LineStyle, by translation: LineTranslation
  ) {
    guard !entries.isEmpty else { return nil }
    self.choice = choice
    self.program = program
    self.entries = entries
    found = Array(entries.indices)
    place = min(max(0, start), entries.count - 1)
    search = TypedSearch(translation)
    self.manner = manner
  }

  /// The entry that the reader is at.
  var current: Entry { entries[found[place]] }

  /// The entry of this name.
  func entry(_ key: String) -> Entry? { entries.first { $0.target.key == key } }

  /// Whether an entry was left out only because its table has no answer yet.
  var isProvisional: Bool { search.isProvisional }
}

extension Chooser {
  /// Goes to another entry; false if there is none that way.
  mutating func move(_ direction: Command.Direction) -> Bool {
    let target =
      switch direction {
      case .next: place + 1
      case .previous: place - 1
      case .first: 0
      case .last: found.count - 1
      case .in, .out: place
      }
    guard target != place, found.indices.contains(target) else { return false }
    place = target
    showsCount = false
    return true
  }

  /// Goes to the entry of this name, if it is among those that are found.
  mutating func move(to key: String) {
    guard let target = found.firstIndex(where: { entries[$0].target.key == key }) else { return }
    place = target
    showsCount = false
  }

  /// Takes a key that is typed; false, and nothing changes, if no entry has all that in it.
  mutating func type(
    _ stroke: TypedText.Stroke, with translator: inout some Translator
  ) -> Bool {
    var longer = typed
    longer.append(stroke)
    // What has more in it has less in it too; but what was not known may be known now.
    let candidates = isProvisional ? Array(entries.indices) : found
    let narrowed = self.entries(holding: longer, among: candidates, with: &translator)
    guard !narrowed.isEmpty else { return false }
    typed = longer
    show(narrowed)
    return true
  }

  /// Takes the last key away that was typed, or all; false if nothing is typed.
  mutating func erase(all: Bool, with translator: inout some Translator) -> Bool {
    guard typed.removeLast() else { return false }
    if all { typed = TypedText() }
    let widened = entries(holding: typed, among: Array(entries.indices), with: &translator)
    // By other tables than those it was typed by nothing may have it in it.
    show(widened.isEmpty ? Array(entries.indices) : widened)
    return true
  }

  /// Looks again, now that tables have answers.
  mutating func lookAgain(with translator: inout some Translator) {
    let wasShown = showsCount
    let narrowed = entries(holding: typed, among: Array(entries.indices), with: &translator)
    guard !narrowed.isEmpty, narrowed != found else { return }
    show(narrowed)
    showsCount = wasShown
  }

  /// The same with other tables.
  mutating func restyle(
    _ translation: LineTranslation, with translator: inout some Translator
  ) {
    search = TypedSearch(translation)
    if !typed.isEmpty { lookAgain(with: &translator) }
  }

  private mutating func entries(
    holding typed: TypedText, among candidates: [Int], with translator: inout some Translator
  ) -> [Int] {
    guard !typed.isEmpty else { return candidates }
    search.begin()
    return candidates.filter {
      search.holds(typed, in: entries[$0].line(as: manner), with: &translator)
    }
  }

  /// Shows some entries: from where the reader is, else from the next one on, else from the last.
  private mutating func show(_ narrowed: [Int]) {
    let here = found[place]
    found = narrowed
    place = narrowed.firstIndex { $0 >= here } ?? narrowed.count - 1
    showsCount = true
  }
}

extension Chooser {
  /// The entries around the current one that are read at once; more than any display has rows.
  private static let reach = 64

  /// What is read: the current entry, or on a display of several rows all, one a row.
  func passage(hasRows: Bool, language: String?) -> Passage {
    guard hasRows else { return Passage(currentLine(language)) }
    let shown = max(0, place - Chooser.reach)..<min(found.count, place + Chooser.reach + 1)
    let lines = shown.map { index in
      let entry = entries[found[index]]
      return (entry.target.key, index == place ? currentLine(language) : entry.line(as: manner))
    }
    return Passage(
      entries: lines.map { (id: $0.0, line: $0.1) }, current: place - shown.lowerBound)
  }

  /// The entry that the reader is at, after what was just typed and how many have it in them.
  private func currentLine(_ language: String?) -> Line {
    guard showsCount else { return current.line(as: manner) }
    var view = String.UnicodeScalarView(typed.print)
    view.append(contentsOf: "\(typed.isEmpty ? "" : " ")\(found.count):".unicodeScalars)
    let head = Line(String(view), language: language)
    return head.followed(by: current.line(as: manner)).about(current.target.key)
  }
}
