// SPDX-License-Identifier: GPL-3.0-or-later

/// The short words of a reader's language for roles, states and answers (tables/words).
public struct Words: Equatable, Sendable {
  /// The language of the words, in BCP 47.
  public var language: String
  private var words: [Section: [String: String]] = [:]

  /// The parts of a words file.
  public enum Section: String, CaseIterable, Sendable {
    /// What an element is; an empty word is not shown.
    case roles
    /// What state it is in.
    case states
    /// The words for those states that have signs, for who wants no signs.
    case stateWords
    /// What keys do, by what their actions are called in files of keys.
    case actions
    /// How keys are called.
    case keys
    /// Why a key did nothing, and what else brailled says itself.
    case answers
    /// What a move counts, as in "no heading".
    case units
    /// The cells of the tags for styles of text, as braille patterns.
    case tags
    /// What a reader changes on the display, by the names of settings, and their values.
    case settings
  }

  /// No words yet.
  public init(language: String) {
    self.language = language
  }

  /// Sets a word, or replaces it.
  public mutating func set(_ word: String, for name: String, in section: Section) {
    words[section, default: [:]][name] = word
  }

  /// These words, and those of others where there are none here.
  public func over(_ others: Words) -> Words {
    var result = others
    result.language = language
    for (section, names) in words {
      result.words[section, default: [:]].merge(names) { $1 }
    }
    return result
  }

  /// The names that have no word here, in order.
  ///
  /// Those that must have one, and those that have one among others, the whole words of another
  /// language. Tags are letters, which need none.
  public func missing(from others: Words) -> [(section: Section, name: String)] {
    Section.allCases.filter { $0 != .tags }.flatMap { section in
      let wanted = Set(Words.required(section)).union((others.words[section] ?? [:]).keys)
      return wanted.filter { words[section]?[$0] == nil }.sorted().map { (section, $0) }
    }
  }

  /// The word for a role; its own name if there is none.
  public func role(_ name: String) -> String {
    words[.roles]?[name] ?? name
  }

  /// Whether there is a word for a role.
  public func has(role name: String) -> Bool {
    has(name, in: .roles)
  }

  /// Whether there is a word for a name of a section.
  public func has(_ name: String, in section: Section) -> Bool {
    words[section]?[name] != nil
  }

  /// The word for a state; its own name if there is none.
  public func state(_ state: State) -> String {
    words[.states]?[state.rawValue] ?? state.rawValue
  }

  /// A state as signs, or by its word if there is one beside the signs.
  public func state(_ state: State, _ signs: Signs) -> String {
    guard signs == .words, let word = words[.stateWords]?[state.rawValue] else {
      return self.state(state)
    }
    return word
  }

  /// The words for an answer; its own name if there are none.
  public func answer(_ answer: Answer) -> String {
    words[.answers]?[answer.rawValue] ?? answer.rawValue
  }

  /// The cells of the tags for styles of text.
  public var tags: [String: [Unicode.Scalar]] {
    (words[.tags] ?? [:]).mapValues { Array($0.unicodeScalars) }
  }

  /// The word for what a move counts; its own name if there is none.
  public func unit(_ name: String) -> String {
    words[.units]?[name] ?? name
  }

  /// What a key does, by what its action is called in files of keys; that itself if there are no
  /// words.
  public func action(_ name: String) -> String {
    words[.actions]?[name] ?? name
  }

  /// The words for a key or for several; its own name if there are none.
  public func key(_ name: KeyName) -> String {
    words[.keys]?[name.rawValue] ?? name.rawValue
  }

  /// The words for a setting; its own name if there are none.
  public func setting(_ name: String) -> String {
    words[.settings]?[name] ?? name
  }

  /// The words for what a setting is; nil if there are none.
  ///
  /// They stand behind its name (`reading.wrap.word`), or alone if they are the same for all
  /// (`always`).
  public func value(_ value: String, of setting: String) -> String? {
    words[.settings]?["\(setting).\(value)"] ?? words[.settings]?[value]
  }

  /// The names that a section must have, for the check of a file.
  public static func required(_ section: Section) -> [String] {
    switch section {
    case .roles, .actions, .settings, .units, .tags: []
    case .keys: KeyName.allCases.map(\.rawValue)
    case .states: State.allCases.map(\.rawValue)
    case .stateWords: State.toggled.map(\.rawValue)
    case .answers: Answer.allCases.map(\.rawValue)
    }
  }
}

