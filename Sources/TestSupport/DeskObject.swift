// SPDX-License-Identifier: GPL-3.0-or-later
public import Accessibility

/// An object of a program that is played, as a toolkit has it: a value, with what is in it.
public struct DeskObject: Sendable {
  /// What a test calls it; also the end of its path.
  public var key: String
  /// What it is.
  public var role: AccessibleRole
  /// Its name.
  public var name: String
  /// Its states.
  public var states: States
  /// The interfaces that it lists, besides those that its text, its place and its kind give it.
  public var interfaces: Interfaces
  /// Its text; nil: it has none.
  public var text: String?
  /// Where its caret is.
  public var caret = -1
  /// Its attributes.
  public var attributes: [String: String]
  /// Stretches of its text with attributes.
  public var runs: [TextPart.Run] = []
  /// What is in it, in order.
  public var children: [DeskObject]
  /// How many columns a table has.
  public var columns = 0
  /// The key of the text that comes behind this one; nil: it tells none.
  public var flowsTo: String?
  /// Whether its caret can be put somewhere by a call.
  public var takesCaret = true

  /// An object that is to be seen; without a key its name is its key.
  public init(
    _ role: AccessibleRole, _ name: String = "", key: String? = nil, text: String? = nil,
    states: States = [], attributes: [String: String] = [:], _ children: [DeskObject] = []
  ) {
    self.role = role
    self.name = name
    self.key = key ?? (name.isEmpty ? text ?? "" : name)
    self.text = text
    self.states = [.visible, .showing, .enabled, .sensitive, states]
    self.attributes = attributes
    self.children = children
    interfaces = []
  }

  /// A piece of a text: words, or an object in them.
  public enum Piece: Sendable {
    /// Words.
    case words(String)
    /// An object.
    case object(DeskObject)
  }

  /// An object whose text is made of words and objects, as browsers have it.
  public static func flowing(
    _ role: AccessibleRole, key: String, attributes: [String: String] = [:], _ pieces: [Piece]
  ) -> DeskObject {
    var text = ""
    var children: [DeskObject] = []
    for piece in pieces {
      switch piece {
      case .words(let words): text += words
      case .object(let object):
        text.unicodeScalars.append(TextPart.objectReplacement)
        children.append(object)
      }
    }
    return DeskObject(role, key: key, text: text, attributes: attributes, children)
  }

  /// A link of a page, with its text.
  public static func link(_ name: String, states: States = []) -> DeskObject {
    DeskObject(.link, name, text: name, states: [.focusable, states])
  }

  /// The same without some states.
  public func without(_ states: States) -> DeskObject {
    var object = self
    object.states.subtract(states)
    return object
  }

  /// The same with something changed.
  public func with(_ change: (inout DeskObject) -> Void) -> DeskObject {
    var object = self
    change(&object)
    return object
  }
}
