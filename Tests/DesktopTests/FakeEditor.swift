// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import DBus
import Desktop

/// A program with one text, which answers calls of the accessibility bus as toolkits were measured
/// to do.
struct FakeEditor {
  enum Kind: CaseIterable {
    /// GTK 3 and text views of GTK 4: the length of InsertText is in bytes, the caret moves along.
    case gtk3
    /// An entry of GTK 4: the caret stays before what is written at it.
    case gtk4
    /// A text view of GTK 4: AddSelection is done, the other way round, and never answered.
    case gtk4View
    /// A line editor of Qt: UTF-16 units, and the caret goes to the end with each change.
    case qt
    /// Says that it writes and does not; places as UTF-16 has them, padded.
    case firefox
    /// No EditableText, and no caret that can be set.
    case terminal
  }

  static let program = ":1.5"
  static let root = "/org/a11y/atspi/accessible/root"
  static let window = "/window"
  static let field = "/field"

  let kind: Kind
  var text: [Unicode.Scalar]
  var caret: Int
  var anchor: Int?
  var clipboard: [Unicode.Scalar] = []
  var isFocused = true
  /// Whether it is a field for a password.
  var isSecret = false
  /// What it was asked for and must not be.
  var complaints: [String] = []
  /// What it says by itself since it was last looked at.
  var signals: [BusSignal] = []

  init(_ kind: Kind, _ text: String, caret: Int? = nil) {
    self.kind = kind
    self.text = Array(text.unicodeScalars)
    self.caret = caret ?? self.text.count
  }

  var string: String { String(String.UnicodeScalarView(text)) }
  var selection: Range<Int>? {
    guard let anchor, anchor != caret else { return nil }
    return min(anchor, caret)..<max(anchor, caret)
  }

  // MARK: Places

  private var isUTF16: Bool { kind == .qt || kind == .firefox }

  func place(_ index: Int) -> Int {
    isUTF16 ? text[..<index].reduce(0) { $0 + ($1.value > 0xFFFF ? 2 : 1) } : index
  }

  func index(_ place: Int) -> Int {
    guard isUTF16 else { return min(max(0, place), text.count) }
    var left = place
    for (index, scalar) in text.enumerated() {
      guard left > 0 else { return index }
      left -= scalar.value > 0xFFFF ? 2 : 1
    }
    return text.count
  }

  private func given(_ range: Range<Int>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text[range] {
      result.append(scalar)
      if kind == .firefox, scalar.value > 0xFFFF { result.append("\u{FEFF}") }
    }
    return String(result)
  }

  // MARK: Changes

  /// Replaces a stretch; the caret moves along, and stays before what comes right at it.
  mutating func replace(_ range: Range<Int>, with new: [Unicode.Scalar], movesCaret: Bool = true) {
    guard !range.isEmpty || !new.isEmpty else { return }
    let carry = { (place: Int) -> Int in
      if place < range.lowerBound || place == range.lowerBound && !movesCaret { return place }
      return place >= range.upperBound
        ? place + new.count - range.count : range.lowerBound + (movesCaret ? new.count : 0)
    }
    caret = carry(caret)
    anchor = anchor.map(carry)
    text.replaceSubrange(range, with: new)
    tell("TextChanged", new.isEmpty ? "delete" : "insert")
    tell("TextCaretMoved", "", place(caret))
  }

  private mutating func moveCaret(_ place: Int, anchor: Int? = nil) {
    caret = place
    self.anchor = anchor
    tell("TextCaretMoved", "", self.place(caret))
  }

  /// Takes a key or a typed text.
  mutating func take(_ stroke: KeyStroke) {
    let place = selection ?? caret..<caret
    switch stroke {
    case .text(let words):
      if words.unicodeScalars.contains("\n") { complaints.append("typed Enter") }
      type(Array(words.unicodeScalars))
    case .key(0xFF08, _) where selection == nil:
      let before = String(String.UnicodeScalarView(text[..<caret]))
      replace(caret - (before.last?.unicodeScalars.count ?? 0)..<caret, with: [])
    case .key(0xFFFF, _) where selection == nil:
      let behind = String(String.UnicodeScalarView(text[caret...]))
      replace(caret..<caret + (behind.first?.unicodeScalars.count ?? 0), with: [])
    case .key(0xFF08, _), .key(0xFFFF, _), .key(0x78, .control):
      if case .key(0x78, _) = stroke { clipboard = Array(text[place]) }
      anchor = nil
      replace(place, with: [])
    case .key(0x63, _): clipboard = Array(text[place])
    case .key(0x76, _): type(clipboard)
    case .key(0x61, .control): moveCaret(text.count, anchor: 0)
    case .key(0xFF0D, _): replace(place, with: ["\n"])
    default: break
    }
  }

