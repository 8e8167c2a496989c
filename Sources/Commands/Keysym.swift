// SPDX-License-Identifier: GPL-3.0-or-later
import Cells

/// The keysyms of X that brltty sends: special keys, and characters.
public enum Keysym {
  /// A keysym's number by its X name, by its character (`a`), by its code point (`U20AC`), or
  /// by itself (`KEYSYM417`).
  public static func number(_ name: String) -> UInt32? {
    if let special = special.first(where: { $0.name == name }) { return special.number }
    if let number = functionKey(name) { return number }
    if name.hasPrefix("U"), name.utf8.count > 4, let code = UInt32(name.dropFirst(), radix: 16) {
      return number(character: code)
    }
    if name.hasPrefix("KEYSYM"), let number = UInt32(name.dropFirst(6)), number < 1 << 29 {
      return number
    }
    let scalars = name.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first else { return nil }
    return number(character: scalar.value)
  }

  private static func number(character code: UInt32) -> UInt32? {
    guard Unicode.Scalar(code) != nil else { return nil }
    return canonical(0x0100_0000 | code)
  }

  /// The number that a keysym is known by: X has two for the characters of Latin-1.
  static func canonical(_ number: UInt32) -> UInt32 {
    switch number {
    case 0x0100_0020...0x0100_007E, 0x0100_00A0...0x0100_00FF: number & 0xFF
    default: number
    }
  }

  /// A keysym's X name, its character or its code point, or else its number, so that
  /// `number` reads it, also in a list of names.
  public static func name(_ number: UInt32) -> String {
    if let special = special.first(where: { $0.number == number }) { return special.name }
    if (0xFFBE...0xFFE0).contains(number) { return "F\(number - 0xFFBE + 1)" }
    guard let scalar = character(number), self.number(character: scalar.value) == number else {
      return "KEYSYM\(number)"
    }
    if standsAlone(scalar) { return String(scalar) }
    let code = String(scalar.value, radix: 16, uppercase: true)
    return "U" + String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
  }

  /// Whether a character can be a name among others: it is seen, is no number, stands for no typed
  /// cell, and is never one with the blank or the plus sign beside it.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    if Cell(scalar) != nil { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator,
      .lineSeparator, .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      return false
    default:
      return scalar != "+" && !("0"..."9").contains(scalar) && "+\(scalar) ".count == 3
    }
  }

  /// The character that a keysym stands for; nil for a special key.
  public static func character(_ number: UInt32) -> Unicode.Scalar? {
    if number < 0x100 { return Unicode.Scalar(number) }
    return number & 0xFF00_0000 == 0x0100_0000 ? Unicode.Scalar(number & 0x00FF_FFFF) : nil
  }

  /// The name that W3C's KeyboardEvent.key gives a keysym; nil for one that it has not.
  public static func keyboardEventKey(_ number: UInt32) -> String? {
    if let special = special.first(where: { $0.number == number }) { return special.event }
    if (0xFFBE...0xFFE0).contains(number) { return "F\(number - 0xFFBE + 1)" }
    guard let scalar = character(number), scalar.properties.generalCategory != .control else {
      return nil
    }
    return String(scalar)
  }

  /// The keysym that has this name as W3C's KeyboardEvent.key; nil if none that brltty sends has.
  public static func number(keyboardEventKey name: String) -> UInt32? {
    special.first { $0.event == name }?.number ?? functionKey(name) ?? characterKey(name)
  }

  /// Whether KeyboardEvent.key can be this: a character, or the name of a key.
  static func isKeyboardEventKey(_ name: String) -> Bool {
    number(keyboardEventKey: name) != nil || further.contains(name)
  }

  private static func functionKey(_ name: String) -> UInt32? {
    guard name.hasPrefix("F"), let number = UInt32(name.dropFirst()), (1...35).contains(number)
    else { return nil }
    return 0xFFBE + number - 1
  }

  private static func characterKey(_ name: String) -> UInt32? {
    let scalars = name.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first,
      scalar.properties.generalCategory != .control
    else { return nil }
    return number(character: scalar.value)
  }

  /// Keys that a program may be sent though no display of brltty's has them.
  private static let further: Set<String> = [
    "Alt", "AltGraph", "Control", "Meta", "Shift", "CapsLock", "NumLock", "ContextMenu", "Help",
    "Pause", "PrintScreen", "Cancel", "Copy", "Cut", "Paste", "Undo", "Redo", "Find",
  ]

  /// The names of the keys that are no characters, but for F1 to F35.
  static let specialNames: [String] = special.map(\.name)

  /// Their names by W3C's KeyboardEvent.key.
  static let specialEventKeys: [String] = further.union(special.map(\.event)).sorted()

  private static let special: [(name: String, number: UInt32, event: String)] = [
    ("BackSpace", 0xFF08, "Backspace"), ("Tab", 0xFF09, "Tab"), ("Return", 0xFF0D, "Enter"),
    ("Escape", 0xFF1B, "Escape"), ("Home", 0xFF50, "Home"), ("Left", 0xFF51, "ArrowLeft"),
    ("Up", 0xFF52, "ArrowUp"), ("Right", 0xFF53, "ArrowRight"), ("Down", 0xFF54, "ArrowDown"),
    ("Prior", 0xFF55, "PageUp"), ("Page_Up", 0xFF55, "PageUp"), ("Next", 0xFF56, "PageDown"),
    ("Page_Down", 0xFF56, "PageDown"), ("End", 0xFF57, "End"), ("Insert", 0xFF63, "Insert"),
    ("Delete", 0xFFFF, "Delete"),
  ]
}
