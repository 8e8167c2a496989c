// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Elements

extension Snapshot {
  /// The element that its reader is shown.
  ///
  /// `ids`: the id of an object in its text.
  func element(id: String, ids: (Accessible) -> String) -> Element {
    var element = Element(id: id)
    // What has the focus is something, even if nobody says what.
    let role = basics.roleName ?? (basics.states.contains(.focusable) ? "group" : nil)
    element.role = role.map { Role($0) }
    name(&element)
    state(&element)
    say(&element)
    place(&element)
    if let text, basics.isReadByText, !(basics.isDocument && text.isOnlyObjects) {
      element.text = text.content(of: self, ids: ids)
      if element.label == text.words || basics.isNamedByText { element.label = nil }
      if element.label == nil, basics.roleName == nil, !text.scalars.isEmpty { element.role = nil }
      if basics.role == .passwordText { element.flags[.protected] = true }
    }
    number(&element)
    return element
  }

  // MARK: Names

  private func name(_ element: inout Element) {
    let label = shownLabel
    element.label = label.isEmpty ? nil : label
    let described = descriptions.isEmpty ? description : descriptions.joined(separator: " ")
    let description = Basics.oneLine(described)
    // GTK 3 describes a slider by its value.
    if !description.isEmpty, description != label, !isValueDescribed {
      element.description = description
    }
    if !errors.isEmpty { element.errorMessage = Basics.oneLine(errors.joined(separator: " ")) }
    let attributes = basics.attributes
    element.placeholder = Snapshot.words(attributes["placeholder-text"])
    element.roleDescription = Snapshot.words(attributes["roledescription"])
    element.brailleLabel = Snapshot.words(attributes["braillelabel"])
    element.brailleRoleDescription = Snapshot.words(attributes["brailleroledescription"])
    element.shortcut = Shortcut.shown(keyBinding) ?? Snapshot.words(attributes["keyshortcuts"])
    element.language = language
    if basics.role == .comboBox {
      chooseValue(&element)
    }
  }

  /// What it is called: by its labels, or by its name.
  ///
  /// Qt and browsers make the name of the labels, Qt of what is in a box even where the box is the
  /// label; in GTK the labels are the better ones.
  private var shownLabel: String {
    let labels = labels.map { Basics.shown($0) }.filter { !$0.isEmpty }.joined(separator: " ")
    let name = basics.shownName
    let isNamedFirst =
      basics.isOfDocument || basics.attributes["toolkit"] == nil && basics.role != .comboBox
    guard !labels.isEmpty, !name.isEmpty else { return name.isEmpty ? labels : name }
    return isNamedFirst ? name : labels
  }

  /// What is chosen in a combo box: its selected child, or its name if that is no label (Qt, and
  /// GTK without a label).
  private func chooseValue(_ element: inout Element) {
    let chosen = Basics.oneLine(selectedChild)
    // In documents a label may be the name alone.
    let isNamed = !labels.isEmpty || basics.attributes["explicit-name"] == "true"
    if !isNamed, chosen.isEmpty || chosen == element.label, text == nil {
      element.value = element.label
      element.label = nil
    } else {
      let value = chosen.isEmpty ? basics.shownName : chosen
      if !value.isEmpty, value != element.label { element.value = value }
    }
  }

  private static func words(_ text: String?) -> String? {
    let words = Basics.oneLine(text ?? "")
    return words.isEmpty ? nil : words
  }

  private var language: String? { Language.tag(locale) }

  // MARK: States

  private func state(_ element: inout Element) {
    let states = basics.states
    let attributes = basics.attributes
    checks(&element)
    if states.contains(.expandable) || states.contains(.collapsed) {
      element.flags[.expanded] = states.contains(.expanded)
    }
    if states.contains(.selectable), basics.tellsSelection {
      element.flags[.selected] = states.contains(.selected)
    }
    if basics.isControl, !states.contains(.sensitive), !states.contains(.enabled) {
      element.flags[.disabled] = true
    }
    if states.contains(.required) { element.flags[.required] = true }
    if states.contains(.busy) { element.flags[.busy] = true }
    if states.contains(.visited) { element.flags[.visited] = true }
    if states.contains(.isDefault) { element.flags[.default] = true }
    if states.contains(.multiLine) { element.flags[.multiline] = true }
    if states.contains(.multiselectable), basics.holdsChoices {
      element.flags[.multiselectable] = true
    }
    if states.contains(.invalidEntry) { element.invalid = attributes["invalid"] ?? "true" }
    if basics.role != .comboBox, states.contains(.hasPopup) || basics.role == .pushButtonMenu {
      element.hasPopup = attributes["haspopup"] ?? "true"
    }
    if basics.role == .menu { element.hasPopup = "menu" }
    if basics.isReadByText {
      element.flags[.editable] = basics.isEditable
      if basics.isField, !basics.isEditable { element.flags[.readOnly] = true }
    }
    element.current = attributes["current"].flatMap { $0 == "false" ? nil : $0 }
    element.sort = attributes["sort"].flatMap { $0 == "none" ? nil : $0 }
    element.inputType = attributes["text-input-type"]
    element.autocomplete = attributes["autocomplete"].flatMap { $0 == "none" ? nil : $0 }
  }