  private mutating func type(_ new: [Unicode.Scalar]) {
    let place = selection ?? caret..<caret
    anchor = nil
    replace(place, with: new)
  }

  private mutating func tell(_ member: String, _ detail: String, _ number: Int = 0) {
    signals.append(
      BusSignal(
        BusSignal.Head(
          sender: FakeEditor.program, path: FakeEditor.field,
          interface: "org.a11y.atspi.Event.Object", member: member, detail: detail),
        [.string(detail), .int32(Int32(number)), .int32(0), .variant(.string(""))]))
  }

  // MARK: Calls

  /// What it answers; nil: nothing.
  mutating func answer(_ call: MethodCall) -> CallResult? {
    let interface = call.interface.replacing("org.a11y.atspi.", with: "")
    let isField = call.path == FakeEditor.field
    if ["GetAll", "GetActions"].contains(call.member) { complaints.append(call.member) }
    if call.member == "RegisterEvent", call.arguments[1].members.isEmpty == false {
      complaints.append("RegisterEvent with properties")
    }
    let used =
      interface == "org.freedesktop.DBus.Properties"
      ? call.arguments[0].string?.replacing("org.a11y.atspi.", with: "") ?? "" : interface
    if call.path != "/org/a11y/atspi/registry", call.destination == FakeEditor.program,
      !interfaces(call.path).contains(used)
    {
      complaints.append("\(used).\(call.member) of \(call.path)")
      return .failure(CallError("org.freedesktop.DBus.Error.UnknownMethod"))
    }
    switch interface {
    case "org.freedesktop.DBus.Properties": return property(call.arguments[1].string ?? "", call)
    case "Accessible": return .success([accessible(call)])
    case "Component":
      guard kind != .gtk4, kind != .gtk4View else { return .success([.boolean(false)]) }
      isFocused = true
      return .success([.boolean(true)])
    case "Text" where isField: return ofText(call)
    case "EditableText" where isField: return ofEditableText(call)
    default: return .success([])
    }
  }

  private func interfaces(_ path: String) -> [String] {
    switch path {
    case FakeEditor.root: ["Accessible", "Application"]
    case FakeEditor.window: ["Accessible", "Component"]
    default:
      kind == .terminal
        ? ["Accessible", "Component", "Text"] : ["Accessible", "Component", "Text", "EditableText"]
    }
  }

  private var toolkit: String {
    switch kind {
    case .gtk3, .terminal: "gtk"
    case .gtk4, .gtk4View: "GTK"
    case .qt: "Qt"
    case .firefox: "Gecko"
    }
  }

  private func property(_ name: String, _ call: MethodCall) -> CallResult {
    let value: DBusValue =
      switch name {
      case "ToolkitName": .string(toolkit)
      case "CharacterCount": .int32(Int32(place(text.count)))
      case "CaretOffset": .int32(Int32(place(caret)))
      case "ChildCount": .int32(call.path == FakeEditor.window ? 1 : 0)
      case "Parent":
        switch call.path {
        case FakeEditor.field: reference(FakeEditor.window)
        case FakeEditor.window: reference(FakeEditor.root)
        default: .structure([.string(""), .objectPath("/org/a11y/atspi/null")])
        }
      default: .string("")
      }
    return .success([.variant(value)])
  }

  private func reference(_ path: String) -> DBusValue {
    .structure([.string(FakeEditor.program), .objectPath(path)])
  }

