// SPDX-License-Identifier: GPL-3.0-or-later

/// A member of an element, by the protocol's name; `id` is none, as it cannot change.
public enum Member: Hashable, Sendable {
  /// Kept in the element itself.
  case role, label, value, checked, pressed, level, text, children
  /// True or false.
  case flag(Flag)
  /// Among the members that few elements have.
  case hint, description, details, roleDescription, stateDescription, brailleLabel
  case brailleRoleDescription, placeholder, language, invalid, current, hasPopup, live
  case autocomplete, orientation, sort, inputType, positionInSet, setSize, rowIndex, columnIndex
  case rowCount, columnCount, rowSpan, columnSpan, rowIndexText, columnIndexText, rowHeaders
  case columnHeaders, range, frame, activationPoint, errorMessage, shortcut, target, actions
  case rotors

  /// The member of this name; nil if there is none.
  public init?(name: String) {
    guard let member = Member.byName[name] else { return nil }
    self = member
  }

  /// The member's name in the protocol.
  public var name: String {
    if case .flag(let flag) = self { return flag.name }
    return "\(self)"
  }

  /// All members, those that are kept in the element itself first.
  public static let all: [Member] =
    Array(plain[..<kept]) + Flag.allCases.map { .flag($0) } + Array(plain[kept...])

  /// How many members are kept in the element itself.
  private static let kept = 8

  private static let byName: [String: Member] = {
    var members: [String: Member] = [:]
    for member in all { members[member.name] = member }
    return members
  }()

  private static let plain: [Member] = [
    .role, .label, .value, .checked, .pressed, .level, .text, .children, .hint, .description,
    .details, .roleDescription, .stateDescription, .brailleLabel, .brailleRoleDescription,
    .placeholder, .language, .invalid, .current, .hasPopup, .live, .autocomplete,
    .orientation, .sort, .inputType, .positionInSet, .setSize, .rowIndex, .columnIndex,
    .rowCount, .columnCount, .rowSpan, .columnSpan, .rowIndexText, .columnIndexText,
    .rowHeaders, .columnHeaders, .range, .frame, .activationPoint, .errorMessage, .shortcut,
    .target, .actions, .rotors,
  ]
}

extension Element {
  /// Takes over one member of another element, also its absence.
  mutating func copy(_ member: Member, from other: Element) {
    switch member {
    case .role: role = other.role
    case .label: label = other.label
    case .value: value = other.value
    case .checked: checked = other.checked
    case .pressed: pressed = other.pressed
    case .level: level = other.level
    case .text: text = other.text
    case .children: children = other.children
    case .flag(let flag): flags[flag] = other.flags[flag]
    default: copyRest(member, from: other)
    }
  }

  private mutating func copyRest(_ member: Member, from other: Element) {
    switch member {
    case .hint: self.hint = other.hint
    case .description: self.description = other.description
    case .details: self.details = other.details
    case .roleDescription: self.roleDescription = other.roleDescription
    case .stateDescription: self.stateDescription = other.stateDescription
    case .brailleLabel: self.brailleLabel = other.brailleLabel
    case .brailleRoleDescription: self.brailleRoleDescription = other.brailleRoleDescription
    case .placeholder: self.placeholder = other.placeholder
    case .language: self.language = other.language
    case .invalid: self.invalid = other.invalid
    case .current: self.current = other.current
    case .hasPopup: self.hasPopup = other.hasPopup
    case .live: self.live = other.live
    case .autocomplete: self.autocomplete = other.autocomplete
    case .orientation: self.orientation = other.orientation
    case .sort: self.sort = other.sort
    case .inputType: self.inputType = other.inputType
    default: copyPlace(member, from: other)
    }
  }

  private mutating func copyPlace(_ member: Member, from other: Element) {
    switch member {
    case .positionInSet: self.positionInSet = other.positionInSet
    case .setSize: self.setSize = other.setSize
    case .rowIndex: self.rowIndex = other.rowIndex
    case .columnIndex: self.columnIndex = other.columnIndex
    case .rowCount: self.rowCount = other.rowCount
    case .columnCount: self.columnCount = other.columnCount
    case .rowSpan: self.rowSpan = other.rowSpan
    case .columnSpan: self.columnSpan = other.columnSpan
    case .rowIndexText: self.rowIndexText = other.rowIndexText
    case .columnIndexText: self.columnIndexText = other.columnIndexText
    case .rowHeaders: self.rowHeaders = other.rowHeaders
    case .columnHeaders: self.columnHeaders = other.columnHeaders
    case .range: self.range = other.range
    case .frame: self.frame = other.frame
    case .activationPoint: self.activationPoint = other.activationPoint
    case .errorMessage: self.errorMessage = other.errorMessage
    case .shortcut: self.shortcut = other.shortcut
    case .target: self.target = other.target
    case .actions: self.actions = other.actions
    case .rotors: self.rotors = other.rotors
    default: break
    }
  }
}
