// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Core
import Elements
import Testing
import Wire

/// Params of each method (docs/protocol.md, "From the program").
@Suite struct RequestTests {
  private func message(_ method: String, _ params: String) throws -> Message {
    try Lines.taken(#"{"method":"\#(method)","params":\#(params)}"#).message
  }

  private func error(_ method: String, _ params: String) throws -> ProtocolError {
    let refusal = try Lines.refused(#"{"method":"\#(method)","params":\#(params)}"#)
    #expect(refusal.isRequest && refusal.method == method)
    if let field = refusal.error.field { #expect(refusal.error.message.hasPrefix(field)) }
    return refusal.error
  }

  @Test func hello() throws {
    #expect(try message("hello", #"{"name":"x"}"#) == .hello(Hello(name: "x")))
    let full = """
      {"name":"x","version":"2","protocol":3,"acks":true,"commands":["move","move","key"],
      "rank":"desktop"}
      """.filter { !$0.isNewline }
    #expect(
      try message("hello", full)
        == .hello(
          Hello(
            name: "x", version: 3, acknowledges: true, commands: ["move", "key"], rank: .desktop)))
  }

  /// `actions` and `rotors`: what has no label is called by its name.
  @Test func actionsAndRotors() throws {
    let rotors = #"[{"name":"w","label":"Warnings","items":["a",{"id":"b","start":2,"end":4}]}]"#
    let warnings = CustomRotor(
      name: "w", label: "Warnings",
      stops: [.init("a"), .init("b", start: TextOffset(2), end: TextOffset(4))])
    var element = Element(id: "a")
    element.actions = [
      CustomAction(name: "del", label: "Delete"), CustomAction(name: "x", label: "x"),
    ]
    element.rotors = [warnings]
    let actions = #"[{"name":"del","label":"Delete"},{"name":"x"}]"#
    let json = #"{"id":"a","actions":\#(actions),"rotors":\#(rotors)}"#
    #expect(
      try message("screen", #"{"elements":[\#(json)],"rotors":\#(rotors)}"#)
        == .screen(NewScreen(elements: [element], rotors: [warnings])))
    #expect(
      try error("screen", #"{"elements":[],"rotors":[{"name":"w","items":[{"start":1}]}]}"#).field
        == "rotors[0].items[0].id")
    #expect(try error("screen", #"{"elements":[],"rotors":[{}]}"#).field == "rotors[0].name")
  }

  @Test func announce() throws {
    let full = """
      {"text":"a","priority":"high","language":"de","duration":5,"persist":true,"tag":"t",
      "private":true,"element":"e"}
      """.filter { !$0.isNewline }
    #expect(
      try message("announce", full)
        == .announce(
          Announcement(
            text: "a", priority: .high, language: "de", duration: 5, persist: true, tag: "t",
            isPrivate: true, element: "e")))
    #expect(try message("announce", #"{"text":""}"#) == .announce(Announcement(text: "")))
  }

  @Test func done() throws {
    #expect(try message("done", #"{"seq":3}"#) == .done(sequence: 3, failure: nil))
    #expect(try message("done", #"{"seq":3,"error":null}"#) == .done(sequence: 3, failure: nil))
    #expect(
      try message("done", #"{"seq":3,"error":{"code":7,"message":"no"}}"#)
        == .done(sequence: 3, failure: CommandFailure(code: 7, message: "no")))
    #expect(
      try message("done", #"{"seq":3,"error":{"code":7}}"#)
        == .done(sequence: 3, failure: CommandFailure(code: 7, message: "")))
  }

  @Test func settings() throws {
    #expect(try message("settings", "{}") == .settings([]))
    let params = #"{"set":{"b":1.5,"a":"x","c":250,"d":true}}"#
    let changes = [("a", "x"), ("b", "1.5"), ("c", "250"), ("d", "true")]
    #expect(
      try message("settings", params)
        == .settings(changes.map { SettingChange(name: $0.0, value: $0.1) }))
    #expect(try message("settings", #"{"set":null}"#) == .settings([]))
    #expect(try message("settings", #"{"set":{"a":null}}"#) == .settings([]))
  }

  @Test func press() throws {
    #expect(
      try message("press", #"{"keys":["FWINRT","ROUTE 5","space"]}"#)
        == .press([
          try KeyPress(parsing: "FWINRT"), KeyPress(.route(5)), KeyPress(.dots(.blank)),
        ]))
  }

