// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
public import Core
import Elements

/// Random messages of one program, as values.
extension ElementMaker {
  /// A message that says what is shown, or something else of a program's.
  public func message(_ generator: inout SeededGenerator) -> Message {
    let focus = generator.maybe(40) { "e\($0.integer(0...3))" }
    switch generator.integer(0...13) {
    case 0, 1:
      let element = element(id: "e", &generator)
      return .focus(element, ancestors: surroundings(of: element, &generator))
    case 2:
      return .screen(
        NewScreen(
          elements: elements(&generator), title: generator.maybe(50) { words(1...2, &$0) },
          focus: focus, language: generator.maybe(20) { _ in "de" },
          rotors: generator.chance(20)
            ? [CustomRotor(name: "n", label: "n", stops: [.init("e1")])] : []))
    case 3:
      var insertion = Insertion(elements: elements(&generator))
      insertion.parent = generator.maybe(50) { _ in "p" }
      insertion.before = generator.maybe(30) { _ in "b" }
      insertion.after = generator.maybe(30) { _ in "a" }
      insertion.focus = focus
      return .insert(insertion)
    case 4: return .remove(generator.list(0...3) { "e\($0.integer(0...9))" }, focus: focus)
    case 5:
      return .layoutChanged(focus: focus, text: generator.maybe(50) { words(1...3, &$0) })
    case 6: return .update(elements(&generator), focus: focus)
    case 7: return .change(generator.list(0...2) { change(&$0) }, focus: focus)
    case 8: return .edit("e", edit(&generator))
    case 9: return .announce(announcement(&generator))
    case 10: return .pageScrolled(words(1...4, &generator))
    case 11:
      return .done(
        sequence: generator.integer(1...99),
        failure: generator.maybe(50) {
          CommandFailure(code: $0.integer(3...8), message: words(0...2, &$0))
        })
    case 12: return .pause(lock: generator.chance(50))
    default: return generator.one(of: [.resume, .release, .status, .settings([])])
    }
  }

  private func elements(_ generator: inout SeededGenerator) -> [Element] {
    generator.list(0...3) { generator in
      var element = element(id: "e\(generator.integer(0...9))", &generator)
      element.children = generator.maybe(30) { generator in
        [.element(self.element(id: "c", &generator)), .reference("d")]
      }
      return element
    }
  }

  private func change(_ generator: inout SeededGenerator) -> ElementChange {
    var change = ElementChange(id: "e")
    change.element.label = words(1...2, &generator)
    change.element.checked = .mixed
    change.element.flags[.expanded] = generator.chance(50)
    let members: [Member] = [.label, .checked, .flag(.expanded)]
    for member in members where generator.chance(50) { change.given.insert(member) }
    // What is not given is not sent.
    change.element = Element(id: "e").changed(by: change)
    change.removed = Set(generator.list(0...2) { $0.one(of: [.value, .level, .hint]) })
    change.text = generator.maybe(50) { textChange(&$0) }
    return change
  }

  private func textChange(_ generator: inout SeededGenerator) -> TextChange {
    var change = TextChange()
    change.content = generator.maybe(40) { content(isSecret: false, &$0) }
    change.caret = generator.maybe(60) { TextOffset($0.integer(0...9)) }
    change.version = generator.maybe(40) { $0.integer(1...99) }
    change.length = generator.maybe(20) { $0.integer(50...99) }
    change.runs = generator.maybe(20) { _ in [.init(range: .zero..<TextOffset(1))] }
    if generator.chance(30) { change.removed = [.anchor, .contracted] }
    return change
  }

  private func edit(_ generator: inout SeededGenerator) -> TextEdit {
    let base = generator.integer(0...99)
    return TextEdit(
      base: base, version: base + generator.integer(0...9),
      changes: generator.list(0...3) { generator in
        let start = generator.integer(0...9)
        return TextEdit.Change(
          range: TextOffset(start)..<TextOffset(generator.integer(start...20)),
          text: generator.maybe(80) { content(isSecret: false, &$0) },
          runs: generator.maybe(20) { _ in [] })
      }, caret: generator.maybe(60) { TextOffset($0.integer(0...9)) })
  }

  private func announcement(_ generator: inout SeededGenerator) -> Announcement {
    Announcement(
      text: words(0...4, &generator), priority: generator.one(of: Announcement.Priority.allCases),
      language: generator.maybe(20) { _ in "fr" },
      duration: generator.maybe(20) { $0.integer(0...9000) }, persist: generator.chance(20),
      tag: generator.maybe(20) { _ in "t" }, isPrivate: generator.chance(20),
      element: generator.maybe(20) { _ in "e" })
  }
}
