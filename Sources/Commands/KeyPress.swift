// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// A key of a braille display that was pressed.
public struct KeyPress: Hashable, Sendable {
  /// Which key.
  public var key: Key
  /// What was held with it, or stuck before.
  public var modifiers: Modifiers

  /// The four kinds of keys that reach us (docs/protocol.md, "press").
  public enum Key: Hashable, Sendable {
    /// A command that brltty's key table makes of a key.
    case command(BrlttyCommand, argument: Int, toggle: Toggle)
    /// The routing key of a cell, from 0 over all rows.
    case route(Int)
    /// A typed cell; blank is the space bar.
    case dots(Cell)
    /// A cell pressed together with the space bar.
    case chord(Cell)
    /// A key of a keyboard, as a keysym of X.
    case keysym(UInt32)
  }

  /// Whether a command is to switch on, off, or over.
  public enum Toggle: Hashable, Sendable {
    /// The command alone.
    case flip
    /// BRLAPI_KEY_FLG_TOGGLE_ON.
    case on
    /// BRLAPI_KEY_FLG_TOGGLE_OFF.
    case off
  }

  /// A key with what was held.
  public init(_ key: Key, modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// A command of brltty without an argument; nil if there is none of this name.
  public init?(command name: String) {
    guard let command = BrlttyCommand(name: name) else { return nil }
    self.init(.command(command, argument: 0, toggle: .flip))
  }
}

extension KeyPress {
  /// Reads a 64-bit key code of BrlAPI; nil for what is no key: no operation, the display's
  /// going offline, and types that no version of BrlAPI has.
  public init?(brlapi code: UInt64) {
    let flags = UInt32(truncatingIfNeeded: code >> 32)
    guard let key = Key(brlapi: UInt32(truncatingIfNeeded: code), flags: flags) else { return nil }
    self.init(key, modifiers: Modifiers(rawValue: UInt8(flags & 0x3F)))
  }
}

extension KeyPress.Key {
  /// The cells of the display that it is about, from 0 over all rows; nil if it names none.
  ///
  /// A command that takes a number is taken to mean a cell by it.
  public var cells: ClosedRange<Int>? {
    switch self {
    case .route(let cell): return cell...cell
    case .command(let command, let argument, _) where command.takesRange:
      let (first, last) = (argument & 0xFF, argument >> 8)
      return min(first, last)...max(first, last)
    case .command(let command, let argument, _) where command.takesArgument:
      return argument...argument
    default: return nil
    }
  }

  fileprivate init?(brlapi code: UInt32, flags: UInt32) {
    switch code >> 29 {
    case 0:
      guard code != 0 else { return nil }
      self = .keysym(Keysym.canonical(code & 0x1FFF_FFFF))
    case 1:
      self.init(command: code & 0x1FFF_FFFF, flags: flags)
    default:
      return nil
    }
  }

  private init?(command code: UInt32, flags: UInt32) {
    guard code >= 1 << 16 else {
      let command = BrlttyCommand(code: code)
      guard code != 0, command.name != "OFFLINE" else { return nil }
      self = .command(command, argument: 0, toggle: Self.toggle(flags))
      return
    }
    self.init(BrlttyCommand(code: code & 0x1FFF_0000), argument: Int(code & 0xFFFF))
  }

  /// A command that takes an argument; the flags of toggles mean other things with these.
  init(_ command: BrlttyCommand, argument: Int) {
    switch command {
    case .route:
      self = .route(argument)
    case .passDots:
      let cell = Cell(rawValue: UInt8(argument & 0xFF))
      // The space bar alone is a chord of no dots with some key tables.
      self = argument & 0x100 != 0 && !cell.isBlank ? .chord(cell) : .dots(cell)
    default:
      self = .command(command, argument: argument, toggle: .flip)
    }
  }

  private static func toggle(_ flags: UInt32) -> KeyPress.Toggle {
    switch flags & 0x300 {
    case 0x100: .on
    case 0x200: .off
    default: .flip
    }
  }
}
