// SPDX-License-Identifier: GPL-3.0-or-later

/// A command of brltty, as BrlAPI sends it (brlapi_keycodes.h).
public struct BrlttyCommand: Hashable, Sendable {
  /// Bits 28 to 16 of the key code, and for block 0 the command's number.
  public let code: UInt32

  /// A command by its code without type, flags and argument.
  public init(code: UInt32) {
    self.code = code
  }

  /// A command by its `name`: BrlAPI's, in capitals, as `FWINRT`; nil if there is none.
  public init?(name: String) {
    guard let code = BrlttyCommand.codes[name] ?? BrlttyCommand.later(name) else { return nil }
    self.code = code
  }

  /// BrlAPI's name, or `CMD` and its code for one that came later.
  public var name: String { BrlttyCommand.names[code] ?? "CMD\(code)" }

  /// The code in the name of a command that came later.
  private static func later(_ name: String) -> UInt32? {
    guard name.hasPrefix("CMD"), let code = UInt32(name.dropFirst(3)), code < 1 << 29,
      code < 1 << 16 || code & 0xFFFF == 0, names[code] == nil
    else { return nil }
    return code
  }

  /// Whether it has an argument: a cell, a line, a number.
  public var takesArgument: Bool { code >= 1 << 16 }

  /// Whether its argument is a range of cells, the first in the low byte and the last in the high
  /// one: CLIP_COPY and CLIP_APPEND.
  var takesRange: Bool { code == 16 << 16 || code == 17 << 16 }

  /// Brings the caret to a cell.
  public static let route = BrlttyCommand(code: 1 << 16)
  /// A cell that was typed.
  public static let passDots = BrlttyCommand(code: 34 << 16)

  private static let codes: [String: UInt32] = {
    var codes: [String: UInt32] = [:]
    for (number, name) in basic.enumerated() { codes[name] = UInt32(number) }
    for (block, name) in blocks { codes[name] = block << 16 }
    return codes
  }()

  /// The names of all commands that BrlAPI has, in the order of their codes.
  static let allNames: [String] = basic + blocks.map(\.1)

  private static let names: [UInt32: String] =
    Dictionary(uniqueKeysWithValues: codes.map { ($0.value, $0.key) })

  /// Block 0, in the order of the numbers, from 0.
  private static let basic = """
    NOOP LNUP LNDN WINUP WINDN PRDIFLN NXDIFLN ATTRUP ATTRDN TOP BOT TOP_LEFT BOT_LEFT PRPGRPH \
    NXPGRPH PRPROMPT NXPROMPT PRSEARCH NXSEARCH CHRLT CHRRT HWINLT HWINRT FWINLT FWINRT \
    FWINLTSKIP FWINRTSKIP LNBEG LNEND HOME BACK RETURN FREEZE DISPMD SIXDOTS SLIDEWIN SKPIDLNS \
    SKPBLNKWINS CSRVIS CSRHIDE CSRTRK CSRSIZE CSRBLINK ATTRVIS ATTRBLINK CAPBLINK TUNES \
    AUTOREPEAT AUTOSPEAK HELP INFO LEARN PREFMENU PREFSAVE PREFLOAD MENU_FIRST_ITEM \
    MENU_LAST_ITEM MENU_PREV_ITEM MENU_NEXT_ITEM MENU_PREV_SETTING MENU_NEXT_SETTING MUTE \
    SPKHOME SAY_LINE SAY_ABOVE SAY_BELOW SAY_SLOWER SAY_FASTER SAY_SOFTER SAY_LOUDER \
    SWITCHVT_PREV SWITCHVT_NEXT CSRJMP_VERT PASTE RESTARTBRL RESTARTSPEECH OFFLINE SHIFT UPPER \
    CONTROL META TIME MENU_PREV_LEVEL ASPK_SEL_LINE ASPK_SEL_CHAR ASPK_INS_CHARS ASPK_DEL_CHARS \
    ASPK_REP_CHARS ASPK_CMP_WORDS SPEAK_CURR_CHAR SPEAK_PREV_CHAR SPEAK_NEXT_CHAR \
    SPEAK_CURR_WORD SPEAK_PREV_WORD SPEAK_NEXT_WORD SPEAK_CURR_LINE SPEAK_PREV_LINE \
    SPEAK_NEXT_LINE SPEAK_FRST_CHAR SPEAK_LAST_CHAR SPEAK_FRST_LINE SPEAK_LAST_LINE \
    DESC_CURR_CHAR SPELL_CURR_WORD ROUTE_CURR_LOCN SPEAK_CURR_LOCN SHOW_CURR_LOCN CLIP_SAVE \
    CLIP_RESTORE BRLUCDOTS BRLKBD UNSTICK ALTGR GUI BRL_STOP BRL_START SPK_STOP SPK_START \
    SCR_STOP SCR_START SELECTVT_PREV SELECTVT_NEXT PRNBWIN NXNBWIN TOUCH_NAV SPEAK_INDENT \
    ASPK_INDENT REFRESH INDICATORS TXTSEL_CLEAR TXTSEL_ALL HOST_COPY HOST_CUT HOST_PASTE \
    GUI_TITLE GUI_BRL_ACTIONS GUI_HOME GUI_BACK GUI_DEV_SETTINGS GUI_DEV_OPTIONS GUI_APP_LIST \
    GUI_APP_MENU GUI_APP_ALERTS GUI_AREA_ACTV GUI_AREA_PREV GUI_AREA_NEXT GUI_ITEM_FRST \
    GUI_ITEM_PREV GUI_ITEM_NEXT GUI_ITEM_LAST SAY_LOWER SAY_HIGHER SAY_ALL CONTRACTED COMPBRL6
    """.split(separator: " ").map(String.init)

  /// The blocks that take an argument.
  private static let blocks: [(UInt32, String)] = [
    (1, "ROUTE"), (2, "CLIP_NEW"), (3, "CLIP_ADD"), (4, "COPY_RECT"), (5, "COPY_LINE"),
    (6, "SWITCHVT"), (7, "PRINDENT"), (8, "NXINDENT"), (9, "DESCCHAR"), (10, "SETLEFT"),
    (11, "SETMARK"), (12, "GOTOMARK"), (13, "GOTOLINE"), (14, "PRDIFCHAR"), (15, "NXDIFCHAR"),
    (16, "CLIP_COPY"), (17, "CLIP_APPEND"), (18, "PASTE_HISTORY"), (19, "SET_TEXT_TABLE"),
    (20, "SET_ATTRIBUTES_TABLE"), (21, "SET_CONTRACTION_TABLE"), (22, "SET_KEYBOARD_TABLE"),
    (23, "SET_LANGUAGE_PROFILE"), (24, "ROUTE_LINE"), (25, "REFRESH_LINE"),
    (26, "TXTSEL_START"), (27, "TXTSEL_SET"), (30, "SELECTVT"), (31, "ALERT"),
    (34, "PASSDOTS"), (35, "PASSAT"), (36, "PASSXT"), (37, "PASSPS2"), (38, "CONTEXT"),
    (39, "TOUCH_AT"),
  ]
}
