// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Elements

extension Basics {
  /// Its role in the protocol; nil: it is only a place where others are.
  var roleName: String? {
    if let web = webRole { return web }
    switch role {
    case .list: return isChoice ? "listbox" : "list"
    case .listItem: return isChoice ? "option" : "listitem"
    case .icon: return states.contains(.selectable) ? "option" : "img"
    case .table: return states.contains(.focusable) ? "grid" : "table"
    case .tableCell: return states.contains(.focusable) ? "gridcell" : "cell"
    case .text: return states.contains(.editable) ? "textbox" : "document"
    // A window that alerts is one to answer.
    case .alert: return isOfDocument ? "alert" : "alertdialog"
    case .panel, .layeredPane: return shownName.isEmpty ? nil : "group"
    case .dialog where states.contains(.modal) && attributes["tag"] != nil: return "dialog"
    default: return Basics.roleNames[role]
    }
  }

  /// Whether one chooses in it, rather than reads it: lists of programs, but not of documents.
  private var isChoice: Bool {
    attributes["tag"] == nil && (states.contains(.selectable) || states.contains(.focusable))
  }

  /// A landmark's kind is told by an attribute alone (Core-AAM, `xml-roles`).
  private var webRole: String? {
    guard let names = attributes["xml-roles"] else { return nil }
    return names.split(separator: " ").lazy.map(String.init).first {
      Basics.landmarks.contains($0)
    }
  }

  private static let landmarks: Set<String> = [
    "banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search",
    "feed", "figure", "searchbox", "switch", "meter", "code", "time", "emphasis", "strong",
  ]

  private static let roleNames: [AccessibleRole: String] = [
    .animation: "img", .canvas: "img", .checkBox: "checkbox",
    .checkMenuItem: "menuitemcheckbox", .colorChooser: "dialog", .columnHeader: "columnheader",
    .comboBox: "combobox", .dateEditor: "group", .desktopIcon: "img", .dial: "slider",
    .dialog: "dialog", .directoryPane: "group", .drawingArea: "img", .fileChooser: "dialog",
    .fontChooser: "dialog", .frame: "window", .htmlContainer: "document", .image: "img",
    .internalFrame: "group", .label: "text", .menu: "menuitem", .menuBar: "menubar",
    .menuItem: "menuitem", .optionPane: "dialog", .pageTab: "tab", .pageTabList: "tablist",
    .passwordText: "textbox", .popupMenu: "menu", .progressBar: "progressbar",
    .button: "button", .radioButton: "radio", .radioMenuItem: "menuitemradio",
    .rowHeader: "rowheader", .scrollBar: "scrollbar", .separator: "separator",
    .slider: "slider", .spinButton: "spinbutton", .statusBar: "status",
    .tableColumnHeader: "columnheader", .tableRowHeader: "rowheader",
    .tearoffMenuItem: "menuitem", .terminal: "terminal", .toggleButton: "button",
    .toolBar: "toolbar", .toolTip: "tooltip", .tree: "tree", .treeTable: "treegrid",
    .window: "window", .header: "sectionheader", .footer: "sectionfooter",
    .paragraph: "paragraph", .application: "application", .autocomplete: "combobox",
    .editbar: "textbox", .entry: "textbox", .chart: "figure", .caption: "caption",
    .documentFrame: "document", .heading: "heading", .page: "group", .form: "form",
    .link: "link", .tableRow: "row", .treeItem: "treeitem", .documentSpreadsheet: "document",
    .documentPresentation: "document", .documentText: "document", .documentWeb: "document",
    .documentEmail: "document", .comment: "comment", .listBox: "listbox", .grouping: "group",
    .imageMap: "img", .notification: "alert", .infoBar: "status", .levelBar: "meter",
    .blockQuote: "blockquote", .audio: "audio", .video: "video", .definition: "definition",
    .article: "article", .landmark: "region", .log: "log", .marquee: "marquee", .math: "math",
    .rating: "slider", .timer: "timer", .static: "text", .subscript: "subscript",
    .superscript: "superscript", .descriptionList: "list", .descriptionTerm: "term",
    .descriptionValue: "definition", .footnote: "note", .contentDeletion: "deletion",
    .contentInsertion: "insertion", .mark: "mark", .suggestion: "suggestion",
    .pushButtonMenu: "button", .switch: "switch",
  ]

  /// Its name, but for what GTK 4 gives to what has none: its class.
  var shownName: String { Basics.shown(name) }

  /// A name, on one line; empty for the name of a class.
  static func shown(_ name: String) -> String {
    Basics.isName(name) ? Basics.oneLine(name) : ""
  }

  /// A text in words on one line, as much of it as anybody reads.
  static func oneLine(_ text: String) -> String {
    let text =
      text.utf8.count > longestLine
      ? String(text.unicodeScalars.prefix(longestLine)) : text
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// brailled refuses what is much longer, and all that it comes with (docs/protocol.md, "Limits").
  private static let longestLine = 20_000

  /// Whether what it is in can hold documents or windows together: where a search ends.
  var isDocument: Bool { role.isDocument }

  /// Whether it is a window, or as much as one to its reader.
  var isWindow: Bool {
    switch role {
    case .frame, .dialog, .window, .alert, .fileChooser, .colorChooser, .fontChooser: true
    default: false
    }
  }

  /// Whether its text is what a reader reads of it, and not its name.
  var isReadByText: Bool {
    guard interfaces.contains(.text) else { return false }
    switch role {
    case .listItem, .tableCell, .tableColumnHeader, .tableRowHeader, .columnHeader, .rowHeader:
      return isOfDocument || states.contains(.editable) || name.isEmpty
    case .entry, .text, .passwordText, .terminal, .paragraph, .heading, .section, .blockQuote,
      .descriptionTerm, .descriptionValue, .article, .comment, .footnote,
      .caption, .definition, .editbar, .autocomplete, .spinButton, .dateEditor,
      .contentDeletion, .contentInsertion, .documentText, .documentFrame, .documentWeb, .mark,
      .form, .landmark, .grouping, .label, .static:
      return true
    case .comboBox: return states.contains(.editable)
    default: return states.contains(.editable)
    }
  }
}
