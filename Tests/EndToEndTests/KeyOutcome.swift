// SPDX-License-Identifier: GPL-3.0-or-later
import Wire

/// What must come of a chord while a program shows a button whose id is `button`.
enum KeyOutcome {
  /// The program is told.
  case command([String: JSONValue])
  /// Something else is shown.
  case kind(String)

  private static func move(_ direction: String, _ unit: String = "item") -> KeyOutcome {
    .command(["command": "move", "direction": .string(direction), "unit": .string(unit)])
  }

  private static func element(_ command: String) -> KeyOutcome {
    .command(["command": .string(command), "element": "button"])
  }

  private static func scroll(_ direction: String) -> KeyOutcome {
    .command(["command": "scroll", "direction": .string(direction), "element": "button"])
  }

  private static func system(_ action: String) -> KeyOutcome {
    .command(["command": "system", "action": .string(action), "element": "button"])
  }

  private static func key(_ key: String, _ modifiers: [String] = []) -> KeyOutcome {
    .command([
      "command": "key", "key": .string(key), "modifiers": .array(modifiers.map { .string($0) }),
    ])
  }

  /// VoiceOver's chords of iOS and iPadOS, as Apple lists them.
  ///
  /// Past the end of a button panning asks for the next item; what is for text is answered by a
  /// word, as is another program where there is none; a step of the rotor is one by words in what
  /// is no screen.
  static let voiceOver: [(String, KeyOutcome)] = [
    // Navigation.
    ("1", move("previous")), ("4", move("next")), ("123", move("first")), ("456", move("last")),
    ("24", .kind("chooser")), ("234", .kind("status")), ("46", system("notifications")),
    ("25", system("controlCentre")), ("12", element("escape")),
    // Scrolling.
    ("246", scroll("left")), ("135", scroll("right")), ("3456", scroll("up")),
    ("1456", scroll("down")), ("34", .kind("answer")),
    // Rotor.
    ("3", move("previous", "word")), ("6", move("next", "word")), ("23", .kind("answer")),
    ("56", .kind("answer")),
    // Interaction.
    ("36", element("activate")), ("125", system("home")), ("345", system("volumeUp")),
    ("126", system("volumeDown")), ("146", system("keyboard")),
    ("356", .kind("chooser")),
    // Reading.
    ("1235", .kind("answer")), ("2456", move("first")),
    // Editing.
    ("2356", element("selectAll")), ("235", .kind("answer")), ("256", .kind("answer")),
    ("2345", key("Tab")), ("1256", key("Tab", ["Shift"])), ("1346", element("cut")),
    ("14", element("copy")), ("1236", element("paste")), ("145", key("Backspace")),
    ("15", key("Enter")), ("1356", element("undo")), ("2346", element("redo")),
    ("124", .kind("chooser")), ("23456", .kind("answer")), ("156", element("magicTap")),
    // Control.
    ("123456", system("screenCurtain")), ("1234", system("pauseSpeech")),
    ("134", system("speech")), ("16", .kind("answer")), ("13", .kind("learn")),
    ("12346", system("label")), ("12345", .kind("answer")),
    // Braille.
    ("2", move("previous")), ("5", move("next")), ("1345", .kind("answer")),
    ("45", .kind("answer")), ("1245", .kind("answer")), ("236", .kind("answer")),
    // Of eight dots.
    ("17", move("previous", "container")), ("47", move("next", "container")),
    ("7", key("Backspace")), ("8", key("Enter")), ("1347", system("mute")),
    ("137", .kind("help")), ("34568", scroll("up")), ("14568", scroll("down")),
    ("3678", element("longPress")), ("123457", .kind("answer")),
    // iPad.
    ("35", .kind("answer")), ("26", .kind("answer")),
  ]

  /// The chords that brltty's own table has for a Brailliant; those whose commands are keys of
  /// displays too do what these are called: caret shown or not, follow it, paste, brltty's menu.
  static let stock: [(String, KeyOutcome)] = [
    ("1", move("previous")), ("4", move("next")), ("3", move("previous", "word")),
    ("6", move("next", "word")), ("2", move("previous")), ("5", move("next")),
    ("23", .kind("answer")), ("56", .kind("answer")), ("123", move("first")),
    ("24", .kind("chooser")), ("234", .kind("status")), ("12", element("escape")),
    ("125", system("home")), ("1235", .kind("answer")), ("2456", move("first")),
    ("235", .kind("answer")), ("236", .kind("answer")), ("256", key("Delete")),
    ("2345", .kind("answer")), ("1346", element("paste")), ("14", .kind("answer")),
    ("1236", element("paste")), ("145", key("Backspace")), ("124", .kind("chooser")),
    ("45", key("Tab")), ("1245", .kind("answer")), ("137", .kind("help")),
    ("35", .kind("answer")), ("26", element("escape")), ("78", .kind("answer")),
  ]
}
