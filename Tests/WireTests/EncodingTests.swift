// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Panning
import TestSupport
import Testing
import Wire

/// What the daemon says (docs/protocol.md, "From the daemon").
@Suite struct EncodingTests {
  private func text(_ value: JSONValue) -> String { String(decoding: value.line, as: UTF8.self) }

  @Test func notificationsAndReplies() {
    #expect(
      text(Outgoing.notification("shutdown", [:]))
        == #"{"jsonrpc":"2.0","method":"shutdown","params":{}}"#)
    #expect(text(Outgoing.reply(.number(7), .done)) == #"{"id":7,"jsonrpc":"2.0","result":{}}"#)
    #expect(text(Outgoing.reply(.text("a"), .done)) == #"{"id":"a","jsonrpc":"2.0","result":{}}"#)
    #expect(
      text(Outgoing.reply(nil, .error(ProtocolError(.noJSON, "no"))))
        == #"{"error":{"code":-32700,"message":"no"},"id":null,"jsonrpc":"2.0"}"#)
  }

  @Test func errorsHaveTheirData() {
    #expect(
      text(Outgoing.reply(.number(1), .error(ProtocolError(limit: "text", max: 9, field: "a.b"))))
        == #"{"error":{"code":2,"data":{"field":"a.b","limit":"text","max":9},"message":"text is over the limit of 9; send less"},"id":1,"jsonrpc":"2.0"}"#
    )
    var error = ProtocolError(.noCommonVersion, "no")
    error.supported = [1]
    #expect(
      text(Outgoing.rejected(method: "hello", error, line: 3))
        == #"{"code":5,"line":3,"message":"no","method":"hello","supported":[1]}"#)
    #expect(
      text(Outgoing.rejected(method: nil, ProtocolError(.params, "x", field: "x"), line: 1))
        == #"{"code":-32602,"field":"x","line":1,"message":"x"}"#)
  }

  @Test(arguments: [
    (
      Order(.move(.next, .item), sequence: 4),
      #"{"command":"move","direction":"next","seq":4,"unit":"item"}"#
    ),
    (
      Order(.move(.previous, .heading3)),
      #"{"command":"move","direction":"previous","level":3,"unit":"heading"}"#
    ),
    (
      Order(.moveBy(.next, rotor: "warnings")),
      #"{"command":"move","direction":"next","unit":"warnings"}"#
    ),
    (
      Order(.setCaret(TextOffset(5)), element: "a", version: 9),
      #"{"command":"setCaret","element":"a","offset":5,"version":9}"#
    ),
    (Order(.activate(offset: nil), element: "a"), #"{"command":"activate","element":"a"}"#),
    (
      Order(.activate(offset: TextOffset(2)), element: "a"),
      #"{"command":"activate","element":"a","offset":2}"#
    ),
    (
      Order(.scroll(.nextPage), element: "a"),
      #"{"command":"scroll","direction":"nextPage","element":"a"}"#
    ),
    (
      Order(.key("Tab", [.shift, .meta])),
      #"{"command":"key","key":"Tab","modifiers":["Shift","Alt"]}"#
    ),
    (Order(.setFocus, element: "a"), #"{"command":"setFocus","element":"a"}"#),
  ]) func commands(_ order: Order, _ json: String) {
    #expect(text(Outgoing.command(order)) == json)
  }

  @Test func versionsAreWrittenAsIntegers() {
    // Microseconds since 1970 are a usual counter.
    let order = Order(.setCaret(.zero), element: "a", version: 1_700_000_000_000_000)
    #expect(text(Outgoing.command(order)).contains(#""version":1700000000000000}"#))
    #expect(
      text(Outgoing.reply(.number(9_007_199_254_740_991), .done)).contains("9007199254740991"))
  }

  @Test func frames() {
    var frame = Frame(blank: DisplaySize(columns: 3, rows: 2), kind: .content)
    frame.cells[4] = .full
    frame.text = ["   ", "ab "]
    frame.caret = CellOffset(4)
    frame.producer = "x"
    frame.element = "e"
    #expect(
      text(Outgoing.frame(frame))
        == #"{"caret":{"column":1,"row":1},"cells":["⠀⠀⠀","⠀⣿⠀"],"columns":3,"element":"e","kind":"content","producer":"x","rows":2,"text":["   ","ab "]}"#
    )
    #expect(
      text(Outgoing.frame(Frame(blank: DisplaySize(columns: 1), kind: .idle)))
        == #"{"cells":["⠀"],"columns":1,"kind":"idle","rows":1,"text":[" "]}"#)
  }

  @Test func displays() {
    #expect(
      text(Outgoing.display(.none))
        == #"{"columns":0,"connected":false,"driver":"","model":"","rows":0}"#)
    let state = DisplayState(size: DisplaySize(columns: 40, rows: 2), driver: "vr", model: "m")
    #expect(
      text(Outgoing.display(state))
        == #"{"columns":40,"connected":true,"driver":"vr","model":"m","rows":2}"#)
  }

  @Test func aHelloTellsVersionFeaturesAndLimits() {
    guard case .object(let reply) = Outgoing.reply(.number(1), .hello(version: 1, .none)),
      let result = reply["result"]
    else {
      Issue.record("no result")
      return
    }
    #expect(result["protocol"] == 1)
    #expect(result["server"]?["name"] == "brailled")
    #expect(result["display"]?["connected"] == false)
    #expect(result["limits"]?["line"] == 4_194_304)
    #expect(result["limits"]?["elements"] == 50_000)
    guard case .array(let features)? = result["features"] else {
      Issue.record("no features")
      return
    }
    #expect(features.contains("focus") && features.contains("press"))
  }
}

@Suite struct JSONValueTests {
  @Test(arguments: (0..<8).map { UInt64($0) }) func whatIsWrittenIsReadAgain(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      guard let value = JSONValue(parsing: generator.json().utf8) else { continue }
      #expect(JSONValue(parsing: value.line) == value)
      #expect(!value.line.contains(0x0A))
    }
  }

  @Test func membersAreFoundByName() {
    let value = JSONValue(parsing: #"{"a":{"b":[1,"x",null,true]}}"#.utf8)
    #expect(value?["a"]?["b"] == [1, "x", .null, true])
    #expect(value?["x"] == nil)
    #expect(value?["a"]?["b"]?["c"] == nil)
    #expect(JSONValue(parsing: "{".utf8) == nil)
  }
}