  @Test func observe() throws {
    #expect(try message("observe", "{}") == .observe([.frame, .display]))
    #expect(try message("observe", #"{"events":["frame"]}"#) == .observe([.frame]))
    #expect(try message("observe", #"{"events":[]}"#) == .observe([]))
  }

  @Test func focusUpdateAndChange() throws {
    let element = Element(id: "a")
    #expect(
      try message("focus", #"{"element":{"id":"a"}}"#) == .focus(element, ancestors: []))
    #expect(
      try message("focus", #"{"element":{"id":"a"},"ancestors":[{"id":"b"},{"id":"c"}]}"#)
        == .focus(element, ancestors: [Element(id: "b"), Element(id: "c")]))
    #expect(
      try message("update", #"{"elements":[{"id":"a"}],"focus":"a"}"#)
        == .update([element], focus: "a"))
    #expect(
      try message("change", #"{"elements":[{"id":"a"}]}"#)
        == .change([ElementChange(id: "a")], focus: nil))
  }

  /// A wrong member of each method, with the field that it must be told by.
  @Test(arguments: [
    ("hello", "{}", "name"), ("hello", #"{"name":5}"#, "name"),
    ("hello", #"{"name":"x","protocol":"1"}"#, "protocol"),
    ("hello", #"{"name":"x","protocol":1.5}"#, "protocol"),
    ("hello", #"{"name":"x","acks":1}"#, "acks"),
    ("hello", #"{"name":"x","commands":"move"}"#, "commands"),
    ("hello", #"{"name":"x","commands":["move",5]}"#, "commands[1]"),
    ("hello", #"{"name":"x","commands":["move",null]}"#, "commands[1]"),
    ("hello", #"{"name":"x","rank":"king"}"#, "rank"),
    ("announce", "{}", "text"), ("announce", #"{"text":null}"#, "text"),
    ("announce", #"{"text":["a"]}"#, "text"),
    ("announce", #"{"text":"a","priority":"urgent"}"#, "priority"),
    ("announce", #"{"text":"a","duration":-5}"#, "duration"),
    ("announce", #"{"text":"a","duration":1e20}"#, "duration"),
    ("announce", #"{"text":"a","persist":"yes"}"#, "persist"),
    ("announce", #"{"text":"a","element":1}"#, "element"),
    ("done", "{}", "seq"), ("done", #"{"seq":0}"#, "seq"), ("done", #"{"seq":"1"}"#, "seq"),
    ("done", #"{"seq":1,"error":"no"}"#, "error"), ("done", #"{"seq":1,"error":{}}"#, "error.code"),
    ("done", #"{"seq":1,"error":{"code":7,"message":5}}"#, "error.message"),
    ("pause", #"{"lock":"yes"}"#, "lock"), ("settings", #"{"set":[]}"#, "set"),
    ("settings", #"{"set":{"a":[]}}"#, "set.a"), ("press", "{}", "keys"),
    ("press", #"{"keys":"HOME"}"#, "keys"), ("press", #"{"keys":["HOME","NOSUCH"]}"#, "keys[1]"),
    ("press", #"{"keys":[5]}"#, "keys[0]"), ("observe", #"{"events":"frame"}"#, "events"),
    ("focus", "{}", "element"), ("focus", #"{"element":"a"}"#, "element"),
    ("focus", #"{"element":{}}"#, "element.id"),
    ("focus", #"{"element":{"id":"a"},"ancestors":{}}"#, "ancestors"),
    ("focus", #"{"element":{"id":"a"},"ancestors":[{"id":"b"},{"id":5}]}"#, "ancestors[1].id"),
    ("update", "{}", "elements"), ("update", #"{"elements":[5]}"#, "elements[0]"),
    ("update", #"{"elements":[{"id":"a"},{"id":"b","role":5}]}"#, "elements[1].role"),
    ("update", #"{"elements":[],"focus":5}"#, "focus"), ("change", "{}", "elements"),
    ("change", #"{"elements":[{"label":"x"}]}"#, "elements[0].id"),
    ("change", #"{"elements":[{"id":"a","text":{"caret":"x"}}]}"#, "elements[0].text.caret"),
  ]) func aWrongMemberIsToldByItsField(
    _ method: String, _ params: String, _ field: String
  ) throws {
    let error = try error(method, params)
    #expect(error.code == .params)
    #expect(error.field == field)
  }

  @Test func anUnknownEventIsTold() throws {
    let error = try error("observe", #"{"events":["frame","sounds"]}"#)
    #expect(error.code == .params)
    #expect(error.field?.hasPrefix("events") == true)
  }
}