  private func accessible(_ call: MethodCall) -> DBusValue {
    switch call.member {
    case "GetChildren":
      switch call.path {
      case FakeEditor.root where call.destination == FakeEditor.program:
        return .array("(so)", [reference(FakeEditor.window)])
      case FakeEditor.root: return .array("(so)", [reference(FakeEditor.root)])
      case FakeEditor.window: return .array("(so)", [reference(FakeEditor.field)])
      default: return .array("(so)", [])
      }
    case "GetRole":
      let role: AccessibleRole =
        switch call.path {
        case FakeEditor.root: .application
        case FakeEditor.window: .frame
        default: kind == .terminal ? .terminal : isSecret ? .passwordText : .entry
        }
      return .uint32(UInt32(role.rawValue))
    case "GetState":
      let states: States =
        switch call.path {
        case FakeEditor.window: [.active, .visible, .showing]
        default: [.editable, .focusable, .focused, .visible, .showing, .sensitive, .enabled]
        }
      return .array(
        "u",
        [
          .uint32(UInt32(truncatingIfNeeded: states.rawValue)),
          .uint32(UInt32(states.rawValue >> 32)),
        ])
    case "GetInterfaces":
      return .array("s", interfaces(call.path).map { .string("org.a11y.atspi." + $0) })
    case "GetAttributes": return .dictionary("ss", [])
    case "GetRelationSet": return .array("(ua(so))", [])
    default: return .int32(0)
    }
  }

  private mutating func ofText(_ call: MethodCall) -> CallResult? {
    let numbers = call.arguments.map { $0.integer ?? 0 }
    switch call.member {
    case "GetNSelections": return .success([.int32(selection == nil ? 0 : 1)])
    case "GetSelection":
      guard let selection else {
        return kind == .gtk4 || kind == .gtk4View
          ? .failure(CallError("org.freedesktop.DBus.Error.InvalidArgs"))
          : .success([.int32(Int32(place(caret))), .int32(Int32(place(caret)))])
      }
      return .success([
        .int32(Int32(place(selection.lowerBound))), .int32(Int32(place(selection.upperBound))),
      ])
    case "GetText":
      let range = index(numbers[0])..<max(index(numbers[0]), index(numbers[1]))
      return .success([.string(given(range))])
    case "GetAttributeRun":
      return .success([
        .dictionary("ss", []), .int32(0), .int32(Int32(place(text.count))),
      ])
    case "SetCaretOffset":
      guard kind != .terminal else { return .success([.boolean(false)]) }
      moveCaret(index(numbers[0]))
      return .success([.boolean(true)])
    case "AddSelection":
      guard kind != .terminal else { return .success([.boolean(false)]) }
      let ends = (index(numbers[0]), index(numbers[1]))
      switch kind {
      case .gtk4: moveCaret(max(ends.0, ends.1), anchor: min(ends.0, ends.1))
      case .gtk4View:
        moveCaret(ends.0, anchor: ends.1)
        return nil
      default: moveCaret(ends.1, anchor: ends.0)
      }
      return .success([.boolean(true)])
    default: return .success([.boolean(false)])
    }
  }

  private mutating func ofEditableText(_ call: MethodCall) -> CallResult? {
    guard kind != .firefox else { return .success([.boolean(true)]) }
    let start = index(call.arguments[0].integer ?? 0)
    func range() -> Range<Int> {
      start..<max(start, index(call.arguments[1].integer ?? 0))
    }
    switch call.member {
    case "InsertText":
      let words = call.arguments[1].string ?? ""
      let length = call.arguments[2].integer ?? 0
      let needed =
        switch kind {
        case .qt: words.utf16.count
        case .gtk4: length
        default: words.utf8.count
        }
      guard length == needed else {
        complaints.append("InsertText of a wrong length")
        return .success([.boolean(true)])
      }
      write(start..<start, Array(words.unicodeScalars))
    case "DeleteText": write(range(), [])
    case "CopyText":
      clipboard = Array(text[range()])
      return .success([])
    case "CutText":
      clipboard = Array(text[range()])
      write(range(), [])
    case "PasteText": write(start..<start, clipboard)
    default: return .success([.boolean(false)])
    }
    return .success([.boolean(true)])
  }

  private mutating func write(_ range: Range<Int>, _ new: [Unicode.Scalar]) {
    anchor = nil
    replace(range, with: new, movesCaret: kind != .gtk4)
    if kind == .qt { moveCaret(text.count) }
  }
}
