// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import Cells
import Commands
import DBus
import enum Desktop.Input
import Testing
import TestSupport

/// Programs that have gone wrong take nothing down, and nothing secret comes out of a field.
struct WrongProgramTests {
  static let numbers: [DBusValue] = [
    .int32(-1), .int32(.min), .int32(.max), .int64(.max), .int64(.min), .uint64(.max),
  ]

  /// All signed integers of an answer made into another one.
  private static func distorted(_ value: DBusValue, _ number: DBusValue) -> DBusValue {
    switch value {
    case .int32, .int64: number
    case .variant(let inner): .variant(distorted(inner, number))
    case .structure(let members): .structure(members.map { distorted($0, number) })
    default: value
    }
  }

  private static func distorting(
    _ number: DBusValue
  ) -> @Sendable (MethodCall, CallResult) -> CallResult {
    { call, result in
      if call.interface.hasSuffix("EditableText") { return .success([.boolean(true)]) }
      if call.member.hasPrefix("GetNSel") { return .success([.int32(1)]) }
      return result.map { $0.map { distorted($0, number) } }
    }
  }

  private static let commands: [Command] = [
    .find("nowhere", .next), .find("the", .previous), .insertText("a"), .deleteBackward(2),
    .deleteForward(3), .selectAll, .setCaret(TextOffset(3)),
    .select(anchor: TextOffset(1), TextOffset(2)),
    .replaceText(TextOffset(0)..<TextOffset(1), "b"), .readText(.zero, .next), .cut, .copy,
    .paste, .increment, .decrement, .activate(offset: nil), .expand, .longPress,
  ]

  @Test(arguments: numbers) func numbersOfAnySizeInPages(number: DBusValue) {
    for start in ["page", "p1", "c21"] {
      var desktop = FakeDesktop(.page(), focus: start)
      desktop.distorts = WrongProgramTests.distorting(number)
      walk(&desktop, from: start)
      #expect(desktop.mistakes == [])
    }
  }

  @Test(arguments: numbers) func numbersOfAnySizeInWindows(number: DBusValue) {
    var program = DeskProgram.window()
    program.hasCollection = false
    var desktop = FakeDesktop(program, focus: "entry")
    desktop.distorts = WrongProgramTests.distorting(number)
    walk(&desktop, from: "entry")
    #expect(desktop.mistakes == [])
  }

  private func walk(_ desktop: inout FakeDesktop, from start: String) {
    let directions: [Command.Direction] = [.next, .previous, .first, .last, .in, .out]
    let units: [Command.Unit] = [
      .item, .container, .line, .page, .heading, .inPageLink, .formControl, .table, .row, .column,
      .list, .staticText, .sameKind, .misspelled,
    ]
    for unit in units {
      for direction in directions { desktop.order(.move(direction, unit)) }
    }
    for command in WrongProgramTests.commands { desktop.order(command) }
    desktop.happen { $0.moveFocus(to: start) }
    for command in WrongProgramTests.commands { desktop.order(command) }
    desktop.happen { $0.moveCaret(of: start, to: 3) }
    desktop.advance(by: .seconds(5))
  }

  @Test(arguments: numbers, FakeEditor.Kind.allCases)
  func numbersOfAnySizeInEditors(number: DBusValue, kind: FakeEditor.Kind) {
    var rig = EditorRig(
      kind, "some words", caret: 4, distorts: WrongProgramTests.distorting(number))
    for command in WrongProgramTests.commands {
      rig.order(command)
      rig.settle()
    }
    #expect(rig.problems.isEmpty)
  }

  @Test(arguments: 0...8) func aTextThatShrinksWhileItIsWritten(wait: Int) {
    var rig = EditorRig(.gtk3, String(repeating: "word ", count: 4000), caret: 15000)
    rig.foreign(10..<19_990, "", after: .milliseconds(wait))
    rig.order(.insertText("x"))
    rig.settle()
    #expect(rig.problems.isEmpty)
    #expect(rig.acks.count == 1)
    #expect(rig.content == rig.editor.string)
  }

  @Test(arguments: 0...8) func theSignsOfASecretAreNeverWritten(wait: Int) {
    for command: Command in [
      .insertText("x"), .deleteBackward(1), .replaceText(TextOffset(1)..<TextOffset(3), "yz"),
    ] {
      var rig = EditorRig(.gtk3, "secret", caret: 3, isSecret: true)
      rig.foreign(0..<1, "", after: .milliseconds(wait))
      rig.order(command)
      rig.settle()
      #expect(!rig.editor.text.contains("●"))
      #expect(!rig.told.contains { $0.text.contains("s") })
    }
  }

  @Test func aFieldInATextStaysItsOwn() {
    let secret = DeskObject(.passwordText, key: "secret", text: "hunter2", states: .editable)
    let paragraph = DeskObject.flowing(.paragraph, key: "p", [.object(secret)])
    var desktop = FakeDesktop(.page([paragraph]), focus: "p")
    #expect(desktop.words == "")
    #expect(desktop.order(.find("hunter", .first)) == 8)
  }

  @Test func aWindowWithoutAFocusIsEntered() {
    var desktop = FakeDesktop(.window(), focus: "entry")
    desktop.happen { program in
      program.change("entry") { $0.states.remove(.focused) }
      program.moveFocus(to: "Order")
    }
    #expect(desktop.words == "Order")
    #expect(desktop.move(.next, .item) == "File")
  }

  @Test func aTableThatIsNoneIsNotCalled() {
    var desktop = FakeDesktop(.page(), focus: "c21")
    let other = DBusValue.structure([
      .string(":1.9"), .objectPath("/org/a11y/atspi/accessible/p1"),
    ])
    desktop.distorts = { call, result in
      call.arguments.last?.string == "Table" ? .success([.variant(other)]) : result
    }
    #expect(desktop.move(.next, .column) == "error 8")
    desktop.happen { $0.moveFocus(to: "c22") }
    #expect(desktop.forbidden == [])
  }

  @Test func whoseSocketCannotBeReachedIsCalledOverTheBus() {
    let button = DeskObject(.button, "Go", states: .focusable).with { $0.interfaces = .action }
    var desktop = FakeDesktop(
      DeskProgram([DeskObject(.frame, "Window", states: .active, [button])]), focus: "Window")
    desktop.reachesSockets = false
    desktop.distorts = { call, result in
      switch call.member {
      case "GetApplicationBusAddress": .success([.string("unix:path=/nowhere")])
      case "DoAction": .success([.boolean(!call.destination.isEmpty)])
      case "GetName": .success([.string("click")])
      case "Get" where call.arguments.last?.string == "NActions": .success([.variant(.int32(1))])
      default: result
      }
    }
    desktop.handle(.busLost)
    desktop.handle(.busConnected)
    desktop.happen { $0.moveFocus(to: "Go") }
    #expect(desktop.order(.activate(offset: nil)) == nil)
    #expect(desktop.keys == [])
  }
}
