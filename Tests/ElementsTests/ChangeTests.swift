// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import Testing

@Suite struct ChangeTests {
  private var element: Element {
    var element = Element(id: "a")
    element.role = Role("textbox")
    element.label = "Name"
    element.value = "v"
    element.hint = "h"
    element.flags[.busy] = true
    element.checked = .on
    element.text = TextContent("hello")
    element.text?.caret = TextOffset(5)
    element.text?.anchor = TextOffset(2)
    element.text?.version = 7
    element.text?.runs = [TextContent.Run(range: TextOffset(0)..<TextOffset(2), style: ["bold"])]
    element.range = Rest.ValueRange()
    element.range?.now = 5
    element.range?.text = "five"
    return element
  }

  @Test func whatIsLeftOutStays() {
    #expect(element.changed(by: ElementChange(id: "a")) == element)
    var change = ElementChange(id: "a")
    change.text = TextChange()
    change.range = RangeChange()
    #expect(element.changed(by: change) == element)
  }

  @Test func whatIsGivenIsTakenAndWhatIsRemovedGoes() {
    var change = ElementChange(id: "a")
    change.element.label = "Other"
    change.element.flags[.busy] = false
    change.given = [.label, .flag(.busy)]
    change.removed = [.value, .hint, .checked]
    let new = element.changed(by: change)
    #expect(new.label == "Other" && new.flags[.busy] == false)
    #expect(new.value == nil && new.hint == nil && new.checked == nil)
    #expect(new.role == Role("textbox") && new.text == element.text)
  }

  @Test(arguments: [
    "role", "label", "value", "checked", "pressed", "level", "text", "children", "hint",
    "description", "details", "roleDescription", "stateDescription", "brailleLabel",
    "brailleRoleDescription", "placeholder", "language", "invalid", "current", "hasPopup", "live",
    "autocomplete", "orientation", "sort", "inputType", "positionInSet", "setSize", "rowIndex",
    "columnIndex", "rowCount", "columnCount", "rowSpan", "columnSpan", "rowIndexText",
    "columnIndexText", "rowHeaders", "columnHeaders", "range", "frame", "activationPoint",
    "errorMessage", "shortcut", "target", "actions", "disabled",
  ]) func eachMemberCanBeGivenAndRemoved(_ name: String) throws {
    let member = try #require(Member(name: name))
    var full = Self.full
    var change = ElementChange(id: "a")
    change.element = full
    change.given = [member]
    let given = Element(id: "a").changed(by: change)
    #expect(given != Element(id: "a"))
    change = ElementChange(id: "a")
    change.removed = [member]
    #expect(given.changed(by: change) == Element(id: "a"))
    full = full.changed(by: change)
    #expect(full != Self.full)
  }

  /// An element with every member.
  static var full: Element {
    var element = Element(id: "a")
    element.role = Role("button")
    (element.label, element.value, element.level) = ("l", "v", 1)
    (element.checked, element.pressed) = (.on, .off)
    element.text = TextContent("t")
    element.children = [.reference("x")]
    for flag in Flag.allCases { element.flags[flag] = true }
    (element.hint, element.description, element.details) = (
      "h", "d", [.init(label: nil, value: "v")]
    )
    (element.roleDescription, element.stateDescription, element.brailleLabel) = ("r", "s", "b")
    (element.brailleRoleDescription, element.placeholder, element.language) = ("r", "p", "de")
    (element.invalid, element.current, element.hasPopup, element.live) = (
      "true", "page", "menu", "off"
    )
    (element.autocomplete, element.orientation, element.sort) = ("list", "vertical", "other")
    (element.inputType, element.positionInSet, element.setSize) = ("url", 1, 2)
    (element.rowIndex, element.columnIndex, element.rowCount, element.columnCount) = (1, 2, 3, 4)
    (element.rowSpan, element.columnSpan) = (1, 2)
    (element.rowIndexText, element.columnIndexText) = ("A", "B")
    (element.rowHeaders, element.columnHeaders) = ([.init(text: "x")], [.init(text: "y")])
    element.range = Rest.ValueRange()
    element.frame = Rest.Frame(x: 0, y: 0, width: 1, height: 1)
    element.activationPoint = Rest.Point(x: 0, y: 0)
    (element.errorMessage, element.shortcut, element.target) = ("e", "s", "t")
    element.actions = [.init(name: "n", label: "l")]
    return element
  }

  private func changed(_ make: (inout TextChange) -> Void) -> TextContent? {
    var change = ElementChange(id: "a")
    var text = TextChange()
    make(&text)
    change.text = text
    return element.changed(by: change).text
  }

  @Test func aTextChangesInPart() {
    let moved = changed { $0.caret = TextOffset(1) }
    #expect(moved?.caret == TextOffset(1) && moved?.anchor == TextOffset(2))
    #expect(moved?.content == element.text?.content && moved?.runs == element.text?.runs)
    let removed = changed { $0.removed = [.anchor, .version, .runs] }
    #expect(removed?.anchor == nil && removed?.version == nil && removed?.runs == [])
    #expect(removed?.caret == TextOffset(5))
    let replaced = changed { $0.content = ["x"] }
    #expect(replaced?.content == ["x"] && replaced?.length == 1 && replaced?.caret == TextOffset(5))
  }

  @Test func aSliceStaysWhereItIs() {
    var element = element
    element.text = TextContent(["a", "b"], offset: 10, length: 30)
    var change = ElementChange(id: "a")
    change.text = TextChange()
    change.text?.content = ["c", "d", "e"]
    let text = element.changed(by: change).text
    #expect(text?.offset == 10 && text?.length == 31)
    change.text?.removed = [.offset, .length]
    let whole = element.changed(by: change).text
    #expect(whole?.offset == 0 && whole?.length == 3)
    change.text?.content = nil
    change.text?.removed = [.length]
    #expect(element.changed(by: change).text?.length == 12)
  }

  @Test func aTextThatWasNotThereIsMade() {
    var change = ElementChange(id: "b")
    change.text = TextChange()
    change.text?.content = ["x"]
    change.text?.caret = TextOffset(1)
    #expect(Element(id: "b").changed(by: change).text?.caret == TextOffset(1))
  }

  @Test func aRangeChangesInPart() {
    var change = ElementChange(id: "a")
    change.range = RangeChange()
    change.range?.given.now = 6
    change.range?.removed = [.text]
    let range = element.changed(by: change).range
    #expect(range?.now == 6 && range?.text == nil)
  }
}
