// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Elements
import TestSupport
import Testing
import Wire

/// What a program written in Swift says is what brailled reads.
@Suite struct ProducerEncodingTests {
  private func text(_ value: JSONValue) -> String { String(decoding: value.line, as: UTF8.self) }

  private func taken(_ message: Message, ack: Int? = nil) throws -> Incoming {
    try Lines.taken(text(message.json(acknowledging: ack)))
  }

  @Test(arguments: (0..<8).map { UInt64($0) })
  func whatIsWrittenIsReadAgain(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let maker = ElementMaker(letter: "q")
    for _ in 0..<100 {
      let message = maker.message(&generator)
      let ack = generator.maybe(50) { $0.integer(0...99) }
      let incoming = try taken(message, ack: ack)
      #expect(incoming.message == message)
      #expect(incoming.acknowledged == (message.mayAcknowledge ? ack : nil))
      #expect(incoming.id == nil)
    }
  }

  @Test func everyMemberGoesOver() throws {
    let full = FullElement.element
    for member in Member.all {
      var one = Element(id: "x")
      var change = ElementChange(id: "x")
      change.given = [member]
      change.element = full
      one = one.changed(by: change)
      #expect(one != Element(id: "x"), "\(member.name) is not in the full element")
      #expect(try taken(.focus(one, ancestors: [])).message == .focus(one, ancestors: []))
    }
    #expect(try taken(.focus(full, ancestors: [full])).message == .focus(full, ancestors: [full]))
  }

  @Test func aChangeDoesThereWhatItDoesHere() throws {
    let full = FullElement.element
    for member in Member.all {
      var gives = ElementChange(id: "x")
      gives.given = [member]
      gives.element = full
      var removes = ElementChange(id: "x")
      removes.removed = [member]
      for (change, old) in [(gives, Element(id: "x")), (removes, full)] {
        guard case .change(let read, focus: nil) = try taken(.change([change], focus: nil)).message
        else { throw Lines.NotTaken() }
        #expect(old.changed(by: read[0]) == old.changed(by: change))
      }
    }
    // A whole text replaces all of another one.
    var gives = ElementChange(id: "x")
    gives.given = [.text]
    gives.element.text = TextContent("short")
    guard case .change(let read, focus: nil) = try taken(.change([gives], focus: nil)).message
    else { throw Lines.NotTaken() }
    #expect(full.changed(by: read[0]) == full.changed(by: gives))
  }

  @Test func changesInPart() throws {
    var change = ElementChange(id: "x")
    var caret = TextChange()
    caret.caret = TextOffset(4)
    caret.removed = [.anchor, .runs]
    change.text = caret
    var range = Rest.ValueRange()
    range.now = 2.5
    var part = RangeChange(given: range)
    part.removed = [.text]
    change.range = part
    let message = Message.change([change], focus: "x")
    #expect(try taken(message).message == message)
    #expect(
      text(message.json())
        == #"{"jsonrpc":"2.0","method":"change","params":{"elements":[{"id":"x","range":{"now":2.5,"text":null},"text":{"anchor":null,"caret":4,"runs":null}}],"focus":"x"}}"#
    )
  }

  @Test func whatDoesNotApplyIsLeftOut() {
    #expect(
      text(Message.focus(Element(id: "a"), ancestors: []).json(acknowledging: 3))
        == #"{"jsonrpc":"2.0","method":"focus","params":{"ack":3,"element":{"id":"a"}}}"#)
    #expect(text(Message.resume.json()) == #"{"jsonrpc":"2.0","method":"resume"}"#)
    #expect(
      text(Message.status.json(id: .number(2)))
        == #"{"id":2,"jsonrpc":"2.0","method":"status"}"#)
    #expect(
      text(Message.announce(Announcement(text: "Saved")).json(acknowledging: 9))
        == #"{"jsonrpc":"2.0","method":"announce","params":{"text":"Saved"}}"#)
    #expect(
      text(
        Message.hello(
          Hello(name: "d", acknowledges: true, commands: ["move", "key"], rank: .desktop)
        ).json(id: .number(1)))
        == #"{"id":1,"jsonrpc":"2.0","method":"hello","params":{"acks":true,"commands":["key","move"],"name":"d","rank":"desktop"}}"#
    )
  }

  @Test func whatIsNoNumberIsLeftOut() throws {
    var element = Element(id: "a")
    element.frame = Rest.Frame(x: .nan, y: 0, width: 1, height: 1)
    element.activationPoint = Rest.Point(x: .infinity, y: 0)
    var range = Rest.ValueRange()
    range.now = .nan
    range.max = 9
    element.range = range
    guard case .focus(let read, _) = try taken(.focus(element, ancestors: [])).message else {
      return
    }
    #expect(read.frame == nil && read.activationPoint == nil)
    #expect(read.range?.now == nil && read.range?.max == 9)
  }
}

/// An element that has every member.
enum FullElement {
  static var element: Element {
    var element = Element(id: "x")
    element.role = Role("textbox")
    element.label = "lab\"el\n"
    element.value = ""
    element.checked = .mixed
    element.pressed = .off
    element.level = 2
    var text = TextContent(Array("a\u{301}😀\r\n".unicodeScalars), offset: 3, length: 90)
    text.version = 1_700_000_000_000_000
    text.caret = TextOffset(4)
    text.anchor = TextOffset(90)
    text.runs = [
      TextContent.Run(
        range: TextOffset(0)..<TextOffset(5), style: ["bold", "odd"], language: "de", element: "l")
    ]
    text.preformatted = true
    text.contracted = true
    element.text = text
    element.children = [.element(Element(id: "c")), .reference("d")]
    for flag in Flag.allCases { element.flags[flag] = flag.rawValue % 2 == 0 }
    addWords(to: &element)
    addRest(to: &element)
    return element
  }

  private static func addWords(to element: inout Element) {
    element.hint = "hint"
    element.description = "description"
    element.details = [.init(label: nil, value: "v"), .init(label: "l", value: "w")]
    element.roleDescription = "role"
    element.stateDescription = "state"
    element.brailleLabel = "bl"
    element.brailleRoleDescription = "br"
    element.placeholder = "p"
    element.language = "de"
    element.invalid = "spelling"
    element.current = "true"
    element.hasPopup = "false"
    element.live = "polite"
    element.autocomplete = "list"
    element.orientation = "vertical"
    element.sort = "ascending"
    element.inputType = "email"
    element.errorMessage = "wrong"
    element.shortcut = "Ctrl+S"
    element.target = "t"
  }

  private static func addRest(to element: inout Element) {
    element.positionInSet = 1
    element.setSize = 0
    element.rowIndex = 2
    element.columnIndex = 3
    element.rowCount = 4
    element.columnCount = 5
    element.rowSpan = 6
    element.columnSpan = 7
    element.rowIndexText = "r"
    element.columnIndexText = "c"
    element.rowHeaders = [.init(text: "r"), .init(text: "row", short: "r")]
    element.columnHeaders = []
    var range = Rest.ValueRange()
    range.min = -1.5
    range.max = 0.1
    range.now = 0
    range.text = "none"
    element.range = range
    element.frame = Rest.Frame(x: 1.25, y: -2, width: 3, height: 4)
    element.activationPoint = Rest.Point(x: 1, y: 2)
    element.actions = [CustomAction(name: "n", label: "l")]
    element.rotors = [
      CustomRotor(
        name: "n", label: "l",
        stops: [.init("a"), .init("b", start: TextOffset(1), end: TextOffset(2))])
    ]
  }
}
