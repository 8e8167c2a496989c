// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Wire

/// Puts other letters in the place of those that a reader reads, so that a case can be shown to
/// others and still is the same case.
///
/// A letter becomes one of its kind: of its script and case, with an accent if it has one; a digit
/// becomes 0. All else stays: blanks, signs, emoji, marks, lengths, names of roles, commands and
/// programs. Elements are named anew, as `e1`, `e2`.
struct Masking: Sendable {
  private var ids: [String: String] = [:]

  // MARK: Text

  /// A text with other letters, as many scalars.
  static func mask(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { mask($0) }))
  }

  /// What stands for a scalar; itself if it is no letter and no digit.
  static func mask(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "a"..."z": return "x"
    case "A"..."Z": return "X"
    case "0"..."9": return "0"
    default: break
    }
    guard scalar.value > 0x7F else { return scalar }
    // Cells are read too, but for the blank one.
    if (0x2801...0x28FF).contains(scalar.value) { return "⠭" }
    if let found = letters.first(where: { $0.range.contains(scalar.value) }) {
      return scalar.properties.generalCategory.isLetter
        ? scalar.properties.isUppercase ? found.upper : found.lower : scalar
    }
    return ofItsBlock(scalar)
  }

  /// One letter of each script that most is written in, small and capital.
  private static let letters:
    [(range: ClosedRange<UInt32>, lower: Unicode.Scalar, upper: Unicode.Scalar)] = [
      (0x80...0x24F, "é", "É"), (0x370...0x3FF, "χ", "Χ"), (0x400...0x52F, "х", "Х"),
      (0x590...0x5FF, "ח", "ח"), (0x600...0x6FF, "خ", "خ"), (0x1E00...0x1EFF, "ẽ", "Ẽ"),
      (0x3041...0x309F, "か", "か"), (0x30A0...0x30FF, "カ", "カ"), (0x3400...0x9FFF, "中", "中"),
      (0xAC00...0xD7A3, "가", "가"),
    ]

  /// The first letter or digit of its kind among the 128 characters that it is one of.
  private static func ofItsBlock(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let category = scalar.properties.generalCategory
    guard category.isLetter || category == .decimalNumber else { return scalar }
    let block = scalar.value & ~0x7F
    let first = (block..<scalar.value).lazy.compactMap { Unicode.Scalar($0) }
      .first { $0.properties.generalCategory == category }
    return first ?? scalar
  }

  // MARK: Keys

  /// A key that is typed, as another letter; capitals, number signs and punctuation stay.
  static func mask(_ press: KeyPress) -> KeyPress {
    switch press.key {
    case .dots(let cell): return KeyPress(.dots(mask(cell)), modifiers: press.modifiers)
    case .keysym(let keysym):
      guard let scalar = Unicode.Scalar(keysym), (0x20..<0x7F).contains(keysym) else {
        // Keysyms of Unicode stand from here on (X.org, keysymdef.h).
        guard keysym > 0x100_0000, let scalar = Unicode.Scalar(keysym - 0x100_0000) else {
          return press
        }
        return KeyPress(.keysym(0x100_0000 + mask(scalar).value), modifiers: press.modifiers)
      }
      return KeyPress(.keysym(mask(scalar).value), modifiers: press.modifiers)
    default: return press
    }
  }

  /// A cell with the dots of x, if it may be a letter or stand for some: not what has only lower
  /// dots or only those at the right, which are signs, and not the number sign.
  private static func mask(_ cell: Cell) -> Cell {
    let extra = Cell(rawValue: cell.rawValue & Cell.dots78.rawValue)
    let six = Cell(rawValue: cell.rawValue & ~Cell.dots78.rawValue)
    let isSign =
      six.dots.allSatisfy { [2, 3, 5, 6].contains($0) } || six.dots.allSatisfy { $0 > 3 }
      || six == Cell(dots: 3, 4, 5, 6)
    return isSign ? cell : Cell(dots: 1, 3, 4, 6).union(extra)
  }

  // MARK: Messages

  /// A message of a program with other letters.
  mutating func mask(_ message: JSONValue) -> JSONValue {
    guard case .object(var members) = message, let params = members["params"] else {
      return message
    }
    members["params"] = mask(params, in: "params")
    return .object(members)
  }

  private mutating func mask(_ value: JSONValue, in name: String) -> JSONValue {
    switch value {
    case .string(let text):
      if Masking.idNames.contains(name) { return .string(id(text)) }
      return Masking.technical.contains(name) ? value : .string(Masking.mask(text))
    case .array(let values): return .array(values.map { mask($0, in: name) })
    case .object(let members):
      guard !Masking.technical.contains(name) else { return value }
      // In their order, so that the names are the same each time.
      var masked: [String: JSONValue] = [:]
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        masked[key] = mask(value, in: key)
      }
      return .object(masked)
    case .null, .bool, .number: return value
    }
  }

  /// The name that an element has from now on.
  private mutating func id(_ id: String) -> String {
    if let known = ids[id] { return known }
    let new = "e\(ids.count + 1)"
    ids[id] = new
    return new
  }

  /// Members that name elements.
  private static let idNames: Set<String> = [
    "id", "ids", "element", "focus", "before", "after", "parent", "target", "children", "items",
  ]

  /// Members that hold what the protocol knows, or what a program calls its own things.
  private static let technical: Set<String> = [
    "role", "language", "orientation", "sort", "inputType", "autocomplete", "invalid", "current",
    "hasPopup", "live", "checked", "pressed", "style", "priority", "rank", "name", "tag",
    "shortcut", "commands", "keys", "set", "protocol",
  ]
}

extension Unicode.GeneralCategory {
  fileprivate var isLetter: Bool {
    switch self {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
}
