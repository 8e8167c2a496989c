// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Elements

/// All that is said of an element, as lines that are made when they are read.
///
/// The first line holds the element's parts and the first line of its text; each further line
/// is a line of its text (behaviour L1, T3).
public struct Passage: Equatable, Sendable {
  private let head: Line
  /// The text, with what is typed in it.
  private let text: TextContent?
  private let pending: Pending?
  let style: TextStyle
  private let company: Company
  /// Whether what is said stands on a line of its own, before a text that keeps its columns.
  private let headStandsAlone: Bool

  /// What is shown with the element; kept apart, because most elements are shown alone.
  private indirect enum Company: Equatable, Sendable {
    case none
    case around(Neighbours)
    case beside(Neighbours)
    case list(Listed)
  }

  /// What is shown with the element, in rows of its own.
  private var around: Neighbours? {
    if case .around(let neighbours) = company { neighbours } else { nil }
  }

  /// The entries of a list, in place of all the others.
  private var list: Listed? {
    if case .list(let list) = company { list } else { nil }
  }

  /// What is shown with the element, on its row.
  private var beside: Neighbours? {
    if case .beside(let neighbours) = company { neighbours } else { nil }
  }

  /// What is shown with the element, and how it is said.
  private struct Neighbours: Equatable, Sendable {
    var surroundings: Surroundings
    var manner: LineStyle
    /// Whether the element's own lines are marked among the others.
    var marksElement: Bool
  }

  /// The entries of a list, each a line.
  private struct Listed: Equatable, Sendable {
    var ids: [String]
    var lines: [Line]
    var current: Int

    /// A line, marked if it is the one that the reader is at.
    func line(_ index: Int) -> Line {
      guard lines.indices.contains(index) else { return Line() }
      var line = lines[index]
      if index == current, lines.count > 1 { line.markElement() }
      return line
    }
  }

  /// What the lines of a text have in common.
  struct TextStyle: Equatable, Sendable {
    var language: String?
    var form: Line.Form
    var emphasis = Emphasis()
  }

  /// What is said of an element, after those of its ancestors that are new, among what is
  /// around it.
  ///
  /// `pending` is what is typed in its text.
  public init(
    of element: Element, context: [Element] = [], as style: LineStyle,
    among surroundings: Surroundings? = nil, pending: Pending? = nil
  ) {
    var head = Line()
    let isTable = surroundings?.isTable == true
    for (index, ancestor) in context.enumerated() where !isTable || !ancestor.isInTable {
      let inner = context[(index + 1)...] + [element]
      style.appendContext(ancestor, around: Array(inner), index: index, to: &head)
    }
    // In a table it is said in its row.
    if !isTable { style.append(element, to: &head) }
    self.init(head: head, element: element, as: style, among: surroundings, pending: pending)
  }

  private init(
    head: Line, element: Element, as lineStyle: LineStyle, among surroundings: Surroundings?,
    pending: Pending?
  ) {
    self.head = head
    let own = element.text?.unmarked
    let typed = own.flatMap { pending?.inserted(in: $0) }
    text = typed.map(\.unmarked) ?? own
    self.pending = typed == nil ? nil : pending
    if let surroundings {
      var manner = lineStyle
      manner.known = KnownPlace(of: [element])
      let neighbours = Neighbours(
        surroundings: surroundings, manner: manner, marksElement: element.text?.caret == nil)
      company = surroundings.shape == .row ? .beside(neighbours) : .around(neighbours)
    } else {
      company = .none
    }
    headStandsAlone =
      lineStyle.hasRows && text?.preformatted == true && (text?.lineCount ?? 0) > 1
      && !head.scalars.isEmpty
    let form: Line.Form =
      element.isProtected ? .masked : element.isNeverContracted ? .uncontracted : .plain
    style = TextStyle(
      language: lineStyle.language(of: element), form: form,
      emphasis: form == .masked ? Emphasis() : lineStyle.emphasis)
  }

  /// A single line, as of a message.
  public init(_ line: Line) {
    self.init(line, in: nil)
  }

  /// The entries of a list, each from a row of its own on; `current` is the place of the one that
  /// the reader is at, which is marked where there are others.
  public init(entries: [(id: String, line: Line)], current: Int) {
    self.init(
      Line(),
      in: Listed(ids: entries.map(\.id), lines: entries.map(\.line), current: current))
  }

  private init(_ line: Line, in list: Listed?) {
    head = line
    text = nil
    pending = nil
    style = TextStyle(language: nil, form: .plain)
    company = list.map { .list($0) } ?? .none
    headStandsAlone = false
  }

  /// The number of lines, at least 1.
  public var count: Int {
    if let list { return max(1, list.lines.count) }
    guard let around else { return ownLines.count }
    let entries = around.surroundings.entries.count
    return around.surroundings.isTable
      ? entries + ownLines.lowerBound : entries - 1 + ownLines.count
  }

  /// The lines of the element itself; of a table, the line of the row that it is in.
  public var currentLines: Range<Int> {
    guard let surroundings = around?.surroundings, surroundings.isTable else { return ownLines }
    let line = ownLines.lowerBound + surroundings.current
    return line..<line + 1
  }

  /// The lines that are made of the element: where its own stand among the others'; of a table,
  /// none, at the line behind those before it.
  private var ownLines: Range<Int> {
    let surroundings = around?.surroundings
    if surroundings?.isTable == true {
      let first = head.scalars.isEmpty ? 0 : 1
      return first..<first
    }
    let first = list?.current ?? surroundings?.current ?? 0
    return first..<first + (headStandsAlone ? 1 : 0) + (text?.lineCount ?? 1)
  }

