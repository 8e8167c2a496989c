// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import DBus

extension Command.Unit {
  /// The objects that a move counts; nil: it counts something else.
  ///
  /// `here`: the one that the reader is at; `address`: that of its document.
  func kind(like here: Basics, address: String) -> ObjectKind? {
    switch self {
    case .heading, .heading1, .heading2, .heading3, .heading4, .heading5, .heading6:
      let level = level.map { String($0) }
      return ObjectKind(MatchRule(roles: [.heading])) { basics in
        level == nil || basics.attributes["level"] == level
      }
    case .link: return ObjectKind(MatchRule(roles: [.link]))
    case .visitedLink: return ObjectKind(MatchRule(roles: [.link], states: .visited))
    case .unvisitedLink:
      return ObjectKind(MatchRule(roles: [.link])) { !$0.states.contains(.visited) }
    case .inPageLink:
      return ObjectKind(
        MatchRule(roles: [.link]), test: { $0.interfaces.contains(.hyperlink) },
        confirm: { $0.object.isLink(into: address) })
    case .image:
      return ObjectKind(MatchRule(roles: Command.Unit.images)) { $0.hasName }
    case .staticText: return ObjectKind(MatchRule(roles: Command.Unit.texts), confirm: \.isRead)
    case .sameKind:
      let name = here.roleName
      return ObjectKind(MatchRule(roles: [here.role]), test: { $0.roleName == name }) { basics in
        basics.isToBeUsed ? .known(true) : basics.isRead
      }
    default: return control ?? container
    }
  }

  private var control: ObjectKind? {
    switch self {
    case .button:
      ObjectKind(MatchRule(roles: [.button, .toggleButton, .pushButtonMenu]))
    case .formControl:
      ObjectKind(MatchRule(roles: Command.Unit.controls)) {
        ($0.role != .text && $0.role != .list) || $0.isEditable || $0.roleName == "listbox"
      }
    case .textField:
      ObjectKind(MatchRule(roles: Command.Unit.fields)) { $0.isField || $0.isEditable }
    case .searchField: ObjectKind(MatchRule(roles: Command.Unit.fields), test: \.isSearchField)
    default: nil
    }
  }

  /// What holds others, and is gone to by going to the first one in it.
  var container: ObjectKind? {
    switch self {
    case .table:
      ObjectKind(MatchRule(roles: [.table, .treeTable])) { $0.attributes["layout-guess"] != "true" }
    case .list: ObjectKind(MatchRule(roles: [.list, .listBox, .descriptionList]))
    case .landmark: ObjectKind(MatchRule(roles: [.landmark, .form, .panel]), test: \.isLandmark)
    case .container: ObjectKind(MatchRule(roles: Command.Unit.containers), test: \.isGoneTo)
    default: nil
    }
  }

  private static let images: [AccessibleRole] = [
    .image, .imageMap, .icon, .desktopIcon, .canvas, .animation, .chart,
  ]

  private static let texts: [AccessibleRole] = [
    .paragraph, .label, .static, .section, .blockQuote, .caption, .footnote,
  ]

  private static let fields: [AccessibleRole] = [
    .entry, .passwordText, .editbar, .autocomplete, .spinButton, .text, .comboBox,
  ]

  private static let controls: [AccessibleRole] =
    fields + [
      .button, .toggleButton, .pushButtonMenu, .checkBox, .radioButton, .switch, .slider, .dial,
      .listBox, .list,
    ]

  private static let containers: [AccessibleRole] = [
    .list, .listBox, .table, .treeTable, .tree, .descriptionList, .toolBar, .menuBar, .statusBar,
    .pageTabList, .panel, .grouping, .form, .landmark, .article, .blockQuote, .dialog,
    .internalFrame, .infoBar,
  ]
}

extension Basics {
  /// Whether it is there to be used, whatever is written on it.
  var isToBeUsed: Bool {
    switch roleName {
    case "text", "paragraph", "group", "document", nil: isEditable
    default: role != .section
    }
  }

  fileprivate var isSearchField: Bool {
    roleName == "searchbox" || attributes["text-input-type"] == "search"
  }

  /// Whether it is a part of a page that is worth going to; a region or a form is only with a name
  /// (WAI-ARIA 1.3, "Landmark Roles").
  fileprivate var isLandmark: Bool {
    switch roleName {
    case "banner", "complementary", "contentinfo", "main", "navigation", "search": true
    case "region", "form": hasName
    default: false
    }
  }

  /// Whether one goes to it as one of the containers around what is read.
  var isGoneTo: Bool { roleName != nil && isToldAsAncestor && !isWindow && !isDocument }

  /// Whether there is something to read in its own text.
  fileprivate var isRead: Asking<Bool> {
    guard interfaces.contains(.text) else { return .known(hasName) }
    return Accessible.beginnings(of: [object]).map { !($0.first ?? "").isEmpty }
  }
}

extension Accessible {
  /// Whether it leads to a place in a document of an address.
  fileprivate func isLink(into address: String) -> Asking<Bool> {
    var questions = Questions()
    let target = questions.ask(linkAddress)
    return questions.asking { replies in
      let parts = (replies[target]?.string ?? "").split(
        separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return .known(false) }
      let here = address.prefix { $0 != "#" }
      return .known(parts[0].isEmpty || parts[0] == here)
    }
  }

  /// The address of a document; empty if it tells none.
  var address: Asking<String> {
    var questions = Questions()
    let address = questions.ask(documentAttribute("DocURL"))
    return questions.asking { .known($0[address]?.string ?? "") }
  }
}
