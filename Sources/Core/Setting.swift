// SPDX-License-Identifier: GPL-3.0-or-later
import Panning
import Presentation
import Translation

/// A setting: its name, what it may be, and what it does.
public struct Setting: Sendable {
  /// Section and name, joined by a dot: `braille.mode`.
  public let name: String
  /// What it does, as a sentence.
  public let about: String
  /// What it may be.
  public let kind: Kind
  let get: @Sendable (Settings) -> Value
  let set: @Sendable (inout Settings, Value) -> Void

  /// What a setting may be.
  public enum Kind: Equatable, Sendable {
    /// One of these words.
    case word([String])
    /// An integer in a range, with its unit ("" if it counts).
    case number(ClosedRange<Int>, unit: String)
    /// One of these words, or an integer in a range with its unit.
    case wordOrNumber([String], ClosedRange<Int>, unit: String)
    /// Some of these words, separated by blanks, or a word that stands for such a list.
    case list([String], presets: [String: [String]])
    /// Any text.
    case text
    /// The name of a table of liblouis, or empty.
    case table
    /// A language in BCP 47.
    case language
    /// Languages in BCP 47 and names of tables of liblouis, separated by blanks.
    case languages
  }

  /// The value of a setting.
  public enum Value: Equatable, Sendable {
    /// A word or a text.
    case text(String)
    /// A number.
    case number(Int)
  }

  /// All settings, in the order in which they are listed.
  public static let all: [Setting] = [
    Setting(
      "braille.language", .language,
      "The language of the reader, and of texts that name none; the locale's, if it has one.",
      \.language),
    Setting(
      "braille.mode", choice: \.mode,
      "Whether braille is uncontracted, contracted, or computer braille of eight dots."),
    Setting(
      "braille.table", .table,
      "A table of liblouis for the reader's language instead of the usual one.", \.table),
    Setting(
      "braille.inputTable", .table,
      "A table of liblouis that reads what is typed, instead of the language's.", \.inputTable),
    Setting(
      "braille.favourites", .languages,
      "The languages and tables that a key goes through, in their order.", \.favourites),
    Setting(
      "braille.unknown", choice: \.unknown,
      "How a character that a table does not know is shown: one cell, its name, or its code."),
    Setting(
      "braille.deadline", 20...5000, "ms",
      "How much processor time a translation may take before it is given up.", \.deadline),
    Setting(
      "reading.wrap", choice: \.wrap,
      "How a line is cut into rows: at words, anywhere, anywhere with a mark, or at syllables."),
    Setting(
      "reading.context", choice: \.context,
      """
      When the dialogs, lists and tables around an element are said: when they are new, when they \
      are new but only where panning back leads, or always.
      """),
    Setting(
      "reading.words", .word(["usual", "nvda", "orca", "chromevox", "talkback"]),
      "The words for roles and states: the usual ones, or those of another screen reader.",
      \.wordStyle),
    Setting(
      "reading.rows", choice: \.rows,
      "What the rows of a display show: one element, items, or a table's rows under its headers."),
    Setting(
      "reading.neighbours", choice: \.neighbours,
      "Whether the next items stand behind an element on its row."),
    Setting(
      "reading.signs", choice: \.signs,
      "Whether signs or words tell what is checked, pressed or on."),
    Setting(
      "reading.coordinates", choice: \.coordinates,
      "When the row and the column of a cell are said: always, what of them changed, or never."),
    order,
    styles(
      "emphasis.typeform", "The styles of text that are shown by the table's own signs.",
      \.typeformStyles),
    styles(
      "emphasis.tags", "The styles of text that are shown by a tag before and behind.",
      \.taggedStyles),
    styles(
      "emphasis.dots", "The styles of text that are shown by dots 7 and 8.", \.dottedStyles),
    Setting(
      "reading.expandAtCaret", choice: \.expandAtCaret,
      """
      Where the word at the caret is spelled out in contracted braille: in text that can be \
      edited, in all text, or nowhere.
      """),
    Setting(
      "reading.follow", choice: \.follow, "Whether the display goes where the caret goes."),
    Setting(
      "reading.wrapAround", choice: \.wrapAround,
      "Whether a move past the last item of a screen goes to the first, and the other way round."),
    Setting(
      "reading.autoScroll", 500...20_000, "ms",
      "How long a displayful is shown while the display pans by itself.", \.autoScroll),
    Setting(
      "reading.updatePause", 0...60_000, "ms",
      "How long what changes all the time is shown before it changes again.", \.updatePause),
    Setting("display.cursor", choice: \.cursor, "The dots of the caret."),
    Setting(
      "display.selection", choice: \.selection, "The dots under the cells of what is selected."),
    blink,
    Setting(
      "display.rows", 0...100, "",
      "How many rows of a display are used, from the first; 0 for all.", \.usedRows),
    Setting(
      "display.statusCells", 0...3, "",
      "How many cells tell the status: messages and modes, text styles, how far one has read.",
      \.statusCells),
    Setting(
      "display.statusSide", choice: \.statusSide,
      "Whether the status cells are left or right of the content."),
    messageDuration,
    Setting(
      "messages.readingPause", 0...60_000, "ms",
      "How long after a key the reader is taken to read on.", \.readingPause),
    Setting(
      "messages.whileReading", choice: \.whileReading,
      """
      What an announcement does while the reader reads: it waits, goes to the history and is only a \
      sign, or is shown at once.
      """),
    Setting(
      "rotor.unit", .word([""] + Rotor.settable),
      "What the rotor's keys step by; empty for what the screen has most use for.", \.rotorUnit),
    Setting(
      "rotor.autoAdjust", choice: \.autoAdjust,
      "Whether the rotor's keys adjust an item that can be adjusted."),
    Setting(
      "keys.preset",
      .word(Settings.keyPresets),
      "Which keys do what: as VoiceOver has them, or another screen reader.", \.keysPreset),
    Setting(
      "keys.chords", choice: \.chords,
      "Whether chords of the space bar arrive: not known, to be asked of the reader, yes or no."),
    Setting(
      "keys.repeat", 0...1000, "ms",
      "How soon a panning key that is held is repeated at the latest; 0: none is taken to be held.",
      \.keyRepeat),
    Setting(
      "keys.oneHand", choice: \.oneHand,
      "Whether dots pressed one after another add up to a cell, which the space bar ends."),
    Setting(
      "keys.quickNavigation", choice: \.quickNavigation,
      "Whether letters without the space bar move by kind where nothing can be edited."),
    Setting(
      "typing.mode", choice: \.typingMode,
      "How what is typed is read: as braille is read, or contracted, cell by cell, or eight dots."),
    Setting(
      "typing.show", choice: \.typingShow,
      "Whether a contracted word that is being typed is shown as its cells or as its print."),
    Setting("brlapi.host", .text, "Where brltty listens, as libbrlapi takes it.", \.brlapiHost),
    Setting(
      "brlapi.auth", .text, "How brltty is asked for access, as libbrlapi takes it.",
      \.brlapiAuth),
    Setting(
      "brlapi.priority", 0...100, "",
      "The priority among brltty's clients; 0 takes no part.", \.brlapiPriority),
    Setting(
      "brlapi.tty", choice: \.brlapiTTY,
      """
      Where among brltty's terminals the display is entered: at the session's if there is one and \
      else at the root, always at the root, or at the session's.
      """),
    Setting(
      "brlapi.aside", 1000...600_000, "ms",
      "How long the display is left to brltty when the reader asks for its menus.", \.aside),
  ]

