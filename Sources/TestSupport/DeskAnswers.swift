// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
public import DBus

extension DeskProgram {
  /// Answers a call, as its toolkit would.
  public mutating func answer(_ call: MethodCall) -> CallResult {
    callCount += 1
    let key = key(call.path)
    guard let node = nodes[key] else {
      return .failure(CallError("org.freedesktop.DBus.Error.UnknownObject", call.path))
    }
    if call.interface == "org.freedesktop.DBus.Properties" {
      return property(call, of: key, node)
    }
    let interface = String(call.interface.split(separator: ".").last ?? "")
    guard isListed(interface, of: key), call.member != "GetActions" else {
      return forbid(call)
    }
    let number = call.arguments.first?.integer ?? 0
    switch interface {
    case "Accessible": return accessible(call, of: key, node)
    case "Application":
      return .failure(CallError("org.freedesktop.DBus.Error.UnknownMethod", "no socket"))
    case "Component": return component(call, of: key)
    case "Text": return text(call, of: key, node.object)
    case "Hypertext":
      let objects = embedded(node)
      if call.member == "GetLinkIndex" {
        let before = (node.object.text ?? "").unicodeScalars.prefix(max(0, number))
        let index = before.count { $0 == TextPart.objectReplacement }
        return .success([.int32(Int32(index))])
      }
      return .success([reference(objects.indices.contains(number) ? objects[number] : nil)])
    case "Hyperlink":
      if call.member == "GetURI" {
        return .success([.string(node.object.attributes["href"] ?? "")])
      }
      return .success([reference(key)])
    case "Collection": return collection(call, of: key)
    case "Table", "TableCell": return table(call, of: key, node.object)
    case "Document":
      return .success([.string(node.object.attributes[call.arguments[0].string ?? ""] ?? "")])
    default: return forbid(call)
    }
  }

  private mutating func forbid(_ call: MethodCall) -> CallResult {
    forbidden.append("\(call.interface).\(call.member) of \(key(call.path)) \(call.arguments)")
    return .failure(CallError("org.freedesktop.DBus.Error.UnknownMethod", call.member))
  }

  /// The objects that stand for the object characters of its text: its children, but for those
  /// that are only beside it.
  private func embedded(_ node: Node) -> [String] { node.children }

  private func isListed(_ interface: String, of key: String) -> Bool {
    if interface == "Accessible" { return true }
    let names = DBusValue.array("s", [.string("org.a11y.atspi." + interface)])
    let wanted = Interfaces(names)
    // A hyperlink is handed out by a text, whatever its object lists.
    return interface == "Hyperlink"
      || !wanted.isEmpty && self.interfaces(of: key).isSuperset(of: wanted)
  }

  func reference(_ key: String?) -> DBusValue {
    guard let key else {
      return .structure([.string(""), .objectPath("/org/a11y/atspi/null")])
    }
    return .structure([.string(name), .objectPath(object(key).path)])
  }

  private func references(_ keys: [String]) -> DBusValue {
    .array("(so)", keys.map { reference($0) })
  }

  // MARK: Properties

  private mutating func property(_ call: MethodCall, of key: String, _ node: Node) -> CallResult {
    guard call.member == "Get", call.arguments.count == 2,
      let interface = call.arguments[0].string?.split(separator: ".").last,
      let property = call.arguments[1].string, isListed(String(interface), of: key)
    else { return forbid(call) }
    let text = node.object.text ?? ""
    let place = place(inTable: key)
    let columns = place.flatMap { nodes[$0.table]?.object.columns } ?? 1
    let value: DBusValue? =
      switch property {
      case "Name": .string(node.object.name)
      case "Description": .string("")
      case "Parent": reference(node.parent)
      case "Locale": .string("C")
      case "ChildCount": .int32(Int32(node.children.count))
      case "ToolkitName": .string(toolkit)
      case "CharacterCount": .int32(Int32(text.unicodeScalars.count))
      case "CaretOffset": .int32(Int32(node.object.caret))
      case "NRows":
        .int32(Int32(cells(of: key).count / max(1, node.object.columns)))
      case "NColumns": .int32(Int32(node.object.columns))
      case "Position":
        place.map {
          .structure([.int32(Int32($0.index / columns)), .int32(Int32($0.index % columns))])
        }
      case "Table": place.map { reference($0.table) }
      case "RowSpan", "ColumnSpan": .int32(1)
      default: nil
      }
    guard let value else { return forbid(call) }
    return .success([.variant(value)])
  }

  // MARK: Accessible and Component

  private mutating func accessible(
    _ call: MethodCall, of key: String, _ node: Node
  ) -> CallResult {
    switch call.member {
    case "GetRole": return .success([.uint32(UInt32(node.object.role.rawValue))])
    case "GetState":
      var states = node.object.states
      if !tellsShowing { states.remove(.showing) }
      let words = [states.rawValue & 0xFFFF_FFFF, states.rawValue >> 32]
      return .success([.array("u", words.map { .uint32(UInt32($0)) })])
    case "GetInterfaces":
      let names = DeskProgram.names(of: interfaces(of: key))
      return .success([.array("s", names.map { .string("org.a11y.atspi." + $0) })])
    case "GetAttributes":
      let entries = node.object.attributes.map {
        DBusValue.Entry(.string($0.key), .string($0.value))
      }
      return .success([.dictionary("ss", entries)])
    case "GetRelationSet":
      let flow = node.object.flowsTo.map { next in
        DBusValue.structure([
          .uint32(UInt32(Relation.flowsTo.rawValue)), references([next]),
        ])
      }
      return .success([.array("(ua(so))", flow.map { [$0] } ?? [])])
    case "GetIndexInParent":
      let siblings = node.parent.flatMap { nodes[$0]?.children } ?? []
      return .success([.int32(Int32(siblings.firstIndex(of: key) ?? -1))])
    case "GetChildren": return .success([references(node.children)])
    case "GetChildAtIndex":
      let index = call.arguments.first?.integer ?? -1
      let isThere = node.children.indices.contains(index)
      return .success([reference(isThere ? node.children[index] : nil)])
    default: return forbid(call)
    }
  }

