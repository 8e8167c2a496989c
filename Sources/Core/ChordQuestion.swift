// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Elements
import Panning
import Presentation

/// What is known of chords, which an unbound key of a display does not send.
struct ChordKnowledge: Equatable, Sendable {
  /// Whether one has come since the start.
  var haveCome = false
  /// Whether the reader has been asked to press one since the start.
  var isAsked = false
  /// Whether what is known of them is being kept.
  var isToBeSaved = false
}

/// Whether chords of the space bar arrive: the reader is asked once to press one.
///
/// brltty's own key tables bind only some chords, and tell nobody of the others; so only a key that
/// was pressed tells. space-3-6 is one that none of them binds.
extension Engine {
  /// Whether chords are known to arrive, or nothing speaks against it.
  var sendsChords: Bool {
    switch settings.chords {
    case .yes: true
    case .no: chords.haveCome
    case .unknown, .ask: chords.haveCome || display.commands == nil
    }
  }

  /// Asks the reader when there is a program to be read on a display, and no sooner.
  mutating func askIfDue() {
    guard settings.chords == .ask, !chords.isAsked, display.size != nil, shown != nil, mode == nil,
      asideUntil == nil
    else { return }
    chords.isAsked = true
    say(words.answer(.tryChord), language: wordsLanguage, persist: true)
  }

  /// Takes a key, which may answer what the reader was asked.
  mutating func take(_ press: KeyPress, on frame: Frame?) {
    let isChord = if case .chord = press.key { true } else { false }
    if isChord { note(chordsArrive: true) }
    let action = action(for: press.key, held: press.modifiers)
    // To pan is to read the question; with one hand the space bar may be the beginning of a chord.
    let isPart = if case .dots = press.key { settings.oneHand == .on } else { false }
    guard lock.isOpen, isAsking, action?.isPan != true, !isPart else {
      key(press, on: frame)
      return
    }
    messages.dismiss(now, messageStyle)
    if isChord {
      answer = nil
      oneHand.clear()
      counts.keys += 1
      lastKey = now
    } else {
      note(chordsArrive: false)
      key(press, on: frame)
    }
    say(words.answer(isChord ? .chordsArrive : .chordsMissing), language: wordsLanguage)
  }

  /// Whether the question is on the display.
  private var isAsking: Bool {
    messages.shown?.item.program == ProgramID.daemon
      && messages.shown?.item.announcement.persist == true
  }

  /// Remembers whether chords arrive, and has it kept if it was asked for.
  private mutating func note(chordsArrive: Bool) {
    if chordsArrive { chords.haveCome = true }
    let state: Settings.Chords = chordsArrive ? .yes : .no
    guard settings.chords != .unknown, settings.chords != .yes, settings.chords != state else {
      return
    }
    settings.chords = state
    chords.isToBeSaved = true
    outputs.append(.save([SettingValue(name: "keys.chords", value: .text(state.rawValue))]))
  }

  /// Says something by itself, which is kept nowhere.
  mutating func say(_ text: String, language: String?, persist: Bool = false) {
    let announcement = Announcement(
      text: text, priority: .high, language: language, persist: persist, isPrivate: true)
    messages.add(
      announcement, of: Program(id: .daemon, name: "brailled", pid: 0), isKept: false,
      isLocked: false, at: now, wall: wallTime, messageStyle)
  }
}

extension ProgramID {
  /// Who speaks when brailled speaks by itself.
  fileprivate static let daemon = ProgramID(0)
}
