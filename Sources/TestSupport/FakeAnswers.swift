// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

/// What a fake application answers, as the toolkits do.
extension FakeScene {
  /// The answer to a call; what the call does is done.
  mutating func answer(_ call: FakeCall) -> CallResult {
    guard let object = self[call.id], call.call.path == Self.path(call.id) else {
      return .failure(.unknownObject(call))
    }
    guard interfaces(of: object).contains(call.interface) else {
      return .failure(.unknownMethod(call))
    }
    let values: [DBusValue]?
    if call.isProperty {
      if call.call.member == "Set" {
        values = set(call)
      } else {
        values = property(call, object).map { [.variant($0)] }
      }
      return values.map { .success($0) } ?? .failure(.unknownProperty(call))
    }
    switch call.interface {
    case "Accessible": values = accessible(call, object)
    case "Application": values = application(call)
    case "Component": return component(call, object)
    case "Action": values = action(call, object)
    case "Text", "EditableText": values = text(call)
    case "Selection": values = selection(call)
    case "Table": values = table(call)
    case "TableCell": values = cell(call, object)
    case "Collection": values = collection(call)
    case "Hypertext", "Hyperlink", "Document": values = document(call, object)
    default: values = nil
    }
    return values.map { .success($0) } ?? .failure(.unknownMethod(call))
  }

  /// The interfaces that an object lists.
  func interfaces(of object: FakeObject) -> [String] {
    if let listed = object.interfaces { return listed }
    var interfaces = ["Accessible", "Component"]
    if !object.actions.isEmpty { interfaces.append("Action") }
    if object.text != nil { interfaces.append("Text") }
    if object.text?.isEditable == true { interfaces.append("EditableText") }
    if object.value != nil { interfaces.append("Value") }
    if object.isSelection { interfaces.append("Selection") }
    if object.table != nil { interfaces.append("Table") }
    if object.cell?.hasInterface == true { interfaces.append("TableCell") }
    if object.links != nil { interfaces.append("Hypertext") }
    if object.document != nil { interfaces.append("Document") }
    if nodes.values.contains(where: { $0.object.links?.contains(object.id) == true }) {
      interfaces.append("Hyperlink")
    }
    if program.hasCollection { interfaces.append("Collection") }
    return interfaces
  }

  // MARK: Properties

  private func property(_ call: FakeCall, _ object: FakeObject) -> DBusValue? {
    let node = nodes[call.id]
    switch call.name {
    case "Accessible.Name": return .string(object.name)
    case "Accessible.Description": return .string(object.description)
    case "Accessible.Parent": return call.id == "root" ? rootParent : reference(node?.parent)
    case "Accessible.ChildCount": return .int(node?.children.count ?? 0)
    case "Accessible.Locale": return object.locale.map { .string($0) }
    case "Application.ToolkitName": return .string(program.toolkit)
    case "Application.Version": return .string(program.version)
    case "Application.AtspiVersion": return .string("2.1")
    case "Application.Id": return .int(1)
    case "Action.NActions": return .int(object.actions.count)
    case "Text.CharacterCount": return .int(units(call.id).count)
    case "Text.CaretOffset": return .int(units(call.id).units(object.text?.caret ?? 0))
    case "Value.MinimumValue": return object.value.map { .double($0.range.lowerBound) }
    case "Value.MaximumValue": return object.value.map { .double($0.range.upperBound) }
    case "Value.MinimumIncrement": return object.value.map { .double($0.step) }
    case "Value.CurrentValue": return object.value.map { .double($0.current) }
    case "Selection.NSelectedChildren": return .int(selected(call.id).count)
    default: return tableProperty(call, object)
    }
  }

  private mutating func set(_ call: FakeCall) -> [DBusValue]? {
    guard call.name == "set Value.CurrentValue", call.call.arguments.count == 3,
      let number = call.call.arguments[2].number
    else { return nil }
    setValue(call.id, number)
    return []
  }

  // MARK: Accessible, Application

