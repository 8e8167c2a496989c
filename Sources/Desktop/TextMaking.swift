// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Elements

extension TextPart {
  /// The text as it is read, in words on one line.
  var words: String {
    Basics.oneLine(String(String.UnicodeScalarView(scalars)))
  }

  /// Whether there is nothing of its own in it: only objects, which are read one by one.
  var isOnlyObjects: Bool {
    var own = scalars[...]
    for object in objects.reversed() { own.removeSubrange(object.range) }
    return own.allSatisfy { $0 == TextPart.objectReplacement || $0.properties.isWhitespace }
  }

  /// How many scalars the whole text has, as far as that is known.
  ///
  /// What is outside of this part counts as the toolkit counts it, the same each time.
  var wholeLength: Int { start + scalars.count + max(0, length - end) }

  /// The place in the whole text, in scalars, of a place of the toolkit.
  func offset(of place: Int) -> TextOffset {
    if place < start { return TextOffset(max(0, place)) }
    if place > end { return TextOffset(start + scalars.count + min(place, length) - end) }
    return TextOffset(start + index(of: place))
  }

  /// The toolkit's place of a place in the whole text, in scalars.
  func place(of offset: TextOffset) -> Int {
    let index = offset.value - start
    if index < 0 { return max(0, offset.value) }
    if index > scalars.count { return min(length, end + index - scalars.count) }
    return place(of: index)
  }

  /// The text as brailled takes it, without its version.
  func content(of snapshot: Snapshot, ids: (Accessible) -> String) -> TextContent {
    let isSecret = snapshot.basics.role == .passwordText
    let shown = isSecret ? scalars.map { _ in TextPart.masked } : scalars
    var text = TextContent(shown, offset: start, length: wholeLength)
    if let caret, snapshot.basics.showsCaret {
      text.caret = offset(of: caret)
      if let selection {
        let ends = (offset(of: selection.lowerBound), offset(of: selection.upperBound))
        text.anchor = text.caret == ends.0 ? ends.1 : ends.0
        if text.caret != ends.0, text.caret != ends.1 { text.caret = ends.1 }
      }
    }
    if !isSecret { text.runs = shownRuns(ids: ids) }
    if snapshot.basics.role == .terminal { text.preformatted = true }
    return text
  }

  private static let masked: Unicode.Scalar = "●"

  private func shownRuns(ids: (Accessible) -> String) -> [TextContent.Run] {
    var runs: [TextContent.Run] = []
    for run in self.runs {
      let range = offset(of: run.range.lowerBound)..<offset(of: run.range.upperBound)
      let style = TextPart.styles(run.attributes)
      let language = run.attributes["language"].flatMap { Language.tag($0) }
      guard !range.isEmpty, !style.isEmpty || language != nil else { continue }
      runs.append(TextContent.Run(range: range, style: style, language: language))
    }
    for object in objects where !object.range.isEmpty {
      let range =
        TextOffset(
          start + object.range.lowerBound)..<TextOffset(
          start + object.range.upperBound)
      runs.append(
        TextContent.Run(
          range: range, style: object.role == .link ? ["link"] : [],
          element: ids(object.object)))
    }
    return runs
  }

  /// The protocol's styles of a run's attributes (atk's names, and IAccessible2's).
  private static func styles(_ attributes: [String: String]) -> [String] {
    var styles: [String] = []
    if let weight = attributes["weight"] ?? attributes["font-weight"],
      Int(weight).map({ $0 >= 600 }) ?? (weight == "bold")
    {
      styles.append("bold")
    }
    if let style = attributes["style"] ?? attributes["font-style"],
      style == "italic" || style == "oblique"
    {
      styles.append("italic")
    }
    switch attributes["invalid"] {
    case "spelling": styles.append("misspelled")
    case "grammar": styles.append("grammar")
    default:
      if let line = attributes["underline"] {
        if line == "error" {
          styles.append("misspelled")
        } else if line != "none" {
          styles.append("underline")
        }
      }
    }
    if attributes["strikethrough"] == "true" { styles.append("strike") }
    switch attributes["text-position"] {
    case "super": styles.append("superscript")
    case "sub": styles.append("subscript")
    default: break
    }
    return styles
  }
}

extension Basics {
  /// Whether its caret is where the reader writes or reads: not in a label, whose caret is always
  /// at 0.
  var showsCaret: Bool {
    isEditable || isField || role == .terminal || states.contains(.focused)
  }
}

/// Names of languages.
enum Language {
  /// A locale or a toolkit's language as BCP 47: `de_DE.UTF-8` is `de-DE`; nil for none.
  static func tag(_ name: String) -> String? {
    let plain = name.prefix { $0 != "." && $0 != "@" }
    let parts = plain.split { $0 == "_" || $0 == "-" }
    guard let first = parts.first, (2...3).contains(first.count),
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    else { return nil }
    let rest = parts.dropFirst().map { part in
      part.count == 2 ? part.uppercased() : part.count == 4 ? part.capitalized : String(part)
    }
    return ([first.lowercased()] + rest).joined(separator: "-")
  }
}

extension Substring {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }
}

/// Keys that a program names.
enum Shortcut {
  /// The key that does something from anywhere, of an action's binding: GTK's are three, the
  /// letter in the menu, the way there, and that key; nil: none of use.
  static func shown(_ binding: String) -> String? {
    let parts = binding.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 1, let last = parts.last, last.count > 1,
      last.count <= 40
    else { return nil }
    var key = String(last)
    for (name, shown) in [
      ("<Primary>", "Ctrl+"), ("<Control>", "Ctrl+"), ("<Ctrl>", "Ctrl+"), ("<Alt>", "Alt+"),
      ("<Shift>", "Shift+"), ("<Super>", "Super+"), ("<Meta>", "Meta+"),
    ] {
      key = key.replacing(name, with: shown)
    }
    guard !key.contains("<"), key.contains("+") || key.hasPrefix("F") else { return nil }
    guard let plus = key.lastIndex(of: "+"), key.index(after: plus) < key.endIndex else {
      return key
    }
    let letter = key[key.index(after: plus)...]
    return letter.count == 1 ? key[...plus] + letter.uppercased() : key
  }
}

/// The names of actions.
enum Actions {
  /// What toolkits call that a click does, in the order in which they are preferred.
  static let clicks = [
    "click", "press", "activate", "jump", "toggle", "select", "switch", "check", "uncheck",
    "open", "dodefault", "do default",
  ]

  private static let menus = ["showcontextmenu", "showmenu", "show menu", "menu", "popup"]
  private static let others = [
    "setfocus", "set focus", "increase", "decrease", "expand or contract",
    "expand or collapse", "expand", "collapse", "edit", "clickancestor", "click ancestor", "",
  ]

  /// Whether a command of the reader does it, so that it need not be named.
  static func isUsual(_ name: String) -> Bool {
    let name = name.lowercased()
    return clicks.contains(name) || menus.contains(name) || others.contains(name)
  }

  /// Which of some actions a click does; nil: none.
  static func click(in names: [String]) -> Int? {
    let names = names.map { $0.lowercased() }
    return clicks.lazy.compactMap { names.firstIndex(of: $0) }.first
  }

  /// Which of some actions opens the context menu; nil: none.
  static func menu(in names: [String]) -> Int? {
    let names = names.map { $0.lowercased() }
    return menus.lazy.compactMap { names.firstIndex(of: $0) }.first
  }

  /// Which of some actions has one of these names; nil: none.
  static func index(of wanted: [String], in names: [String]) -> Int? {
    let names = names.map { $0.lowercased() }
    return wanted.lazy.compactMap { names.firstIndex(of: $0) }.first
  }
}
