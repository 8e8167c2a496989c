// SPDX-License-Identifier: MIT

/// A thing on the sample's screen, as brailled takes it (docs/protocol.md, "Element").
struct Item: Encodable {
  var id: String
  var role: String
  var label: String
  var value: String?
  var level: Int?
  var checked: Bool?
  var hint: String?
  var text: Note?
}

/// The sample's screen: a pizza to order.
struct Order {
  private(set) var items: [Item] = [
    Item(id: "name", role: "heading", label: "Pepperoni", level: 1),
    Item(id: "weight", role: "text", label: "570 g, thin dough"),
    Item(id: "info", role: "button", label: "Nutrition facts"),
    Item(id: "size", role: "slider", label: "Size", value: "medium"),
    Item(id: "bacon", role: "checkbox", label: "Bacon", checked: false),
    Item(id: "jalapeno", role: "checkbox", label: "Jalapeño 🌶", checked: true),
    Item(
      id: "note", role: "textbox", label: "Note",
      text: Note("Please ring the bell twice", caret: 0)),
    Item(id: "buy", role: "button", label: "Buy", value: ""),
  ]
  private(set) var focus = 0

  private let sizes = ["small", "medium", "large"]

  init() {
    summarize()
  }

  /// The item that has the focus.
  var focused: Item { items[focus] }

  /// What the program did with a command.
  enum Reaction {
    case focus
    case update
    case announce(String)
    case nothing
  }

  /// Goes to another item; false at an end.
  mutating func move(_ direction: String) -> Bool {
    let target =
      switch direction {
      case "next": focus + 1
      case "previous": focus - 1
      case "first": 0
      case "last": items.count - 1
      default: -1
      }
    guard items.indices.contains(target) else { return false }
    focus = target
    return true
  }

  /// Does what a click does.
  mutating func activate() -> Reaction {
    switch focused.id {
    case "info": return .announce("2,430 kJ in 100 g")
    case "buy": return .announce("Ordered. The courier comes in 35 minutes.")
    case "bacon", "jalapeno":
      items[focus].checked?.toggle()
      summarize()
      return .update
    default: return .nothing
    }
  }

  /// Makes the slider more or less.
  mutating func adjust(by step: Int) -> Reaction {
    guard focused.id == "size", let value = focused.value,
      let index = sizes.firstIndex(of: value)
    else { return .nothing }
    items[focus].value = sizes[max(0, min(sizes.count - 1, index + step))]
    summarize()
    return .update
  }

  /// Lets the reader write in the note; nothing is written where there is none.
  mutating func write(_ body: (inout Note) -> Void) -> Reaction {
    guard var note = focused.text else { return .nothing }
    body(&note)
    items[focus].text = note
    return .update
  }

  /// Says in the button that orders what is ordered.
  private mutating func summarize() {
    guard let buy = items.firstIndex(where: { $0.id == "buy" }) else { return }
    let size = items.first { $0.id == "size" }?.value ?? ""
    let extras = items.filter { $0.checked == true }.map { $0.label.lowercased() }
    let extra = extras.isEmpty ? "" : " with " + extras.joined(separator: " and ")
    items[buy].value = "\(size)\(extra), €\(8 + extras.count)"
  }
}
