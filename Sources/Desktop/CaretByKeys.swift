// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Core
import DBus

/// A caret on its way to a place by arrow keys, in a terminal, which cannot be told to put it
/// there.
///
/// As brltty routes a cursor: a first step shows whether the program on the screen takes arrow keys
/// at all; what goes another way than it should, or nowhere, is given up.
struct CaretRoute: Sendable {
  /// The command that it is for.
  var order: Order
  /// Where it is to be, as row and column.
  var target: Place
  /// Where it was before the last keys.
  var last: Place
  /// Whether keys along the rows were pressed, or along the columns.
  var isVertical = false
  /// How many keys were pressed last, down or right if positive.
  var pressed = 0
  /// How often the caret was looked at since.
  var looks = 0
  /// How many rounds of keys there were.
  var rounds = 0

  struct Place: Equatable, Sendable {
    var row: Int
    var column: Int
  }

  /// The screen is looked at again after these times; terminals tell of their screen once a frame.
  static let waits: [Duration] = [15, 20, 30, 50, 80, 120, 200].map { .milliseconds($0) }
  static let mostRounds = 40
}

extension Desktop {
  /// Brings the caret of a terminal to a place of the toolkit by arrow keys.
  mutating func moveCaretByKeys(to place: Int, for order: Order) {
    guard let shown, let text = shown.snapshot.text, let caret = text.caret else {
      return finish(order, .impossible)
    }
    let target = text.screenPlace(of: place)
    let route = CaretRoute(order: order, target: target, last: text.screenPlace(of: caret))
    // Below a shell's line there is nothing; up and down would bring other lines of its history.
    guard target.row == route.last.row || text.hasWords(below: route.last.row) else {
      return finish(order, .impossible)
    }
    step(route)
  }

  /// Presses the next keys of a route, or ends it.
  private mutating func step(_ route: CaretRoute) {
    var route = route
    let rows = route.target.row - route.last.row
    let columns = route.target.column - route.last.column
    guard rows != 0 || columns != 0 else { return answer(route.order) { _ in true } }
    guard route.rounds < CaretRoute.mostRounds else {
      return finish(route.order, .impossible)
    }
    let isFirst = route.rounds == 0 || route.isVertical != (rows != 0)
    let distance = rows != 0 ? rows : columns
    route.isVertical = rows != 0
    route.pressed = isFirst ? distance.signum() : distance
    route.looks = 0
    route.rounds += 1
    let key =
      route.isVertical
      ? rows > 0 ? "ArrowDown" : "ArrowUp" : columns > 0 ? "ArrowRight" : "ArrowLeft"
    guard let stroke = KeyStroke(key) else { return finish(route.order, .impossible) }
    let next = route
    press(Array(repeating: stroke, count: min(abs(route.pressed), 200))) { result in
      { desktop in
        if let error = result.failure { return desktop.finish(next.order, Refusal(error)) }
        desktop.wait(next)
      }
    }
  }

  /// Waits a moment for the caret to move.
  private mutating func wait(_ route: CaretRoute) {
    guard route.looks < CaretRoute.waits.count else { return finish(route.order, .impossible) }
    after(CaretRoute.waits[route.looks], .routing) { $0.look(route) }
  }

  private mutating func look(_ route: CaretRoute) {
    guard let shown, running == route.order else { return }
    begin(
      .order,
      readText(of: shown).map { text in
        { desktop in
          guard let text, let caret = text.caret, desktop.shown?.object == shown.object else {
            return desktop.finish(route.order, .gone)
          }
          desktop.take(text.screenPlace(of: caret), route)
        }
      })
  }

  /// Goes on from where the caret is now.
  private mutating func take(_ place: CaretRoute.Place, _ route: CaretRoute) {
    var route = route
    let from = route.isVertical ? route.last.row : route.last.column
    let now = route.isVertical ? place.row : place.column
    let moved = now - from
    let isDone = place == route.target || abs(moved) >= abs(route.pressed)
    let isOff =
      moved != 0 && moved.signum() != route.pressed.signum()
      || !route.isVertical && place.row != route.last.row
    if isOff { return finish(route.order, .impossible) }
    guard isDone || moved != 0 && route.looks + 1 == CaretRoute.waits.count else {
      route.looks += 1
      return wait(route)
    }
    route.last = place
    step(route)
  }
}

extension TextPart {
  /// The row and column of a place of the toolkit.
  fileprivate func screenPlace(of place: Int) -> CaretRoute.Place {
    let before = scalars.prefix(index(of: place))
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    // What takes no column of its own is passed together with what it stands on.
    let column = before[start...].count { $0.properties.canonicalCombiningClass == .notReordered }
    return CaretRoute.Place(row: before.count { $0 == "\n" }, column: column)
  }

  /// Whether there is something to read below a row.
  fileprivate func hasWords(below row: Int) -> Bool {
    let rows = scalars.split(separator: "\n", omittingEmptySubsequences: false)
    return rows.dropFirst(row + 1).contains { row in
      row.contains { !$0.properties.isWhitespace }
    }
  }
}
