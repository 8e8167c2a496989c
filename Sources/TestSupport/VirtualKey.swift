// SPDX-License-Identifier: GPL-3.0-or-later

/// A word of brltty's driver `vr` for a key, and what a BrlAPI client gets for it.
///
/// Names and numbers are those of brltty 6.5 (brl_cmds.h); they only grow in later versions.
public struct VirtualKey: Equatable, Sendable {
  /// What may or must follow the word.
  public enum Kind: Equatable, Sendable {
    /// A command; `on` or `off` may follow.
    case command
    /// A command that takes a number, 1 to 256, which is added to its code: for `ROUTE` 1 is the
    /// second cell, and the first cannot be had.
    case numbered
    /// A key of a keyboard; nothing follows.
    case special
    /// A function key: number 1 is F2, and F1 cannot be had.
    case function
  }

  /// What is said after the word.
  public enum Argument: Equatable, Sendable, ExpressibleByIntegerLiteral {
    /// The number of a cell, a character, a pattern of dots …
    case number(Int)
    /// Switch a setting on.
    case on
    /// Switch a setting off.
    case off

    /// A number.
    public init(integerLiteral value: Int) { self = .number(value) }
  }

  /// The word, in capitals as brltty's tables of commands have it.
  public let name: String
  /// What may or must follow the word.
  public let kind: Kind
  /// The command without its number: the block in the high byte, in the low byte an argument.
  let command: Int

  /// The key with this name, in capitals or not.
  public init(_ name: String) throws(KitError) {
    guard let key = VirtualKey.byName[name.uppercased()] else {
      throw .notAKey("\(name) is unknown")
    }
    self = key
  }

  private init(_ name: String, _ kind: Kind, block: Int, number: Int = 0) {
    self.name = name
    self.kind = kind
    command = block << 8 | number
  }

  /// Whether the driver of brltty 6.5 finds the word: it searches a list that is sorted by
  /// capitals before `_` as if it were sorted after, and misses six.
  public var isReachable: Bool { !VirtualKey.unreachable.contains(name) }

  /// The line that presses the key, without its end.
  public func line(_ argument: Argument? = nil) throws(KitError) -> String {
    guard isReachable else { throw .notAKey("the driver does not find \(name)") }
    switch (kind, argument) {
    case (.command, nil), (.special, nil): return name
    case (.command, .on): return "\(name) on"
    case (.command, .off): return "\(name) off"
    case (.numbered, .number(let number)) where (1...256).contains(number),
      (.function, .number(let number)) where (1...34).contains(number):
      return "\(name) \(number)"
    default:
      let given = argument.map { "\($0)" } ?? "nothing"
      throw .notAKey("\(name) cannot be pressed with \(given)")
    }
  }

  /// The BrlAPI key code that a client gets for the key.
  ///
  /// A client that has not accepted `PASSDOTS` gets a character for it instead, by brltty's text
  /// table.
  public func code(_ argument: Argument? = nil) -> UInt64 {
    var flags: UInt64 = 0
    var number = 0
    switch argument {
    case .on: flags = 0x100 << 32
    case .off: flags = 0x200 << 32
    case .number(let value): number = value
    case nil: break
    }
    // The driver adds the number to the whole command, so that 256 is 0 of the next block.
    let (block, value) = (command + number).quotientAndRemainder(dividingBy: 256)
    switch block {
    case VirtualKey.passKeyBlock:
      let symbols = VirtualKey.symbols
      return value < symbols.count ? symbols[value] : 0xFFBE + UInt64(value - symbols.count)
    case VirtualKey.passCharBlock: return UInt64(value)
    default: return flags | 0x2000_0000 | UInt64(block) << 16 | UInt64(value)
    }
  }

  /// All keys, by the numbers of their commands.
  public static let all: [VirtualKey] =
    commands.enumerated().map { VirtualKey($0.element, .command, block: 0, number: $0.offset) }
    + blocks.map { VirtualKey($0.name, .numbered, block: $0.block) }
    + specialKeys.enumerated().map {
      VirtualKey($0.element, .special, block: passKeyBlock, number: $0.offset)
    }
    + [VirtualKey("KEY_FUNCTION", .function, block: passKeyBlock, number: specialKeys.count)]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let unreachable: Set = [
    "SPKHOME", "BRL_STOP", "BRL_START", "DESCCHAR", "SETLEFT", "SETMARK",
  ]

  private static let passKeyBlock = 32
  private static let passCharBlock = 33

