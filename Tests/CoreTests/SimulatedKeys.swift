// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Panning
import TestSupport

/// What readers of a simulation press, and what they set.
enum SimulatedKeys {
  /// Keys that somebody presses often.
  static let usual = presses(
    """
    FWINRT FWINRT FWINRT FWINLT FWINLT HWINRT HWINLT CHRRT CHRLT HOME LNBEG LNEND LNUP LNDN TOP \
    space+dot1 space+dot4 space+dot3+dot6 space+dot1+dot2 SHIFT CONTROL UNSTICK Tab Return a \
    Left Up Down BackSpace WINDN MENU_NEXT_SETTING PRPROMPT
    """)

  /// Those, the key for another program, and those for lists, which may lead to one.
  static let readers =
    usual
    + presses(
      """
      GUI_APP_LIST space+dot2+dot4 space+dot1+dot2+dot5+dot8 space+dot3+dot5+dot6 \
      space+dot1+dot6+dot7 space+dot1+dot2+dot4 space+dot1+dot2+dot4+dot8 space+dot3+dot4 \
      space+dot3+dot4+dot8 space+dot2+dot3+dot4+dot7 dot1 dot7 dot8
      """)

  /// Keys that a program may press, none of which gives the display away.
  static let pressed = usual + presses("ROUTE 0 ROUTE 3 FREEZE dot1 F5")

  private static func presses(_ names: String) -> [KeyPress] {
    (try? KeyPress.list(parsing: names)) ?? []
  }

  /// The next key on what is under the finger.
  static func next(on frame: Frame?, _ generator: inout SeededGenerator) -> KeyPress {
    switch generator.integer(0...9) {
    case 0...4: return generator.one(of: readers)
    case 5...8:
      let texts = (frame?.routes ?? []).enumerated().compactMap { cell, route in
        if case .text = route { cell } else { nil }
      }
      let isOnText = generator.chance(70) && !texts.isEmpty
      return KeyPress(
        .route(isOnText ? generator.one(of: texts) : generator.integer(0...45)))
    default: return generator.keyPress()
    }
  }

  static let settings: [(name: String, values: [String])] = [
    ("reading.wrap", ["word", "off", "cut", "syllable", "odd"]),
    ("reading.context", ["changed", "back", "always"]),
    ("reading.rows", ["table", "items", "table", "wrapped"]),
    ("reading.neighbours", ["next", "off"]), ("reading.follow", ["on", "off"]),
    ("reading.coordinates", ["changed", "always"]), ("reading.signs", ["dots", "words"]),
    ("display.rows", ["0", "0", "1", "2"]), ("display.statusCells", ["0", "0", "3"]),
    ("display.cursor", ["7-8", "8", "all", "off"]), ("display.selection", ["7-8", "off"]),
    ("messages.duration", ["byLength", "untilDismissed", "500", "2 s", "soon"]),
    ("messages.readingPause", ["0", "3000", "-1"]),
    ("messages.whileReading", ["wait", "sign", "show"]),
    ("braille.mode", ["uncontracted", "contracted"]), ("braille.language", ["en", "de", "?"]),
    ("no.such", ["1"]),
  ]

  static let displays: [Core.DisplayState] = [
    Core.DisplayState(size: DisplaySize(columns: 40), driver: "a"),
    Core.DisplayState(size: DisplaySize(columns: 20), driver: "b", isShared: true),
    Core.DisplayState(size: DisplaySize(columns: 12, rows: 3), driver: "c"),
    Core.DisplayState(size: DisplaySize(columns: 20, rows: 5), driver: "f"),
    Core.DisplayState(size: DisplaySize(columns: 30), driver: "g", hasSixDots: true),
    Core.DisplayState(size: DisplaySize(columns: 8), driver: "d"),
    Core.DisplayState(size: DisplaySize(columns: 1), driver: "e"), .none, .none,
  ]
}
