// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning

/// A page that the reader asked for by panning past the end of the one before.
struct PageTurn: Equatable, Sendable {
  var direction: Command.Direction
  /// Until when what comes is taken for that page.
  var until: Duration
  /// Whether it has come.
  var hasCome = false
}

/// Pages of a text that is shown a page at a time (behaviour §2, trait causesPageTurn).
extension Engine {
  /// So long a page may take.
  private static var patience: Duration { .seconds(2) }

  /// Asks for the page behind or before the one that is read; false if it is no page.
  mutating func turnPage(_ direction: Command.Direction, of id: ProgramID) -> Bool {
    guard frozen == nil, let content = programs[id]?.content,
      content.element.flags[.causesPageTurn] == true
    else { return false }
    programs[id]?.content?.turnsPage = PageTurn(
      direction: direction, until: now + Engine.patience)
    let page: Command.ScrollDirection = direction == .next ? .nextPage : .previousPage
    send(.scroll(page), to: id, element: content.element.id)
    return true
  }

  /// What a program says of the part that it shows now; the page that was asked for is there
  /// anyway, so it is not said.
  mutating func announce(page text: String, by id: ProgramID) {
    var announcement = Announcement(text: text, topic: .page)
    if let turn = programs[id]?.content?.turnsPage, turn.until > now {
      announcement.priority = .low
    }
    announce(announcement, by: id)
  }
}

extension Content {
  /// Goes on reading in a page that was asked for, if what has just come up is that page.
  mutating func readPage(at now: Duration) {
    guard let turn = turnsPage, turn.until > now, !turn.hasCome else { return }
    turnsPage?.hasCome = true
    if turn.direction == .previous {
      reading.want(.tail)
    } else if let text = element.text {
      reading.want(.from(TextOffset(text.offset)))
    } else {
      reading.want(.top)
    }
  }
}