  /// The commands of block 0 in the order of their numbers (BRLAPI_KEY_CMD(0) + n).
  private static let commands = words(
    """
    NOOP LNUP LNDN WINUP WINDN PRDIFLN NXDIFLN ATTRUP ATTRDN TOP BOT TOP_LEFT BOT_LEFT PRPGRPH
    NXPGRPH PRPROMPT NXPROMPT PRSEARCH NXSEARCH CHRLT CHRRT HWINLT HWINRT FWINLT FWINRT FWINLTSKIP
    FWINRTSKIP LNBEG LNEND HOME BACK RETURN FREEZE DISPMD SIXDOTS SLIDEWIN SKPIDLNS SKPBLNKWINS
    CSRVIS CSRHIDE CSRTRK CSRSIZE CSRBLINK ATTRVIS ATTRBLINK CAPBLINK TUNES AUTOREPEAT AUTOSPEAK
    HELP INFO LEARN PREFMENU PREFSAVE PREFLOAD MENU_FIRST_ITEM MENU_LAST_ITEM MENU_PREV_ITEM
    MENU_NEXT_ITEM MENU_PREV_SETTING MENU_NEXT_SETTING MUTE SPKHOME SAY_LINE SAY_ABOVE SAY_BELOW
    SAY_SLOWER SAY_FASTER SAY_SOFTER SAY_LOUDER SWITCHVT_PREV SWITCHVT_NEXT CSRJMP_VERT PASTE
    RESTARTBRL RESTARTSPEECH OFFLINE SHIFT UPPER CONTROL META TIME MENU_PREV_LEVEL ASPK_SEL_LINE
    ASPK_SEL_CHAR ASPK_INS_CHARS ASPK_DEL_CHARS ASPK_REP_CHARS ASPK_CMP_WORDS SPEAK_CURR_CHAR
    SPEAK_PREV_CHAR SPEAK_NEXT_CHAR SPEAK_CURR_WORD SPEAK_PREV_WORD SPEAK_NEXT_WORD
    SPEAK_CURR_LINE SPEAK_PREV_LINE SPEAK_NEXT_LINE SPEAK_FRST_CHAR SPEAK_LAST_CHAR
    SPEAK_FRST_LINE SPEAK_LAST_LINE DESC_CURR_CHAR SPELL_CURR_WORD ROUTE_CURR_LOCN SPEAK_CURR_LOCN
    SHOW_CURR_LOCN CLIP_SAVE CLIP_RESTORE BRLUCDOTS BRLKBD UNSTICK ALTGR GUI BRL_STOP BRL_START
    SPK_STOP SPK_START SCR_STOP SCR_START SELECTVT_PREV SELECTVT_NEXT PRNBWIN NXNBWIN TOUCH_NAV
    SPEAK_INDENT ASPK_INDENT REFRESH INDICATORS TXTSEL_CLEAR TXTSEL_ALL HOST_COPY HOST_CUT
    HOST_PASTE GUI_TITLE GUI_BRL_ACTIONS GUI_HOME GUI_BACK GUI_DEV_SETTINGS GUI_DEV_OPTIONS
    GUI_APP_LIST GUI_APP_MENU GUI_APP_ALERTS GUI_AREA_ACTV GUI_AREA_PREV GUI_AREA_NEXT
    GUI_ITEM_FRST GUI_ITEM_PREV GUI_ITEM_NEXT GUI_ITEM_LAST SAY_LOWER SAY_HIGHER SAY_ALL
    CONTRACTED COMPBRL6
    """)

  /// The commands of the other blocks (BRLAPI_KEY_CMD(block)).
  private static let blocks: [(name: String, block: Int)] = [
    ("ROUTE", 1), ("CLIP_NEW", 2), ("CLIP_ADD", 3), ("COPY_RECT", 4), ("COPY_LINE", 5),
    ("SWITCHVT", 6), ("PRINDENT", 7), ("NXINDENT", 8), ("DESCCHAR", 9), ("SETLEFT", 10),
    ("SETMARK", 11), ("GOTOMARK", 12), ("GOTOLINE", 13), ("PRDIFCHAR", 14), ("NXDIFCHAR", 15),
    ("CLIP_COPY", 16), ("CLIP_APPEND", 17), ("PASTE_HISTORY", 18), ("SET_TEXT_TABLE", 19),
    ("SET_ATTRIBUTES_TABLE", 20), ("SET_CONTRACTION_TABLE", 21), ("SET_KEYBOARD_TABLE", 22),
    ("SET_LANGUAGE_PROFILE", 23), ("ROUTE_LINE", 24), ("REFRESH_LINE", 25),
    ("TXTSEL_START", 26), ("TXTSEL_SET", 27), ("SELECTVT", 30), ("ALERT", 31),
    ("PASSCHAR", passCharBlock), ("PASSDOTS", 34), ("PASSAT", 35), ("PASSXT", 36),
    ("PASSPS2", 37), ("CONTEXT", 38), ("TOUCH_AT", 39),
  ]

  /// The special keys in brltty's order (BRL_KEY_…).
  private static let specialKeys = words(
    """
    KEY_ENTER KEY_TAB KEY_BACKSPACE KEY_ESCAPE KEY_CURSOR_LEFT KEY_CURSOR_RIGHT KEY_CURSOR_UP
    KEY_CURSOR_DOWN KEY_PAGE_UP KEY_PAGE_DOWN KEY_HOME KEY_END KEY_INSERT KEY_DELETE
    """)

  /// The X key symbols of the special keys, in the same order.
  private static let symbols: [UInt64] = [
    0xFF0D, 0xFF09, 0xFF08, 0xFF1B, 0xFF51, 0xFF53, 0xFF52, 0xFF54, 0xFF55, 0xFF56, 0xFF50,
    0xFF57, 0xFF63, 0xFFFF,
  ]

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
