// SPDX-License-Identifier: GPL-3.0-or-later
import Commands
import Core
import Testing
import Wire

/// What observers are told, and what of it is hidden (docs/protocol.md, "Looking on").
@Suite struct ObservedTests {
  private func text(_ value: JSONValue) -> String { String(decoding: value.line, as: UTF8.self) }

  /// What is told of a message while elements of these ids are secrets.
  private func told(
    _ method: String, _ params: String, secrets: Set<String> = [], isInSecret: Bool = false
  ) throws -> String {
    let line = #"{"method":"\#(method)","params":\#(params)}"#
    guard case .message(let incoming) = decode(line: Array(line.utf8), isFull: true) else {
      Issue.record("\(line) is no message")
      return ""
    }
    return text(
      incoming.message.jsonWithoutSecrets(
        acknowledging: incoming.acknowledged, isProtected: { secrets.contains($0) },
        isInSecret: isInSecret, mayShow: { _ in !isInSecret }))
  }

  @Test func messagesAreToldAsTheyWere() throws {
    #expect(
      try told("focus", #"{"element":{"id":"a","label":"Anna"},"ack":3}"#)
        == #"{"jsonrpc":"2.0","method":"focus","params":{"ack":3,"element":{"id":"a","label":"Anna"}}}"#
    )
    #expect(
      try told("announce", #"{"text":"Saved"}"#)
        == #"{"jsonrpc":"2.0","method":"announce","params":{"text":"Saved"}}"#)
  }

  /// The word `secret` is wherever something secret may be.
  @Test(arguments: [
    (
      "focus",
      #"{"element":{"id":"p","label":"Code","protected":true,"value":"secret","text":{"content":"secret","caret":3},"children":[{"id":"c","label":"secret"}]}}"#
    ),
    (
      "update",
      #"{"elements":[{"id":"p","label":"Code","inputType":"password","stateDescription":"secret","errorMessage":"secret"}]}"#
    ),
    ("change", #"{"elements":[{"id":"s","value":"secret","text":{"content":"secret"}}]}"#),
    (
      "screen",
      #"{"elements":[{"id":"g","role":"group","children":[{"id":"s","value":"secret"}]}]}"#
    ),
    (
      "edit",
      #"{"element":"s","base":1,"version":2,"changes":[{"start":0,"end":0,"text":"secret"}]}"#
    ),
    ("insert", #"{"parent":"s","elements":[{"id":"new","value":"secret","label":"secret"}]}"#),
    (
      "focus",
      #"{"element":{"id":"new","label":"secret"},"ancestors":[{"id":"p","role":"group","protected":true}]}"#
    ),
  ])
  func whatASecretHoldsIsHidden(_ method: String, _ params: String) throws {
    let told = try told(method, params, secrets: ["s"])
    #expect(!told.contains("secret") && told.contains("●●●●●●"), "\(told)")
    #expect(!params.contains("Code") || told.contains("Code"))
  }

  @Test func whatIsSaidInASecretIsHidden() throws {
    #expect(try told("announce", #"{"text":"ab"}"#, isInSecret: true).contains(#""text":"●●""#))
    #expect(
      try told("press", #"{"keys":["dot1"]}"#, isInSecret: true)
        .contains(#""keys":["dot1+dot3+dot4+dot6"]"#))
    // A character of several scalars stays one.
    let hidden = try told("announce", #"{"text":"e\#u{301}x"}"#, isInSecret: true)
    #expect(hidden.contains("\"●\u{301}●\""))
  }

  @Test func commandsToASecretAreHidden() {
    let insert = Order(.insertText("ab"), element: "p", sequence: 4)
    #expect(
      text(insert.params(isSecret: true))
        == #"{"command":"insertText","element":"p","seq":4,"text":"●●"}"#)
    #expect(text(insert.params(isSecret: false)).contains(#""text":"ab""#))
    let letter = Order(.key("a", []))
    #expect(text(letter.params(isSecret: true)).contains(#""key":"●""#))
    let enter = Order(.key("Enter", []))
    #expect(text(enter.params(isSecret: true)).contains(#""key":"Enter""#))
  }

  @Test func eventsHaveTheirMembers() {
    let program = ProgramID(7)
    func text(_ observed: Outgoing.Observed) -> String {
      self.text(
        Outgoing.observed(observed, at: 12) { $0 == program ? "Pizza" : nil }["params"] ?? .null)
    }
    #expect(
      text(.key(name: "FWINRT", isTyped: false, by: nil))
        == #"{"event":"key","key":"FWINRT","time":12}"#)
    #expect(
      text(.key(name: nil, isTyped: true, by: program))
        == #"{"connection":7,"event":"key","producer":"Pizza","time":12,"typed":true}"#)
    #expect(
      text(.refused(program, method: "edit", code: 6, field: "base"))
        == #"{"code":6,"connection":7,"event":"refused","field":"base","method":"edit","producer":"Pizza","time":12}"#
    )
    #expect(text(.left(ProgramID(8))) == #"{"connection":8,"event":"left","time":12}"#)
    #expect(text(.time) == #"{"event":"time","time":12}"#)
  }
}
