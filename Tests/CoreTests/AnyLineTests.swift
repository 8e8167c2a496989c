// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Panning
import TestSupport
import Testing
import Translation
import Wire

/// Whatever can be read of a line can be handled, and written about.
@Suite struct AnyLineTests {
  @Test(arguments: (0..<8).map { UInt64($0) }) func isHandled(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var engine = Engine(
      translator: TinyTranslator(), settings: Settings(), resources: EngineRig.resources)
    let programs = [ProgramID(1), ProgramID(2)]
    for id in programs { _ = engine.handle(.connected(id, name: "p", pid: 1), at: .zero) }
    var taken = 0
    for step in 0..<400 {
      let now = Duration.milliseconds(step * 50)
      if generator.chance(5) {
        _ = engine.handle(.display(generator.one(of: SimulatedKeys.displays)), at: now)
      }
      guard
        case .message(let incoming) = decode(
          line: Array(generator.messageLine().utf8), isFull: true)
      else { continue }
      taken += 1
      let outputs = engine.handle(
        .message(
          generator.one(of: programs), incoming.message, id: incoming.id ?? .number(1),
          ack: incoming.acknowledged), at: now)
      for output in outputs {
        switch output {
        case .reply(_, let id, let reply): #expect(!Outgoing.reply(id, reply).line.isEmpty)
        case .command(_, let order): #expect(!Outgoing.command(order).line.isEmpty)
        default: break
        }
      }
      guard let frame = engine.frame(at: now) else { continue }
      #expect(frame.cells.count == frame.size.count)
      #expect(!Outgoing.frame(frame).line.isEmpty)
    }
    #expect(taken > 80)
  }
}
