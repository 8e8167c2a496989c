// SPDX-License-Identifier: GPL-3.0-or-later

/// What a walk does at an object.
public struct Verdict: Equatable, Sendable {
  /// Whether it is one of those that are looked for.
  public var stops: Bool
  /// Which of its children are looked at.
  public var enters: Entry

  /// What is done at an object.
  public init(stops: Bool, enters: Entry) {
    self.stops = stops
    self.enters = enters
  }

  /// Which children are looked at.
  public enum Entry: Sendable {
    /// None.
    case none
    /// Those that are no part of the text that they stand in.
    case blocks
    /// All.
    case all
  }
}

extension Glimpse {
  /// Whether a reader stops here, going from one item to the next, and where it goes on.
  ///
  /// An item has something to read and is no mere container. What stands in a text belongs to the
  /// text; a text with nothing but objects in it is gone through, but for a heading.
  var itemVerdict: Verdict {
    let role = basics.role
    switch role.itemKind {
    case .control: return Verdict(stops: true, enters: .none)
    case .decoration: return Verdict(stops: false, enters: .none)
    case .picture:
      if basics.hasName { return Verdict(stops: true, enters: .none) }
      return Verdict(stops: hasWords, enters: .all)
    case .text:
      if hasWords { return Verdict(stops: true, enters: .blocks) }
      if role == .heading, basics.hasName || childCount > 0 {
        return Verdict(stops: true, enters: .blocks)
      }
      return silent
    case .container: return Verdict(stops: childCount == 0 && basics.hasName, enters: .all)
    }
  }

  /// What has no text of its own to read.
  private var silent: Verdict {
    let role = basics.role
    // A document's text that is empty has nothing to read, though it may have a name.
    let isNamed = basics.hasName && (!basics.interfaces.contains(.text) || childCount == 0)
    if isNamed, !role.isDocument, !role.isLayout {
      return Verdict(stops: true, enters: .blocks)
    }
    // One can go to a cell or an empty paragraph and write in it, or choose it.
    let isPlace = role.isPlace && basics.states.contains(.focusable)
    let isToWrite = basics.states.contains(.editable)
    return Verdict(stops: childCount == 0 && (isPlace || isToWrite), enters: .all)
  }

  /// Whether it has words of its own, more than the sign before an item of a list.
  private var hasWords: Bool {
    guard let words, !words.isEmpty else { return false }
    // Chromium makes the sign an object of its own.
    guard !Glimpse.bullets.contains(words) else { return false }
    guard basics.role == .listItem, childCount > 0 else { return true }
    return !Glimpse.isMarker(words)
  }

  fileprivate static let bullets: Set<String> = ["•", "◦", "▪", "▫", "‣", "⁃", "■", "○"]

  private static func isMarker(_ words: String) -> Bool {
    if words.unicodeScalars.count == 1, let scalar = words.unicodeScalars.first {
      return !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
    }
    guard let last = words.last, last == "." || last == ")", words.count <= 6 else { return false }
    return words.dropLast().allSatisfy { $0.isNumber || $0 == "." }
  }
}

extension Basics {
  /// Whether it has a name, other than its class, which GTK 4 gives to what has none.
  public var hasName: Bool { Basics.isName(name) }

  /// Whether something is a name, and not nothing or a class of GTK.
  public static func isName(_ name: String) -> Bool {
    let words = TextPart.oneLine(name)
    guard !words.isEmpty, !Glimpse.bullets.contains(words) else { return false }
    return
      !(name.hasPrefix("Gtk") && name.dropFirst(3).first?.isUppercase == true
      && name.allSatisfy { $0.isLetter && $0.isASCII })
  }

  /// Whether its text tells whether there is something to read in it.
  var isToldByText: Bool {
    guard interfaces.contains(.text) else { return false }
    switch role.itemKind {
    case .text: return true
    case .picture: return !hasName
    case .control, .decoration, .container: return false
    }
  }

  /// Whether it belongs to the text that it stands in, rather than being one of its own.
  var isInline: Bool {
    role == .text ? !states.contains(.editable) : role.isInline
  }

  /// Whether it is not to be seen; `needsShowing`: its toolkit says of what is.
  ///
  /// What is scrolled out of a page is not showing and can be read; a row that is scrolled out of
  /// a list is not even visible in Qt.
  func isHidden(needsShowing: Bool) -> Bool {
    guard !role.isPlace else { return false }
    return !states.contains(.visible) || needsShowing && !states.contains(.showing)
  }
}

extension AccessibleRole {
  /// What is done with objects of a role by who goes from item to item.
  enum ItemKind {
    /// Something to be used: always an item, with all that is in it.
    case control
    /// Something that is an item if it says what it is.
    case picture
    /// Something that is an item if it has a text of its own, and may hold others.
    case text
    /// Something that holds others.
    case container
    /// Something that is of no use to a reader.
    case decoration
  }

  var itemKind: ItemKind {
    switch self {
    case .button, .toggleButton, .pushButtonMenu, .checkBox, .checkMenuItem, .radioButton,
      .radioMenuItem, .menuItem, .tearoffMenuItem, .menu, .comboBox, .entry, .passwordText,
      .spinButton, .slider, .dial, .pageTab, .switch, .progressBar, .levelBar, .terminal,
      .editbar, .autocomplete, .dateEditor, .rating:
      .control
    case .link, .image, .icon, .desktopIcon, .canvas, .animation, .imageMap, .chart,
      .drawingArea, .video, .audio, .math:
      .picture
    case .paragraph, .heading, .section, .label, .static, .text, .blockQuote, .listItem,
      .tableCell, .treeItem, .tableColumnHeader, .tableRowHeader, .columnHeader, .rowHeader,
      .descriptionTerm, .descriptionValue, .article, .comment, .footnote, .caption, .definition,
      .contentDeletion, .contentInsertion, .mark, .acceleratorLabel, .documentText,
      .documentFrame, .documentWeb, .documentEmail, .form, .landmark, .grouping, .statusBar,
      .toolTip, .log, .marquee, .timer, .alert, .notification, .`subscript`, .superscript,
      .suggestion:
      .text
    case .separator, .scrollBar, .ruler, .arrow, .invalid: .decoration
    default: .container
    }
  }

  /// Whether it is a part of the text that it stands in.
  var isInline: Bool {
    switch self {
    case .link, .static, .image, .icon, .label, .`subscript`, .superscript, .mark, .math,
      .contentDeletion, .contentInsertion, .suggestion, .redundantObject, .acceleratorLabel:
      true
    default: false
    }
  }

  /// Whether it holds a whole document.
  public var isDocument: Bool {
    switch self {
    case .documentWeb, .documentFrame, .documentText, .documentSpreadsheet,
      .documentPresentation, .documentEmail, .htmlContainer:
      true
    default: false
    }
  }

  /// Whether its name is that of a place where others are.
  fileprivate var isLayout: Bool {
    switch self {
    case .form, .landmark, .grouping, .section, .article, .blockQuote: true
    default: false
    }
  }

  /// Whether it is a place in a list, a tree or a table.
  var isPlace: Bool {
    switch self {
    case .listItem, .tableCell, .treeItem, .tableColumnHeader, .tableRowHeader, .columnHeader,
      .rowHeader:
      true
    default: false
    }
  }
}
