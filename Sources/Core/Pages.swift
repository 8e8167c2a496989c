// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning

/// A page that the reader asked for by panning past the end of the one before.
struct PageTurn: Equatable, Sendable {
  var program: ProgramID
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

  /// Asks for the page behind or before the one that is read; false if there is none to ask for.
  mutating func turnPage(_ direction: Command.Direction, of id: ProgramID) -> Bool {
    let page = Command.scroll(direction == .next ? .nextPage : .previousPage)
    guard frozen == nil, let program = programs[id], program.takes(page),
      let element = program.content?.element, element.flags[.causesPageTurn] == true
    else { return false }
    send(page, to: id, element: element.id)
    pageTurn = PageTurn(program: id, direction: direction, until: now + Engine.patience)
    // The page may have an id of its own.
    if direction == .previous { tail = ExpectedTail(program: id, until: now + Engine.patience) }
    return true
  }

  /// Goes on reading in a page that was asked for, now that another text is there.
  mutating func readPage(in content: inout Content, of id: ProgramID) {
    guard let turn = pageTurn, turn.program == id, !turn.hasCome else { return }
    pageTurn?.hasCome = true
    if tail?.program == id { tail = nil }
    if turn.direction == .previous {
      content.reading.want(.tail)
    } else if let text = content.element.text {
      content.reading.want(.from(TextOffset(text.offset)))
    } else {
      content.reading.want(.top)
    }
  }

  /// What a program says of the part that it shows now; of a page that was asked for it is not
  /// said, because that is there.
  mutating func announce(page text: String, by id: ProgramID) {
    var announcement = Announcement(text: text, topic: .page)
    if pageTurn?.program == id { announcement.priority = .low }
    announce(announcement, by: id)
  }

  /// A program cannot show what was asked for: nothing goes on by itself.
  mutating func pageFailed(_ command: Command?) {
    guard case .scroll? = command else { return }
    pageTurn = nil
    tail = nil
    scrollsAt = nil
  }
}
