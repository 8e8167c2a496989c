// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements
import Testing

/// What keys can be bound to beside the rotor (behaviour §6), on a screen and in its text.
@Suite struct WalkingTests {
  /// An engine on a screen where each of some actions has a key, in their order.
  private struct Rig {
    private var rig = EngineRig()
    private let actions: [String]
    private static let keys = [
      "space+dot7", "space+dot8", "space+dot7+dot8", "space+dot1+dot8", "space+dot4+dot8",
    ]

    init(_ actions: [String], on elements: [Element], focus: String) throws {
      self.actions = actions
      var resources = EngineRig.resources
      for (key, action) in zip(Self.keys, actions) {
        let action = try #require(Action(parsing: action))
        resources.keys["voiceover"]?.bind(try KeyPress(parsing: key), to: action)
      }
      _ = rig.handle(.configuration(Settings(), resources))
      rig.say(.screen(NewScreen(elements: elements, focus: focus)))
    }

    /// Does an action by its key; gives the commands.
    mutating func press(_ action: String) throws -> [Order] {
      let index = try #require(actions.firstIndex(of: action))
      return try rig.press(Self.keys[index])
    }

    /// What the display shows, without the blank cells behind it.
    var text: String {
      mutating get {
        var text = rig.text ?? ""
        while text.last == " " { text.removeLast() }
        return text
      }
    }
  }

  private func element(_ id: String, _ role: String, _ children: [Element]? = nil) -> Element {
    var element = EngineRig.element(id, id)
    element.role = Role(role)
    element.children = children?.map { .element($0) }
    return element
  }

  @Test func intoContainersAndOut() throws {
    let list = element("l", "list", [element("b", "text"), element("c", "text")])
    var rig = try Rig(
      ["move in container", "move out container"],
      on: [element("a", "text"), list, element("d", "text")], focus: "a")
    #expect(try rig.press("move in container") == [Order(.focused, element: "b")])
    #expect(try rig.press("move in container") == [])
    #expect(rig.text == "no container")
    #expect(try rig.press("move out container") == [Order(.focused, element: "d")])
    #expect(try rig.press("move out container") == [])
    #expect(rig.text == "no container")
  }

  @Test func firstAndLastOfAKind() throws {
    var rig = try Rig(
      ["move last heading", "move first heading"],
      on: ["a", "b", "c"].map { element($0, "heading") } + [element("d", "text")], focus: "d")
    #expect(try rig.press("move last heading") == [Order(.focused, element: "c")])
    #expect(try rig.press("move first heading") == [Order(.focused, element: "a")])
    #expect(try rig.press("move first heading") == [])
    #expect(rig.text == "no heading")
  }

  @Test func selectingByUnits() throws {
    var field = EngineRig.field("t", "One two three", caret: 4)
    field.role = Role("textbox")
    var rig = try Rig(
      [
        "select next word", "select previous character", "select last line", "select next heading",
        "select first word",
      ], on: [field], focus: "t")
    func select(_ anchor: Int, _ offset: Int) -> [Order] {
      [Order(.select(anchor: TextOffset(anchor), TextOffset(offset)), element: "t")]
    }
    // Each goes on from where the one before asked the selection to end.
    #expect(try rig.press("select next word") == select(4, 8))
    #expect(try rig.press("select previous character") == select(4, 7))
    #expect(try rig.press("select last line") == select(4, 13))
    #expect(try rig.press("select next word") == [])
    #expect(rig.text == "no word")
    #expect(try rig.press("select first word") == select(4, 0))
    #expect(try rig.press("select next heading") == [])
    #expect(rig.text == "not available")
  }

  /// There are no pages among items: the program shows another one.
  @Test func pagesAreScrolled() throws {
    var rig = try Rig(["move next page"], on: [element("a", "text")], focus: "a")
    #expect(try rig.press("move next page") == [Order(.scroll(.nextPage), element: "a")])
  }

  /// Of a secret no word is told, but its characters can be gone through.
  @Test func aSecretIsOneWord() throws {
    var field = EngineRig.field("t", "my pass", caret: 0)
    field.role = Role("textbox")
    field.flags[.protected] = true
    var rig = try Rig(["move next word", "move next character"], on: [field], focus: "t")
    #expect(try rig.press("move next word").map(\.command) == [.setCaret(TextOffset(7))])
    #expect(try rig.press("move next word") == [])
    var other = try Rig(["move next character"], on: [field], focus: "t")
    #expect(try other.press("move next character").map(\.command) == [.setCaret(TextOffset(1))])
  }
}
