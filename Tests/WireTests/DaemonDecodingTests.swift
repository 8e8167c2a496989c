// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Panning
import TestSupport
import Testing
import Wire

/// What brailled says is what a program reads (docs/protocol.md, "From the daemon").
@Suite struct DaemonDecodingTests {
  private func read(_ line: String) -> DaemonLine? { decode(daemonLine: Array(line.utf8)) }

  static let commands: [Command] = [
    .moveBy(.next, rotor: "warnings"), .moveBy(.next, rotor: "heading1"),
    .find("näh", .previous), .setFocus, .focused, .activate(offset: nil),
    .activate(offset: TextOffset(7)), .longPress, .escape, .magicTap, .increment, .decrement,
    .expand, .collapse, .setValue("5 €"), .performAction("archive"), .system("home"),
    .key("Tab", [.shift, .control, .meta, .altGr, .gui]), .key("a", []),
    .input(cells: [Cell(rawValue: 3), .blank, .full], key: nil), .input(cells: [], key: "x"),
    .input(cells: [], key: nil), .setCaret(TextOffset(0)),
    .select(anchor: TextOffset(9), TextOffset(2)), .selectAll, .cut, .copy, .paste, .undo, .redo,
    .insertText("a\n\"b\""), .replaceText(TextOffset(1)..<TextOffset(1), ""), .deleteBackward(2),
    .deleteForward(1), .readText(TextOffset(3), .next),
  ]

  static let allCommands =
    commands + Command.Unit.allCases.map { .move(.last, $0) }
    + Command.Direction.allCases.map { .move($0, .item) }
    + Command.ScrollDirection.allCases.map { .scroll($0) }

  @Test func commandsAreReadAsTheyWereSent() {
    for (index, command) in Self.allCommands.enumerated() {
      let order = Order(
        command, element: index % 3 == 0 ? nil : "e\(index)",
        sequence: index % 2 == 0 ? index : nil,
        version: index % 5 == 0 ? 1_700_000_000_000_000 : nil)
      let line = Outgoing.notification("command", Outgoing.command(order)).line
      #expect(decode(daemonLine: line) == .command(order))
    }
  }

  @Test func aCommandThatIsNotKnownHasItsNumber() {
    guard
      case .strange("dance", 4, _)? = read(
        #"{"method":"command","params":{"command":"dance","seq":4}}"#)
    else {
      Issue.record("it was taken for something else")
      return
    }
    for line in [
      #"{"method":"command"}"#, #"{"method":"command","params":{"command":"setCaret"}}"#,
      #"{"method":"command","params":{"command":"move","direction":"up","unit":"item"}}"#,
      #"{"method":"command","params":{"command":"replaceText","start":3,"end":1,"text":""}}"#,
    ] {
      guard case .strange? = read(line) else {
        Issue.record("\(line) was taken")
        continue
      }
    }
  }

  @Test func helloAndStatus() throws {
    let line = Outgoing.reply(.number(1), .hello(version: 1, .none)).line
    guard case .reply(.number(1), .success(let result))? = decode(daemonLine: line) else {
      throw Lines.NotTaken()
    }
    let welcome = try #require(Welcome(result))
    #expect(welcome.version == 1)
    #expect(welcome.limits["text"] == Limits.text && welcome.limits["line"] == Limits.line)
    #expect(Welcome([:]) == nil)

    let producers = [
      Status.Producer(name: "x", pid: 12, rank: .application, isPaused: true, showsFocus: true),
      Status.Producer(name: "desktop", pid: 13, rank: .desktop, isPaused: false, showsFocus: false),
    ]
    let status = try #require(
      JSONValue(
        parsing: #"""
          {"producers":[{"name":"x","pid":12,"rank":"application","paused":true,"shows":true},
          {"name":"desktop","pid":13,"rank":"desktop","paused":false}]}
          """#.utf8))
    #expect(Status.Producer.list(status) == producers)
    #expect(Status.Producer.list(["producers": [1, ["name": "x"], ["pid": 1]]]).isEmpty)
  }

  @Test func refusals() {
    var error = ProtocolError(.params, "text.caret is wrong", field: "text.caret")
    #expect(
      decode(daemonLine: Outgoing.reply(.text("a"), .error(error)).line)
        == .reply(
          .text("a"),
          .failure(.init(method: nil, code: -32602, message: error.message, field: "text.caret"))))
    #expect(
      decode(
        daemonLine: Outgoing.notification(
          "rejected", Outgoing.rejected(method: "edit", error, line: 4)
        ).line)
        == .rejected(
          .init(method: "edit", code: -32602, message: error.message, field: "text.caret")))
    error = ProtocolError(limit: "line", max: 5)
    #expect(
      decode(daemonLine: Outgoing.reply(nil, .error(error)).line)
        == .reply(nil, .failure(.init(method: nil, code: 2, message: error.message, field: nil))))
  }

  @Test func theRest() {
    #expect(read(#"{"jsonrpc":"2.0","method":"shutdown","params":{}}"#) == .shutdown)
    #expect(read(#"{"method":"frame","params":{"columns":4}}"#) == .other)
    for line in ["", "x", "[]", "{}", "3", #"{"id":1}"#] { #expect(read(line) == nil) }
  }

  @Test(arguments: (0..<8).map { UInt64($0) }) func garbageIsRead(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      let order = Order(generator.one(of: Self.allCommands), element: "e", sequence: 1)
      let line = Outgoing.notification("command", Outgoing.command(order)).line
      _ = decode(daemonLine: generator.mutated(line))
      _ = decode(daemonLine: Array(generator.json().utf8))
    }
  }
}
