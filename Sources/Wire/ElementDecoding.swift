// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Elements

/// An element as it comes over the wire.
struct WireElement: Decodable {
  let element: Element

  init(from decoder: any Decoder) throws {
    let members = try Members(from: decoder)
    if decoder.elementDepth > Limits.levels {
      let error = ProtocolError(limit: "levels", max: Limits.levels)
      throw Refusal(error, at: decoder.codingPath)
    }
    var element = Element(id: try members.elementID())
    for key in members.container.allKeys {
      guard let member = Member(name: key.stringValue), try members.has(key.stringValue) else {
        continue
      }
      try members.read(member, named: key.stringValue, into: &element)
    }
    self.element = element
  }
}

/// A change of an element as it comes over the wire: what is left out stays, null removes.
struct WireChange: Decodable {
  let change: ElementChange

  init(from decoder: any Decoder) throws {
    let members = try Members(from: decoder)
    var change = ElementChange(id: try members.elementID())
    for key in members.container.allKeys {
      guard let member = Member(name: key.stringValue) else { continue }
      guard try members.has(key.stringValue) else {
        change.removed.insert(member)
        continue
      }
      switch member {
      case .text: change.text = try members.textChange()
      case .range: change.range = try members.rangeChange()
      default:
        try members.read(member, named: key.stringValue, into: &change.element)
        change.given.insert(member)
      }
    }
    self.change = change
  }
}

extension Decoder {
  /// How many elements are around this one, with itself.
  fileprivate var elementDepth: Int {
    codingPath.lazy.filter { $0.stringValue == "children" }.count + 1
  }
}

extension Members {
  fileprivate func elementID() throws -> String {
    guard let id = try id("id") else { throw refuse("id", "is missing; a string is needed") }
    return id
  }

  /// Reads a member into an element.
  fileprivate func read(_ member: Member, named name: String, into element: inout Element) throws {
    switch member {
    case .role: element.role = try string(name).map { Role($0) }
    case .label: element.label = try string(name)
    case .value: element.value = try string(name)
    case .checked: element.checked = try toggled(name)
    case .pressed: element.pressed = try toggled(name)
    case .level: element.level = try count(name, least: 1)
    case .text: element.text = try text(name)
    case .children:
      element.children = try list(name, of: WireChild.self)?.map(\.child)
    case .flag(let flag): element.flags[flag] = try bool(name)
    case .details: element.details = try list(name, of: WireDetail.self)?.map(\.detail)
    case .rowHeaders: element.rowHeaders = try list(name, of: WireHeader.self)?.map(\.header)
    case .columnHeaders:
      element.columnHeaders = try list(name, of: WireHeader.self)?.map(\.header)
    case .range: element.range = try range(name)
    case .frame: element.frame = try frame(name)
    case .activationPoint: element.activationPoint = try point(name)
    default: try readPlain(member, named: name, into: &element)
    }
  }

  /// Reads a member that is a string, a token or a count.
  private func readPlain(
    _ member: Member, named name: String, into element: inout Element
  ) throws {
    switch member {
    case .hint: element.hint = try string(name)
    case .description: element.description = try string(name)
    case .roleDescription: element.roleDescription = try string(name)
    case .stateDescription: element.stateDescription = try string(name)
    case .brailleLabel: element.brailleLabel = try string(name)
    case .brailleRoleDescription: element.brailleRoleDescription = try string(name)
    case .placeholder: element.placeholder = try string(name)
    case .language: element.language = try string(name)
    case .invalid: element.invalid = try token(name)
    case .current: element.current = try token(name)
    case .hasPopup: element.hasPopup = try token(name)
    case .live: element.live = try string(name)
    case .autocomplete: element.autocomplete = try string(name)
    case .orientation: element.orientation = try string(name)
    case .sort: element.sort = try string(name)
    case .inputType: element.inputType = try string(name)
    case .rowIndexText: element.rowIndexText = try string(name)
    case .columnIndexText: element.columnIndexText = try string(name)
    case .errorMessage: element.errorMessage = try string(name)
    case .shortcut: element.shortcut = try string(name)
    case .target: element.target = try id(name)
    default: try readCount(member, named: name, into: &element)
    }
  }

