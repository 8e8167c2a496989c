// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Elements

extension Desktop {
  /// What an object is in, the innermost first, up to its window; asked for as far as it is not
  /// known.
  func ancestors(of basics: Basics) -> Asking<[Basics]> {
    guard basics.parent != basics.object else { return .known([]) }
    return Desktop.ancestors(from: basics.parent, known: ancestry, found: []).map { ancestors in
      // What says that it is in itself is not believed from there on.
      Array(ancestors.prefix { $0.object != basics.object })
    }
  }

  private static func ancestors(
    from object: Accessible?, known: [Accessible: Basics], found: [Basics]
  ) -> Asking<[Basics]> {
    var found = found
    var object = object
    while let next = object, let basics = known[next], found.count < depth,
      !found.contains(where: { $0.object == next })
    {
      guard basics.role != .application else { return .known(found) }
      found.append(basics)
      object = basics.parent
    }
    guard let next = object, next != .desktop, found.count < depth,
      !found.contains(where: { $0.object == next })
    else { return .known(found) }
    let sofar = found
    return next.labelledBasics.then { basics in
      guard let basics, basics.role != .application else { return .known(sofar) }
      return ancestors(from: basics.parent, known: known, found: sofar + [basics])
    }
  }

  /// Nothing is deeper than this for a reader, whatever a program says.
  private static let depth = 64

  /// Keeps what was asked for.
  mutating func keep(_ ancestors: [Basics]) {
    if ancestry.count > 2000 { ancestry = [:] }
    for basics in ancestors { ancestry[basics.object] = basics }
  }

  /// The elements of what is told of ancestors, the outermost first.
  mutating func elements(of ancestors: [Basics]) -> [Element] {
    var elements: [Element] = []
    for (index, basics) in ancestors.enumerated().reversed() {
      // A list of tabs is told of the tab in it, and not of all that is on its page.
      let isTold = basics.role == .pageTabList ? index == 0 : basics.isToldAsAncestor
      guard isTold, let role = basics.role == .menu ? "menu" : basics.roleName else { continue }
      var element = Element(id: ids.id(of: basics.object))
      element.role = Role(role)
      let names = [basics.shownName, dialogTexts[basics.object] ?? ""].filter { !$0.isEmpty }
      if !names.isEmpty { element.label = names.joined(separator: ": ") }
      if let level = basics.attributes["level"].flatMap({ Int($0) }), level > 0 {
        element.level = level
      }
      if basics.states.contains(.modal), role == "dialog" || role == "alertdialog" {
        element.flags[.modal] = true
      }
      elements.append(element)
    }
    return elements
  }
}

extension Basics {
  /// Whether a reader is told that something is in it.
  var isToldAsAncestor: Bool {
    switch role {
    // They are told by what is in them.
    case .paragraph, .section, .label, .static, .heading, .listItem, .link: false
    case .tableCell, .tableRow, .pageTabList: false
    // A menu's item that is open, and the menu in it, are one to a reader.
    case .popupMenu: !shownName.isEmpty
    case .statusBar, .toolBar, .menuBar, .list, .listBox, .table, .tree, .treeTable: true
    case .form, .article, .blockQuote, .landmark: true
    default: !shownName.isEmpty || isWindow
    }
  }
}

extension Accessible {
  /// What it is; a list or a table without a name has that of its label.
  fileprivate var labelledBasics: Asking<Basics?> {
    basics().then { result in
      guard let basics = try? result.get() else { return .known(nil) }
      guard basics.isLabelled else { return .known(basics) }
      return labelNames.map { names in
        var basics = basics
        if !names.isEmpty { basics.name = names.joined(separator: " ") }
        return basics
      }
    }
  }
}

extension Basics {
  fileprivate var isLabelled: Bool {
    switch role {
    case .list, .listBox, .table, .tree, .treeTable, .panel, .grouping: shownName.isEmpty
    default: false
    }
  }
}
