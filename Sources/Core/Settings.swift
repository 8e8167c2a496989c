// SPDX-License-Identifier: GPL-3.0-or-later
public import Panning
public import Presentation
public import Translation

/// What a reader can choose; names, ranges and sentences are in `Setting.all`.
public struct Settings: Equatable, Sendable {
  /// `braille.language`.
  public var language = "en"
  /// `braille.mode`.
  public var mode = BrailleMode.uncontracted
  /// `braille.table`; empty: by the language.
  public var table = ""
  /// `braille.inputTable`; empty: by the language.
  public var inputTable = ""
  /// `typing.mode`.
  public var typingMode = TypingMode.asRead
  /// `typing.show`.
  public var typingShow = TypingShow.cells
  /// `braille.favourites`: languages, and names of tables, separated by blanks.
  public var favourites = ""
  /// `braille.unknown`.
  public var unknown = Substitutes.Form.cell
  /// `braille.deadline`, in ms.
  public var deadline = 250
  /// `reading.wrap`.
  public var wrap = Wrap.word
  /// `reading.context`.
  public var context = Context.changed
  /// `reading.words`.
  public var wordStyle = "usual"
  /// `reading.rows`.
  public var rows = Rows.wrapped
  /// `reading.neighbours`.
  public var neighbours = RowNeighbours.off
  /// `reading.signs`.
  public var signs = Signs.dots
  /// `reading.coordinates`.
  public var coordinates = Coordinates.always
  /// `reading.order`; the parts of an element that are said, in their order.
  public var order = Part.allCases
  /// `emphasis.typeform`, `emphasis.tags`, `emphasis.dots`: names of styles.
  public var typeformStyles = ["bold", "italic", "underline"]
  /// The styles that are shown by tags.
  public var taggedStyles = [
    "superscript", "subscript", "misspelled", "grammar", "inserted", "deleted", "comment",
  ]
  /// The styles that are shown by dots 7 and 8.
  public var dottedStyles = ["link", "mark", "match"]
  /// `reading.expandAtCaret`.
  public var expandAtCaret = ExpandAtCaret.editable
  /// `reading.follow`.
  public var follow = Follow.on
  /// `reading.autoScroll`, in ms.
  public var autoScroll = 3000
  /// `reading.wrapAround`.
  public var wrapAround = Switch.off
  /// `reading.updatePause`, in ms.
  public var updatePause = 3000
  /// `display.cursor`.
  public var cursor = Cursor.dots78
  /// `display.selection`.
  public var selection = Selection.dots78
  /// `display.blink`, in ms; 0: the caret does not blink.
  public var blink = 0
  /// `display.rows`; 0: all that there are.
  public var usedRows = 0
  /// `display.statusCells`.
  public var statusCells = 0
  /// `display.statusSide`.
  public var statusSide = StatusSide.left
  /// `messages.duration`.
  public var messageDuration = MessageDuration.byLength
  /// `messages.readingPause`, in ms.
  public var readingPause = 3000
  /// `messages.whileReading`.
  public var whileReading = WhileReading.wait
  /// `rotor.unit`: what the rotor's keys step by; empty: what the screen has.
  public var rotorUnit = ""
  /// `rotor.autoAdjust`.
  public var autoAdjust = AutoAdjust.true
  /// `keys.preset`, one of `keyPresets`.
  public var keysPreset = "voiceover"
  /// `keys.chords`.
  public var chords = Chords.unknown
  /// `keys.repeat`, in ms; 0: no key is taken to be held.
  public var keyRepeat = 150
  /// `keys.oneHand`.
  public var oneHand = Switch.off
  /// `keys.quickNavigation`.
  public var quickNavigation = Switch.off
  /// `brlapi.host`; empty: as libbrlapi has it.
  public var brlapiHost = ""
  /// `brlapi.auth`; empty: as libbrlapi has it.
  public var brlapiAuth = ""
  /// `brlapi.priority`.
  public var brlapiPriority = 50
  /// `brlapi.tty`.
  public var brlapiTTY = BrlAPITTY.auto
  /// `brlapi.aside`, in ms.
  public var aside = 30_000

  /// All settings at their defaults.
  public init() {}

  /// How what is typed is read.
  public enum TypingMode: String, CaseIterable, Sendable {
    /// As braille is read, if a table of the language can be typed so.
    case asRead
    /// Word by word.
    case contracted
    /// Cell by cell.
    case uncontracted
    /// Eight dots, a cell for each character.
    case computer
  }

  /// How an open word is shown.
  public enum TypingShow: String, CaseIterable, Sendable {
    /// As it was typed.
    case cells
    /// As the text that it would come to.
    case print
  }

  /// Whether the rotor's keys adjust what can be adjusted, whatever its unit.
  public enum AutoAdjust: String, CaseIterable, Sendable {
    /// They do.
    case `true`
    /// They do so only with the unit `adjust`.
    case `false`
  }

  /// Whether something is done.
  public enum Switch: String, CaseIterable, Sendable {
    /// It is not.
    case off
    /// It is.
    case on
  }

  /// Whose keys there are to choose among: the files of `tables/keys`.
  public static let keyPresets = ["voiceover", "talkback", "chromevox", "nvda", "brltty"]

  /// When the ancestors of an element are said.
  public enum Context: String, CaseIterable, Sendable {
    /// Those that are new; on narrow displays they are reached by panning back.
    case changed
    /// Those that are new, reached by panning back.
    case back
    /// All of them, always.
    case always
  }

  /// Where the word at the caret is spelled out in contracted braille.
  public enum ExpandAtCaret: String, CaseIterable, Sendable {
    /// In text that can be edited.
    case editable
    /// In all text that has a caret.
    case always
    /// Nowhere.
    case never
  }

  /// Whether the display follows the caret.
  public enum Follow: String, CaseIterable, Sendable {
    /// It does.
    case on
    /// It stays where the reader has it.
    case off
  }

  /// Where the status cells are.
  public enum StatusSide: String, CaseIterable, Sendable {
    /// Before the content.
    case left
    /// Behind it.
    case right
  }

  /// The dots of the caret.
  public enum Cursor: String, CaseIterable, Sendable {
    /// Dots 7 and 8.
    case dots78 = "7-8"
    /// Dot 8.
    case dot8 = "8"
    /// All dots.
    case all
    /// It is not shown.
    case off
  }

  /// The dots under what is selected.
  public enum Selection: String, CaseIterable, Sendable {
    /// Dots 7 and 8.
    case dots78 = "7-8"
    /// It is not shown.
    case off
  }

  /// How long a message is shown.
  public enum MessageDuration: Equatable, Sendable {
    /// 200 ms a character, at least 3 s.
    case byLength
    /// Until a key dismisses it.
    case untilDismissed
    /// This many ms.
    case fixed(Int)
  }

  /// What a default message does while the reader reads.
  public enum WhileReading: String, CaseIterable, Sendable {
    /// It waits until the reader pauses.
    case wait
    /// It goes to the history only.
    case sign
    /// It is shown at once.
    case show
  }

  /// Whether chords of the space bar arrive.
  public enum Chords: String, CaseIterable, Sendable {
    /// Nobody has asked.
    case unknown
    /// The reader is to be asked.
    case ask
    /// They do.
    case yes
    /// They did not when the reader was asked.
    case no
  }

  /// Where on brltty's terminals we enter.
  public enum BrlAPITTY: String, CaseIterable, Sendable {
    /// At the session's virtual terminal if there is one, else at the root.
    case auto
    /// At the root.
    case root
    /// At the session's virtual terminal.
    case session
  }
}
