// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Posix
import Tables
import TestSupport
import Testing
import Translation

/// 50,000 random steps with all that must hold after each (docs/architecture.md, "Tests"), twice as
/// many with `BRAILLED_ALL_SEEDS`; a fifth of them under a sanitizer, which finds nothing in the pure
/// core that the others do not show.
@Suite struct SimulationTests {
  static let seeds = (0..<(environmentVariable("BRAILLED_ALL_SEEDS") == nil ? 5 : 10)).map {
    UInt64($0)
  }
  static let resources = DataFolders(paths: ["tables"]).read(tables: []).resources
  static let steps = 2500 / Patience.factor

  private func run(_ translator: some Translator, seed: UInt64) {
    var simulation = Simulation(translator, Self.resources, seed: seed)
    simulation.run(Self.steps)
    if let failure = simulation.failure { Issue.record("seed \(seed), \(failure)") }
    print("seed \(seed): \(simulation.counts)")
  }

  @Test(arguments: seeds) func withTheBuiltInTable(_ seed: UInt64) {
    run(BuiltinTranslator(), seed: seed)
  }

  @Test(arguments: seeds) func withATableOfContractions(_ seed: UInt64) {
    run(TinyTranslator(), seed: seed + 100)
  }

  @Test(arguments: seeds) func withATableThatOftenHasNoAnswerYet(_ seed: UInt64) {
    run(FlakyTranslator(TinyTranslator(), seed: seed), seed: seed + 200)
  }

  @Test(arguments: seeds) func withATableThatSaysAnything(_ seed: UInt64) {
    run(FlakyTranslator(GarbageTranslator(seed: seed), seed: seed, failures: 20), seed: seed + 300)
  }
}