  private func checks(_ element: inout Element) {
    let states = basics.states
    let isOn = states.contains(.checked)
    let toggled: Toggled = states.contains(.indeterminate) ? .mixed : isOn ? .on : .off
    switch basics.role {
    case .checkBox, .checkMenuItem, .radioButton, .radioMenuItem, .switch: element.checked = toggled
    case .toggleButton:
      element.pressed = states.contains(.pressed) && !isOn ? .on : toggled
    default:
      if states.contains(.checkable) { element.checked = toggled }
    }
  }

  // MARK: Numbers and places

  private var isValueDescribed: Bool {
    basics.role == .slider && basics.attributes["toolkit"] == "gtk" && descriptions.isEmpty
  }

  private func number(_ element: inout Element) {
    guard let value, element.text == nil || basics.role == .slider else { return }
    let described = isValueDescribed ? description : nil
    let spoken = Snapshot.words(basics.attributes["valuetext"] ?? described)
    var range = Rest.ValueRange()
    if value.least < value.greatest {
      range.min = value.least
      range.max = value.greatest
    }
    range.now = value.now
    range.text = spoken
    element.range = range
  }

  private func say(_ element: inout Element) {
    element.live = basics.attributes["live"].flatMap { $0 == "off" ? nil : $0 }
    // What its program calls them; what a click does is `activate`.
    let own = actions.filter { !Actions.isUsual($0) && !$0.isEmpty && $0.utf8.count < 1000 }
    if !own.isEmpty { element.actions = own.map { CustomAction(name: $0, label: $0) } }
  }

  private func place(_ element: inout Element) {
    let attributes = basics.attributes
    if basics.role != .pageTab, let level = attributes["level"].flatMap({ Int($0) }), level > 0 {
      element.level = level
    }
    if basics.role != .comboBox {
      element.positionInSet = attributes["posinset"].flatMap { Int($0) } ?? place?.number
      element.setSize = attributes["setsize"].flatMap { Int($0) } ?? place?.count
    }
    if let number = element.positionInSet, let size = element.setSize,
      number < 1 || size >= 0 && number > size
    {
      element.positionInSet = nil
      element.setSize = nil
    }
    // One column is a list, whatever the toolkit makes of it.
    guard let cell, cell.columns != 1 else { return }
    element.rowIndex = cell.row + 1
    element.columnIndex = cell.column + 1
    if let rows = cell.rows, rows > cell.row { element.rowCount = rows }
    if let columns = cell.columns, columns > cell.column { element.columnCount = columns }
    if cell.rowSpan > 1 { element.rowSpan = cell.rowSpan }
    if cell.columnSpan > 1 { element.columnSpan = cell.columnSpan }
    let name = element.label ?? ""
    let rows = cell.rowHeaders.map(Basics.oneLine).filter { !$0.isEmpty && $0 != name }
    let columns = cell.columnHeaders.map(Basics.oneLine).filter { !$0.isEmpty && $0 != name }
    if !rows.isEmpty { element.rowHeaders = rows.map { Rest.Header(text: $0) } }
    if !columns.isEmpty { element.columnHeaders = columns.map { Rest.Header(text: $0) } }
  }
}

extension Basics {
  /// Whether it is something that can be used or not.
  var isControl: Bool {
    if states.contains(.focusable) { return true }
    switch role {
    case .button, .checkBox, .checkMenuItem, .radioButton, .radioMenuItem, .toggleButton, .menu,
      .menuItem, .comboBox, .entry, .passwordText, .slider, .spinButton, .pageTab, .switch,
      .pushButtonMenu:
      return true
    default: return false
    }
  }

  /// Whether it is of a browser's document, and not of a toolkit's window.
  var isOfDocument: Bool { attributes["tag"] != nil }

  /// Whether its name is made of its text, as browsers name what is only read.
  var isNamedByText: Bool {
    switch role {
    case .label, .static, .paragraph, .section, .heading, .listItem, .tableCell, .columnHeader,
      .rowHeader, .tableColumnHeader, .tableRowHeader, .blockQuote, .caption, .descriptionTerm,
      .descriptionValue, .definition:
      isOfDocument && attributes["explicit-name"] == nil
    default: false
    }
  }

  /// Whether several of its children can be chosen.
  var holdsChoices: Bool {
    switch role {
    case .list, .listBox, .table, .tree, .treeTable: true
    default: false
    }
  }

  /// Whether a reader wants to know that it is selected or not.
  var tellsSelection: Bool {
    switch role {
    case .listItem, .treeItem, .icon, .tableCell, .tableRow, .pageTab, .columnHeader, .rowHeader:
      true
    default: false
    }
  }

  /// Whether it is a field to write in, even if it cannot be written in now.
  var isField: Bool {
    switch role {
    case .entry, .passwordText, .spinButton, .editbar, .autocomplete: true
    case .text: states.contains(.editable)
    default: false
    }
  }

  /// Whether its text can be written in.
  var isEditable: Bool {
    guard !states.contains(.readOnly) else { return false }
    // Qt's spin boxes do not say that they can be written in.
    if role == .spinButton, interfaces.contains(.editableText) { return true }
    return states.contains(.editable) || role == .terminal
  }
}
