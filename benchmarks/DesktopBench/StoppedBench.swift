// SPDX-License-Identifier: GPL-3.0-or-later
import Measurement
import Posix
import TestSupport

/// Keys in a program while another one is stopped in the middle of whatever it does.
struct StoppedBench {
  let programs: Programs

  private static let keys = 100
  private static let switches = 20

  func run(_ report: inout Report) throws {
    let stage = try Stage()
    defer { stage.close() }
    let ours = try Ours(programs, on: stage)
    defer { ours.close() }
    stage.settle(.milliseconds(500))
    let other = try stage.start(programs.applications[0], programs)
    defer { other.stop() }
    // So that the two windows are told apart.
    var unmeasured = KeyAnswers()
    try stage.press("Tab", &unmeasured)
    let program = try stage.start(programs.applications[0], programs)
    defer { program.stop() }
    for _ in 0..<10 { try stage.press("Tab", &unmeasured) }

    let running = try tab(on: stage)
    other.freeze()
    let stopped = try tab(on: stage)
    other.thaw()
    compare("Tab beside a stopped program", stopped, running, &report)

    var (away, awayFromStopped) = (KeyAnswers(), KeyAnswers())
    for _ in 0..<Self.switches {
      try stage.press("alt+Tab", &unmeasured)
      try stage.press("alt+Tab", &away)
      try stage.press("alt+Tab", &unmeasured)
      other.freeze()
      try stage.press("alt+Tab", &awayFromStopped)
      other.thaw()
      // It says late what it would have said before, until it hears that it is not the active one.
      stage.settle(.milliseconds(700))
    }
    compare("to another window from a stopped one", awayFromStopped, away, &report)
  }

  private func compare(
    _ what: String, _ stopped: KeyAnswers, _ running: KeyAnswers, _ report: inout Report
  ) {
    report.compare("\(what), median", stopped.first.median, running.first.median, aim: 1.2)
    report.compare(
      "the same, the 99th of 100", stopped.first.quantile(0.99), running.first.quantile(0.99),
      aim: 1.5)
    stopped.tellMissing(what, &report)
    running.tellMissing("\(what) that runs", &report)
  }

  private func tab(on stage: Stage) throws -> KeyAnswers {
    var answers = KeyAnswers()
    for _ in 0..<Self.keys { try stage.press("Tab", &answers) }
    return answers
  }
}