  /// The setting of a name; nil if there is none.
  public static func named(_ name: String) -> Setting? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static func styles(
    _ name: String, _ about: String, _ member: any WritableKeyPath<Settings, [String]> & Sendable
  ) -> Setting {
    Setting(
      name: name, about: about,
      kind: .list(Emphasis.styles, presets: ["none": [], "all": Emphasis.styles]),
      get: { .text($0[keyPath: member].joined(separator: " ")) },
      set: { settings, value in
        guard case .text(let text) = value else { return }
        settings[keyPath: member] = text.split(separator: " ").map(String.init)
      })
  }

  private static let order = Setting(
    name: "reading.order",
    about: "The parts of an element that are said, in their order; what is left out is not said.",
    kind: .list(
      Part.allCases.map(\.rawValue), presets: orderPresets.mapValues { $0.map(\.rawValue) }),
    get: { .text($0.order.map(\.rawValue).joined(separator: " ")) },
    set: { settings, value in
      guard case .text(let text) = value else { return }
      settings.order = text.split(separator: " ").compactMap { Part(rawValue: String($0)) }
    })

  /// Orders of others: VoiceOver's (label, value, trait, hint), NVDA's braille properties.
  private static let orderPresets: [String: [Part]] = [
    "standard": Part.allCases,
    "voiceover": [
      .selected, .headers, .label, .value, .role, .states, .position, .error, .description,
      .shortcut, .hint,
    ],
    "nvda": [
      .label, .value, .selected, .states, .role, .error, .description, .shortcut, .position,
      .headers, .hint,
    ],
  ]

  private static let blink = Setting(
    name: "display.blink",
    about: "How long the caret is shown and hidden in turn; 0 for a caret that does not blink.",
    kind: .wordOrNumber(["0"], 200...2000, unit: "ms"),
    get: { .number($0.blink) },
    set: { settings, value in
      switch value {
      case .number(let time): settings.blink = time
      case .text: settings.blink = 0
      }
    })

  private static let messageDuration = Setting(
    name: "messages.duration",
    about: "How long an announcement is shown: by its length, until a key, or so many ms.",
    kind: .wordOrNumber(["byLength", "untilDismissed"], 500...600_000, unit: "ms"),
    get: { settings in
      switch settings.messageDuration {
      case .byLength: .text("byLength")
      case .untilDismissed: .text("untilDismissed")
      case .fixed(let duration): .number(duration)
      }
    },
    set: { settings, value in
      switch value {
      case .number(let duration): settings.messageDuration = .fixed(duration)
      case .text("untilDismissed"): settings.messageDuration = .untilDismissed
      case .text: settings.messageDuration = .byLength
      }
    })
}

extension Setting {
  private init<Choice: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, choice member: any WritableKeyPath<Settings, Choice> & Sendable, _ about: String
  ) where Choice.RawValue == String {
    self.init(
      name: name, about: about, kind: .word(Choice.allCases.map(\.rawValue)),
      get: { .text($0[keyPath: member].rawValue) },
      set: { settings, value in
        guard case .text(let word) = value, let choice = Choice(rawValue: word) else { return }
        settings[keyPath: member] = choice
      })
  }

  private init(
    _ name: String, _ kind: Kind, _ about: String,
    _ member: any WritableKeyPath<Settings, String> & Sendable
  ) {
    self.init(
      name: name, about: about, kind: kind, get: { .text($0[keyPath: member]) },
      set: { settings, value in
        if case .text(let text) = value { settings[keyPath: member] = text }
      })
  }

  private init(
    _ name: String, _ range: ClosedRange<Int>, _ unit: String, _ about: String,
    _ member: any WritableKeyPath<Settings, Int> & Sendable
  ) {
    self.init(
      name: name, about: about, kind: .number(range, unit: unit),
      get: { .number($0[keyPath: member]) },
      set: { settings, value in
        if case .number(let number) = value { settings[keyPath: member] = number }
      })
  }
}
