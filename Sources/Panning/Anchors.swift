// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Presentation
import Translation

/// How the place of the reader is found again after a change (behaviour V2).
extension Reading {
  /// What stands under the first cell, to be found again in other words or by another table.
  enum Anchor: Equatable {
    case lineStart(Int)
    case part(Part, Int)
    case context(Int, Int)
    case member(String, Int)
    case text(TextOffset)
    /// A line about a neighbour, and how far the display is to the right.
    case neighbour(String, CellOffset)
    /// A line of preformatted text, by a place in it, and how far the display is to the right.
    case textLine(TextOffset, CellOffset)
  }

  /// Where the display is among neighbours; nil without any.
  public var place: Place? {
    switch anchor {
    case .neighbour(let id, let start): return Place(member: id, start: start, columns: columns)
    case nil where placement == nil:
      let line = max(viewport.line, passage.headerLine ?? 0)
      return (passage.member(ofLine: line) ?? passage.member(ofLine: line + 1))
        .map { Place(member: $0, start: viewport.start, columns: columns) }
    default: return kept
    }
  }

  mutating func rememberAnchor() {
    // What was not looked at since the last change has its anchor still.
    guard anchor == nil, placement == nil || placement == .caret else { return }
    if passage.isGrid || viewport.start == .zero, let id = passage.member(ofLine: viewport.line),
      passage.line(ofMember: id) == viewport.line
    {
      anchor = .neighbour(id, viewport.start)
      return
    }
    if passage.isGrid, let place = lines[viewport.line]?.line.textStart {
      anchor = .textLine(place, viewport.start)
      return
    }
    guard viewport.start != .zero else {
      anchor = .lineStart(viewport.line)
      // The line that is shown first stays so, also when lines before it come or go.
      if viewport.line > 0, let line = lines[viewport.line],
        let span = line.line.spans.first, case .text(let place) = span.origin
      {
        anchor = .text(place)
      }
      return
    }
    guard let line = lines[viewport.line] else { return }
    let scalar = line.map.scalar(of: viewport.start)
    guard let span = line.line.span(at: scalar) else { return }
    let offset = scalar.value - span.range.lowerBound
    switch span.origin {
    case .part(let part): anchor = .part(part, offset)
    case .context(let index): anchor = .context(index, offset)
    case .text(let place): anchor = .text(place + offset)
    case .mark(let place): anchor = .text(place)
    case .pending: anchor = pendingAnchor(in: line)
    case .member(let id): anchor = .member(id, offset)
    case .gap: anchor = .lineStart(viewport.line)
    }
  }

  /// What is typed stands where it will be in the text.
  private func pendingAnchor(in line: TranslatedLine) -> Anchor {
    marks.caret.map { .text($0) } ?? line.line.textStart.map { .text($0) }
      ?? .lineStart(viewport.line)
  }

  mutating func restoreAnchor(
    _ style: ReadingStyle, _ translator: inout some Translator
  ) {
    guard let anchor else { return }
    self.anchor = nil
    switch anchor {
    case .lineStart(let line):
      viewport = Viewport(line: min(line, passage.count - 1))
    case .text(let place):
      let index = passage.lineIndex(of: place)
      let line = line(index, style, &translator)
      let cell = line.cell(of: place) ?? .zero
      let isStart = index > 0 && cell == line.cell(of: line.line.textStart ?? place)
      viewport = Viewport(line: index, start: isStart ? .zero : line.map.groupStart(cell))
    case .part(let part, let offset):
      restore(.part(part), offset, style, &translator)
    case .context(let index, let offset):
      restore(.context(index), offset, style, &translator)
    case .member(let id, let offset):
      restore(.member(id), offset, style, &translator)
    case .neighbour(let id, let start):
      let line = passage.line(ofMember: id) ?? min(viewport.line, passage.count - 1)
      viewport = Viewport(line: line, start: start)
    case .textLine(let place, let start):
      viewport = Viewport(line: passage.lineIndex(of: place), start: start)
    }
    if passage.isGrid {
      let longest = rows(style, &translator).map { lines[$0.line]?.cells.count ?? 0 }.max() ?? 0
      if viewport.start.value >= longest { viewport.start = .zero }
      return
    }
    let count = line(viewport.line, style, &translator).cells.count
    if viewport.start > .zero, viewport.start.value >= count {
      // What stood there has gone: the end of what is left is shown.
      let starts = starts(of: viewport.line, style, &translator)
      viewport.start = starts.last { $0.value < count } ?? .zero
    }
  }

  private mutating func restore(
    _ origin: Line.Origin, _ offset: Int, _ style: ReadingStyle,
    _ translator: inout some Translator
  ) {
    var index = passage.currentLines.lowerBound
    if case .member(let id) = origin { index = passage.line(ofMember: id) ?? index }
    let line = line(index, style, &translator)
    viewport = Viewport(line: index)
    guard let span = line.line.spans.first(where: { $0.origin == origin }) else { return }
    let scalar = TextOffset(min(span.range.lowerBound + offset, span.range.upperBound - 1))
    viewport.start = line.map.groupStart(line.map.cell(of: scalar))
  }
}