  /// Whether each line stands in a row, so that columns are under each other: a table, or
  /// preformatted text.
  public var isGrid: Bool {
    around.map(\.surroundings.isTable) ?? (text?.preformatted == true)
  }

  /// Whether the lines are rows of a table.
  public var isTable: Bool { around?.surroundings.isTable == true }

  /// The table whose rows the lines are, by its id; nil if they are none, or are in none.
  public var table: String? { around?.surroundings.table }

  /// Whether other elements are shown with the element.
  public var hasNeighbours: Bool { around != nil || count > 1 && list != nil }

  /// The line of the headers of a table's columns.
  public var headerLine: Int? {
    guard let surroundings = around?.surroundings, surroundings.isTable else { return nil }
    return surroundings.header.map { $0 + ownLines.lowerBound }
  }

  /// The element that a line is about; nil for a line before all of them, and if there is only
  /// one.
  public func member(ofLine index: Int) -> String? {
    if let list { return list.ids.indices.contains(index) ? list.ids[index] : nil }
    guard let surroundings = around?.surroundings,
      surroundings.entries.indices.contains(entry(ofLine: index))
    else { return nil }
    return surroundings.entries[entry(ofLine: index)].id
  }

  /// The first line about an element.
  public func line(ofMember id: String) -> Int? {
    if let list { return list.ids.firstIndex(of: id) }
    guard let surroundings = around?.surroundings,
      // A header that was made of a row's cells has no id of its own.
      let entry = surroundings.entries.firstIndex(where: { $0.id == id })
    else { return nil }
    if surroundings.isTable { return entry + ownLines.lowerBound }
    return entry <= surroundings.current ? entry : entry - 1 + ownLines.count
  }

  private func entry(ofLine index: Int) -> Int {
    guard let surroundings = around?.surroundings else { return 0 }
    if surroundings.isTable { return index - ownLines.lowerBound }
    if index < ownLines.lowerBound { return index }
    return ownLines.contains(index)
      ? surroundings.current : index - ownLines.count + 1
  }

  /// Where the reader gets by panning past the last line (or the first); nil for where the
  /// element itself leads.
  public func edge(isLast: Bool) -> String? {
    (around ?? beside)?.surroundings.edge(isLast: isLast)
  }

  /// The line that a place of the text is in.
  public func lineIndex(of place: TextOffset) -> Int {
    guard let text else { return ownLines.lowerBound }
    return ownLines.lowerBound + (headStandsAlone ? 1 : 0) + text.lineIndex(of: shown(place))
  }

  /// Where a place of the element's text is in the text that is shown.
  private func shown(_ place: TextOffset) -> TextOffset { pending?.shown(place) ?? place }

  /// The word that the character at a place belongs to, without the blanks around it; nil at a
  /// blank, at the end of a line, while something is typed, and in text that is never contracted or
  /// masked.
  public func word(at place: TextOffset) -> Range<TextOffset>? {
    guard let text, pending == nil, style.form == .plain, place < text.end else { return nil }
    let line = text.line(text.lineIndex(of: place))
    let isInWord: (TextOffset) -> Bool = { place in
      guard line.contains(place), let scalar = text.scalars(place..<(place + 1)).first else {
        return false
      }
      return scalar != " " && scalar != "\u{A0}" && scalar != "\t"
    }
    guard isInWord(place) else { return nil }
    var start = place
    while isInWord(start - 1) { start.value -= 1 }
    var end = place + 1
    while isInWord(end) { end.value += 1 }
    return start..<end
  }

  /// A line, from 0 to below `count`.
  public func line(_ index: Int) -> Line {
    if let list { return list.line(index) }
    guard let around else { return lineBesideOthers(index) }
    let surroundings = around.surroundings
    if surroundings.isTable {
      guard index >= ownLines.lowerBound else { return head }
      let row = surroundings.entries[entry(ofLine: index)]
      let isCurrent = entry(ofLine: index) == surroundings.current
      return around.manner.line(ofRow: row) { cell in
        isCurrent && (surroundings.currentCell ?? cell) == cell
      }
    }
    guard ownLines.contains(index) else {
      return around.manner.line(ofItem: surroundings.entries[entry(ofLine: index)])
    }
    var line = ownLine(index - ownLines.lowerBound)
    if around.marksElement { line.markElement() }
    return line
  }

  /// A line of the element's own, marked if others stand behind it on its row, and with them.
  private func lineBesideOthers(_ index: Int) -> Line {
    var line = ownLine(index)
    guard let beside else { return line }
    if beside.marksElement { line.markElement() }
    if index == count - 1 { beside.manner.append(next: beside.surroundings.next, to: &line) }
    return line
  }

  /// A line of the element's own, from 0.
  private func ownLine(_ index: Int) -> Line {
    if headStandsAlone, index == 0 { return head }
    let index = headStandsAlone ? index - 1 : index
    var line = index == 0 && !headStandsAlone ? head : Line()
    guard let text else { return line }
    line.appendGap()
    let start = line.scalars.count
    append(text, line: text.line(index), with: pending, to: &line)
    let end = text.line(index).upperBound
    line.textEnd = pending?.original(end) ?? end
    if isGrid { line.keepColumns(from: start) }
    return line
  }
}

extension Line {
  /// Marks what is of the element by dots 7 and 8.
  fileprivate mutating func markElement() {
    for span in spans.indices where spans[span].origin.isElement { spans[span].isMarked = true }
  }
}
