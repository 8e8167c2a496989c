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
    let dots = display.hasSixDots ? StatusDots.six : .eight
    var general: [Int?] = []
    if messages.history.unreadCount > 0 { general.append(dots.unread) }
    if content?.element.flags[.selected] == true || content?.reading.marks.selection != nil {
      general.append(dots.selected)
    }
    if !styles.isEmpty { general.append(dots.styled) }
    if let dot = dots.contracted, let element = content?.element, element.isEditable,
      typing(in: element).isContracted
    {
      general.append(dot)
    }
    if settings.follow == .off { general.append(dots.followOff) }
    if frozen != nil { general.append(dots.frozen) }
    if frame.pansLeft { general.append(dots.pansLeft) }
    if frame.pansRight { general.append(dots.pansRight) }
    let cells = [Cell(dots: general.compactMap { $0 })] + dots.cells(of: styles)
    return Array(cells.prefix(settings.statusCells))
  }
}

/// Which dot of the status cells means what; in each cell a dot means one thing.
private struct StatusDots {
  var unread = 1
  var selected = 2
  /// nil: that a text has a style is told by the styles alone.
  var styled: Int? = 3
  /// nil: there is no dot for it.
  var contracted: Int? = 4
  var followOff = 5
  var frozen = 6
  var pansLeft = 7
  var pansRight = 8
  /// What the dots of the second and the third cell stand for, in order.
  var styles: [[Set<String>]]

  /// Those of behaviour X2.
  static let eight = StatusDots(
    styles: [Emphasis.styles.prefix(8), Emphasis.styles.dropFirst(8)].map { $0.map { [$0] } })

  /// Those of a display that has no dots 7 and 8.
  ///
  /// Its lowest dots tell what is to the left and right, as the lowest of eight do; styles that are
  /// alike share a dot.
  static let six = StatusDots(
    styled: nil, contracted: nil, frozen: 4, pansLeft: 3, pansRight: 6,
    styles: [
      Emphasis.styles.prefix(6).map { [$0] },
      [
        ["code"], ["link"], ["misspelled", "grammar"], ["inserted", "deleted"], ["comment"],
        ["mark", "match"],
      ],
    ])

  /// The second and the third status cell.
  func cells(of styles: Set<String>) -> [Cell] {
    self.styles.map { dots in
      Cell(dots: dots.indices.filter { !dots[$0].isDisjoint(with: styles) }.map { $0 + 1 })
    }
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
