// SPDX-License-Identifier: GPL-3.0-or-later
import Measurement
import Posix
import TestSupport

/// Keys that are typed while a program floods the accessibility bus.
struct StormBench {
  let programs: Programs

  private static let keys = 100
  /// Rounds of storm.py, five events each.
  private static let rounds = 2100
  private static let events = 10_000

  func run(_ report: inout Report) throws {
    let stage = try Stage()
    defer { stage.close() }
    let ours = try Ours(programs, on: stage)
    defer { ours.close() }
    stage.settle(.milliseconds(500))
    let calm = try type(into: programs.applications[0], on: stage)
    tell("typing, no storm", calm, &report)
    try storm("typing, storm of another program", false, ours, on: stage, &report)
    try storm("typing, storm of the same program", true, ours, on: stage, &report)
  }

  private func tell(_ what: String, _ answers: KeyAnswers, _ report: inout Report) {
    report.limit(
      "\(what): key to cells, the 99th of 100",
      answers.first.quantile(0.99).map { $0 / .milliseconds(1) }, most: 50, unit: "ms")
    report.limit(
      "\(what): median", answers.first.median.map { $0 / .milliseconds(1) }, most: 50,
      unit: "ms")
    answers.tellMissing(what, &report)
  }

  private func storm(
    _ what: String, _ isSame: Bool, _ ours: Ours, on stage: Stage, _ report: inout Report
  ) throws {
    let storm = try stage.session.start(
      programs.python,
      ["Tests/Cases/desktop/storm.py", "\(Self.rounds)"] + (isSame ? ["entry"] : []))
    defer { storm.stop() }
    try storm.output.wait(for: "storm")
    let count = try events(on: stage)
    report.limit(
      "\(what): events a second, in thousands, at least 10", Double(count) / 1000, most: 100,
      unit: "")
    if count < Self.events { report.note("\(what): only \(count) events a second") }
    let pids = [ours.producer.pid]
    let (start, before) = (MonotonicClock.now, processorTime(of: pids))
    let daemonBefore = processorTime(of: processFamily(of: ours.daemon.pid))
    if isSame {
      var answers = KeyAnswers()
      try type(&answers, on: stage)
      tell(what, answers, &report)
    } else {
      tell(what, try type(into: programs.applications[0], on: stage), &report)
    }
    let length = MonotonicClock.now - start
    report.limit(
      "\(what): processor of the producer", (processorTime(of: pids) - before) / length,
      most: 0.5, unit: "cores")
    let daemon = processorTime(of: processFamily(of: ours.daemon.pid)) - daemonBefore
    report.limit(
      "\(what): processor of the daemon", daemon / length, most: 0.5, unit: "cores")
    if storm.output.text.contains("late") { report.note("\(what): the storm was late at times") }
  }

  /// How many events of objects the bus carries in a second now.
  private func events(on stage: Stage) throws -> Int {
    let monitor = try stage.session.start(
      "/usr/bin/dbus-monitor",
      [
        "--address", stage.session.accessibilityBus, "--profile",
        "type='signal',interface='org.a11y.atspi.Event.Object'",
      ])
    defer { monitor.stop() }
    try monitor.output.wait(for: "sig", times: 100)
    let (start, count) = (MonotonicClock.now, monitor.output.count(of: "sig"))
    // The time is what is waited for here.
    _ = try? monitor.output.wait(for: "nothing", limit: .seconds(2)) { _ in false }
    let length = MonotonicClock.now - start
    return Int(Double(monitor.output.count(of: "sig") - count) / (length / .seconds(1)))
  }

  private func type(into application: Application, on stage: Stage) throws -> KeyAnswers {
    let program = try stage.start(application, programs)
    defer { program.stop() }
    var answers = KeyAnswers()
    try type(&answers, on: stage)
    return answers
  }

  /// A letter and away with it, again and again.
  private func type(_ answers: inout KeyAnswers, on stage: Stage) throws {
    try stage.press("End", &answers)
    answers = KeyAnswers()
    for number in 0..<Self.keys {
      try stage.press(number % 2 == 0 ? "x" : "BackSpace", &answers)
    }
  }
}