  private func accessible(_ call: FakeCall, _ object: FakeObject) -> [DBusValue]? {
    let node = nodes[call.id]
    switch call.call.member {
    case "GetRole": return [.uint32(UInt32(clamping: object.role))]
    case "GetRoleName", "GetLocalizedRoleName": return [.string("role \(object.role)")]
    case "GetState":
      let words = [0, 32].map { start in
        object.states.filter { $0 >= start && $0 < start + 32 }
          .reduce(UInt32(0)) { $0 | 1 << UInt32($1 - start) }
      }
      return [.array("u", words.map { .uint32($0) })]
    case "GetInterfaces":
      return [.array("s", interfaces(of: object).map { .string("org.a11y.atspi." + $0) })]
    case "GetAttributes": return [.pairs(object.attributes)]
    case "GetRelationSet":
      let relations = object.relations.sorted { $0.key < $1.key }.map { kind, targets in
        DBusValue.structure([
          .uint32(UInt32(clamping: kind)), .array("(so)", targets.map { reference($0) }),
        ])
      }
      return [.array("(ua(so))", relations)]
    case "GetIndexInParent":
      let siblings = node?.parent.flatMap { nodes[$0]?.children } ?? []
      return [.int(siblings.firstIndex(of: call.id) ?? -1)]
    case "GetChildren":
      return [.array("(so)", (node?.children ?? []).map { reference($0) })]
    case "GetChildAtIndex":
      let children = node?.children ?? []
      let index = call.integer(0)
      return [reference(children.indices.contains(index) ? children[index] : nil)]
    case "GetApplication": return [reference("root")]
    default: return nil
    }
  }

  private func application(_ call: FakeCall) -> [DBusValue]? {
    switch call.call.member {
    case "GetLocale": return [.string("en")]
    case "GetApplicationBusAddress": return socketAddress.map { [.string($0)] }
    default: return nil
    }
  }

  // MARK: Component, Action

  private mutating func component(_ call: FakeCall, _ object: FakeObject) -> CallResult {
    switch call.call.member {
    case "GrabFocus":
      guard program.grabsFocus else { return .failure(.notSupported) }
      guard object.states.contains(FakeState.focusable) else {
        return .success([.boolean(false)])
      }
      setFocus(call.id)
      return .success([.boolean(true)])
    case "ScrollTo": return .success([.boolean(true)])
    case "GetExtents":
      return .success([.structure([.int(0), .int(0), .int(100), .int(20)])])
    default: return .failure(.unknownMethod(call))
    }
  }

  private mutating func action(_ call: FakeCall, _ object: FakeObject) -> [DBusValue]? {
    let index = call.integer(0)
    let name = object.actions.indices.contains(index) ? object.actions[index] : nil
    switch call.call.member {
    case "GetName", "GetLocalizedName": return [.string(name ?? "")]
    case "GetDescription", "GetKeyBinding": return [.string("")]
    case "DoAction":
      guard let name else { return [.boolean(false)] }
      let act = act
      act(&self, call.id, name)
      return [.boolean(true)]
    default: return nil
    }
  }

  // MARK: Selection

  private func selected(_ id: String) -> [String] {
    (nodes[id]?.children ?? []).filter { self[$0]?.states.contains(FakeState.selected) == true }
  }

  private mutating func selection(_ call: FakeCall) -> [DBusValue]? {
    let children = nodes[call.id]?.children ?? []
    let index = call.integer(0)
    let child = children.indices.contains(index) ? children[index] : nil
    switch call.call.member {
    case "GetSelectedChild":
      let selected = selected(call.id)
      return [reference(selected.indices.contains(index) ? selected[index] : nil)]
    case "IsChildSelected":
      return [.boolean(child.map { selected(call.id).contains($0) } ?? false)]
    case "SelectChild":
      guard let child else { return [.boolean(false)] }
      for other in selected(call.id) where other != child {
        setState(other, FakeState.selected, false)
      }
      setState(child, FakeState.selected, true)
      emit("object:selection-changed", from: call.id)
      return [.boolean(true)]
    default: return nil
    }
  }
}
