// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
public import DBus

extension Desktop {
  private static let objects = "org.a11y.atspi.Event.Object"
  private static let windows = "org.a11y.atspi.Event.Window"
  private static let documents = "org.a11y.atspi.Event.Document"

  /// The states whose changes are told of what is shown.
  private static let toldStates = [
    "checked", "pressed", "expanded", "selected", "indeterminate", "sensitive", "enabled", "busy",
    "invalid-entry", "required", "read-only", "editable", "visited",
  ]

  /// The events that programs are asked to tell of.
  static let events: [String] =
    ["object:state-changed:focused", "object:state-changed:showing"]
    + toldStates.map { "object:state-changed:\($0)" }
    + [
      "object:text-caret-moved", "object:text-changed", "object:text-selection-changed",
      "object:text-attributes-changed", "object:selection-changed",
      "object:active-descendant-changed", "object:property-change:accessible-value",
      "object:property-change:accessible-name", "object:property-change:accessible-description",
      "object:announcement", "object:notification", "window:activate", "window:deactivate",
      "document:load-complete",
    ]

  /// The match rules of the signals that it wants from the bus.
  public static let matches: [String] =
    [
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
        + "member='NameOwnerChanged'",
      "type='signal',sender='org.a11y.atspi.Registry',interface='\(objects)',"
        + "member='ChildrenChanged'",
    ]
    + (["focused", "showing"] + toldStates).map {
      "type='signal',interface='\(objects)',member='StateChanged',arg0='\($0)'"
    }
    + ["accessible-value", "accessible-name", "accessible-description"].map {
      "type='signal',interface='\(objects)',member='PropertyChange',arg0='\($0)'"
    }
    + [
      "TextCaretMoved", "TextChanged", "TextSelectionChanged", "TextAttributesChanged",
      "SelectionChanged", "ActiveDescendantChanged", "Announcement", "Notification",
    ].map { "type='signal',interface='\(objects)',member='\($0)'" }
    + ["Activate", "Deactivate"].map {
      "type='signal',interface='\(windows)',member='\($0)'"
    }
    + ["type='signal',interface='\(documents)',member='LoadComplete'"]

  /// Whether a signal is of any use, told before its arguments are read: most of a flood is not.
  public func wants(_ head: BusSignal.Head) -> Bool {
    switch head.member {
    case "StateChanged":
      if head.detail == "focused" { return true }
      if head.detail == "showing" { return isShown(program: head.sender) }
      return isShown(head) || head.detail == "selected" && isChoice(of: head.sender)
    case "PropertyChange": return isShown(head) || isContext(head)
    case "TextChanged":
      return isShown(head) || head.detail.hasPrefix("insert") && mayBeLive(head)
    case "TextCaretMoved": return isShown(program: head.sender)
    case "TextSelectionChanged", "TextAttributesChanged": return isShown(head)
    case "SelectionChanged":
      return isShown(head) || isContext(head) || isChoice(of: head.sender)
    default: return true
    }
  }

  /// Whether a signal is of what is shown, or is about to be.
  private func isShown(_ head: BusSignal.Head) -> Bool {
    let object = Accessible(program: head.sender, path: head.path)
    return object == shown?.object || object == pendingFocus
  }

  private func isShown(program: String) -> Bool { shown?.object.program == program }

  /// Whether something is chosen in a program whose combo box is shown: the list in it tells of
  /// that, not the box (browsers).
  func isChoice(of program: String) -> Bool {
    isShown(program: program) && shown?.snapshot.basics.role == .comboBox
  }

  private func isContext(_ head: BusSignal.Head) -> Bool {
    guard isShown(program: head.sender), let shown else { return false }
    return shown.ancestors.contains { $0.object.path == head.path }
  }

  /// Whether an object may be in a live region: only documents of browsers have them.
  private func mayBeLive(_ head: BusSignal.Head) -> Bool {
    guard programs[head.sender]?.hasLiveRegions == true else { return false }
    let object = Accessible(program: head.sender, path: head.path)
    guard let known = liveness[object] else { return true }
    return known != nil
  }

  /// Takes a signal.
  mutating func take(_ signal: BusSignal) {
    let head = signal.head
    let object = Accessible(program: head.sender, path: head.path)
    switch head.interface {
    case "org.freedesktop.DBus":
      guard head.member == "NameOwnerChanged", signal.arguments.count == 3,
        signal.arguments[2].string == "", let name = signal.arguments[0].string
      else { return }
      programWent(name)
    case Desktop.windows:
      if head.member == "Activate" { windowActivated(object) }
      if head.member == "Deactivate" { windowDeactivated(object) }
    case Desktop.documents:
      if object.program == shown?.object.program { documentLoaded(object) }
    case Desktop.objects: take(event: signal, of: object)
    default: break
    }
  }

  private mutating func take(event signal: BusSignal, of object: Accessible) {
    let number = signal.arguments.count > 1 ? signal.arguments[1].integer ?? 0 : 0
    let value = signal.arguments.count > 3 ? signal.arguments[3].content : nil
    let detail = signal.head.detail
    let isShown = object == shown?.object
    if object == pendingFocus, detail != "focused" { isPendingStale = true }
    switch signal.head.member {
    case "ChildrenChanged":
      guard object.path == Accessible.desktop.path, detail.hasPrefix("add") else { return }
      if let root = Accessible(value), root.program != object.program { programCame(root) }
    case "StateChanged" where detail == "focused":
      if number == 1 { focusCame(to: object) }
    case "StateChanged" where detail == "showing":
      if number == 1 { appeared(object) }
    case "StateChanged", "PropertyChange", "SelectionChanged":
      changed(object, name: detail == "accessible-name" ? value?.string : nil)
    case "ActiveDescendantChanged":
      if let child = Accessible(value), self.isShown(program: object.program) || shown == nil {
        activeChildCame(child, of: object)
      }
    case "TextCaretMoved": caretMoved(in: object, to: number)
    case "TextChanged" where !isShown:
      grew(object, by: value?.string ?? "", at: number)
    case "TextChanged", "TextSelectionChanged", "TextAttributesChanged":
      if isShown { textChanged() }
    case "Announcement", "Notification":
      announce(value?.string ?? "", isUrgent: number == 2, of: object)
    default: break
    }
  }
}
