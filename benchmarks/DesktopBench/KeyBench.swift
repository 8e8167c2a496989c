// SPDX-License-Identifier: GPL-3.0-or-later
import Measurement
import Posix
import TestSupport

/// The Tab key, from the X server to changed cells on the display.
struct KeyBench {
  let programs: Programs
  let showsWords: Bool
  let parts: Set<String>

  static let warmUp = 10
  static let keys = 100

  /// What was measured of one contender.
  struct Outcome {
    /// From the key to the first change of the cells.
    var first = Samples()
    /// From the key to the last change before the display is quiet.
    var last = Samples()
    /// Keys that changed nothing within 2 s.
    var unanswered = 0
    /// For 100 keys.
    var processorTime = Duration.zero
    /// What the keys cost the buses.
    var busTime = Duration.zero
    var memory = 0
  }

  func run(_ report: inout Report) throws {
    let stage = try Stage()
    defer { stage.close() }
    var totals: [String: [Outcome]] = [:]
    for application in programs.applications {
      var outcomes: [String: Outcome] = [:]
      // One after the other, so that a busy machine is as busy for both.
      if !parts.contains("ours") {
        let orca = try Orca(programs, on: stage)
        outcomes["orca"] = try measure(orca, application, on: stage)
      }
      if !parts.contains("orca") {
        let ours = try Ours(programs, on: stage)
        outcomes["ours"] = try measure(ours, application, on: stage)
      }
      for (name, outcome) in outcomes { totals[name, default: []].append(outcome) }
      tell(application.name, outcomes["ours"], outcomes["orca"], &report)
    }
    let (ours, orca) = (totals["ours"].map(Self.sum), totals["orca"].map(Self.sum))
    tell("all", ours, orca, &report)
  }

  private static func sum(_ outcomes: [Outcome]) -> Outcome {
    var sum = Outcome()
    for outcome in outcomes {
      for time in outcome.first.times { sum.first.add(time) }
      for time in outcome.last.times { sum.last.add(time) }
      sum.unanswered += outcome.unanswered
      sum.processorTime += outcome.processorTime
      sum.busTime += outcome.busTime
      sum.memory = max(sum.memory, outcome.memory)
    }
    sum.processorTime /= outcomes.count
    sum.busTime /= outcomes.count
    return sum
  }

  private func tell(
    _ name: String, _ ours: Outcome?, _ orca: Outcome?, _ report: inout Report
  ) {
    let part: (String) -> String = { "\(name): \($0)" }
    let aims = name == "all"
    report.compare(
      part("Tab to changed cells, median"), ours?.first.median, orca?.first.median,
      aim: aims ? 0.6 : nil)
    report.compare(
      part("the same, the 99th of 100"), ours?.first.quantile(0.99), orca?.first.quantile(0.99),
      aim: aims ? 0.6 : nil)
    report.compare(
      part("Tab to the last change, median"), ours?.last.median, orca?.last.median, aim: nil)
    report.compare(
      part("the same, the 99th of 100"), ours?.last.quantile(0.99), orca?.last.quantile(0.99),
      aim: nil)
    report.compare(
      part("processor time for 100 keys"), ours?.processorTime, orca?.processorTime,
      aim: aims ? 0.3 : nil)
    report.compare(part("of the buses for these"), ours?.busTime, orca?.busTime, aim: nil)
    report.compareSizes(
      part("memory (Pss)"), ours?.memory, orca?.memory, aim: aims ? 0.6 : nil)
    if let ours, ours.unanswered > 0 { report.note("\(name): ours left \(ours.unanswered) keys") }
    if let orca, orca.unanswered > 0 { report.note("\(name): Orca left \(orca.unanswered) keys") }
  }

  private func measure(
    _ contender: some Contender, _ application: Application, on stage: Stage
  ) throws -> Outcome {
    defer { contender.close() }
    stage.settle(.milliseconds(500))
    let program = try stage.session.start(programs.python, application.arguments)
    defer { program.stop() }
    // It says so itself, in case that nothing is read of it before the first key.
    try program.output.wait(for: "ready")
    let count = stage.display.state.history.count
    _ = stage.display.state(before: MonotonicClock.now + .seconds(5)) {
      $0.history.count > count && $0.text.contains("Ada")
    }
    stage.settle(.milliseconds(500))
    var outcome = Outcome()
    for _ in 0..<Self.warmUp { _ = try press(stage, &outcome) }
    outcome = Outcome()
    let buses = stage.session.buses
    let (start, busStart) = (contender.processorTime, processorTime(of: buses))
    for number in 0..<Self.keys {
      let text = try press(stage, &outcome)
      if showsWords { print("\(contender.name) \(application.name) \(number): \(text)") }
    }
    outcome.processorTime = contender.processorTime - start
    outcome.busTime = processorTime(of: buses) - busStart
    outcome.memory = contender.memory
    return outcome
  }

  private func processorTime(of pids: [Int32]) -> Duration {
    pids.reduce(.zero) { $0 + ProcessFigures(pid: $1).processorTime }
  }

  /// Presses Tab, waits until the display has changed and is quiet again; gives what stands there.
  private func press(_ stage: Stage, _ outcome: inout Outcome) throws -> String {
    let cells = stage.display.cells
    let count = stage.display.history.count
    let keyboard = try stage.session.keyboard()
    let start = MonotonicClock.now
    try keyboard.press("Tab")
    let isChanged: (DisplayState) -> Bool = { state in
      state.history[count...].contains { $0.isWritten && $0.cells != cells }
    }
    guard stage.display.state(before: start + .seconds(2), where: isChanged) != nil else {
      outcome.unanswered += 1
      return stage.display.text
    }
    stage.settle()
    let frames = stage.display.history[count...].filter(\.isWritten)
    if let first = frames.first(where: { $0.cells != cells }) {
      outcome.first.add(first.time - start)
    }
    if let last = frames.last { outcome.last.add(last.time - start) }
    return stage.display.text
  }
}
