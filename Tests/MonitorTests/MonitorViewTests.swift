// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Monitor
import Testing
import Wire

/// What a monitor makes of what an observer is told (docs/protocol.md, "Looking on").
@Suite struct MonitorViewTests {
  private var view = MonitorView()

  private static let display: JSONValue = [
    "connected": true, "columns": 8, "rows": 1, "driver": "ht", "model": "Active",
  ]
  private static let frame: JSONValue = [
    "columns": 8, "rows": 1, "cells": ["⠠⠠⠕⠅⠀⠃⠞⠝"], "text": ["OK btn  "], "kind": "content",
    "producer": "Pizza", "caret": ["row": 0, "column": 2],
  ]

  private static func observed(_ event: String, _ members: [String: JSONValue]) -> JSONValue {
    .object(members.merging(["event": .string(event), "time": 5]) { $1 })
  }

  @Test mutating func framesAndTheDisplayAreLines() {
    #expect(view.take("display", Self.display) == ["display: 8x1, driver ht Active"])
    #expect(
      view.take("frame", Self.frame) == ["content, Pizza, caret 2", "⠠⠠⠕⠅⠀⠃⠞⠝", "OK btn"])
    let none: JSONValue = ["connected": false, "problem": "brltty has no display; connect one"]
    #expect(view.take("display", none) == ["display: none: brltty has no display; connect one"])
    #expect(view.take("frame", ["columns": 8]) == [])
    #expect(view.take("dance", [:]) == [])
  }

  @Test mutating func keysAndCommandsAreLines() {
    #expect(view.take("observed", Self.observed("key", ["key": "ROUTE 5"])) == ["key ROUTE 5"])
    #expect(
      view.take("observed", Self.observed("key", ["key": "FWINRT", "producer": "pid 7"]))
        == ["key FWINRT, pressed by pid 7"])
    #expect(
      view.take("observed", Self.observed("key", ["typed": true]))
        == ["key, not told because a secret is written"])
    let commands: [(JSONValue, String)] = [
      (["command": "move", "direction": "next", "unit": "item", "seq": 3], "move next item"),
      (["command": "activate", "element": "ok"], "activate on ok"),
      (["command": "insertText", "text": "hi ", "element": "n"], #"insertText text "hi " on n"#),
      (["command": "key", "key": "Enter", "modifiers": []], "key Enter"),
      (
        ["command": "setCaret", "offset": 5, "version": 2, "element": "n"], "setCaret offset 5 on n"
      ),
    ]
    for (command, words) in commands {
      let event = Self.observed("command", ["command": command, "producer": "Pizza"])
      #expect(view.take("observed", event) == ["Pizza: \(words)"])
    }
    #expect(view.take("observed", Self.observed("time", [:])) == [])
  }

  @Test mutating func thePictureHasItAllWhereItBelongs() {
    _ = view.take("display", Self.display)
    _ = view.take("frame", Self.frame)
    _ = view.take("observed", Self.observed("key", ["key": "ROUTE 5"]))
    let lines = view.picture(rows: 10, prompt: "q quit").split(
      separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.count == 10)
    #expect(lines.first == "\u{1B}[H\u{1B}[2Kdisplay: 8x1, driver ht Active")
    // Clicks are taken where the cells are drawn; the one with the caret is reversed.
    #expect(
      lines[MonitorView.firstRow - 1] == "\u{1B}[2K│⠠⠠\u{1B}[7m⠕\u{1B}[27m⠅ ⠃⠞⠝│")
    #expect(lines[MonitorView.firstRow] == "\u{1B}[2K│OK btn  \u{1B}[10G│")
    #expect(lines.contains("\u{1B}[2K\u{1B}[32mkey ROUTE 5\u{1B}[39m"))
    #expect(lines.last == "\u{1B}[2Kq quit")
    #expect(view.size?.columns == 8 && view.size?.rows == 1)
  }

  @Test mutating func aSmallTerminalHasTheDisplayAndTheNewest() {
    _ = view.take("display", Self.display)
    _ = view.take("frame", Self.frame)
    for number in 0..<300 {
      _ = view.take("observed", Self.observed("key", ["key": .string("ROUTE \(number)")]))
    }
    let tall = view.picture(rows: 9, prompt: "q quit")
    #expect(tall.contains("ROUTE 299\u{1B}") && !tall.contains("ROUTE 297\u{1B}"))
    for rows in 0..<9 {
      let picture = view.picture(rows: rows, prompt: "q quit")
      #expect(picture.split(separator: "\r\n").count == max(1, rows))
      #expect(rows < 5 || picture.contains("OK btn"))
    }
  }

  @Test mutating func whatIsWrongIsSaidInPlaceOfTheDisplay() {
    _ = view.take("display", Self.display)
    _ = view.take("frame", Self.frame)
    #expect(view.note("brailled is gone") == ["brailled is gone"])
    #expect(view.picture(rows: 9, prompt: "").hasPrefix("\u{1B}[H\u{1B}[2K\u{1B}[31mbrailled is"))
    #expect(view.note("") == [])
    #expect(view.picture(rows: 9, prompt: "").contains("driver ht"))
    #expect(
      view.take("rejected", ["message": "there is no display", "code": 4])
        == ["refused: there is no display"])
  }
}
