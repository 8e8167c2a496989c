// SPDX-License-Identifier: GPL-3.0-or-later
import Commands

/// What toolkits do otherwise than others, each measured; the only place that knows them by name but
/// for the attributes of objects (ElementMaking.swift).
extension Program {
  /// Whether it is Qt, which counts UTF-16 units.
  var isQt: Bool { toolkit == "Qt" }

  /// Whether it is GTK 4; GTK 3 and LibreOffice say "gtk".
  var isGTK4: Bool { toolkit == "GTK" }

  /// How long a text is for `InsertText`.
  func insertedLength(_ text: String) -> Int { isQt ? text.utf16.count : text.utf8.count }

  /// How many places a text takes.
  func width(_ text: String) -> Int { isQt ? text.utf16.count : text.unicodeScalars.count }

  /// Whether its caret must be put behind what was written: GTK 4's entries leave it before that,
  /// Qt's line editor puts it to the end of the text (both measured).
  var misplacesCaret: Bool { isQt || isGTK4 }

  /// Whether its objects tell their own language, rather than the process's.
  var tellsLocale: Bool { toolkit == "Gecko" }

  /// Whether its documents may have live regions.
  var hasLiveRegions: Bool { toolkit == "Gecko" || toolkit == "Chromium" || toolkit == "WebKitGTK" }

  /// Whether its objects tell of a new number; a slider of GTK 4 does not.
  var tellsNumbers: Bool { !isGTK4 }

  /// The keys that make a change again, by what tells a program.
  ///
  /// * LibreOffice: Ctrl+Y (its Accelerators.xcu, `.uno:Redo`; Ctrl+Shift+Z is not bound).
  /// * GTK 4: Ctrl+Y and Ctrl+Shift+Z (gtktext.c, gtktextview.c).
  /// * Qt: Ctrl+Shift+Z on X11 (QKeySequence::Redo, "Standard Shortcuts").
  /// * Firefox, Chromium, GtkSourceView for GTK 3: Ctrl+Shift+Z (their own key bindings).
  var redoStroke: KeyStroke? {
    name == "soffice" || isGTK4 ? KeyStroke("y", .control) : KeyStroke("z", [.control, .shift])
  }
}
