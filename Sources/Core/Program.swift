// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Elements
import Panning
import Presentation
import Typing

/// A program that is connected, and what it shows.
struct Program: Sendable {
  let id: ProgramID
  let pid: Int
  /// What the reader knows it by.
  var name: String
  var hello: Hello?
  var isPaused = false
  /// When it last took the display, as a count; 0: never.
  var taken = 0
  var content: Content?
  /// The commands to it that it has not answered, and those that wait for that.
  var correspondence = Correspondence()
  /// When the reader last asked it to put the focus elsewhere.
  var askedToMove: Duration?
  /// The screen that it handed over; nil: it says itself what has the focus.
  var screen: Screen?
  /// The item of the screen that the reader is on.
  var screenCursor: String?
  /// The dialogs that keep the reader, the innermost last.
  var modals: [ModalVisit] = []
  /// Whether it has handed over a screen since it connected or resumed.
  var hasShownScreen = false
  /// The number of the last command that moved the cursor.
  var lastMove = 0
  /// The ancestors of the last focus, by their ids, so that what is not new is not said again.
  var lastAncestors: [String] = []

  init(id: ProgramID, name: String, pid: Int) {
    self.id = id
    self.name = name
    self.pid = pid
  }

  var rank: Hello.Rank { hello?.rank ?? .application }
  var acknowledges: Bool { correspondence.acknowledges }

  /// Whether it can do a command.
  func takes(_ command: Command) -> Bool {
    hello?.commands?.contains(command.name) ?? true
  }

  /// Whether it speaks for all programs that do not speak for themselves.
  var speaksForDesktop: Bool { hello?.rank == .desktop }
}

/// The element that has a program's focus, and how it is read.
struct Content: Sendable {
  /// Tells this focus from an earlier one on the same element.
  let number: Int
  var element: Element
  var ancestors: [Element]
  /// The ids of the ancestors that are said, the outermost first.
  var context: [String]
  /// What was known of the table when the element got the focus.
  var known: KnownPlace
  var reading: Reading
  /// Whether it got the focus by itself, and not because a key had asked for it.
  var isUnasked = false
  var history = TextHistory()
  /// The revision of the text that is read; what came since waits to be shown.
  var readRevision = 0
  /// Whether the caret is to be followed when what is read is brought up to date.
  var followsCaret = false
  /// Where reading goes on when the program has sent more of its text.
  var readsOn: ReadingOn?
  /// Whether what is read is to be said anew before it is looked at.
  var isBehind = false
  /// Where the reader has asked the caret to be, until the program says where it is.
  var asked: AskedCaret?
  /// The word that is being typed, as cells that are no text yet.
  var word: OpenWord?
  /// What is typed without contractions, since the last blank.
  var live: LiveTyping?
  /// What holds for what is typed next, such as a passage of capitals.
  var typed = BackTranslation.Context()
  /// The word that was typed last, as long as nothing came behind its blank.
  var finished: FinishedWord?
  /// What of what is typed is shown.
  var pending: Pending?
  /// Where the caret will be once the program tells it: it has shown what was written, but not that.
  var foreseenCaret: TextOffset?
  /// Whether the reader has chosen what the rotor steps by since the element got the focus.
  var hasChosenRotor = false
  /// When what is read was last brought up to date.
  var presented = Duration.zero
  /// When it is to be brought up to date again; nil: it is.
  var presentsAt: Duration?

  /// A caret that the program was asked for, and the other end of what is selected with it.
  struct AskedCaret: Equatable, Sendable {
    var caret: TextOffset
    var anchor: TextOffset?
  }

  /// What the reader waits for at an end of a slice.
  struct ReadingOn: Equatable, Sendable {
    var place: TextOffset
    var direction: Command.Direction
  }

  /// Where the viewport belongs now that more of the text is here; nil: it is not, or nobody asked.
  var readOnPlacement: Reading.Placement? {
    guard let readsOn, let text = element.text else { return nil }
    let place = readsOn.place
    if readsOn.direction == .next {
      return text.offset <= place.value && place < text.end ? .from(place) : nil
    }
    return text.offset < place.value && place <= text.end ? .before(place) : nil
  }

  /// The ids of the ancestors that an element is in, the outermost first, as far as they are known.
  func path(to id: String) -> [String] {
    let ids = ancestors.map(\.id)
    if id == element.id { return ids }
    if let index = ids.firstIndex(of: id) { return Array(ids[..<index]) }
    guard let index = ancestors.firstIndex(where: { $0.holds(id) }) else { return [] }
    return Array(ids[...index])
  }

  /// Whether an element of this id is shown, in whatever it is.
  func knows(_ id: String) -> Bool {
    ([element] + ancestors).contains { $0.id == id || $0.lists(id) }
  }

  /// What is known of the table that it is in to who has read it; nothing for another table.
  func known(in ancestors: [Element]) -> KnownPlace {
    let table = self.ancestors.last { $0.role?.isTable == true }?.id
    guard table == ancestors.last(where: { $0.role?.isTable == true })?.id else {
      return KnownPlace()
    }
    return KnownPlace(of: self.ancestors + [element])
  }

  /// The ancestors that are said.
  var contextElements: [Element] { ancestors.filter { context.contains($0.id) } }
}
