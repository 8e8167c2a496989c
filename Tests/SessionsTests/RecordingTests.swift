// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Sessions
import Testing
import Translation
import Wire

/// What becomes of what a recorder is told (docs/protocol.md, "Looking on").
@Suite struct RecordingTests {
  private var recording: Recording

  init() {
    guard case .object(var settings) = Outgoing.settings(Settings().values) else {
      recording = Recording(settings: .null)
      return
    }
    settings["braille.mode"] = "contracted"
    settings["brlapi.auth"] = "keyfile:/secret"
    recording = Recording(settings: .object(settings))
    recording.take(
      "display",
      ["connected": true, "columns": 3, "rows": 1, "driver": "ht", "model": "Active", "dots": 6])
    say(1, "focus", ["element": ["id": "a", "role": "text", "label": "ab"]], at: 100)
    frame("ab ", "⠁⠃⠀")
    recording.begin()
  }

  private mutating func observe(_ event: String, at time: Int, _ members: [String: JSONValue] = [:])
  {
    recording.take(
      "observed",
      .object(members.merging(["event": .string(event), "time": .integer(time)]) { $1 }))
  }

  private mutating func say(
    _ connection: Int, _ method: String, _ params: JSONValue, at time: Int
  ) {
    let message: JSONValue = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    observe("message", at: time, ["connection": .integer(connection), "message": message])
  }

  private mutating func frame(_ text: String, _ cells: String, isProvisional: Bool = false) {
    var params: [String: JSONValue] = [
      "columns": 3, "rows": 1, "text": [.string(text)], "cells": [.string(cells)],
      "kind": "content",
    ]
    if isProvisional { params["provisional"] = true }
    recording.take("frame", .object(params))
  }

  /// The lines behind what is there when a recording begins.
  private var lines: [String] {
    recording.text(head: []).split(separator: "\n").dropFirst(3).map(String.init)
  }

  @Test func itBeginsWithTheDisplayTheSettingsAndWhatIsShown() {
    #expect(
      recording.text(head: ["of a test"]) == """
        # of a test
        display 3x1 six dots of ht Active
        set braille.mode = contracted
        A> {"method":"focus","params":{"element":{"id":"a","label":"ab","role":"text"}}}

        """)
  }

  @Test mutating func whatComesOfAKeyStandsBehindIt() {
    observe("key", at: 350, ["key": "FWINRT"])
    let command: JSONValue = [
      "command": "move", "direction": "next", "unit": "item", "seq": 9,
    ]
    observe("command", at: 350, ["connection": 1, "command": command])
    observe("key", at: 351, ["key": "FWINLT"])
    observe("time", at: 700)
    observe("time", at: 800)
    frame("b  ", "⠃⠀⠀")
    say(1, "done", ["seq": 9], at: 800)
    #expect(
      lines == [
        "+ 250ms", "key FWINRT",
        #"A< {"command":"move","direction":"next","seq":1,"unit":"item"}"#, "+ 1ms",
        "key FWINLT", "= same", "+ 449ms", "=|b  |", "=:⠃",
        #"A> {"method":"done","params":{"seq":1}}"#, "= same",
      ])
  }

  @Test mutating func acknowledgementsOfWhatWasBeforeAreLeftOut() {
    say(1, "done", ["seq": 8], at: 100)
    say(1, "change", ["elements": [["id": "a"]], "ack": 8], at: 100)
    #expect(
      lines == [#"A> {"method":"change","params":{"elements":[{"id":"a"}]}}"#, "= same"])
  }

  @Test mutating func whatIsNotAnsweredYetIsNotCompared() {
    observe("key", at: 100, ["key": "FWINRT"])
    frame("b  ", "⣿⠀⠀", isProvisional: true)
    observe("key", at: 100, ["key": "FWINLT"])
    frame("ab ", "⣿⣿⠀", isProvisional: true)
    observe("translated", at: 130)
    frame("ab ", "⠁⠃⠀")
    #expect(lines == ["key FWINRT", "key FWINLT", "=|ab |", "=:⠁⠃"])
  }

  @Test mutating func secretsAreLettersAndNotCompared() {
    observe("key", at: 100, ["typed": true])
    frame("●  ", "⠿⠀⠀")
    #expect(lines == ["key dot1+dot3+dot4+dot6"])
  }

  @Test mutating func errorsDeparturesAndSettingsAreWritten() {
    say(2, "update", ["elements": [["id": "z"]]], at: 100)
    observe("refused", at: 100, ["connection": 2, "code": 3, "field": "elements[0].id"])
    observe("unreadable", at: 100, ["connection": 2, "code": -32700])
    say(2, "status", [:], at: 100)
    observe("left", at: 100, ["connection": 2])
    observe("settings", at: 110, ["settings": ["braille.mode": "computer", "brlapi.auth": "x"]])
    recording.take("display", ["connected": false])
    #expect(
      lines == [
        #"B> {"method":"update","params":{"elements":[{"id":"z"}]}}"#,
        "# B: a line was no message:  error -32700",
        #"B! {"code":3,"field":"elements[0].id"}"#, "B> disconnect", "= same", "+ 10ms",
        "set braille.mode = computer", "display off", "= same",
      ])
  }

  /// What stands behind the inputs of a masked session is what an engine makes of them.
  @Test mutating func aMaskedRecordingComesTrue() throws {
    say(1, "focus", ["element": ["id": "b", "role": "text", "label": "Bob"]], at: 200)
    frame("Bob", "⠃⠕⠃")
    observe("key", at: 300, ["key": "FWINRT"])
    observe(
      "command", at: 300,
      ["connection": 1, "command": ["command": "move", "direction": "next", "unit": "item"]])
    let masked = recording.masked(
      head: ["masked"], louis: BuiltinTranslator(), resources: Resources()
    ) { _ in }
    #expect(!masked.text.contains("Bob") && masked.text.contains(#""label":"Xxx""#))
    #expect(masked.text.contains("=|Xxx|"))
    // No key does anything without its files, so no command came.
    #expect(masked.deviations == 1)
    let file = try SessionFile(parsing: masked.text)
    var player = SessionPlayer(file, louis: BuiltinTranslator(), resources: Resources())
    #expect(player.play(file) == [])
  }
}