  private static func names(of interfaces: Interfaces) -> [String] {
    let all: [(Interfaces, String)] = [
      (.action, "Action"), (.component, "Component"), (.text, "Text"),
      (.editableText, "EditableText"), (.value, "Value"), (.selection, "Selection"),
      (.table, "Table"), (.tableCell, "TableCell"), (.collection, "Collection"),
      (.hypertext, "Hypertext"), (.document, "Document"), (.application, "Application"),
      (.hyperlink, "Hyperlink"),
    ]
    return ["Accessible"] + all.filter { interfaces.contains($0.0) }.map(\.1)
  }

  private mutating func component(_ call: MethodCall, of key: String) -> CallResult {
    switch call.member {
    case "GrabFocus":
      guard nodes[key]?.object.states.contains(.focusable) == true else {
        return .success([.boolean(false)])
      }
      moveFocus(to: key)
      return .success([.boolean(true)])
    case "ScrollTo":
      scrolled.append(key)
      return .success([.boolean(true)])
    default: return forbid(call)
    }
  }

  // MARK: Text

  private mutating func text(
    _ call: MethodCall, of key: String, _ object: DeskObject
  ) -> CallResult {
    let scalars = Array((object.text ?? "").unicodeScalars)
    let first = call.arguments.first?.integer ?? 0
    switch call.member {
    case "GetText":
      let end = call.arguments[1].integer ?? 0
      let last = end == -1 ? scalars.count : end
      // Firefox gives nothing for a stretch that is not in the text.
      guard first >= 0, first <= last, last <= scalars.count else {
        forbidden.append("GetText \(first) to \(end) of \(scalars.count) scalars of \(key)")
        return .success([.string("")])
      }
      return .success([.string(String(String.UnicodeScalarView(scalars[first..<last])))])
    case "GetNSelections": return .success([.int32(0)])
    case "GetSelection": return .success([.int32(0), .int32(0)])
    case "GetAttributeRun":
      let run = object.runs.first { $0.range.contains(first) }
      let next = object.runs.map(\.range.lowerBound).filter { $0 > first }.min()
      let range = run?.range ?? first..<max(first + 1, next ?? scalars.count)
      let entries = (run?.attributes ?? [:]).map {
        DBusValue.Entry(.string($0.key), .string($0.value))
      }
      return .success([
        .dictionary("ss", entries), .int32(Int32(range.lowerBound)),
        .int32(Int32(range.upperBound)),
      ])
    case "SetCaretOffset":
      guard object.takesCaret else { return .success([.boolean(false)]) }
      moveCaret(of: key, to: first)
      if object.states.contains(.focusable), focus != key { moveFocus(to: key) }
      return .success([.boolean(true)])
    default: return forbid(call)
    }
  }

  // MARK: Tables

  private mutating func table(
    _ call: MethodCall, of key: String, _ object: DeskObject
  ) -> CallResult {
    let columns = max(1, object.columns)
    let cells = cells(of: key)
    let first = call.arguments.first?.integer ?? 0
    switch call.member {
    case "GetAccessibleAt":
      let index = first * columns + (call.arguments[1].integer ?? 0)
      return .success([reference(cells.indices.contains(index) ? cells[index] : nil)])
    case "GetRowAtIndex": return .success([.int32(Int32(first / columns))])
    case "GetColumnAtIndex": return .success([.int32(Int32(first % columns))])
    case "GetColumnHeader": return .success([reference(nil)])
    case "GetRowHeaderCells", "GetColumnHeaderCells": return .success([references([])])
    default: return forbid(call)
    }
  }

  // MARK: Collection

  /// The objects in another one, in the order of a document.
  private func inside(_ key: String) -> [String] {
    (nodes[key]?.children ?? []).flatMap { [$0] + inside($0) }
  }

  private mutating func collection(_ call: MethodCall, of key: String) -> CallResult {
    let isPlain = call.member == "GetMatches"
    let rule = call.arguments[isPlain ? 0 : 1].members
    let count = call.arguments[isPlain ? 2 : call.member == "GetMatchesFrom" ? 4 : 5].integer ?? 0
    let states = States(rule[0])
    var roles: Set<Int> = []
    for (index, word) in rule[4].members.enumerated() {
      let bits = UInt32(truncatingIfNeeded: word.integer ?? 0)
      for bit in 0..<32 where bits & (1 << UInt32(bit)) != 0 { roles.insert(index * 32 + bit) }
    }
    var all = inside(key)
    if !isPlain {
      let from = self.key(call.arguments[0].string ?? "")
      guard let index = all.firstIndex(of: from) else { return .success([references([])]) }
      all =
        call.member == "GetMatchesFrom"
        ? Array(all[(index + 1)...]) : Array(all[..<index].reversed())
    }
    let found = all.filter { key in
      guard let object = nodes[key]?.object else { return false }
      return object.states.isSuperset(of: states)
        && (roles.isEmpty || roles.contains(object.role.rawValue))
    }
    return .success([references(count > 0 ? Array(found.prefix(count)) : found)])
  }
}
