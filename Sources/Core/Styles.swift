// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Panning
import Presentation
import Translation

/// From settings to how things are said and laid out.
extension Engine {
  static func style(
    _ settings: Settings, _ resources: Resources, size: DisplaySize
  ) -> ReadingStyle {
    let choice = TableChoice(
      languages: resources.languages, language: settings.language, mode: settings.mode,
      table: settings.table.isEmpty ? nil : TableName(settings.table))
    var substitutes = resources.substitutes
    substitutes.form = settings.unknown
    substitutes.names = resources.names(for: settings.language)
    substitutes.isSixDot = settings.mode != .computer
    return ReadingStyle(
      translation: LineTranslation(choice: choice, substitutes: substitutes),
      wrap: settings.wrap, size: settings.contentSize(of: size),
      cursor: settings.cursor.cell,
      selection: settings.selection == .off ? .blank : .dots78,
      followsCaret: settings.follow == .on)
  }

  /// Below so many cells hints are left out, and the context is reached by panning back (L1, L3);
  /// below so many columns headers are short.
  static var narrow: Int { 32 }

  /// The table in use for the reader's language.
  var table: TableName { style.translation.choice.table(for: nil) }

  /// Lets the translator get the reader's tables ready before they are needed.
  public mutating func prepare() {
    translator.prepare(table)
    if settings.wrap == .syllable, let table = style.translation.choice.hyphenation(for: nil) {
      translator.prepare(table)
    }
  }

  /// How long the marks that blink are shown and hidden in turn; nil: none does.
  ///
  /// Where they are drawn over letters, because there are no dots 7 and 8, they always blink.
  public var blinkTime: Duration? {
    if settings.blink > 0 { return .milliseconds(settings.blink) }
    return display.hasSixDots ? .milliseconds(500) : nil
  }

  static func manner(
    _ settings: Settings, _ resources: Resources, _ words: Words, _ style: ReadingStyle
  ) -> LineStyle {
    var result = LineStyle(words: words, order: settings.order)
    let mine = resources.languages.tables(for: settings.language)?.words ?? settings.language
    let isMine = mine.lowercased().hasPrefix(words.language.lowercased())
    result.wordsLanguage = isMine ? nil : words.language
    result.emphasis = Emphasis(
      typeform: Set(settings.typeformStyles), tags: Set(settings.taggedStyles),
      dots: Set(settings.dottedStyles), tagCells: words.tags)
    result.isNarrow = style.size.columns < Engine.narrow
    result.showsHints = style.size.count >= Engine.narrow
    result.hasRows = style.size.rows > 1
    result.coordinates = settings.coordinates
    result.signs = settings.signs
    return result
  }

  /// The language of our words if the reader's has none; else they go by the reader's table.
  var wordsLanguage: String? { manner.wordsLanguage }

  /// What the messages need to know of the settings.
  var messageStyle: Messages.Style {
    Messages.Style(
      duration: settings.messageDuration, whileReading: settings.whileReading,
      readingUntil: readingUntil, more: words.answer(.more))
  }

  /// Whether the word at the caret of an element is spelled out (behaviour T2).
  func spellsWord(in element: Element) -> Bool {
    // A table that was chosen by name may contract, whatever the mode is.
    guard settings.mode == .contracted || !settings.table.isEmpty else { return false }
    switch settings.expandAtCaret {
    case .editable: return element.isEditable
    case .always: return true
    case .never: return false
    }
  }

  func passage(of content: Content) -> Passage {
    var manner = manner
    manner.known = content.known
    // Behind a part of a text its rest comes first.
    let element = content.elementWithText
    let goesOn =
      element.text?.border(true) != nil || element.text?.border(false) != nil
      || element.flags[.causesPageTurn] == true
    let surroundings = Surroundings(
      of: element, among: goesOn ? [] : content.ancestors,
      as: manner.hasRows ? settings.rows : .wrapped, neighbours: settings.neighbours)
    return Passage(
      of: element, context: content.contextElements, as: manner, among: surroundings,
      pending: content.pending)
  }

  /// Takes other settings over; everything is said and laid out anew.
  mutating func apply(_ settings: Settings) {
    // What is set holds from now on, whatever was chosen before.
    if settings.rotorUnit != self.settings.rotorUnit { rotors = [:] }
    self.settings = settings
    restyle()
  }

  mutating func change(display state: DisplayState) {
    guard state != display else { return }
    let hadSixDots = display.hasSixDots
    display = state
    outputs.append(.display(state))
    guard let size = state.size else {
      messages.pause(now)
      return
    }
    if asideUntil == nil { messages.resume(now) }
    // What is shown keeps its place, and so does what was shown when the cable was pulled.
    if size != fullSize || state.hasSixDots != hadSixDots { restyle() }
    for id in programs.keys where programs[id]?.content?.reading.sawCaret == true {
      programs[id]?.content?.reading.wantCaret()
    }
  }

  private mutating func restyle() {
    fullSize = display.size ?? fullSize
    words = resources.words(for: settings.language, style: settings.wordStyle)
    style = Engine.style(settings, resources, size: fullSize)
    manner = Engine.manner(settings, resources, words, style)
    if display.hasSixDots { adaptToSixDots() }
    placeAgain()
    for id in programs.keys {
      catchUp(id)
      guard var content = programs[id]?.content else { continue }
      let passage = passage(of: content)
      content.reading.replace(
        passage, marks: content.reading.marks, spellsWord: spellsWord(in: content.element),
        carry: { $0 })
      programs[id]?.content = content
    }
    restyleChooser()
    retranslate(onlyProvisional: false)
  }

  /// Dots 7 and 8 are not there: marks are signs over the letters, which blink, and styles of text
  /// have tags.
  private mutating func adaptToSixDots() {
    let sign = Cell(dots: 3, 6)
    style.marksCover = true
    style.mark = sign
    style.translation.substitutes.isSixDot = true
    if !style.cursor.isBlank { style.cursor = sign }
    if !style.selection.isBlank { style.selection = sign }
    manner.emphasis.tags.formUnion(manner.emphasis.dots)
    manner.emphasis.dots = []
  }

  mutating func retranslate(onlyProvisional: Bool) {
    for id in programs.keys {
      guard programs[id]?.content != nil else { continue }
      if onlyProvisional, programs[id]?.content?.reading.isProvisional != true { continue }
      programs[id]?.content?.reading.retranslate(onlyProvisional: onlyProvisional)
    }
    messages.retranslate(onlyProvisional: onlyProvisional)
    lookAgainInChooser()
    mode?.reading.retranslate(onlyProvisional: onlyProvisional)
    frozen?.content.reading.retranslate(onlyProvisional: onlyProvisional)
    answer?.reading.retranslate(onlyProvisional: onlyProvisional)
  }
}

extension Settings {
  /// Where the status cells are.
  var statusArea: StatusArea { StatusArea(count: statusCells, isLeft: statusSide == .left) }

  /// The part of a display that is left for the content.
  func contentSize(of display: DisplaySize) -> DisplaySize {
    var size = statusArea.contentSize(of: display)
    if usedRows > 0 { size.rows = min(size.rows, usedRows) }
    return size
  }
}

extension Settings.Cursor {
  /// The dots that are put over the caret's cell.
  var cell: Cell {
    switch self {
    case .dots78: .dots78
    case .dot8: Cell(dots: 8)
    case .all: .full
    case .off: .blank
    }
  }
}
