// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// Programs that are too many, too slow, or broken; nobody else feels it.
  @Suite final class SocketTests {
    private let daemon: DaemonProcess
    /// Another program, that is well.
    private let other: Program

    init() throws {
      daemon = try DaemonProcess(.init(["--display", "none"]))
      other = try Program(daemon)
      try other.focus(button: "OK")
    }

    deinit {
      daemon.close()
    }

    private func code(_ body: () throws -> Void) throws -> Int? {
      do {
        try body()
        return nil
      } catch ConnectionError.refused(let code, _) {
        return code
      }
    }

    @Test func theProducersSocketTakesWhatProducersNeed() throws {
      let program = try Program(daemon, producesOnly: true)
      let refused: [(String, JSONValue)] = [
        ("status", [:]), ("settings", [:]), ("settings", ["set": ["braille.mode": "computer"]]),
        ("press", ["keys": ["FWINRT"]]), ("observe", [:]), ("history", [:]), ("explain", [:]),
      ]
      // What this version does not know at all is told as that.
      let known = try refused.filter { method, params in
        try code { try other.ask(method, params) } != -32601
      }
      try other.set(["braille.mode": "uncontracted"])
      #expect(known.count >= 5)
      for (method, params) in known {
        #expect(try code { try program.ask(method, params) } == 1, "\(method)")
        try program.say(method, params)
        let rejected = try program.next("rejected")
        #expect(rejected["code"] == 1 && rejected["method"] == .string(method))
      }
      try program.ask("hello", ["name": "Sandbox"])
      try program.focus(button: "Cancel")
      try program.ask("announce", ["text": "Hello"])
      try program.ask("pause")
      try program.ask("resume")
      try program.ask("release")
      #expect(try other.ask("status")["focus"] == "button")
      #expect(try other.ask("settings")["braille.mode"] == "uncontracted")
    }

    @Test func whatARequestCausesComesBeforeItsReply() throws {
      let program = try Program(daemon)
      try program.ask("observe", ["events": ["frame"]])
      _ = try program.all("frame")
      try program.send(
        #"{"id":7,"method":"focus","params":{"element":{"id":"b","label":"Here"}}}"# + "\n")
      let first = try program.next()
      #expect(first["method"] == "frame" && first["params"]?["element"] == "b", "\(first)")
      #expect(try program.next()["id"] == 7)
      try program.send(#"{"id":8,"method":"press","params":{"keys":["FWINRT"]}}"# + "\n")
      let command = try program.next()
      #expect(command["method"] == "command", "\(command)")
      #expect(try program.next()["id"] == 8)
    }

    @Test func thereAreSixtyFourConnections() throws {
      var programs = try (2...64).map { _ in try Program(daemon) }
      for program in programs { try program.ask("status") }
      let late = try Program(daemon)
      let refusal = try late.next()
      #expect(refusal["id"] == .null)
      #expect(refusal["error"]?["code"] == 2)
      #expect(refusal["error"]?["data"] == ["limit": "connections", "max": 64])
      try late.waitForEnd()
      // One leaves, and another one is let in.
      let count = try other.ask("status")["producers"]?.elements?.count
      #expect(count == 64)
      programs.removeLast()
      while try other.ask("status")["producers"]?.elements?.count == 64 {}
      try Program(daemon).ask("status")
    }

    @Test func whoDoesNotReadIsLetGo() throws {
      let deaf = try Program(daemon)
      let question = String(repeating: #"{"id":1,"method":"status"}"# + "\n", count: 50)
      var worst = Duration.zero
      var isThere = true
      var asked = 0
      while isThere {
        do {
          try deaf.send(question)
          asked += 50
        } catch {
          isThere = false
        }
        worst = max(worst, try time { try other.ask("status") })
        #expect(asked < 100_000)
        if asked >= 100_000 { break }
      }
      print("let go before \(asked) answers that are not read; others waited", worst.report)
      #expect(worst < Patience.seconds(2))
      try daemon.log.wait(for: "does not read what it is sent; it is disconnected")
      #expect(try other.ask("status")["producers"]?.elements?.count == 1)
    }

    @Test func anObserverThatDoesNotReadGetsTheNewestFrame() throws {
      let slow = try Program(daemon)
      try slow.ask("observe", ["events": ["frame"]])
      for number in 1...5000 { try other.say("focus", focus(number)) }
      try other.ask("focus", focus(5001))
      var frames = 0
      var last = Shown(.null)
      while last.text != "number 5001" {
        last = Shown(try slow.next("frame"))
        frames += 1
      }
      print("\(frames) frames of 5001 were kept for an observer that does not read")
      #expect(try slow.all("frame") == [])
      #expect(daemon.log.count(of: "is disconnected") == 0)
    }

    @Test func aProgramThatLooksOnSeesWhatItShowsItself() throws {
      let program = try Program(daemon)
      try program.ask("observe", ["events": ["frame"]])
      #expect(Shown(try program.next("frame")).text == "OK btn")
      // The frame needs nothing else to happen.
      for number in 1...3 {
        try program.ask("focus", focus(number))
        var shown = Shown(try program.next("frame"))
        // On a slow machine the same words come twice: until a table answers by the built-in one.
        while shown.text != "number \(number)" {
          #expect(shown.text == (number == 1 ? "OK btn" : "number \(number - 1)"))
          shown = Shown(try program.next("frame"))
        }
      }
    }

    private func focus(_ number: Int) -> JSONValue {
      ["element": ["id": "number", "role": "text", "label": .string("number \(number)")]]
    }
  }
}
