// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport

/// Well-behaved programs that come one after another, show something for a while, and go.
enum Visitors {
  static func comeAndGo(_ stage: Performer.Stage, _ name: String, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var number = 0
    repeat {
      number += 1
      guard let program = WellBehaved("\(name)-\(number)", stage, seed: generator.next()) else {
        return
      }
      program.show()
      for _ in 0..<generator.integer(3...40) {
        program.work(.milliseconds(generator.integer(5...80)), or: stage.end)
        program.goOn()
        if stage.isOver(after: .zero) { break }
      }
      program.leave()
      stage.ledger.count("programs that came and went")
    } while !stage.isOver(after: .milliseconds(generator.integer(10...800)))
  }
}