  private func readCount(
    _ member: Member, named name: String, into element: inout Element
  ) throws {
    switch member {
    case .positionInSet: element.positionInSet = try count(name, least: 1)
    case .setSize: element.setSize = try count(name)
    case .rowIndex: element.rowIndex = try count(name, least: 1)
    case .columnIndex: element.columnIndex = try count(name, least: 1)
    case .rowCount: element.rowCount = try count(name)
    case .columnCount: element.columnCount = try count(name)
    case .rowSpan: element.rowSpan = try count(name)
    case .columnSpan: element.columnSpan = try count(name)
    default: break
    }
  }

  /// `true`, `false` or `"mixed"`.
  private func toggled(_ name: String) throws -> Toggled? {
    guard let token = try token(name) else { return nil }
    guard let value = Toggled(rawValue: token) else {
      throw refuse(name, "is \(token); it can be true, false or mixed")
    }
    return value
  }

  /// A word, or `true` or `false` as one.
  private func token(_ name: String) throws -> String? {
    if let value = try? bool(name) { return String(value) }
    return try string(name)
  }

  private func range(_ name: String) throws -> Rest.ValueRange? {
    let members = try nested(name)
    var range = Rest.ValueRange()
    range.min = try members.double("min")
    range.max = try members.double("max")
    range.now = try members.double("now")
    range.text = try members.string("text")
    return range
  }

  fileprivate func rangeChange() throws -> RangeChange {
    let members = try nested("range")
    var change = RangeChange(given: try range("range") ?? .init())
    for member in RangeChange.Member.allCases where try members.isNull(member.rawValue) {
      change.removed.insert(member)
    }
    return change
  }

  private func frame(_ name: String) throws -> Rest.Frame? {
    let members = try nested(name)
    return Rest.Frame(
      x: try members.needed("x"), y: try members.needed("y"),
      width: try members.needed("width"), height: try members.needed("height"))
  }

  private func point(_ name: String) throws -> Rest.Point? {
    let members = try nested(name)
    return Rest.Point(x: try members.needed("x"), y: try members.needed("y"))
  }

  private func needed(_ name: String) throws -> Double {
    guard let value = try double(name) else { throw refuse(name, "is missing; a number is needed") }
    return value
  }

  func nested(_ name: String) throws -> Members {
    Members(try container.nestedContainer(keyedBy: Name.self, forKey: Name(name)))
  }

  /// Whether a member is there and null.
  func isNull(_ name: String) throws -> Bool {
    let key = Name(name)
    return try container.contains(key) && container.decodeNil(forKey: key)
  }
}

/// An entry of `children`: an element, or the id of one.
private struct WireChild: Decodable {
  let child: Child

  init(from decoder: any Decoder) throws {
    if let id = try? decoder.singleValueContainer().decode(String.self) {
      guard id.utf8.count <= Limits.id else {
        throw Refusal(ProtocolError(limit: "id", max: Limits.id), at: decoder.codingPath)
      }
      child = .reference(id)
    } else {
      child = .element(try WireElement(from: decoder).element)
    }
  }
}

private struct WireDetail: Decodable {
  let detail: Rest.Detail

  init(from decoder: any Decoder) throws {
    let members = try Members(from: decoder)
    detail = Rest.Detail(
      label: try members.string("label"), value: try members.required("value"))
  }
}

/// A table header: a string, or an object with its text and a shorter form.
private struct WireHeader: Decodable {
  let header: Rest.Header

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      header = Rest.Header(text: text)
      return
    }
    let members = try Members(from: decoder)
    header = Rest.Header(
      text: try members.required("text"), short: try members.string("short"))
  }
}
