// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

/// Where a search goes: in a document or a window, from an object in it or from its beginning.
public struct Scope: Sendable {
  /// What is searched.
  public var root: Basics
  /// What the object is in, the innermost first, up to the root.
  public var path: [Basics]
  /// From which object; nil: from the root's beginning, or its end.
  public var start: Basics?
  /// Whether what is in that object is passed, too.
  public var isBeyond = false

  /// All of a root.
  public init(all root: Basics) {
    self.root = root
    path = []
  }

  /// A root from an object on; `path`: what that is in, the innermost first, up to the root.
  public init(root: Basics, path: [Basics], from start: Basics) {
    self.root = root
    self.path = path
    self.start = start
  }

  /// The document or window of an object, from the object on; nil: it is in none.
  ///
  /// Documents in a document are parts of it. An open menu is all that there is to who is in it.
  public init?(around basics: Basics, in ancestors: [Basics]) {
    let window = ancestors.firstIndex(where: \.endsScope)
    let end =
      ancestors[..<(window ?? ancestors.endIndex)].lastIndex(where: { $0.role.isDocument })
      ?? window ?? ancestors.indices.last
    if basics.role.isDocument, end.map({ !ancestors[$0].role.isDocument }) ?? true {
      self.init(all: basics)
      return
    }
    guard let end, !basics.isScopedWindow else {
      // Where nothing has the focus the window itself is read, and gone into.
      guard basics.endsScope else { return nil }
      self.init(all: basics)
      return
    }
    self.init(root: ancestors[end], path: Array(ancestors[...end]), from: basics)
  }

  /// All of the same root.
  public var whole: Scope { Scope(all: root) }

  /// The same from one of the objects around the start; the same if it is none of them.
  public func from(_ ancestor: Basics) -> Scope {
    guard let index = path.firstIndex(where: { $0.object == ancestor.object }) else { return self }
    guard index + 1 < path.count else { return whole }
    return Scope(root: root, path: Array(path[(index + 1)...]), from: ancestor)
  }

  /// Whether what is to be seen says that it is showing: not what is scrolled out of a page, and
  /// nothing at all in GTK 4.
  func needsShowing() -> Bool { !root.role.isDocument && root.states.contains(.showing) }
}

extension Basics {
  /// Whether a search does not go out of it.
  fileprivate var endsScope: Bool { role == .menu || role == .popupMenu || isScopedWindow }

  /// Whether it is a window of its own, whatever it is in.
  fileprivate var isScopedWindow: Bool {
    switch role {
    case .frame, .dialog, .window, .fileChooser, .colorChooser, .fontChooser: true
    case .alert: states.contains(.modal) || states.contains(.active)
    default: false
    }
  }
}

/// What came of a search: what was found, nil for nothing that way, or why nothing can be said.
public typealias SearchResult<Found> = Result<Found?, CallError>
