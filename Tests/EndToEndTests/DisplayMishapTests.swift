// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

extension Returns {
  /// The display comes, goes and changes; brltty is not made to crash, and the daemon stays
  /// connected to it.
  @Suite(.enabled(if: Brltty.isInstalled)) struct DisplayMishapTests {
    private func withStage(
      _ display: VirtualDisplay, isStarted: Bool = true,
      _ body: (Stage<VirtualDisplay>, Program) throws -> Void
    ) throws {
      let stage = try Stage(display, isStarted: isStarted, hasProxy: true)
      defer { stage.close() }
      let program = try Program(stage.daemon)
      try program.focus(button: "OK")
      if isStarted { try stage.display.wait(forBraille: Content.okay) }
      try body(stage, program)
      #expect(stage.daemon.isAlive)
      #expect(stage.brltty.isAlive, "\(stage.brltty.log)")
    }

    @Test func itIsPluggedInLater() throws {
      let display = try VirtualDisplay()
      display.unplug()
      try withStage(display, isStarted: false) { stage, program in
        try stage.brltty.start()
        try stage.daemon.log.wait(for: Logged.noDisplay)
        try display.plug()
        try display.wait(forBraille: Content.okay)
        try stage.expectKey(reaches: program)
        // Who connects while brltty is starting may be let go once.
        let log = stage.daemon.log
        #expect(log.count(of: Logged.connected) == 1 + log.count(of: Logged.lost), "\(log.text)")
      }
    }

    @Test func itIsPulledOutAndPluggedInAgain() throws {
      try withStage(VirtualDisplay()) { stage, program in
        stage.display.unplug()
        try stage.daemon.log.wait(for: Logged.noDisplay)
        // What changes meanwhile is what is shown then.
        try program.focus(button: "Cancel")
        try stage.display.plug()
        try stage.display.wait(forBraille: Content.cancel)
        try stage.expectKey(reaches: program)
        #expect(stage.daemon.log.count(of: Logged.connected) == 1, "\(stage.daemon.log.text)")
      }
    }

    @Test func anotherTakesItsPlace() throws {
      try withStage(VirtualDisplay()) { stage, program in
        for columns in [80, 20, 40] {
          stage.display.replace(columns: columns)
          try stage.display.wait(forBraille: Content.okay)
          #expect(stage.display.cells.count == columns)
        }
        try stage.expectKey(reaches: program)
      }
    }

    @Test func itChangesItsSize() throws {
      try withStage(VirtualDisplay()) { stage, program in
        for (columns, rows) in [(80, 1), (20, 1), (20, 2), (40, 10), (12, 1)] {
          try stage.display.resize(columns: columns, rows: rows)
          try stage.display.wait(forBraille: Content.okay)
          #expect(stage.display.cells.count == columns * rows)
        }
        // The driver takes a line each 40 ms.
        for index in 0..<40 {
          try stage.display.resize(columns: [20, 40, 80, 64][index % 4], rows: 1 + index % 2)
        }
        try stage.display.resize(columns: 33)
        try stage.display.wait(for: "33 cells") { $0.cells.count == 33 }
        try program.focus(button: "Cancel")
        try stage.display.wait(forBraille: Content.cancel)
        try stage.expectKey(reaches: program)
        #expect(stage.daemon.log.count(of: Logged.connected) == 1, "\(stage.daemon.log.text)")
      }
    }

    @Test func itHasTenRows() throws {
      try withStage(VirtualDisplay(columns: 40, rows: 10)) { stage, program in
        #expect(stage.display.cells.count == 400)
        // The words are wrapped, so that they fill the rows from the top.
        try program.focus(words: Array(repeating: "abcdefghi", count: 40).joined(separator: " "))
        let row = Array(repeating: "⠁⠃⠉⠙⠑⠋⠛⠓⠊", count: 4).joined(separator: "⠀") + "⠀"
        try stage.display.wait(
          forBraille: Array(repeating: row, count: 10).joined().withoutBlanksBehind)
      }
    }

    @Test func itSaysNothingAtFirst() throws {
      let display = try VirtualDisplay(handshake: false)
      try withStage(display, isStarted: false) { stage, program in
        try stage.brltty.start()
        try stage.daemon.log.wait(for: Logged.noDisplay)
        try display.sendHandshake()
        try display.wait(forBraille: Content.okay)
        try stage.expectKey(reaches: program)
      }
    }

    @Test func itTakesNothingForAWhile() throws {
      try withStage(VirtualDisplay()) { stage, program in
        stage.display.stopReading()
        // brltty's main loop is stuck when the line to the driver is full.
        let end = MonotonicClock.now + Patience.limit
        var number = 0
        while stage.daemon.log.count(of: Logged.lost) == 0, MonotonicClock.now < end {
          number += 1
          try program.focus(button: "\(number)")
          try? stage.daemon.log.wait(for: Logged.lost, limit: .milliseconds(2))
        }
        #expect(stage.daemon.log.count(of: Logged.lost) == 1)
        stage.display.resumeReading()
        try program.focus(button: "Cancel")
        try stage.display.wait(forBraille: Content.cancel)
        try stage.expectKey(reaches: program)
      }
    }

    @Test func itIsOffForAMoment() throws {
      try withStage(VirtualDisplay()) { stage, program in
        let watcher = try WireClient(host: stage.brltty.host)
        defer { watcher.close() }
        _ = try watcher.parameter(.deviceOnline, isWatched: true)
        for _ in 0..<3 { try stage.display.press("OFFLINE") }
        #expect(try watcher.nextUpdate(of: .deviceOnline).value == [0])
        try program.focus(button: "Cancel")
        // Any other key is a sign of life.
        try stage.display.press("FWINRT")
        #expect(try watcher.nextUpdate(of: .deviceOnline).value == [1])
        #expect(try program.command()["direction"] == "next")
        try stage.display.wait(forBraille: Content.cancel)
        try program.focus(button: "OK")
        try stage.display.wait(forBraille: Content.okay)
        try stage.expectKey(reaches: program)
      }
    }
  }
}
