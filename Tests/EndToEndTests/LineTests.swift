// SPDX-License-Identifier: GPL-3.0-or-later
import BrailleClient
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// Lines that are too long, in parts, or none; and programs that say one thing and leave.
  @Suite final class LineTests {
    private let daemon: DaemonProcess
    private let program: Program
    private let other: Program
    private let observer: Observer

    init() throws {
      daemon = try DaemonProcess(.init(["--display", "none"]))
      program = try Program(daemon)
      other = try Program(daemon)
      observer = try Observer(daemon)
    }

    deinit {
      daemon.close()
    }

    private static let focus =
      #"{"id":7,"method":"focus","params":{"element":{"id":"ok","role":"button","label":"OK"}}}"#

    @Test func aLineThatIsTooLongIsSkipped() throws {
      let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
      for _ in 0..<5 { try program.send(bytes: part) }
      try program.send("\n" + Self.focus + "\n")
      let error = try program.next()
      #expect(error["id"] == .null)
      #expect(error["error"]?["code"] == 2)
      #expect(error["error"]?["data"] == ["limit": "line", "max": 4_194_304])
      #expect(try program.next() == ["jsonrpc": "2.0", "id": 7, "result": [:]])
      try observer.wait(forText: "OK btn")
    }

    /// A program that says more than anybody can see is shown as it is at last (docs/protocol.md,
    /// "From the daemon": an observer is sent the newest frame about every 10 ms).
    @Test func aFloodIsShownAsItIsAtLast() throws {
      try program.focus(words: "Nothing yet", id: "build")
      try observer.wait(forText: "Nothing yet")
      let start = MonotonicClock.now
      let before = observer.seen.count
      let lines = (1...2000).map { number in
        #"{"method":"change","params":{"elements":[{"id":"build","label":"Message \#(number)"}]}}"#
      }
      try program.send(lines.joined(separator: "\n") + "\n")
      try observer.wait(forText: "Message 2000")
      let most = Int((MonotonicClock.now - start) / .milliseconds(10)) + 2
      #expect(observer.seen.count - before <= most)
    }

    @Test func halvesAreJoined() throws {
      let bytes = Array(Self.focus.utf8)
      for byte in bytes {
        try program.send(bytes: [byte])
        // When this is answered, that has been read.
        try other.ask("status")
      }
      try program.send("\n\n\r\n\n")
      #expect(try program.next()["id"] == 7)
      try observer.wait(forText: "OK btn")
    }

    @Test func rubbishIsToldAndForgotten() throws {
      // All bytes but the end of a line, then what is nearly right.
      try program.send(bytes: (0...255).filter { $0 != 0x0A } + [0x0A])
      let wrong: [(String, JSONValue)] = [
        ("{\"method\":\"focus\"", -32700), ("[]", -32600), ("17", -32600), ("{}", -32600),
        (#"{"id":1,"method":"fly"}"#, -32601), (#"{"id":1,"method":"press","params":[]}"#, -32602),
        (#"{"id":1,"method":"focus","params":{}}"#, -32602), ("\u{FEFF}x", -32700),
      ]
      #expect(try program.next()["error"]?["code"] == -32700)
      for (line, code) in wrong {
        try program.send(line + "\n")
        #expect(try program.next()["error"]?["code"] == code, "\(line)")
      }
      try program.send(Self.focus + "\n")
      #expect(try program.next()["id"] == 7)
    }

    @Test func whoSaysOneThingAndLeavesIsHeard() throws {
      // As printf … | nc -UN does it: the last line without an end, and then nothing more.
      let script = try Program(daemon)
      try script.send(#"{"method":"announce","params":{"text":"Build finished"}}"#)
      script.finishSending()
      try observer.wait(for: "message") { $0.kind == "message" && $0.text == "Build finished" }
      try script.waitForEnd()
      try program.press("FWINRT")
      // And so is one that does not even wait for the daemon to have read.
      try Program(daemon).send(
        #"{"method":"announce","params":{"text":"Tests passed","priority":"high"}}"# + "\n")
      try observer.wait(for: "message") { $0.kind == "message" && $0.text == "Tests passed" }
    }

    @Test func whoAsksOneThingAndLeavesIsAnswered() throws {
      for _ in 0..<20 {
        let program = try Program(daemon)
        // Together with the end of what it says.
        try program.send(#"{"id":1,"method":"announce","params":{"text":"x"}}"#)
        program.finishSending()
        #expect(try program.next()["result"] == [:])
        try program.waitForEnd()
      }
    }

    @Test func keysAreAnsweredWhileALineOfMegabytesIsRead() throws {
      try program.focus(button: "OK")
      let big = try Program(daemon)
      let count = (3 << 20) / 2
      try big.send(#"{"id":1,"method":"announce","params":{"text":"big","priority":"low","x":["#)
      try big.send(bytes: Array(String(repeating: "1,", count: count).utf8))
      try big.send("1]}}\n")
      let start = MonotonicClock.now
      var (answered, worst) = (0, Duration.zero)
      while try big.connection.next(timeout: 0) == nil {
        worst = max(
          worst,
          try time {
            try other.press("space+dot4")
            _ = try program.command()
          })
        answered += 1
      }
      print(
        "a line of 3 MiB was read in", (MonotonicClock.now - start).report, "while", answered,
        "keys were answered in", worst.report, "at most")
      #expect(answered > 0)
      #expect(worst < Patience.seconds(2))
    }
  }
}
