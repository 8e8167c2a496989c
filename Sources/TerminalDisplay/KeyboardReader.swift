// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells
public import Commands

/// Turns what a terminal sends for keys and mouse into keys of a braille display.
public struct KeyboardReader: Sendable {
  private let keys: [String: KeyPress]
  /// What is typed after a colon, with it; empty when nothing is.
  private var line = ""

  /// `keys` by the names that terminals' keys have here: `Left`, `Return`, `q`.
  public init(keys: [String: KeyPress]) {
    self.keys = keys
  }

  /// Reads what came; a sequence comes whole, as terminals send it in one write.
  ///
  /// `firstRow` is the line of the terminal, from 1, that the first row of cells stands on. Gives
  /// what is typed after a colon, with it, besides the keys.
  public mutating func read(
    _ bytes: ArraySlice<UInt8>, size: DisplaySize, firstRow: Int
  ) -> (events: [Terminal.Event], prompt: String) {
    var events: [Terminal.Event] = []
    var rest = bytes
    while let byte = rest.first {
      if byte == 0x1B, let (event, count) = sequence(rest, size: size, firstRow: firstRow) {
        rest = rest.dropFirst(count)
        if let event { events.append(event) }
      } else if line.isEmpty {
        rest = rest.dropFirst()
        plain(byte, &events)
      } else {
        rest = rest.dropFirst()
        typed(byte, &events)
      }
    }
    return (events, line)
  }

  /// Reads a line of names of keys.
  public static func keys(named line: String) -> [Terminal.Event] {
    do throws(InvalidKey) {
      return try KeyPress.list(parsing: line).map { .key($0) }
    } catch {
      return [.invalid(error.description)]
    }
  }

  private mutating func plain(_ byte: UInt8, _ events: inout [Terminal.Event]) {
    switch byte {
    case 0x03, UInt8(ascii: "q"): events.append(.quit)
    case UInt8(ascii: ":"): line = ":"
    case 0x0D, 0x0A: press("Return", &events)
    case 0x09: press("Tab", &events)
    case 0x1B: press("Escape", &events)
    case 0x7F, 0x08: press("BackSpace", &events)
    default: press(String(Unicode.Scalar(byte)), &events)
    }
  }

  private func press(_ name: String, _ events: inout [Terminal.Event]) {
    if let key = keys[name] { events.append(.key(key)) }
  }

  /// Takes a character of a line that begins with a colon.
  private mutating func typed(_ byte: UInt8, _ events: inout [Terminal.Event]) {
    switch byte {
    case 0x0D, 0x0A:
      events += KeyboardReader.keys(named: String(line.dropFirst()))
      line = ""
    case 0x03, 0x1B: line = ""
    case 0x7F, 0x08: line.removeLast()
    case 0x20...0x7E: line.append(Character(Unicode.Scalar(byte)))
    default: break
    }
  }

  /// Reads a control sequence; gives its length; nil if there is none.
  private func sequence(
    _ bytes: ArraySlice<UInt8>, size: DisplaySize, firstRow: Int
  ) -> (Terminal.Event?, Int)? {
    guard bytes.count >= 3 else { return nil }
    let start = bytes.startIndex
    let introducer = bytes[start + 1]
    guard introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O"),
      let end = bytes[(start + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) })
    else { return nil }
    let parameters = String(decoding: bytes[(start + 2)..<end], as: UTF8.self)
    let count = end + 1 - start
    if parameters.hasPrefix("<") {
      let isPress = bytes[end] == UInt8(ascii: "M")
      return (isPress ? click(parameters, size, firstRow) : nil, count)
    }
    let name = KeyboardReader.names[parameters + String(Unicode.Scalar(bytes[end]))]
    return (name.flatMap { keys[$0] }.map { .key($0) }, count)
  }

  /// A click on a cell or its print is its routing key.
  private func click(
    _ parameters: String, _ size: DisplaySize, _ firstRow: Int
  ) -> Terminal.Event? {
    let numbers = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
    // What is larger than any terminal comes from nobody who has a mouse.
    guard numbers.count == 3, numbers[0] == 0, numbers.allSatisfy((0...9999).contains) else {
      return nil
    }
    // One column is the frame around the cells.
    let column = numbers[1] - 2
    let row = (numbers[2] - firstRow) / 2
    guard (0..<size.columns).contains(column), numbers[2] >= firstRow,
      (0..<size.rows).contains(row)
    else { return nil }
    return .key(KeyPress(.route(row * size.columns + column)))
  }

  /// The sequences of xterm's keys (ctlseqs, "PC-Style Function Keys").
  private static let names = [
    "A": "Up", "B": "Down", "C": "Right", "D": "Left", "H": "Home", "F": "End", "1~": "Home",
    "4~": "End", "5~": "Prior", "6~": "Next", "2~": "Insert", "3~": "Delete", "Z": "BackTab",
  ]
}
