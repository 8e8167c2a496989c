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
  /// Show another part of the program's window.
  case scroll(Command.ScrollDirection)
  /// A key of the keyboard, by W3C's name.
  case key(String)
  /// Hold a modifier until the next key.
  case stick(Modifiers)
  /// Let go of all modifiers.
  case unstick
  /// Read the announcements that have been.
  case history
  /// Read how things are.
  case status
  /// Show what time it is.
  case time
  /// Contracted braille or uncontracted.
  case contraction
  /// The next of the reader's favourite languages, or the one before.
  case favourite(Command.Direction)
  /// Keep what is shown, or let it change again.
  case freeze
  /// Let the display follow the caret, or stay where it is.
  case follow
  /// Let the display pan by itself, or no longer.
  case autoScroll
  /// Let it pan sooner, or later.
  case autoScrollFaster, autoScrollSlower
  /// Say what character stands in a cell.
  case describe
  /// Leave the display to brltty and its menus for a while.
  case stepAside

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
}

extension Action {
  /// Reads an action as key files write it: `pan right`, `move next item`, `key Enter`; nil if
  /// there is none of this name.
  public init?(parsing text: String) {
    let words = text.split(separator: " ").map(String.init)
    if words.count == 1, let plain = Action.plain[words[0]] {
      self = plain
      return
    }
    switch (words.first, words.count) {
    case ("pan", 2):
      guard let pan = Pan(rawValue: words[1]) else { return nil }
      self = .pan(pan)
    case ("move", 3):
      guard let direction = Command.Direction(rawValue: words[1]),
        let unit = Command.Unit(rawValue: words[2])
      else { return nil }
      self = .move(direction, unit)
    case ("program", 2):
      guard let turn = Turn(rawValue: words[1]) else { return nil }
      self = .program(turn)
    case ("scroll", 2):
      guard let direction = Command.ScrollDirection(rawValue: words[1]) else { return nil }
      self = .scroll(direction)
    case ("favourite", 2), ("step", 2), ("rotor", 2):
      guard let direction = Command.Direction(rawValue: words[1]),
        direction == .next || direction == .previous
      else { return nil }
      switch words[0] {
      case "step": self = .step(direction)
      case "rotor": self = .rotor(direction)
      default: self = .favourite(direction)
      }
    case ("key", 2):
      self = .key(words[1])
    case ("stick", 2):
      guard let modifier = Action.modifiers[words[1]] else { return nil }
      self = .stick(modifier)
    default:
      return nil
    }
  }

  private static let plain: [String: Action] = [
    "route": .route, "activate": .activate, "longPress": .longPress, "escape": .escape,
    "magicTap": .magicTap, "increment": .increment, "decrement": .decrement,
    "unstick": .unstick, "stepAside": .stepAside, "history": .history, "status": .status,
    "time": .time, "contraction": .contraction, "freeze": .freeze,
    "follow": .follow,
    "autoScroll": .autoScroll, "autoScrollFaster": .autoScrollFaster,
    "autoScrollSlower": .autoScrollSlower, "describe": .describe,
  ]

  private static let modifiers: [String: Modifiers] = [
    "shift": .shift, "upper": .upper, "control": .control, "meta": .meta, "altGr": .altGr,
    "gui": .gui,
  ]
}
