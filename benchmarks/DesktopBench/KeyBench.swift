// SPDX-License-Identifier: GPL-3.0-or-later
import Measurement
import Posix
import TestSupport

/// The Tab key, from the X server to changed cells on the display.
struct KeyBench {
  let programs: Programs
  let showsWords: Bool
  /// The one contender that takes part; nil for both.
  let only: String?

  private static let warmUp = 10
  private static let keys = 100

  /// What was measured of one contender.
  private struct Outcome {
    var answers = KeyAnswers()
    /// For 100 keys.
    var processorTime = Duration.zero
    /// What the keys cost the buses.
    var busTime = Duration.zero
    var memory = 0
  }

  func run(_ report: inout Report) throws {
    let stage = try Stage()
    defer { stage.close() }
    var all: [String: [Outcome]] = [:]
    for application in programs.applications {
      // One after the other, so that a busy machine is as busy for both.
      var outcomes: [String: Outcome] = [:]
      if only != "ours" {
        outcomes["orca"] = try measure(Orca(programs, on: stage), application, on: stage)
      }
      if only != "orca" {
        outcomes["ours"] = try measure(Ours(programs, on: stage), application, on: stage)
      }
      for (name, outcome) in outcomes { all[name, default: []].append(outcome) }
      tell(application.name, outcomes["ours"], outcomes["orca"], hasAims: false, &report)
    }
    let sums = all.mapValues(Self.sum)
    tell("all", sums["ours"], sums["orca"], hasAims: true, &report)
  }

  private static func sum(_ outcomes: [Outcome]) -> Outcome {
    var sum = Outcome()
    for outcome in outcomes {
      sum.answers.add(outcome.answers)
      sum.processorTime += outcome.processorTime / outcomes.count
      sum.busTime += outcome.busTime / outcomes.count
      sum.memory += outcome.memory / outcomes.count
    }
    return sum
  }

  private func tell(
    _ name: String, _ ours: Outcome?, _ orca: Outcome?, hasAims: Bool, _ report: inout Report
  ) {
    func compare(_ what: String, aim: Double?, _ value: (Outcome) -> Duration?) {
      report.compare(
        "\(name): \(what)", ours.flatMap(value), orca.flatMap(value), aim: hasAims ? aim : nil)
    }
    compare("Tab to changed cells, median", aim: 0.6) { $0.answers.first.median }
    compare("the same, the 99th of 100", aim: 0.6) { $0.answers.first.quantile(0.99) }
    compare("Tab to the last change, median", aim: nil) { $0.answers.last.median }
    compare("the same, the 99th of 100", aim: nil) { $0.answers.last.quantile(0.99) }
    compare("processor time for 100 keys", aim: 0.3) { $0.processorTime }
    compare("of the buses for these", aim: nil) { $0.busTime }
    report.compareSizes(
      "\(name): memory (Pss)", ours?.memory, orca?.memory, aim: hasAims ? 0.6 : nil)
    guard !hasAims else { return }
    ours?.answers.tellMissing("ours, \(name)", &report)
    orca?.answers.tellMissing("Orca, \(name)", &report)
  }

  private func measure(
    _ contender: some Contender, _ application: Application, on stage: Stage
  ) throws -> Outcome {
    defer { contender.close() }
    stage.settle(.milliseconds(500))
    let program = try stage.start(application, programs)
    defer { program.stop() }
    var warmUp = KeyAnswers()
    for _ in 0..<Self.warmUp { try stage.press("Tab", &warmUp) }
    var outcome = Outcome()
    let buses = stage.session.buses
    let (start, busStart) = (contender.processorTime, processorTime(of: buses))
    for number in 0..<Self.keys {
      try stage.press("Tab", &outcome.answers)
      if showsWords {
        print("\(contender.name) \(application.name) \(number): \(stage.display.text)")
      }
    }
    outcome.processorTime = contender.processorTime - start
    outcome.busTime = processorTime(of: buses) - busStart
    outcome.memory = contender.memory
    return outcome
  }
}