/// A state of an element that has a word; an empty word is not said.
public enum State: String, CaseIterable, Sendable {
  /// Of check boxes and radio buttons.
  case checked, unchecked, partlyChecked
  /// Of switches.
  case on, off
  /// Of toggle buttons.
  case pressed, unpressed, partlyPressed
  /// Of what opens and closes.
  case expanded, collapsed
  /// Of an item that can be selected.
  case selected, unselected
  /// Of what the user may not do now.
  case disabled, readOnly
  /// Of fields.
  case required, invalid, spelling, grammar, autocomplete
  /// Of lists where several items can be selected.
  case multiselectable
  /// Of the button that Enter presses.
  case `default`
  /// Of what is still going on.
  case busy
  /// Of what opens something, by what it opens.
  case hasMenu, hasList, hasTree, hasGrid, hasDialog
  /// Of the one among several that is the current one, by what it is.
  case current, currentPage, currentStep, currentLocation, currentDate, currentTime
  /// Of sorted columns.
  case ascending, descending, sorted

  /// Those that have signs: of check boxes, radio buttons, switches and toggle buttons.
  public static let toggled: [State] = [
    .checked, .unchecked, .partlyChecked, .on, .off, .pressed, .unpressed, .partlyPressed,
  ]
}

/// How is told what is checked, pressed or on.
public enum Signs: String, CaseIterable, Sendable {
  /// By signs, as the words of the reader's style have them.
  case dots
  /// By words.
  case words
}

/// A key of a braille display that has words.
public enum KeyName: String, CaseIterable, Sendable {
  /// The space bar.
  case space
  /// Dots that are pressed with the space bar; `%` stands for their numbers.
  case chord
  /// A dot, or several; `%` stands for their numbers.
  case dot, dots
  /// The routing key of a cell; `%` stands for its number, from 1.
  case routing
  /// Any routing key.
  case anyRouting
}

/// What brailled says itself to answer a key (behaviour K2).
public enum Answer: String, CaseIterable, Sendable {
  /// Nothing before this.
  case top
  /// Nothing after this.
  case end
  /// There is none such that way; `%` stands for the unit's word.
  case none
  /// The key does nothing here.
  case notAvailable
  /// The program did not react.
  case noAnswer
  /// The program says that it cannot do it.
  case notPossible
  /// What was under the finger has changed meanwhile.
  case changed
  /// What the command was for is gone.
  case gone
  /// A modifier is held until the next key.
  case shift, control, alt, altGr, gui
  /// No modifier is held any more.
  case unstuck
  /// Nothing has been announced.
  case noMessages
  /// So many announcements have not been on the display; `%` stands for their number.
  case unread
  /// No program shows anything.
  case noProgram
  /// The display keeps what it shows.
  case frozen
  /// It does so no longer.
  case thawed
  /// How braille is from now on.
  case contracted, uncontracted
  /// The display pans by itself, or no longer.
  case scrollOn, scrollOff
  /// The display follows the caret, or no longer.
  case followOn, followOff
  /// The caret is shown, or not.
  case cursorOn, cursorOff
  /// It blinks, or not.
  case blinkOn, blinkOff
  /// The styles of text are marked, or not.
  case stylesOn, stylesOff
  /// Braille has a cell for each character from now on.
  case computerBraille
  /// Letters move by kind, or no longer.
  case quickNavigationOn, quickNavigationOff
  /// Dots add up to cells, or no longer.
  case oneHandOn, oneHandOff
  /// The space bar was pressed, and dots are to follow.
  case space
  /// What is selected begins here.
  case selectionStart
  /// Nothing is selected.
  case noSelection
  /// More announcements than are shown; `%` stands for their number.
  case more
  /// Keys are named and explained, or no longer.
  case learning, learned
  /// The settings are kept in the user's file, or could not be; they were read again, or could not
  /// be.
  case saved, notSaved, reloaded, notReloaded
  /// Which key to press to find out whether chords of the space bar arrive, and what came of it.
  case tryChord, chordsArrive, chordsMissing
  /// What was typed is no character.
  case noCharacter
  /// Nothing has in it what is looked for.
  case noMatch
  /// What is to be looked for is typed behind this.
  case find
  /// It was found past the end, from the first item on, or past the first item, from the end on.
  case fromTop, fromEnd
  /// Where the reader is: among the items, in the lines of a text; `%` stands for a number, then
  /// for how many there are.
  case itemPlace, linePlace
  /// There is no more to say of the element.
  case noDetails
}
