// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Elements

/// An element as it comes over the wire.
struct WireElement: FromNode {
  let element: Element

  init(_ node: Node) throws(Refusal) {
    let members = try node.members()
    if node.level + 1 > Limits.levels {
      throw node.refuse(ProtocolError(limit: "levels", max: Limits.levels))
    }
    var element = Element(id: try members.elementID())
    for (name, value) in members.all where !value.isNull {
      guard let member = Member(name: name) else { continue }
      try value.read(member, into: &element)
    }
    self.element = element
  }
}

/// A change of an element as it comes over the wire: what is left out stays, null removes.
struct WireChange: FromNode {
  let change: ElementChange

  init(_ node: Node) throws(Refusal) {
    let members = try node.members()
    var change = ElementChange(id: try members.elementID())
    for (name, value) in members.all {
      guard let member = Member(name: name) else { continue }
      guard !value.isNull else {
        change.removed.insert(member)
        continue
      }
      switch member {
      case .text: change.text = try value.textChange()
      case .range: change.range = try value.rangeChange()
      default:
        try value.read(member, into: &change.element)
        change.given.insert(member)
      }
    }
    self.change = change
  }
}

extension Members {
  fileprivate func elementID() throws(Refusal) -> String {
    guard let id = try id("id") else { throw refuse("id", "is missing; a string is needed") }
    return id
  }

  fileprivate func needed(_ name: String) throws(Refusal) -> Double {
    guard let value = try double(name) else { throw refuse(name, "is missing; a number is needed") }
    return value
  }
}

extension Node {
  /// Reads a member into an element.
  fileprivate func read(_ member: Member, into element: inout Element) throws(Refusal) {
    switch member {
    case .role: element.role = Role(try string())
    case .label: element.label = try string()
    case .value: element.value = try string()
    case .checked: element.checked = try toggled()
    case .pressed: element.pressed = try toggled()
    case .level: element.level = try count(least: 1)
    case .text: element.text = try textContent()
    case .children: element.children = try list(of: WireChild.self).map(\.child)
    case .flag(let flag): element.flags[flag] = try bool()
    case .details: element.details = try list(of: WireDetail.self).map(\.detail)
    case .actions: element.actions = try list(of: WireAction.self).map(\.action)
    case .rowHeaders: element.rowHeaders = try list(of: WireHeader.self).map(\.header)
    case .columnHeaders: element.columnHeaders = try list(of: WireHeader.self).map(\.header)
    case .range: element.range = try range()
    case .frame: element.frame = try frame()
    case .activationPoint: element.activationPoint = try point()
    case .rotors: element.rotors = try list(of: WireRotor.self).map(\.rotor)
    default: try readPlain(member, into: &element)
    }
  }

  /// Reads a member that is a string, a token or a count.
  private func readPlain(_ member: Member, into element: inout Element) throws(Refusal) {
    switch member {
    case .hint: element.hint = try string()
    case .description: element.description = try string()
    case .roleDescription: element.roleDescription = try string()
    case .stateDescription: element.stateDescription = try string()
    case .brailleLabel: element.brailleLabel = try string()
    case .brailleRoleDescription: element.brailleRoleDescription = try string()
    case .placeholder: element.placeholder = try string()
    case .language: element.language = try string()
    case .invalid: element.invalid = try token()
    case .current: element.current = try token()
    case .hasPopup: element.hasPopup = try token()
    case .live: element.live = try string()
    case .autocomplete: element.autocomplete = try string()
    case .orientation: element.orientation = try string()
    case .sort: element.sort = try string()
    case .inputType: element.inputType = try string()
    case .rowIndexText: element.rowIndexText = try string()
    case .columnIndexText: element.columnIndexText = try string()
    case .errorMessage: element.errorMessage = try string()
    case .shortcut: element.shortcut = try string()
    case .target: element.target = try id()
    default: try readCount(member, into: &element)
    }
  }

  private func readCount(_ member: Member, into element: inout Element) throws(Refusal) {
    switch member {
    case .positionInSet: element.positionInSet = try count(least: 1)
    case .setSize: element.setSize = try count()
    case .rowIndex: element.rowIndex = try count(least: 1)
    case .columnIndex: element.columnIndex = try count(least: 1)
    case .rowCount: element.rowCount = try count()
    case .columnCount: element.columnCount = try count()
    case .rowSpan: element.rowSpan = try count()
    case .columnSpan: element.columnSpan = try count()
    default: break
    }
  }

  /// `true`, `false` or `"mixed"`.
  private func toggled() throws(Refusal) -> Toggled {
    let token = try token()
    guard let value = Toggled(rawValue: token) else {
      throw refuse("is \(token); it can be true, false or mixed")
    }
    return value
  }

  private func range() throws(Refusal) -> Rest.ValueRange {
    let members = try members()
    var range = Rest.ValueRange()
    range.min = try members.double("min")
    range.max = try members.double("max")
    range.now = try members.double("now")
    range.text = try members.string("text")
    return range
  }

  fileprivate func rangeChange() throws(Refusal) -> RangeChange {
    let members = try members()
    var change = RangeChange(given: try range())
    for member in RangeChange.Member.allCases where members.isNull(member.rawValue) {
      change.removed.insert(member)
    }
    return change
  }

  private func frame() throws(Refusal) -> Rest.Frame {
    let members = try members()
    return Rest.Frame(
      x: try members.needed("x"), y: try members.needed("y"),
      width: try members.needed("width"), height: try members.needed("height"))
  }

  private func point() throws(Refusal) -> Rest.Point {
    let members = try members()
    return Rest.Point(x: try members.needed("x"), y: try members.needed("y"))
  }
}

/// An entry of `children`: an element, or the id of one.
private struct WireChild: FromNode {
  let child: Child

  init(_ node: Node) throws(Refusal) {
    child =
      node.isString ? .reference(try node.id()) : .element(try WireElement(node).element)
  }
}

private struct WireDetail: FromNode {
  let detail: Rest.Detail

  init(_ node: Node) throws(Refusal) {
    let members = try node.members()
    detail = Rest.Detail(
      label: try members.string("label"), value: try members.required("value"))
  }
}

/// A table header: a string, or an object with its text and a shorter form.
private struct WireHeader: FromNode {
  let header: Rest.Header

  init(_ node: Node) throws(Refusal) {
    guard !node.isString else {
      header = Rest.Header(text: try node.string())
      return
    }
    let members = try node.members()
    header = Rest.Header(
      text: try members.required("text"), short: try members.string("short"))
  }
}
