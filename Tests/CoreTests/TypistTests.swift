// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Panning
import Posix
import TestSupport
import Testing
import Translation

/// Random cells typed into programs of all kinds, slow and fast, with others who write.
///
/// The program, the daemon and the reader have the same text whenever nothing is on its way
/// (docs/protocol.md, "Text"; behaviour §4). 20,000 cells, or with `BRAILLED_ALL_CELLS` set (`make
/// typist`) 100,000.
@Suite struct TypistTests {
  static let manners: [Editor.Manner] = [
    Editor.Manner(.carrying, .edits), Editor.Manner(.carrying, .changes),
    Editor.Manner(.refusing, .edits), Editor.Manner(.refusing, .changes), .simple,
  ]
  static let seeds = (0..<50).map { UInt64($0) }
  static let cells =
    (environmentVariable("BRAILLED_ALL_CELLS") == nil ? 200 : 1000) / Patience.factor

  /// A scene that is another one for each seed, so that all kinds of programs meet all delays.
  private func scene(_ seed: UInt64, isContracted: Bool) -> TypistScene {
    var generator = SeededGenerator(seed: seed + 1000)
    let manner = Self.manners[Int(seed) % Self.manners.count]
    var scene = TypistScene(
      manner: manner, isContracted: isContracted,
      delay: generator.one(of: [0, 50, 200, 400, 800]),
      hasOthers: manner.versions != .none && generator.chance(60))
    scene.isFlaky = generator.chance(30)
    scene.isFast = generator.chance(50)
    scene.size = generator.one(of: [
      DisplaySize(columns: 40), DisplaySize(columns: 20), DisplaySize(columns: 40, rows: 5),
    ])
    return scene
  }

  private func run(_ seed: UInt64, isContracted: Bool) {
    let scene = scene(seed, isContracted: isContracted)
    if scene.isFlaky {
      run(FlakyTranslator(TinyTranslator(), seed: seed), scene, seed)
    } else {
      run(TinyTranslator(), scene, seed)
    }
  }

  private func run(_ translator: some Translator, _ scene: TypistScene, _ seed: UInt64) {
    var typist = Typist(translator, SimulationTests.resources, scene, seed: seed)
    typist.run(Self.cells)
    if let failure = typist.failure { Issue.record("seed \(seed), \(failure)") }
    print(
      "seed \(seed), \(scene): \(typist.counts), \(typist.editor.commands), "
        + "\(typist.editor.refusals) refused")
  }

  @Test(arguments: seeds) func uncontracted(_ seed: UInt64) { run(seed, isContracted: false) }

  @Test(arguments: seeds) func contracted(_ seed: UInt64) { run(seed, isContracted: true) }
}
