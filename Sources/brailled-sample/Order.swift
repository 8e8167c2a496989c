// SPDX-License-Identifier: MIT
import BrailleClient

/// The sample's screen: a pizza to order.
struct Order {
  private(set) var items: [Element]
  private(set) var focus = 0
  /// What the reader writes in the note.
  private(set) var note = EditableText("Please ring the bell twice")

  private let sizes = ["small", "medium", "large"]

  init() {
    var name = Element("name", role: "heading", label: "Pepperoni")
    name.level = 1
    var bacon = Element("bacon", role: "checkbox", label: "Bacon")
    bacon.checked = false
    var jalapeno = Element("jalapeno", role: "checkbox", label: "Jalapeño 🌶")
    jalapeno.checked = true
    items = [
      name, Element("weight", role: "text", label: "570 g, thin dough"),
      Element("info", role: "button", label: "Nutrition facts"),
      Element("size", role: "slider", label: "Size", value: "medium"), bacon, jalapeno,
      Element("note", role: "textbox", label: "Note"),
      Element("buy", role: "button", label: "Buy", value: ""),
    ]
    summarize()
  }

  /// The item that has the focus.
  var focused: Element {
    var item = items[focus]
    if item.id == "note" { item.text = note.text }
    return item
  }

  /// What the program did with a command.
  enum Reaction {
    case focus
    case update
    case edit(TextEdit)
    case announce(String)
  }

  /// Does a command.
  ///
  /// Errors: why it is not done.
  mutating func perform(_ command: Command) throws(Command.Failure) -> Reaction {
    switch command.name {
    case "move":
      guard command.unit == "item", move(command.direction ?? "") else { throw .nothingFurther }
      return .focus
    case "activate": return try activate()
    case "increment": return try adjust(by: 1)
    case "decrement": return try adjust(by: -1)
    default:
      guard focused.id == "note" else { throw .notPossible }
      return .edit(try note.perform(command))
    }
  }

  /// Goes to another item; false at an end.
  private mutating func move(_ direction: String) -> Bool {
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
  private mutating func activate() throws(Command.Failure) -> Reaction {
    switch focused.id {
    case "info": return .announce("2,430 kJ in 100 g")
    case "buy": return .announce("Ordered. The courier comes in 35 minutes.")
    case "bacon", "jalapeno":
      items[focus].checked = focused.checked == true ? false : true
      summarize()
      return .update
    default: throw .notPossible
    }
  }

  /// Makes the slider more or less.
  private mutating func adjust(by step: Int) throws(Command.Failure) -> Reaction {
    guard focused.id == "size", let value = focused.value,
      let index = sizes.firstIndex(of: value)
    else { throw .notPossible }
    items[focus].value = sizes[max(0, min(sizes.count - 1, index + step))]
    summarize()
    return .update
  }

  /// Says in the button that orders what is ordered.
  private mutating func summarize() {
    guard let buy = items.firstIndex(where: { $0.id == "buy" }) else { return }
    let size = items.first { $0.id == "size" }?.value ?? ""
    let extras = items.filter { $0.checked == true }.compactMap { $0.label?.lowercased() }
    let extra = extras.isEmpty ? "" : " with " + extras.joined(separator: " and ")
    items[buy].value = "\(size)\(extra), €\(8 + extras.count)"
  }
}
