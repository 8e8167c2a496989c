// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Panning
import Presentation

/// What the status cells tell (behaviour X2).
extension Engine {
  /// The status cells beside a frame: how things are, then the styles of the text that it shows.
  func statusCells(_ frame: Frame) -> [Cell] {
    let content = frozen?.content ?? program(shown)?.content
    let styles = content?.styles(in: frame) ?? []
    var general: [Int] = []
    if messages.history.unreadCount > 0 { general.append(1) }
    if content?.element.flags[.selected] == true || content?.reading.marks.selection != nil {
      general.append(2)
    }
    if !styles.isEmpty { general.append(3) }
    if settings.follow == .off { general.append(5) }
    if frozen != nil { general.append(6) }
    if frame.pansLeft { general.append(7) }
    if frame.pansRight { general.append(8) }
    return Array(([Cell(dots: general)] + Cell.dots(of: styles)).prefix(settings.statusCells))
  }
}

extension Content {
  /// The styles of the text at the caret where a frame shows it, else of all its text in sight.
  fileprivate func styles(in frame: Frame) -> Set<String> {
    guard frame.kind == .content, !element.isProtected, let text = element.text,
      !text.runs.isEmpty
    else { return [] }
    let caret = frame.caret == nil ? nil : text.caret
    let places = frame.routes.compactMap { route in
      if case .text(let place) = route { place } else { nil }
    }
    guard let first = caret ?? places.min(), let last = caret ?? places.max() else { return [] }
    var styles: Set<String> = []
    for run in text.runs where run.range.lowerBound <= last && run.range.upperBound > first {
      styles.formUnion(run.style)
    }
    return styles.intersection(Emphasis.styles)
  }
}

extension Cell {
  /// The second and the third status cell: a dot for each style, in the protocol's order.
  fileprivate static func dots(of styles: Set<String>) -> [Cell] {
    let dots = Emphasis.styles.indices.filter { styles.contains(Emphasis.styles[$0]) }
    return [
      Cell(dots: dots.filter { $0 < 8 }.map { $0 + 1 }),
      Cell(dots: dots.filter { $0 >= 8 }.map { $0 - 7 }),
    ]
  }
}
