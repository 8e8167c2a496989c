// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

extension Mishaps {
  /// Texts on which liblouis 3.24 never comes to an end, or crashes.
  @Suite final class LouisFatalTests {
    private let daemon: DaemonProcess
    private let program: Program
    private let observer: Observer

    init() throws {
      daemon = try DaemonProcess(.init(["--display", "none"]))
      program = try Program(daemon)
      observer = try Observer(daemon)
    }

    deinit {
      daemon.close()
    }

    /// How long it took with one text, or the longest times with several.
    private struct Times {
      var first = Duration.zero
      var right = Duration.zero
      var key = Duration.zero

      mutating func add(_ other: Times) {
        first = max(first, other.first)
        right = max(right, other.right)
        key = max(key, other.key)
      }
    }

    /// A text with its table, the cells that it must have, and how often liblouis gives up on it.
    private struct Case {
      var table: String
      var text: String
      var right = WordCells.Right(cells: "", hangs: 0)
    }

    private static func cases() throws -> [Case] {
      let file = try readFile("Tests/Cases/liblouis-fatal.json")
      let entries = try #require(JSONValue(parsing: file)?.elements)
      return entries.compactMap { entry in
        entry["table"]?.string.flatMap { table in
          entry["text"]?.string.map { Case(table: table, text: $0) }
        }
      }
    }

    @Test func everyTextIsShownAndNothingWaits() throws {
      let pid = daemon.pid
      var words = WordCells()
      defer { words.end() }
      var times = Times()
      var hanging = 0
      let cases = try Self.cases()
      #expect(cases.count == 72)
      // Each is the same to a sanitizer.
      for (index, var entry) in cases.enumerated() where index % Patience.factor == 0 {
        entry.right = words.right(of: entry.text, in: entry.table)
        if entry.right.hangs > 0 { hanging += 1 }
        let wanted = try program.counter("translationHangs") + entry.right.hangs
        try begin(entry)
        times.add(try show(entry))
        try waitForHangs(wanted)
        // The same text once more is not tried again.
        try begin(entry)
        _ = try show(entry)
        #expect(try program.counter("translationHangs") == wanted, "\(entry)")
      }
      print(
        "\(cases.count) texts, on \(hanging) of which liblouis hangs: first frame after",
        "\(times.first.report) at most, the right one after \(times.right.report),",
        "a key answered after \(times.key.report)")
      #expect(try program.counter("translatorCrashes") == 0)
      #expect(times.first < Patience.seconds(2) && times.key < Patience.seconds(2))
      #expect(daemon.isAlive && daemon.pid == pid)
    }

    /// Shows something else with the table, so that what is shown next makes a frame.
    private func begin(_ entry: Case) throws {
      try program.focus(words: "x", id: "between")
      try program.set(["braille.table": .string(entry.table)])
      try observer.wait(for: "x") { $0.element == "between" && $0.text == "x" }
    }

    /// Shows a text, and presses a key meanwhile.
    private func show(_ entry: Case) throws -> Times {
      let what = "\(entry)"
      #expect(!entry.right.cells.withoutBlanksBehind.isEmpty, "\(what)")
      var times = Times()
      let start = MonotonicClock.now
      try program.say(
        "focus",
        ["element": ["id": "fatal", "role": "text", "label": .string(entry.text)]])
      try program.say("press", ["keys": ["space+dot3+dot6"]])
      let first = try observer.wait(for: "first frame of \(what)") { $0.element == "fatal" }
      times.first = MonotonicClock.now - start
      #expect(!first.cells.isEmpty, "\(what)")
      #expect(try program.command() == ["command": "activate", "element": "fatal"])
      times.key = MonotonicClock.now - start
      try observer.wait(for: "right frame of \(what)") {
        $0.element == "fatal" && $0.cells == entry.right.cells.withoutBlanksBehind
      }
      times.right = MonotonicClock.now - start
      return times
    }

    /// Waits until liblouis was given up so often: the frame may be right before that.
    private func waitForHangs(_ count: Int) throws {
      let end = MonotonicClock.now + Patience.limit
      while try program.counter("translationHangs") < count, MonotonicClock.now < end {
        _ = try? program.next("nothing", limit: .milliseconds(10))
      }
      #expect(try program.counter("translationHangs") == count)
    }

    /// After a hang has cost its time, the table is waited for again: what changes often is not
    /// shown by another table first each time.
    @Test func aHangIsForgiven() throws {
      try program.set(["braille.table": "de-g0.utb"])
      try program.focus(words: "eins")
      try observer.wait(forCells: "⠑⠊⠝⠎")
      try program.say(
        "focus", ["element": ["id": "fatal", "role": "text", "label": "0 %.de"]])
      let ticker = try Ticker(daemon)
      defer { ticker.stop() }
      try waitForHangs(1)
      // German has a number sign, the built-in table has none.
      let start = observer.seen.count
      while ticker.count < 150 { try observer.next() }
      let seen = observer.seen[start...].suffix(50)
      let right = seen.count { $0.cells.contains("⠼") }
      print("\(right) of the last \(seen.count) frames were by the right table")
      #expect(right * 2 > seen.count)
    }
  }
}
