// SPDX-License-Identifier: MIT

/// What a program says (docs/protocol.md, "From the program").
///
/// `acknowledging`: that command is finished, and this is what came of it. Errors of all:
/// `unwritable`, for a number that JSON has not.
extension Producer {
  /// This element has the focus; `ancestors` are what it is in, the outermost first.
  public func focus(
    _ element: Element, ancestors: [Element]? = nil, acknowledging command: Command? = nil
  ) throws(ConnectionError) {
    struct Params: Encodable {
      var element: Element
      var ancestors: [Element]?
      var ack: Int?
    }
    try notify(
      "focus", Params(element: element, ancestors: ancestors, ack: command?.sequence))
  }

  /// A new screen, which brailled walks through by itself; `focus` is the id of where it begins.
  public func screen(
    _ elements: [Element], title: String? = nil, focus: String? = nil, language: String? = nil,
    rotors: [Element.Rotor]? = nil, acknowledging command: Command? = nil
  ) throws(ConnectionError) {
    struct Params: Encodable {
      var elements: [Element]
      var title: String?
      var focus: String?
      var language: String?
      var rotors: [Element.Rotor]?
      var ack: Int?
    }
    try notify(
      "screen",
      Params(
        elements: elements, title: title, focus: focus, language: language, rotors: rotors,
        ack: command?.sequence))
  }

  /// Each of these takes the place of the element of its id; without `children` it keeps them.
  public func update(
    _ elements: [Element], focus: String? = nil, acknowledging command: Command? = nil
  ) throws(ConnectionError) {
    struct Params: Encodable {
      var elements: [Element]
      var focus: String?
      var ack: Int?
    }
    try notify("update", Params(elements: elements, focus: focus, ack: command?.sequence))
  }

  /// These elements change in part.
  public func change(
    _ changes: [ElementChange], focus: String? = nil, acknowledging command: Command? = nil
  ) throws(ConnectionError) {
    struct Params: Encodable {
      var elements: [ElementChange]
      var focus: String?
      var ack: Int?
    }
    try notify("change", Params(elements: changes, focus: focus, ack: command?.sequence))
  }

  /// The text of an element changes, or its caret moves.
  public func edit(
    _ element: String, _ edit: TextEdit, acknowledging command: Command? = nil
  ) throws(ConnectionError) {
    struct Params: Encodable {
      var element: String
      var edit: TextEdit
      var ack: Int?

      enum Name: String, CodingKey { case element, ack }

      func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(element, forKey: .element)
        try container.encodeIfPresent(ack, forKey: .ack)
      }
    }
    try notify("edit", Params(element: element, edit: edit, ack: command?.sequence))
  }

  /// New elements on the screen: in `parent`, before or behind another one, else last.
  public func insert(
    _ elements: [Element], into parent: String? = nil, before: String? = nil,
    after: String? = nil, focus: String? = nil, acknowledging command: Command? = nil
  ) throws(ConnectionError) {
    struct Params: Encodable {
      var elements: [Element]
      var parent: String?
      var before: String?
      var after: String?
      var focus: String?
      var ack: Int?
    }
    try notify(
      "insert",
      Params(
        elements: elements, parent: parent, before: before, after: after, focus: focus,
        ack: command?.sequence))
  }

  /// Elements leave the screen, with what is in them.
  public func remove(
    _ ids: [String], focus: String? = nil, acknowledging command: Command? = nil
  ) throws(ConnectionError) {
    struct Params: Encodable {
      var ids: [String]
      var focus: String?
      var ack: Int?
    }
    try notify("remove", Params(ids: ids, focus: focus, ack: command?.sequence))
  }

  /// The screen has changed a little: the cursor goes to `focus`, or stays; `text` is announced.
  public func layoutChanged(
    focus: String? = nil, text: String? = nil
  ) throws(ConnectionError) {
    try notify("layoutChanged", ["focus": focus, "text": text].compactMapValues { $0 })
  }

  /// Something to be read, whatever has the focus.
  public func announce(_ announcement: Announcement) throws(ConnectionError) {
    try notify("announce", announcement)
  }

  /// Something to be read, whatever has the focus.
  public func announce(_ text: String) throws(ConnectionError) {
    try announce(Announcement(text))
  }

  /// What is shown after a scroll: "Page 3 of 5".
  public func pageScrolled(_ text: String) throws(ConnectionError) {
    try notify("pageScrolled", ["text": text])
  }

  /// A command is finished and nothing else is said of it, or it was not done, and why.
  public func done(
    _ command: Command, _ failure: Command.Failure? = nil, message: String? = nil
  ) throws(ConnectionError) {
    struct Reason: Encodable {
      var code: Int
      var message: String?
    }
    struct Params: Encodable {
      var seq: Int
      var error: Reason?
    }
    guard let sequence = command.sequence else { return }
    let reason = failure.map { Reason(code: $0.rawValue, message: message) }
    try notify("done", Params(seq: sequence, error: reason))
  }

  /// The program's window is not active; with a lock nothing of any program is shown.
  public func pause(lock: Bool = false) throws(ConnectionError) {
    try notify("pause", ["lock": lock])
  }

  /// The program's window is active again.
  public func resume() throws(ConnectionError) {
    try notify("resume", [String: String]())
  }

  /// What the program showed is to be forgotten.
  public func release() throws(ConnectionError) {
    try notify("release", [String: String]())
  }
}

/// Something to be read, whatever has the focus.
public struct Announcement: Encodable, Equatable, Sendable {
  /// What is read; empty: withdraws what has the same `tag`.
  public var text: String
  /// `low` is only for the history, `high` interrupts what is shown; nil: waits for its turn.
  public var priority: String?
  /// The text's language, in BCP 47.
  public var language: String?
  /// How long it is shown, in ms; nil: as the reader has it.
  public var duration: Int?
  /// Whether it stays until it is dismissed.
  public var persist: Bool?
  /// Takes the place of the program's earlier announcement of this tag.
  public var tag: String?
  /// Whether it is kept out of the history.
  public var `private`: Bool?
  /// The id of the element that it is about.
  public var element: String?

  /// Something to be read.
  public init(_ text: String, priority: String? = nil, tag: String? = nil) {
    self.text = text
    self.priority = priority
    self.tag = tag
  }
}
