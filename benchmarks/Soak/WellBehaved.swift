// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Wire

/// A program that does what it is told: it shows texts, numbers its elements, takes each command
/// once and in its order, and leaves when it has been told everything.
final class WellBehaved {
  private let name: String
  private let link: Link
  private let ledger: Ledger
  private var generator: SeededGenerator
  private var lastSequence = 0
  private var elements = 0
  private var text = ""
  /// The caret's places that came with commands, the newest last.
  private(set) var places: [Int] = []

  init?(_ name: String, _ stage: Performer.Stage, seed: UInt64) {
    guard let link = stage.connect() else { return nil }
    (self.name, self.link, ledger) = (name, link, stage.ledger)
    generator = SeededGenerator(seed: seed)
    link.notify("hello", ["name": .string(name), "acks": true])
  }

  /// Whether the daemon has let it go, which it must not.
  var isLost: Bool { link.hasEnded }

  private var element: String { "\(name)-\(elements)" }

  /// Shows another text, with its name in front.
  func show(_ words: String? = nil) {
    elements += 1
    text = words ?? "\(name) \(elements) " + WellBehaved.words(&generator)
    link.notify(
      "focus",
      [
        "element": [
          "id": .string(element), "role": "textbox", "readOnly": true,
          "text": ["content": .string(text), "caret": 0, "version": .integer(elements)],
        ]
      ])
    ledger.count("texts shown")
  }

  /// Says something, changes something, or shows another text.
  func goOn() {
    switch generator.integer(0...9) {
    case 0...2: show()
    case 3:
      let tag: JSONValue = generator.chance(50) ? "news" : .string("\(generator.integer(0...3))")
      link.notify(
        "announce",
        [
          "text": .string("\(name) says " + WellBehaved.words(&generator)), "tag": tag,
          "duration": 500,
        ])
      ledger.count("announcements")
    case 4: link.notify("layoutChanged", [:])
    default:
      link.notify(
        "change",
        [
          "elements": [
            ["id": .string(element), "description": .string(WellBehaved.words(&generator))]
          ]
        ])
      ledger.count("changes")
    }
  }

  /// Does what it is told within a time, or until `wake` can be read.
  func work(_ limit: Duration, or wake: FileDescriptor? = nil) {
    for message in link.receive(limit, or: wake) { take(message) }
  }

  /// Leaves the display to others, and then leaves: what it was told before the answer it has got.
  func leave() {
    if link.ask("release", limit: Patience.limit, others: { self.take($0) }) == nil {
      ledger.fail("\(name) is not answered when it leaves")
    }
  }

  private func take(_ message: JSONValue) {
    switch message["method"]?.string {
    case "command": take(command: message["params"] ?? .null)
    case "rejected": ledger.fail("\(name) is refused: \(message)")
    default: break
    }
  }

  private func take(command: JSONValue) {
    ledger.count("commands received")
    let sequence = command["seq"]?.integer ?? 0
    if sequence != lastSequence + 1 {
      ledger.fail("\(name) got command \(sequence) behind \(lastSequence)")
    }
    lastSequence = sequence
    if let id = command["element"]?.string, !id.hasPrefix(name + "-") {
      ledger.fail("\(name) got a command for \(id)")
    }
    guard let place = command["offset"]?.integer else {
      link.notify("done", ["seq": .integer(sequence)])
      return
    }
    places.append(place)
    // The element may be one that it has left meanwhile: that is told, and no mistake.
    guard command["element"]?.string == element else {
      link.notify("done", ["seq": .integer(sequence), "error": ["code": 3, "message": "gone"]])
      return
    }
    if place > text.unicodeScalars.count { ledger.fail("\(name) has no place \(place)") }
    link.notify(
      "change",
      [
        "elements": [["id": .string(element), "text": ["caret": .integer(place)]]],
        "ack": .integer(sequence),
      ])
  }

  private static func words(_ generator: inout SeededGenerator) -> String {
    let count = generator.integer(2...14)
    return (0..<count).map { _ in generator.one(of: all) }.joined(separator: " ")
  }

  private static let all = [
    "the", "quick", "brown", "fox", "jumps", "over", "lazy", "dogs", "and", "knows", "nothing",
    "of", "Zürich", "42", "e-mail", "naïve", "(twice)", "for", "everybody", "tomorrow", "9:30",
  ]
}
