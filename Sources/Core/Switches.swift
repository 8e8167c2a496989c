// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements
import Panning
import Presentation
import Translation

/// What the reader has switched off, as it was.
struct SwitchedOff: Equatable, Sendable {
  var cursor = Settings.Cursor.dots78
  /// In ms.
  var blink = 500
  var mode = BrailleMode.uncontracted
  /// By typeform, by tags, by dots.
  var styles = Styles(of: Settings())

  /// The styles of text that are marked, by the ways in which they are.
  struct Styles: Equatable, Sendable {
    var typeform: [String] = []
    var tags: [String] = []
    var dots: [String] = []

    /// None is marked.
    init() {}

    init(of settings: Settings) {
      typeform = settings.typeformStyles
      tags = settings.taggedStyles
      dots = settings.dottedStyles
    }
  }
}

/// Keys that switch something of the display on and off: each is answered by what it is now.
extension Engine {
  mutating func showCursor(_ key: KeyPress.Key) {
    let isOn = settings.cursor != .off
    let isToShow = key.wants(!isOn)
    if isOn != isToShow {
      var new = settings
      if isOn { switchedOff.cursor = settings.cursor }
      new.cursor = isToShow ? switchedOff.cursor : .off
      apply(new)
    }
    tell(isToShow ? .cursorOn : .cursorOff)
  }

  /// Takes the next shape of the caret; a display of six dots has one.
  mutating func changeCursorShape() {
    guard !display.hasSixDots else {
      tell(.notAvailable)
      return
    }
    let shapes: [(cursor: Settings.Cursor, dots: String)] = [
      (.dots78, "7-8"), (.dot8, "8"), (.all, "1-8"),
    ]
    let place = shapes.firstIndex { $0.cursor == settings.cursor } ?? shapes.count - 1
    let shape = shapes[(place + 1) % shapes.count]
    var new = settings
    new.cursor = shape.cursor
    apply(new)
    tell("\(words.answer(.cursorOn)) \(shape.dots)")
  }

  mutating func blink(_ key: KeyPress.Key) {
    let isOn = settings.blink > 0
    let isToBlink = key.wants(!isOn)
    if isOn != isToBlink {
      var new = settings
      if isOn { switchedOff.blink = settings.blink }
      new.blink = isToBlink ? switchedOff.blink : 0
      apply(new)
    }
    tell(isToBlink ? .blinkOn : .blinkOff)
  }

  mutating func markStyles(_ key: KeyPress.Key) {
    let styles = SwitchedOff.Styles(of: settings)
    let isOn = styles != SwitchedOff.Styles()
    let isToMark = key.wants(!isOn)
    if isOn != isToMark {
      var new = settings
      if isOn { switchedOff.styles = styles }
      let wanted = isToMark ? switchedOff.styles : SwitchedOff.Styles()
      new.typeformStyles = wanted.typeform
      new.taggedStyles = wanted.tags
      new.dottedStyles = wanted.dots
      apply(new)
    }
    tell(isToMark ? .stylesOn : .stylesOff)
  }

  /// A cell for each character, or what there was before.
  mutating func useComputerBraille(_ key: KeyPress.Key) {
    // A table that was chosen by name is what it is.
    guard settings.table.isEmpty else {
      tell(.notAvailable)
      return
    }
    let isOn = settings.mode == .computer
    let isToUse = key.wants(!isOn)
    if isOn != isToUse {
      var new = settings
      if !isOn { switchedOff.mode = settings.mode }
      new.mode = isToUse ? .computer : switchedOff.mode
      apply(new)
    }
    switch settings.mode {
    case .computer: tell(.computerBraille)
    case .contracted: tell(.contracted)
    case .uncontracted: tell(.uncontracted)
    }
  }

  mutating func goByLetters(_ key: KeyPress.Key) {
    let isToGo = key.wants(settings.quickNavigation == .off)
    settings.quickNavigation = isToGo ? .on : .off
    tell(isToGo ? .quickNavigationOn : .quickNavigationOff)
  }

  mutating func useOneHand(_ key: KeyPress.Key) {
    let isToUse = key.wants(settings.oneHand == .off)
    settings.oneHand = isToUse ? .on : .off
    oneHand.clear()
    tell(isToUse ? .oneHandOn : .oneHandOff)
  }

  /// Lets the display pan by itself from the top: of the text that is read, else of the screen.
  mutating func scrollFromTop(of id: ProgramID, _ content: Content) {
    if content.element.text == nil {
      go(.first, .item, of: id)
    } else if var reading = programs[id]?.content?.reading {
      _ = reading.pan(.start, style, &translator)
      programs[id]?.content?.reading = reading
      frozen = nil
    }
    scrollsAt = nil
    toggleAutoScroll()
  }
}
