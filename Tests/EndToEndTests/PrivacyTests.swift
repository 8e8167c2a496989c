// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// What is protected is told to nobody, whoever asks and whatever is logged (behaviour T4).
  @Suite final class PrivacyTests {
    private let daemon: DaemonProcess
    private let program: Program
    /// Somebody else who asks for all that can be asked for.
    private let other: Program
    private static let secret = "zyxq"
    private static let cells = "⠵⠽⠭⠟"

    init() throws {
      daemon = try DaemonProcess(.init(["--display", "none", "--log-level", "debug"]))
      program = try Program(daemon)
      other = try Program(daemon)
    }

    deinit {
      daemon.close()
    }

    private static var field: JSONValue {
      let text: JSONValue = [
        "content": .string(secret), "caret": 4, "version": 1,
        "runs": [["start": 0, "end": 2, "style": ["bold", "misspelled"], "language": "de"]],
      ]
      return [
        "id": "p", "role": "textbox", "label": "Code", "protected": true,
        "value": .string(secret), "text": text,
        "children": [["id": "c", "role": "text", "label": .string(secret)]],
      ]
    }

    /// What is done with the field, each step to be seen before the next.
    private static let steps: [(String, JSONValue)] = [
      ("focus", ["element": field]), ("announce", ["text": .string(secret)]),
      ("press", ["keys": ["space+dot1+dot2"]]), ("press", ["keys": ["FWINRT"]]),
      ("press", ["keys": ["FWINLT", "space+dot3+dot6"]]), ("press", ["keys": ["DESCCHAR 6"]]),
      ("press", ["keys": ["FREEZE"]]), ("press", ["keys": ["FREEZE"]]),
      (
        "edit",
        [
          "element": "p", "base": 1, "version": 2,
          "changes": [["start": 4, "end": 4, "text": .string(secret)]],
        ]
      ),
      ("press", ["keys": ["space+dot1+dot3+dot4+dot5"]]), ("press", ["keys": ["space+dot1+dot2"]]),
      ("press", ["keys": ["space+dot2+dot3+dot4"]]), ("press", ["keys": ["space+dot2+dot3+dot4"]]),
      ("release", [:]),
    ]

    /// All that anybody is told while a secret is written, read and looked at.
    private func whatIsTold() throws -> [JSONValue] {
      try other.ask("observe")
      var told: [JSONValue] = []
      for mode in ["uncontracted", "contracted", "computer"] as [JSONValue] {
        try program.set([
          "braille.mode": mode, "display.statusCells": 3, "messages.readingPause": 0,
        ])
        for (method, params) in Self.steps {
          try program.ask(method, params)
          told += try other.all("frame")
        }
      }
      told.append(try other.ask("status"))
      told.append(try other.ask("history"))
      told.append(try other.ask("explain", ["element": Self.field]))
      return told
    }

    @Test func aSecretIsToldToNobody() throws {
      let told = try whatIsTold()
      // What is announced meanwhile is shown, as it is no part of the field, and not kept.
      let others = told.filter { $0["kind"] != "message" }
      #expect(told.count > 30 && others.count < told.count)
      for answer in others {
        let text = "\(answer)"
        #expect(!text.contains(Self.secret) && !text.contains(Self.cells), "\(text)")
      }
      #expect(others.contains { "\($0)".contains("●●●●") })
    }

    @Test func theLogHasNothingThatIsRead() throws {
      _ = try whatIsTold()
      try program.focus(words: "Wuxnbv")
      try program.ask("announce", ["text": "Wuxnbv too"])
      try program.say("focus", ["element": ["id": "x", "label": ["Wuxnbv"]]])
      _ = try program.next("rejected")
      #expect(daemon.log.count(of: "connected") > 0)
      for word in [Self.secret, Self.cells, "Wuxnbv"] {
        #expect(daemon.log.count(of: word) == 0, "\(word)")
      }
    }
  }
}
