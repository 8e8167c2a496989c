// SPDX-License-Identifier: GPL-3.0-or-later
import Commands

/// Keys that look at all that there is of a text, and write in it.
enum SeenKeys {
  static let keys =
    (try? KeyPress.list(
      parsing: """
        FWINRT FWINRT ROUTE 2 FWINLT LNBEG dot1 dot1+dot2 dot3 space ROUTE 0 HOME dot7 \
        space+dot1+dot4+dot5 FWINRT FWINRT
        """)) ?? []
}
