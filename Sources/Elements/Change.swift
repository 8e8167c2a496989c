// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// What a program says of an element in a `change`: some members, and some that are removed.
public struct ElementChange: Equatable, Sendable {
  /// Holds the members that are given; the id names the element that changes.
  public var element: Element
  /// The members that are given, but `text` and `range` when they only change in part.
  public var given: Set<Member>
  /// The members that are removed.
  public var removed: Set<Member>
  /// A change inside of the text.
  public var text: TextChange?
  /// A change inside of the range: the members given, and those removed.
  public var range: RangeChange?

  /// A change that names nothing yet.
  public init(id: String) {
    element = Element(id: id)
    given = []
    removed = []
  }
}

/// What a `change` says of a text; `nil` members stay as they are.
public struct TextChange: Equatable, Sendable {
  /// A new content, whole or a slice.
  public var content: [Unicode.Scalar]?
  /// Where the content starts in the whole.
  public var offset: Int?
  /// The length of the whole.
  public var length: Int?
  /// A new version.
  public var version: Int?
  /// A new caret.
  public var caret: TextOffset?
  /// A new other end of the selection.
  public var anchor: TextOffset?
  /// New runs.
  public var runs: [TextContent.Run]?
  /// Whether blanks and lines stay.
  public var preformatted: Bool?
  /// Whether it may be contracted.
  public var contracted: Bool?
  /// The members that are removed.
  public var removed: Set<Member> = []

  /// A member of a text that can be removed.
  public enum Member: String, Sendable, CaseIterable {
    /// The protocol's members of `text`.
    case version, caret, anchor, runs, preformatted, contracted, offset, length
  }

  /// Changes nothing yet.
  public init() {}
}

/// What a `change` says of a range; `nil` members stay as they are.
public struct RangeChange: Equatable, Sendable {
  /// The members that are given.
  public var given: Rest.ValueRange
  /// The members that are removed.
  public var removed: Set<Member> = []

  /// A member of a range.
  public enum Member: String, Sendable, CaseIterable {
    /// The protocol's members of `range`.
    case min, max, now, text
  }

  /// Changes nothing yet.
  public init(given: Rest.ValueRange = .init()) { self.given = given }
}

extension Element {
  /// This element with a change made; the id stays.
  public func changed(by change: ElementChange) -> Element {
    var result = self
    let nothing = Element(id: id)
    for member in change.given { result.copy(member, from: change.element) }
    for member in change.removed { result.copy(member, from: nothing) }
    if let text = change.text { result.text = TextContent(changing: self.text, by: text) }
    if let range = change.range { result.range = Rest.ValueRange(changing: self.range, by: range) }
    return result
  }
}

extension TextContent {
  /// A text with a change made; a text that was not there is empty before.
  init(changing old: TextContent?, by change: TextChange) {
    let old = old ?? TextContent("")
    func value<Value>(_ member: TextChange.Member, _ new: Value?, _ old: Value?) -> Value? {
      change.removed.contains(member) ? nil : new ?? old
    }
    let offset = value(.offset, change.offset, old.offset) ?? 0
    if let content = change.content {
      // What is behind a slice stays as long as it is, while the slice stays where it is.
      let more = offset == old.offset ? content.count - old.content.count : 0
      self.init(
        content, offset: offset, length: value(.length, change.length, old.length + more))
    } else if offset == old.offset {
      // Most changes are of the caret: the lines are not looked for again.
      self = old
      length = value(.length, change.length, old.length) ?? old.end.value
    } else {
      self.init(old.content, offset: offset, length: value(.length, change.length, old.length))
    }
    version = value(.version, change.version, old.version)
    caret = value(.caret, change.caret, old.caret)
    anchor = value(.anchor, change.anchor, old.anchor)
    runs = value(.runs, change.runs, old.runs) ?? []
    preformatted = value(.preformatted, change.preformatted, old.preformatted) ?? false
    contracted = value(.contracted, change.contracted, old.contracted)
  }
}

extension Rest.ValueRange {
  init(changing old: Rest.ValueRange?, by change: RangeChange) {
    self = old ?? Rest.ValueRange()
    min = change.removed.contains(.min) ? nil : change.given.min ?? min
    max = change.removed.contains(.max) ? nil : change.given.max ?? max
    now = change.removed.contains(.now) ? nil : change.given.now ?? now
    text = change.removed.contains(.text) ? nil : change.given.text ?? text
  }
}
