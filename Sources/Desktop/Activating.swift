// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Commands
import Core
import DBus

extension Desktop {
  /// Does what a click does; text that can be written in is only taken for writing.
  mutating func activate(_ object: Accessible, at offset: TextOffset?, for order: Order) {
    if object == shown?.object, shown?.snapshot.basics.isEditable == true {
      guard offset != nil || focus == object else { return takeFocus(object, for: order) }
      guard let offset, let text = shown?.snapshot.text else { return finish(order) }
      return setCaret(text.place(of: offset), in: object, for: order)
    }
    act(on: object, for: order) { Actions.click(in: $0) ?? ($0.isEmpty ? nil : 0) }
  }

  /// Does one of an object's actions; without it, what a key does to what has the focus.
  mutating func act(
    on object: Accessible, for order: Order,
    choose: @escaping @Sendable ([String]) -> Int?
  ) {
    actedAt = now
    begin(
      .order,
      object.actionNames.then { names -> Asking<Ending> in
        guard let index = choose(names) else {
          return .known { $0.actByKey(on: object, for: order) }
        }
        var questions = Questions()
        let done = questions.ask(object.doAction(index))
        return questions.asking(within: .milliseconds(800)) { replies in
          let isDone = replies[done]?.boolean ?? false
          let error = replies.error(done)
          return .known { desktop in
            if isDone { return desktop.finish(order) }
            // What does not answer may well have done it: a key would do it once more.
            if let error, error.isTimeout { return desktop.finish(order, Refusal(error)) }
            desktop.actByKey(on: object, for: order)
          }
        }
      })
  }

  /// The key that does it to what has the focus.
  private mutating func actByKey(on object: Accessible, for order: Order) {
    guard object == shown?.object, let basics = shown?.snapshot.basics else {
      return finish(order, .impossible)
    }
    let key: String? =
      switch order.command {
      case .activate: basics.clickKey
      case .longPress: "ContextMenu"
      case .expand: "ArrowRight"
      case .collapse: "ArrowLeft"
      default: nil
      }
    guard let key, focus == object else { return finish(order, .impossible) }
    press(key, [], for: order)
  }

  /// Opens or closes what can be opened and closed.
  mutating func expand(_ object: Accessible, _ isOpen: Bool, for order: Order) {
    if object == shown?.object, let states = shown?.snapshot.basics.states,
      states.contains(.expandable), states.contains(.expanded) == isOpen
    {
      return finish(order)
    }
    act(on: object, for: order) { names in
      Actions.index(
        of: isOpen
          ? ["expand", "expand or contract", "expand or collapse"]
          : ["collapse", "expand or contract", "expand or collapse"], in: names)
        ?? Actions.click(in: names)
    }
  }

  /// Gives an object the keyboard; what cannot have it is read.
  mutating func takeFocus(_ object: Accessible, for order: Order) {
    begin(
      .order,
      object.takeFocus.then { isTaken -> Asking<Ending> in
        guard !isTaken else { return .known { $0.finish(order) } }
        // What cannot take the focus can still be read.
        return .known { $0.read(object, for: order) }
      })
  }
}

extension Accessible {
  /// The names of its actions; empty without any.
  var actionNames: Asking<[String]> {
    var questions = Questions()
    let interfaces = questions.ask(interfaces)
    return questions.asking { replies in
      guard Interfaces(replies[interfaces]).contains(.action) else { return .known([]) }
      var questions = Questions()
      let count = questions.ask(actionCount)
      return questions.asking { replies in
        let count = min(replies[count]?.count ?? 0, 12)
        var questions = Questions()
        let names = questions.ask((0..<count).map { actionName($0) })
        return questions.asking { replies in .known(names.map { replies[$0]?.words ?? "" }) }
      }
    }
  }

  /// Takes the keyboard's focus, if it can.
  var takeFocus: Asking<Bool> {
    var questions = Questions()
    let interfaces = questions.ask(interfaces)
    let states = questions.ask(states)
    return questions.asking { replies in
      guard Interfaces(replies[interfaces]).contains(.component),
        States(replies[states]).contains(.focusable)
      else { return .known(false) }
      var questions = Questions()
      let taken = questions.ask(grabFocus)
      return questions.asking { .known($0[taken]?.boolean ?? false) }
    }
  }
}

extension Basics {
  /// The key that does what a click does.
  fileprivate var clickKey: String? {
    switch role {
    case .checkBox, .radioButton, .toggleButton, .switch, .button, .pushButtonMenu, .comboBox:
      " "
    case .label, .static, .paragraph, .heading, .section: nil
    default: "Enter"
    }
  }
}
