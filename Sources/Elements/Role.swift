// SPDX-License-Identifier: GPL-3.0-or-later

/// What kind of thing an element is: a role of ARIA, or one of the few of our own.
///
/// A role that nobody knows keeps its name and is shown by it.
public struct Role: Hashable, Sendable {
  /// The name that words and rules go by: `img` for `image`, the base role for a `doc-` role.
  public let name: String

  /// A role by the name that a program gives it.
  public init(_ name: String) {
    self.name = Role.synonyms[name] ?? name
  }

  /// Names for the same thing (WAI-ARIA 1.3, and DPUB-ARIA 1.1's superclass roles).
  private static let synonyms: [String: String] = [
    "image": "img", "presentation": "none", "generic": "none", "rowgroup": "none",
    "doc-abstract": "region", "doc-acknowledgments": "region", "doc-afterword": "region",
    "doc-appendix": "region", "doc-backlink": "link", "doc-biblioentry": "listitem",
    "doc-bibliography": "region", "doc-biblioref": "link", "doc-chapter": "region",
    "doc-colophon": "region", "doc-conclusion": "region", "doc-cover": "img",
    "doc-credit": "region", "doc-credits": "region", "doc-dedication": "region",
    "doc-endnote": "listitem", "doc-endnotes": "region", "doc-epigraph": "region",
    "doc-epilogue": "region", "doc-errata": "region", "doc-example": "region",
    "doc-footnote": "region", "doc-foreword": "region", "doc-glossary": "region",
    "doc-glossref": "link", "doc-index": "navigation", "doc-introduction": "region",
    "doc-noteref": "link", "doc-notice": "note", "doc-pagebreak": "separator",
    "doc-pagefooter": "sectionfooter", "doc-pageheader": "sectionheader",
    "doc-pagelist": "navigation", "doc-part": "region", "doc-preface": "region",
    "doc-prologue": "region", "doc-pullquote": "none", "doc-qna": "region",
    "doc-subtitle": "heading", "doc-tip": "note", "doc-toc": "navigation",
  ]

  /// Whether it only holds other elements, so that it is no item itself if anything in it is.
  public var isContainer: Bool { Role.containers.contains(name) }

  private static let containers: Set<String> = [
    "article", "banner", "blockquote", "complementary", "contentinfo", "dialog", "alertdialog",
    "document", "application", "feed", "figure", "form", "grid", "group", "list", "listbox",
    "log", "main", "menu", "menubar", "navigation", "radiogroup", "region", "row", "search",
    "sectionheader", "sectionfooter", "table", "tablist", "tabpanel", "toolbar", "tree",
    "treegrid", "window",
  ]

  /// Whether it is made of rows.
  public var isTable: Bool { name == "table" || name == "grid" || name == "treegrid" }

  /// Whether it is a cell of a table.
  public var isCell: Bool {
    name == "cell" || name == "gridcell" || name == "columnheader" || name == "rowheader"
  }

  /// Whether it is as if it were not there, but for its children.
  public var isIgnored: Bool { name == "none" }

  /// Whether text in it can be edited unless the element says otherwise.
  public var isEditable: Bool { name == "textbox" || name == "searchbox" || name == "terminal" }

  /// Whether text in it can be edited if it has any.
  public var isEditableWithText: Bool { name == "combobox" || name == "spinbutton" }

  /// Whether it can be more or less by itself.
  public var isAdjustable: Bool { name == "slider" || name == "spinbutton" }
}
