// SPDX-License-Identifier: GPL-3.0-or-later

/// What a reader does with a key.
public enum Action: Hashable, Sendable {
  /// Move the viewport over what is shown.
  case pan(Pan)
  /// What a routing key does, at its cell.
  case route
  /// Go to another element, or to another unit of a text.
  case move(Command.Direction, Command.Unit)
  /// Show the next program, or the one before.
  case program(Turn)
  /// Step by the rotor's unit.
  case step(Command.Direction)
  /// Choose another unit for the rotor.
  case rotor(Command.Direction)
  /// Choose from a list on the display where to go, or what to do.
  case choose(Choice)
  /// Look for a text; nil: ask for it, else look again that way.
  case find(Turn?)
  /// Do what a click does.
  case activate
  /// Open the context menu.
  case longPress
  /// Leave a dialog, a menu or a mode.
  case escape
  /// The program's own most likely action.
  case magicTap
  /// More of the value.
  case increment
  /// Less of the value.
  case decrement
  /// Open what is closed, or close what is open.
  case expand
  /// Show another part of the program's window.
  case scroll(Command.ScrollDirection)
  /// Something of the desktop, one of `systemNames`: `home`, `volumeUp`.
  case system(String)
  /// A key of the keyboard, by W3C's name, with what is held.
  case key(String, Modifiers = [])
  /// Hold a modifier until the next key.
  case stick(Modifiers)
  /// Let go of all modifiers.
  case unstick
  /// Change the text, or what of it is selected.
  case edit(Edit)
  /// Select more or less of the text, by a unit that way.
  case select(Command.Direction, Command.Unit)
  /// Select by the cells that the key names.
  case selectCells(CellSelection)
  /// How what is typed becomes text.
  case typing(Typing)
  /// Read the announcements that have been.
  case history
  /// Read how things are.
  case status
  /// Read what else there is to say of the element.
  case details
  /// Say what the screen is called.
  case title
  /// Say where on the screen or in the text the reader is.
  case position
  /// Show what time it is.
  case time
  /// Be told what keys do, without doing it.
  case learn
  /// Read what the keys of this display do.
  case keys
  /// Change settings on the display.
  case menu
  /// Keep the settings as they are now, or read them again.
  case settings(Keeping)
  /// Contracted braille or uncontracted.
  case contraction
  /// Computer braille, a cell for each character, or not.
  case computerBraille
  /// The next of the reader's favourite languages, or the one before.
  case favourite(Command.Direction)
  /// Show the caret or not.
  case cursor
  /// Show it by the next of its shapes.
  case cursorShape
  /// Let it blink or not.
  case blink
  /// Mark the styles of text or not.
  case styles
  /// Keep what is shown, or let it change again.
  case freeze
  /// Let the display follow the caret, or stay where it is.
  case follow
  /// Let the display pan by itself, or no longer.
  case autoScroll
  /// Let it do so from the first item on.
  case autoScrollFromTop
  /// Let it pan sooner, or later.
  case autoScrollFaster, autoScrollSlower
  /// Say what character stands in a cell.
  case describe
  /// Write all cells again.
  case refresh
  /// Go by letters, without the space bar, or no longer.
  case quickNavigation
  /// Type and press chords with one hand, or no longer.
  case oneHand
  /// Leave the display to brltty and its menus for a while.
  case stepAside
  /// Do nothing, so that a key that an earlier file binds is free.
  case nothing

  /// Which one of several comes.
  public enum Turn: String, Sendable, CaseIterable {
    /// The next one; after the last the first.
    case next
    /// The one before; before the first the last.
    case previous
  }

  /// Where the viewport goes.
  public enum Pan: String, Sendable, CaseIterable {
    /// By a displayful.
    case left, right
    /// By half a displayful.
    case halfLeft, halfRight
    /// By a cell.
    case cellLeft, cellRight
    /// To the start or the end of what is shown.
    case start, end
    /// To the caret, or back to the start of the element.
    case caret
  }

  /// What is chosen from.
  public enum Choice: String, Sendable, CaseIterable {
    /// All items of the screen, or those of a kind.
    case items, headings, links, landmarks, formControls
    /// What can be done with the element.
    case actions
    /// The programs that show something.
    case programs
  }

  /// A change of a text or its selection as a whole.
  public enum Edit: String, Sendable, CaseIterable {
    /// All of it is selected, or nothing.
    case selectAll, selectNone
    /// To and from the clipboard.
    case cut, copy, paste
    /// The last change is taken back, or made again.
    case undo, redo
    /// The cell or character before the caret goes, or the one behind it, or a word.
    case deleteBackward, deleteForward, deleteWord
  }

  /// What the cells of a key say of a selection.
  public enum CellSelection: String, Sendable, CaseIterable {
    /// It begins at the cell, or ends there.
    case from, to
    /// It goes from the first of two cells to the last.
    case range
    /// The same, and what is selected is copied.
    case copy
  }

  /// How what is typed becomes text.
  public enum Typing: String, Sendable, CaseIterable {
    /// The next way of typing: contracted, uncontracted, computer braille.
    case nextMode
    /// What is pending becomes text now.
    case translate
  }

  /// What becomes of the settings.
  public enum Keeping: String, Sendable, CaseIterable {
    /// They are kept in the user's file.
    case save
    /// They are read again.
    case reload
  }

  /// What there is of the desktop (docs/protocol.md, "From the daemon").
  public static let systemNames = [
    "home", "apps", "notifications", "controlCentre", "volumeUp", "volumeDown", "mute", "speech",
    "pauseSpeech", "screenCurtain", "keyboard", "label",
  ]
}
