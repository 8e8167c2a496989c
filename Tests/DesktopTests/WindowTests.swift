// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Commands
import DBus
import Testing
import TestSupport

/// Windows are read item by item, and the keyboard goes along.
struct WindowTests {
  private func items(_ desktop: inout FakeDesktop) -> [String] {
    var found: [String] = []
    while found.last?.hasPrefix("error") != true, found.count < 20 {
      found.append(desktop.move(.next, .item))
    }
    #expect(desktop.forbidden == [])
    return found
  }

  @Test(arguments: [true, false]) func itemsOfGTK(hasCollection: Bool) {
    var program = DeskProgram.window()
    program.hasCollection = hasCollection
    var desktop = FakeDesktop(program, focus: "entry")
    #expect(desktop.move(.first, .item) == "File")
    #expect(items(&desktop) == ["Your name", "Ada", "Express", "OK", "error 8"])
    #expect(desktop.move(.previous, .button) == "error 8")
    #expect(desktop.move(.previous, .textField) == "Ada")
  }

  @Test func itemsOfGTK4WhichNeverSaysShowing() {
    var program = DeskProgram.window()
    program.hasCollection = false
    program.tellsShowing = false
    var desktop = FakeDesktop(program, focus: "Express")
    #expect(items(&desktop) == ["Elsewhere", "OK", "error 8"])
  }

  @Test func theKeyboardGoesAlong() {
    var desktop = FakeDesktop(.window(), focus: "entry")
    #expect(desktop.move(.next, .item) == "Express")
    #expect(desktop.programs[":1.9"]?.focus == "Express")
    #expect(desktop.move(.previous, .item) == "Ada")
    // A label cannot have it.
    #expect(desktop.move(.previous, .item) == "Your name")
    #expect(desktop.programs[":1.9"]?.focus == "entry")
  }

  /// What the program says of a move is not taken for a move of the user.
  @Test func whatIsSaidLateDoesNotCallBack() {
    var desktop = FakeDesktop(.window(), focus: "entry")
    desktop.holdsSignals = true
    #expect(desktop.move(.next, .item) == "Express")
    #expect(desktop.move(.next, .item) == "OK")
    desktop.deliver()
    #expect(desktop.words == "OK")
    desktop.advance(by: .seconds(2))
    desktop.happen { $0.moveFocus(to: "Express") }
    #expect(desktop.words == "Express")
  }

  @Test func cellsOfQtWithoutTheirOwnPlace() {
    let cells = (0..<6).map {
      DeskObject(.tableCell, "cell \($0)", states: [.focusable, .selectable])
    }
    let table = DeskObject(.table, key: "table", states: .focusable, cells).with { $0.columns = 2 }
    var program = DeskProgram([DeskObject(.frame, "Qt", states: .active, [table])])
    program.hasCollection = false
    program.hasTableCell = false
    program.toolkit = "Qt"
    var desktop = FakeDesktop(program, focus: "cell 0")
    #expect(desktop.move(.next, .row) == "cell 2")
    #expect(desktop.move(.next, .column) == "cell 3")
    #expect(desktop.move(.last, .row) == "cell 5")
    #expect(desktop.move(.next, .row) == "error 8")
    #expect(desktop.programs[":1.9"]?.focus == "cell 5")
    #expect(desktop.forbidden == [])
  }

  @Test func aListOfManyIsAskedForInPart() {
    let rows = (0..<2000).map { DeskObject(.listItem, "row \($0)", states: .selectable) }
    let list = DeskObject(.list, key: "list", rows)
    var program = DeskProgram([DeskObject(.frame, "Qt", states: .active, [list])])
    program.hasCollection = false
    var desktop = FakeDesktop(program, focus: "row 1000")
    let before = desktop.programs[":1.9"]?.callCount ?? 0
    #expect(desktop.move(.next, .item) == "row 1001")
    #expect(desktop.move(.previous, .item) == "row 1000")
    #expect((desktop.programs[":1.9"]?.callCount ?? 0) - before < 700)
    #expect(desktop.forbidden == [])
  }
}
