// SPDX-License-Identifier: GPL-3.0-or-later
import Elements

/// The words for what an element is, has and where it is.
extension LineStyle {
  /// The word for an element's role, with its level; nothing if its label ends with it (L4).
  func role(of element: Element) -> [Word] {
    if let own = element.brailleRoleDescription ?? element.roleDescription {
      return own.isEmpty ? [] : [.theirs(own)]
    }
    guard let name = element.role?.name, !element.isUnsaid else { return [] }
    var word = words.role(roleName(of: element, name))
    let isSaid = label(of: element).map { LineStyle.ends($0, with: word, name) } ?? false
    guard let level = element.level else { return isSaid || word.isEmpty ? [] : [.ours(word)] }
    // "Main heading" of level 2 still needs its level, which the word "h" alone does not tell.
    if name == "heading", !word.isEmpty {
      word += String(level)
    } else {
      let place = words.role("level") + String(level)
      word = isSaid || word.isEmpty ? place : word + " " + place
    }
    return [.ours(word)]
  }

  /// The name that an element's word goes by: a visited link has one of its own.
  private func roleName(of element: Element, _ name: String) -> String {
    let variant: String? =
      switch name {
      case "link" where element.flags[.visited] == true: "visitedLink"
      case "textbox" where element.isProtected: nil
      case "textbox" where element.flags[.multiline] == true: "multilineTextbox"
      case "button" where element.pressed != nil: "toggleButton"
      case "button" where element.hasPopup == "menu" || element.hasPopup == "true": "menuButton"
      default: nil
      }
    guard let variant, words.has(role: variant) else { return name }
    return variant
  }

  private static func ends(_ label: String, with word: String, _ name: String) -> Bool {
    // By bytes: to cut a string into its characters costs more than all else that is said.
    guard let end = label.utf8.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return false }
    let blank = label.utf8[..<end].lastIndex(of: UInt8(ascii: " "))
    let start = blank.map { label.utf8.index(after: $0) } ?? label.startIndex
    let last = label[start...end].lowercased()
    return last == word.lowercased() || last == name.lowercased()
  }

  /// The value, but not if it only says the label again.
  func value(of element: Element) -> String? {
    guard !element.isProtected else { return nil }
    let value = element.value ?? element.range.flatMap { LineStyle.value(of: $0, element) }
    return value == label(of: element) ? nil : value
  }

  private static func value(of range: Rest.ValueRange, _ element: Element) -> String? {
    if let text = range.text { return text }
    if element.role?.name == "progressbar", let percent = range.percent { return "\(percent)%" }
    guard let now = range.now, now.isFinite else { return nil }
    return now == now.rounded() && abs(now) < 1e15 ? String(Int(now)) : String(now)
  }

  /// The words for all states that apply.
  func states(of element: Element) -> [Word] {
    if let own = element.stateDescription { return own.isEmpty ? [] : [.theirs(own)] }
    var states: [State] = []
    let isSwitch = element.role?.name == "switch"
    switch element.checked {
    case .on: states.append(isSwitch ? .on : .checked)
    case .off: states.append(isSwitch ? .off : .unchecked)
    case .mixed: states.append(.partlyChecked)
    case nil: break
    }
    switch element.pressed {
    case .on: states.append(.pressed)
    case .off: states.append(.unpressed)
    case .mixed: states.append(.partlyPressed)
    case nil: break
    }
    if let expanded = element.flags[.expanded] { states.append(expanded ? .expanded : .collapsed) }
    if element.flags[.selected] == false { states.append(.unselected) }
    states += LineStyle.plainStates.filter { element.flags[$0.flag] == true }.map(\.state)
    states += LineStyle.tokenStates(of: element)
    return states.map { .ours(words.state($0, signs)) }
  }

  private static let plainStates: [(flag: Flag, state: State)] = [
    (.disabled, .disabled), (.readOnly, .readOnly), (.required, .required), (.busy, .busy),
    (.multiselectable, .multiselectable), (.default, .default),
  ]

  private static func tokenStates(of element: Element) -> [State] {
    guard element.hasRest else { return [] }
    return [
      invalidStates[element.invalid ?? "false"] ?? .invalid,
      currentStates[element.current ?? "false"] ?? .current,
      element.sort.flatMap { sortStates[$0] ?? nil },
      popupState(of: element),
      ["inline", "list", "both"].contains(element.autocomplete) ? .autocomplete : nil,
    ].compactMap { $0 }
  }

  private static let invalidStates: [String: State?] = [
    "false": nil, "spelling": .spelling, "grammar": .grammar,
  ]

  private static let currentStates: [String: State?] = [
    "false": nil, "page": .currentPage, "step": .currentStep, "location": .currentLocation,
    "date": .currentDate, "time": .currentTime,
  ]

  private static let sortStates: [String: State?] = [
    "ascending": .ascending, "descending": .descending, "other": .sorted,
  ]

  /// What an element opens, but where its role says so already.
  private static func popupState(of element: Element) -> State? {
    switch (element.hasPopup, element.role?.name) {
    case (nil, _), ("false", _), ("listbox", "combobox"): nil
    case ("menu", "button"), ("true", "button"): nil
    case ("listbox", _): .hasList
    case ("tree", _): .hasTree
    case ("grid", _): .hasGrid
    case ("dialog", _): .hasDialog
    default: .hasMenu
    }
  }

  /// The place among its like ("3 of 5"), or in a table ("r2 c3"), or how many are in it.
  func position(of element: Element) -> [Word] {
    guard element.hasRest else { return [] }
    if let position = element.positionInSet {
      guard let size = element.setSize, size >= position else {
        return [.ours(String(position))]
      }
      return [.ours(words.role("position").replacing("%", String(position), String(size)))]
    }
    if let size = element.setSize, element.role?.isContainer == true {
      return [.ours(String(size))]
    }
    return tablePlace(of: element)
  }
}

extension Element {
  /// Whether what it is goes without saying.
  var isUnsaid: Bool { role?.isIgnored != false }
}

extension String {
  /// The string with each `%` replaced by the next of some values.
  public func replacing(_ mark: Character, _ values: String...) -> String {
    var values = values[...]
    var result = ""
    for character in self {
      if character == mark, let value = values.popFirst() {
        result += value
      } else {
        result.append(character)
      }
    }
    return result
  }
}
