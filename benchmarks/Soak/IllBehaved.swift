// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Posix
import TestSupport
import Wire

/// Programs as they should not be.
///
/// None of them takes commands, so that none can be lost there.
enum IllBehaved {
  private static let hello = #"{"method":"hello","params":{"name":"wrong","commands":[]}}"# + "\n"

  /// Changes what it shows as fast as it is taken, for a while.
  static func flood(_ stage: Performer.Stage, seed: UInt64) {
    guard let link = stage.connect() else { return }
    link.send(Array((hello + focus("flood", "flood 0")).utf8))
    var number = 0
    repeat {
      for _ in 0..<200 where link.waiting < 1 << 18 {
        number += 1
        let label = "flood \(number) of \(seed) and so on and on"
        link.send(
          Array(
            (#"{"method":"change","params":{"elements":[{"id":"flood","label":"\#(label)"}]}}"#
              + "\n").utf8))
      }
      _ = link.receive(.milliseconds(20), or: stage.end)
    } while !link.hasEnded && !stage.isOver(after: .zero)
    stage.ledger.count("changes of floods", number)
    if link.hasEnded { stage.ledger.fail("a program that floods and reads was let go") }
  }

  /// Sends what is wrong, and goes on: the connection stays.
  static func lie(_ stage: Performer.Stage, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    guard let link = stage.connect() else { return }
    link.send(Array((hello + focus("lie", "a liar")).utf8))
    repeat {
      link.send(harmless(lie(&generator)) + [0x0A])
      stage.ledger.count("lies")
      for message in link.receive(.milliseconds(20), or: stage.end)
      where message["method"] == "rejected" || message["error"] != nil {
        stage.ledger.count("lies refused")
      }
    } while !link.hasEnded && !stage.isOver(after: .zero)
    if link.hasEnded { stage.ledger.fail("a program that lies and reads was let go") }
  }

  /// The same, but for what is right and has effects that the run counts as wrong: a lock makes the
  /// display blank, and another `hello` has the liar get commands.
  private static func harmless(_ line: [UInt8]) -> [UInt8] {
    let text = String(decoding: line, as: UTF8.self)
    return text.contains("lock") || text.contains("hello") ? [UInt8(ascii: "!")] : line
  }

  private static func lie(_ generator: inout SeededGenerator) -> [UInt8] {
    switch generator.integer(0...13) {
    case 0...3:
      return generator.mutated(
        Array(
          #"{"method":"change","params":{"elements":[{"id":"lie","label":"a lie or not"}]}}"#.utf8))
    case 4...6: return Array(generator.messageLine().utf8)
    case 7: return Array(generator.json().utf8)
    case 8:
      return Array(
        #"{"method":"change","params":{"elements":[{"id":"nobody's","label":"x"}]}}"#.utf8)
    case 9:
      return Array(
        #"{"method":"edit","params":{"element":"lie","base":7,"version":3,"changes":[]}}"#.utf8)
    case 10: return Array(#"{"method":"done","params":{"seq":99999}}"#.utf8)
    case 11: return Array(repeating: UInt8(ascii: "["), count: 5000)
    case 12:
      // Too long a text, and a name of a setting that nobody has.
      let long = String(repeating: "w", count: Limits.text + 1)
      return Array(#"{"method":"announce","params":{"text":"\#(long)"}}"#.utf8)
    default:
      guard generator.chance(20) else {
        let long = String(repeating: "n", count: 100_000)
        return Array(#"{"method":"settings","params":{"set":{"\#(long)":1}}}"#.utf8)
      }
      // Too long a line.
      return Array(repeating: UInt8(ascii: "x"), count: Limits.line + 10)
    }
  }

  /// Asks and asks, and reads nothing until it is let go.
  static func stall(_ stage: Performer.Stage) {
    repeat {
      guard let link = stage.connect() else { return }
      link.send(Array((hello + focus("stall", "who stalls")).utf8))
      let deadline = MonotonicClock.now + Patience.seconds(30)
      while !link.hasEnded, MonotonicClock.now < deadline {
        if link.waiting < 1 << 16 {
          for _ in 0..<50 { link.request("status") }
        } else {
          link.send([])
        }
        if stage.isOver(after: .milliseconds(5)) { return }
      }
      guard link.hasEnded else { return stage.ledger.fail("who reads nothing is not let go") }
      stage.ledger.count("programs let go that read nothing")
    } while !stage.isOver(after: .milliseconds(500))
  }

  /// Comes and goes in the middle of a line.
  static func breakOff(_ stage: Performer.Stage, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    repeat {
      guard let link = stage.connect() else { return }
      let line = Array((hello + focus("half", "half of it") + generator.messageLine()).utf8)
      link.send(Array(line.prefix(generator.integer(0...line.count))))
      stage.ledger.count("programs that break off")
    } while !stage.isOver(after: .milliseconds(generator.integer(10...200)))
  }

  private static func focus(_ id: String, _ label: String) -> String {
    #"{"method":"focus","params":{"element":{"id":"\#(id)","role":"button","label":"\#(label)"}}}"#
      + "\n"
  }
}
