// SPDX-License-Identifier: GPL-3.0-or-later

/// One thing on a program's screen, as the program describes it.
///
/// Names and meanings are those of docs/protocol.md, "Element". What most elements have is kept
/// in place; the rest is kept apart, so that a tree of 50,000 elements stays small.
@dynamicMemberLookup
public struct Element: Equatable, Sendable {
  /// Names it among all that its program ever shows, at most 256 bytes of UTF-8.
  public var id: String
  /// What it is; nil when the program does not say.
  public var role: Role?
  /// Its name, as VoiceOver's accessibilityLabel.
  public var label: String?
  /// Its value, in words.
  public var value: String?
  /// Its members that are true or false.
  public var flags = Flags()
  /// Whether it is checked, where it can be.
  public var checked: Toggled?
  /// Whether it is pressed, where it can be.
  public var pressed: Toggled?
  /// The level of a heading or in a tree, from 1.
  public var level: Int?
  /// Text with a caret.
  public var text: TextContent?
  /// What is in it, in order; nil when the program does not say.
  public var children: [Child]?
  @usableFromInline var rest = Box.empty

  @usableFromInline
  indirect enum Box: Equatable, Sendable {
    case empty
    case full(Rest)
  }

  /// An element of which nothing is known but its id.
  public init(id: String) {
    self.id = id
  }

  /// One of the members that few elements have; nil where it does not apply.
  ///
  /// Inlinable, because which member it is is known where it is asked for.
  @inlinable
  public subscript<Value>(dynamicMember member: WritableKeyPath<Rest, Value?>) -> Value? {
    get {
      guard case .full(let rest) = rest else { return nil }
      return rest[keyPath: member]
    }
    set {
      switch rest {
      case .empty:
        guard newValue != nil else { return }
        var values = Rest()
        values[keyPath: member] = newValue
        rest = .full(values)
      case .full(var values):
        rest = .empty
        values[keyPath: member] = newValue
        if newValue != nil || values != Rest() { rest = .full(values) }
      }
    }
  }

  /// Whether it has any of the members that few elements have.
  public var hasRest: Bool {
    if case .empty = rest { false } else { true }
  }
}

/// An entry of an element's `children`.
public enum Child: Equatable, Sendable {
  /// An element of its own.
  case element(Element)
  /// The element of this id as it is, moved here.
  case reference(String)
}

/// On, off, or partly on.
public enum Toggled: String, Hashable, Sendable {
  /// It applies and is off.
  case off = "false"
  /// On.
  case on = "true"
  /// Partly on: some of what it stands for.
  case mixed
}

extension Element {
  /// What it is called: its label, or, without one, the labels of what is in it (E1).
  public var name: String? {
    if let label, !label.isEmpty { return label }
    // What is in a protected field is what is written in it.
    if isProtected { return label }
    var names: [String] = []
    collectNames(into: &names)
    return names.isEmpty ? label : names.joined(separator: " ")
  }

  private func collectNames(into names: inout [String]) {
    for case .element(let child) in children ?? [] where child.flags[.hidden] != true {
      if child.flags[.ignored] != true, let label = child.label, !label.isEmpty {
        names.append(label)
      } else if !child.isProtected {
        child.collectNames(into: &names)
      }
    }
  }

  /// What is in it for a reader, in order: not what is hidden, and instead of what is ignored
  /// what is in that; of what is only named by its id nothing is known.
  public var visibleChildren: [Element] {
    var visible: [Element] = []
    for case .element(let child) in children ?? [] where child.flags[.hidden] != true {
      if child.flags[.ignored] == true || child.role?.isIgnored == true {
        visible += child.visibleChildren
      } else {
        visible.append(child)
      }
    }
    return visible
  }

  /// The element of this id, which may be this one, or in it.
  public func element(_ id: String) -> Element? {
    if self.id == id { return self }
    for case .element(let child) in children ?? [] {
      if let element = child.element(id) { return element }
    }
    return nil
  }

  /// Whether an element of this id is in it, itself.
  public func holds(_ id: String) -> Bool { element(id) != nil }

  /// Puts another state of an element in the place of the one that is in it; what is in that stays
  /// if the new state does not say.
  public mutating func replace(_ new: Element) {
    guard var children else { return }
    self.children = nil
    for (index, child) in children.enumerated() {
      guard case .element(var element) = child, element.holds(new.id) else { continue }
      if element.id == new.id {
        let inner = element.children
        element = new
        if new.children == nil { element.children = inner }
      } else {
        element.replace(new)
      }
      children[index] = .element(element)
    }
    self.children = children
  }

  /// Whether an element of this id is in it, itself or only named.
  public func lists(_ id: String) -> Bool {
    (children ?? []).contains { child in
      switch child {
      case .element(let element): element.id == id || element.lists(id)
      case .reference(let other): other == id
      }
    }
  }

  /// Whether text in it can be edited (behaviour E2).
  public var isEditable: Bool {
    if let editable = flags[.editable] { return editable }
    if flags[.readOnly] == true || flags[.disabled] == true { return false }
    guard let role else { return false }
    return role.isEditable || role.isEditableWithText && text != nil
  }

  /// Whether nothing of its text may be shown, kept or told.
  public var isProtected: Bool { flags[.protected] == true || self.inputType == "password" }

  /// Whether it can be more or less.
  public var isAdjustable: Bool { flags[.adjustable] ?? role?.isAdjustable ?? false }

  /// Whether its text is never contracted: addresses, code, terminals, secrets.
  public var isNeverContracted: Bool {
    if text?.contracted == false || isProtected { return true }
    if role?.name == "terminal" || role?.name == "code" { return true }
    guard let inputType = self.inputType else { return false }
    return inputType == "url" || inputType == "email" || inputType == "code"
  }
}
