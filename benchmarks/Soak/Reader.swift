// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Posix
import TestSupport
import Wire

/// Somebody at the display who presses keys all the time, and somebody who looks on.
final class Reader {
  private let link: Link
  private let ledger: Ledger
  private let rig: Rig<VirtualDisplay>
  private let proxy: PacketProxy
  private var generator: SeededGenerator
  /// What the daemon says that is shown; nil: nothing yet.
  private(set) var frame: Seen?
  /// How many frames came.
  private(set) var frames = 0
  private(set) var isConnected = false

  /// A frame as an observer gets it.
  struct Seen: Equatable {
    var cells: String
    var text: String
    var kind: String
    var producer: String

    init(_ params: JSONValue) {
      cells = params["cells"]?.joined ?? ""
      text = params["text"]?.joined ?? ""
      kind = params["kind"]?.string ?? ""
      producer = params["producer"]?.string ?? ""
    }

    var isBlank: Bool { cells.unicodeScalars.allSatisfy { $0.value == 0x2800 } }
  }

  init?(_ stage: Performer.Stage, _ rig: Rig<VirtualDisplay>, _ proxy: PacketProxy, seed: UInt64) {
    guard let link = stage.connect() else { return nil }
    (self.link, ledger, self.rig, self.proxy) = (link, stage.ledger, rig, proxy)
    generator = SeededGenerator(seed: seed)
    link.request("observe")
  }

  /// Whether the daemon has let it go, which it must not.
  var isLost: Bool { link.hasEnded }

  /// Looks on until something is as wanted; whether it was in time.
  @discardableResult
  func look(_ limit: Duration, until condition: () -> Bool = { false }) -> Bool {
    let deadline = MonotonicClock.now + limit
    while !condition(), !link.hasEnded {
      let left = deadline - MonotonicClock.now
      guard left > .zero else { return false }
      for message in link.receive(left) { take(message) }
    }
    return true
  }

  private func take(_ message: JSONValue) {
    let params = message["params"] ?? .null
    switch message["method"]?.string {
    case "frame":
      let seen = Seen(params)
      ledger.look(atBlank: seen.isBlank, of: "observers")
      frame = seen
      frames += 1
    case "display": isConnected = params["connected"] == true
    default: break
    }
  }

  /// A number that the daemon counts; nil if it does not answer.
  func counter(_ name: String) -> Int? {
    link.ask("status", limit: Patience.limit) { self.take($0) }?["result"]?["counters"]?[name]?
      .integer
  }

  /// Has the daemon give back what is free in its memory, as it does behind each long line.
  ///
  /// Without that what the longest line took would be counted, until the next long one.
  func sendLongLine() {
    let long = String(repeating: "ignored ", count: 8192)
    let answer = link.ask("status", ["other": .string(long)], limit: Patience.limit) {
      self.take($0)
    }
    if answer?["result"] == nil { ledger.fail("a long line is refused: \(answer ?? .null)") }
  }

  /// Changes settings.
  func set(_ settings: JSONValue) {
    let answer = link.ask("settings", ["set": settings], limit: Patience.limit) { self.take($0) }
    if answer?["result"] == nil { ledger.fail("settings are refused: \(answer ?? .null)") }
  }

  // MARK: Keys

  /// Presses one of the keys that readers press, on whatever is shown.
  func pressAny() {
    switch generator.integer(0...9) {
    case 0...3:
      let cell = generator.integer(0...39)
      send(route(cell), "ROUTE", cell)
    case 4, 5: send(generator.chance(50) ? Key.panRight : Key.lineBegin, nil, 0)
    default: send(generator.one(of: Key.others), nil, 0)
    }
  }

  /// A key of the display: through brltty if its driver has a word for it, else beside brltty.
  private func send(_ code: UInt64, _ name: String?, _ argument: Int) {
    if let name, argument > 0, generator.chance(50),
      (try? rig.display.press(name, .number(argument))) != nil
    {
      ledger.count("keys pressed on the display")
    } else {
      proxy.key(code)
      ledger.count("keys sent as brltty does")
    }
  }

  /// Presses a key whose effect is known, and waits for it; the time until it was shown, nil if it
  /// was not.
  func time(_ code: UInt64, limit: Duration, until condition: (Seen) -> Bool) -> Duration? {
    let start = MonotonicClock.now
    proxy.key(code)
    ledger.count("keys sent as brltty does")
    let isThere = look(limit) { self.frame.map(condition) ?? false }
    return isThere ? MonotonicClock.now - start : nil
  }

  /// The key code of the routing key of a cell.
  func route(_ cell: Int) -> UInt64 { 0x2001_0000 + UInt64(cell) }

  /// Key codes of BrlAPI (facts of brltty's brl_cmds.h).
  enum Key {
    static let panRight: UInt64 = 0x2000_0018
    static let panLeft: UInt64 = 0x2000_0017
    static let lineBegin: UInt64 = 0x2000_001B

    /// Chords: items, words, rotor, escape, status, history, key list, lists, place, details.
    static let others: [UInt64] =
      [
        [1], [4], [3], [6], [2, 3], [5, 6], [1, 2], [2, 3, 4], [1, 3, 4, 5], [1, 3, 7], [2, 4],
        [3, 4], [3, 4, 8], [3, 6], [1, 5, 6], [1, 4], [2, 3, 5, 6], [1, 2, 3], [4, 5, 6],
        [2, 4, 6], [1, 2, 4, 5], [1, 2, 4, 5],
      ].map { 0x2022_0100 | UInt64(Cell(dots: $0).rawValue) } + [panLeft, lineBegin + 1]
  }
}

extension Cell {
  fileprivate init(dots: [Int]) {
    self.init(rawValue: dots.reduce(0) { $0 | 1 << UInt8($1 - 1) })
  }
}
