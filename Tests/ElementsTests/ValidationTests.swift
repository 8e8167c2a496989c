// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Elements
import TestSupport
import Testing

/// What cannot be is told with its field (behaviour E3).
@Suite struct ValidationTests {
  private func field(_ make: (inout Element) -> Void) -> String? {
    var element = Element(id: "a")
    element.text = TextContent("hello")
    make(&element)
    do {
      try element.validate()
      return nil
    } catch {
      #expect(!error.reason.isEmpty)
      return error.field
    }
  }

  @Test func offsetsAreInTheText() {
    #expect(field { _ in } == nil)
    #expect(field { $0.text?.caret = TextOffset(5) } == nil)
    #expect(field { $0.text?.caret = TextOffset(6) } == "text.caret")
    #expect(field { $0.text?.caret = TextOffset(-1) } == "text.caret")
    #expect(field { $0.text?.anchor = TextOffset(6) } == "text.anchor")
    let run = TextContent.Run(range: TextOffset(1)..<TextOffset(6))
    #expect(field { $0.text?.runs = [run] } == "text.runs[0].end")
    let far = TextContent.Run(range: TextOffset(7)..<TextOffset(8))
    let near = TextContent.Run(range: TextOffset(0)..<TextOffset(5))
    #expect(field { $0.text?.runs = [near, far] } == "text.runs[1].start")
  }

  @Test func aSliceFitsIntoTheWhole() {
    #expect(field { $0.text = TextContent(["a"], offset: 3, length: 4) } == nil)
    #expect(field { $0.text = TextContent(["a"], offset: 3, length: 3) } == "text.length")
    #expect(field { $0.text = TextContent(["a"], offset: -1, length: 3) } == "text.offset")
    #expect(
      field {
        $0.text = TextContent(["a"], offset: 3, length: 9)
        $0.text?.caret = TextOffset(9)
      } == nil)
  }

  @Test func anIDIsNotEmpty() {
    #expect(throws: InvalidElement.self) { try Element(id: "").validate() }
  }

  @Test func childrenAreCheckedToo() {
    func parent(_ make: (inout Element) -> Void) -> Child {
      var child = Element(id: "b")
      make(&child)
      var parent = Element(id: "p")
      parent.children = [.reference("r"), .element(child)]
      return .element(parent)
    }
    #expect(
      field { element in
        element.children = [
          parent {
            $0.text = TextContent("x")
            $0.text?.caret = TextOffset(2)
          }
        ]
      } == "children[0].children[1].text.caret")
    #expect(
      field { $0.children = [parent { $0.id = "" }] } == "children[0].children[1].id")
    #expect(field { $0.children = [parent { $0.id = "a" }] } == "children[0].children[1].id")
    #expect(field { $0.children = [parent { $0.id = "p" }] } == "children[0].children[1].id")
    #expect(field { $0.children = [parent { _ in }] } == nil)
  }

  @Test func nothingIsItsOwnAncestor() {
    func child(_ id: String, _ children: [Child]) -> Child {
      var element = Element(id: id)
      element.children = children
      return .element(element)
    }
    #expect(field { $0.children = [.reference("a")] } == "children[0]")
    #expect(
      field { $0.children = [child("b", [child("c", [.reference("b")])])] }
        == "children[0].children[0].children[0]")
    #expect(field { $0.children = [.reference("b"), .reference("b")] } == "children[1]")
    #expect(field { $0.children = [.reference("b"), .reference("c")] } == nil)
    var element = Element(id: "a")
    element.children = [.reference("g")]
    #expect(throws: InvalidElement.self) { try element.validate(in: ["h", "g"]) }
    #expect(throws: Never.self) { try element.validate(in: ["h"]) }
  }

  @Test(arguments: (0..<4).map { UInt64($0) }) func whatTheMakerMakesCanBe(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let maker = ElementMaker(letter: "ж")
    for _ in 0..<100 {
      let element = maker.element(id: "a", &generator)
      #expect(throws: Never.self) { try element.validate() }
    }
  }
}
