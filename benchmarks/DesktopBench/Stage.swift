// SPDX-License-Identifier: GPL-3.0-or-later
import Measurement
import Posix
import TestSupport

/// A desktop with a display, which contenders come to one after the other.
struct Stage {
  let session: DesktopSession
  let rig: Rig<VirtualDisplay>

  init() throws {
    session = try DesktopSession()
    rig = try Rig(columns: 40)
  }

  var display: VirtualDisplay { rig.display }

  /// Starts an application, and waits until it has the keyboard and has been shown.
  ///
  /// It says so itself, in case that nothing is read of it before the first key.
  func start(_ application: Application, _ programs: Programs) throws -> DesktopProgram {
    let count = display.state.history.count
    let program = try session.start(programs.python, application.arguments)
    try program.output.wait(for: "ready", limit: .seconds(30))
    _ = display.state(before: MonotonicClock.now + .seconds(5)) {
      $0.history.count > count && $0.text.contains("Ada")
    }
    settle(.milliseconds(500))
    return program
  }

  /// Waits until the display has not changed for so long, or at most ten times as long.
  func settle(_ quiet: Duration = .milliseconds(150)) {
    let end = MonotonicClock.now + quiet * 10
    while MonotonicClock.now < end {
      let count = display.state.history.count
      let deadline = min(MonotonicClock.now + quiet, end)
      if display.state(before: deadline, where: { $0.history.count != count }) == nil { return }
    }
  }

  /// Presses a key, waits until the cells have changed and are quiet again, and notes how long it
  /// took.
  func press(_ key: String, _ answers: inout KeyAnswers) throws {
    let cells = display.cells
    let count = display.history.count
    let keyboard = try session.keyboard()
    let start = MonotonicClock.now
    try keyboard.press(key)
    let isChanged: (DisplayState) -> Bool = { state in
      state.history[count...].contains { $0.isWritten && $0.cells != cells }
    }
    guard display.state(before: start + .seconds(2), where: isChanged) != nil else {
      answers.missing += 1
      return
    }
    settle()
    let frames = display.history[count...].filter(\.isWritten)
    if let first = frames.first(where: { $0.cells != cells }) {
      answers.first.add(first.time - start)
    }
    if let last = frames.last { answers.last.add(last.time - start) }
  }

  func close() {
    rig.close()
    session.close()
  }
}

/// What the display did about keys.
struct KeyAnswers {
  /// From the key to the first change of the cells.
  var first = Samples()
  /// From the key to the last change before the display was quiet.
  var last = Samples()
  /// How many keys changed nothing within 2 s.
  var missing = 0

  /// All of these and of others.
  mutating func add(_ others: KeyAnswers) {
    for time in others.first.times { first.add(time) }
    for time in others.last.times { last.add(time) }
    missing += others.missing
  }

  /// Says in a report that keys were left unanswered, if any were.
  func tellMissing(_ what: String, _ report: inout Report) {
    if missing > 0 { report.note("\(what): \(missing) keys changed nothing within 2 s") }
  }
}

/// The processor time that processes have taken since they were started.
func processorTime(of pids: [Int32]) -> Duration {
  pids.reduce(.zero) { $0 + ProcessFigures(pid: $1).processorTime }
}
