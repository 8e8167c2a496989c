// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// The line and the electronics of a display that brltty reaches by a serial port.
public final class SerialPort: Sendable {
  let thread: PolledThread<SerialLine>
  let path: String
  private let folder: TemporaryFolder

  init(_ dialect: any SerialDialect) throws(KitError) {
    folder = try system { () throws(PosixError) in try TemporaryFolder("serial") }
    path = folder.file("tty")
    var line = SerialLine(dialect, link: path)
    try line.plug()
    thread = try PolledThread(name: "serial display", line)
  }

  deinit {
    close()
  }

  func close() {
    thread.close()
    folder.close()
  }
}

/// A key of a serial display.
public protocol SerialKey: Sendable {
  /// What the display sends when the key goes down, in pieces that brltty must read apart.
  var down: [[UInt8]] { get }
  /// What the display sends when the key goes up, likewise.
  var up: [[UInt8]] { get }
  /// The routing key of a cell, 0 for the first.
  static func routing(_ cell: Int) -> Self
  /// The key of a dot, 1 to 8, on the braille keyboard.
  static func dot(_ number: Int) -> Self
  /// The space bar that belongs to the braille keyboard.
  static var space: Self { get }
}

/// A display on a serial line: real key tables, so chords, contexts and held keys.
///
/// It has one row and gets no text. brltty notices that it is gone when it next writes.
public protocol SerialDisplay: PlayedDisplay {
  /// A key of it.
  associatedtype Key: SerialKey
  /// Its line.
  var port: SerialPort { get }
}

extension SerialDisplay {
  /// The path of the line, always the same.
  public var device: String { "serial:\(port.path)" }

  /// What it shows now and what else is known of it.
  public var state: DisplayState { port.thread.state }

  /// Waits until the state is as wanted, and gives it; nil if it was not before `deadline`.
  public func state(
    before deadline: Duration, where condition: (DisplayState) -> Bool
  ) -> DisplayState? {
    port.thread.state(before: deadline, where: condition)
  }

  /// Whether it answers and shows what it gets; false is a display that is there and dead.
  public var answers: Bool {
    get { port.thread.look { $0.answers } }
    set { port.thread.change { $0.answers = newValue } }
  }

  // MARK: Keys

  /// Presses keys together and releases them; brltty acts when the first goes up.
  ///
  /// Errors: `notConnected`.
  public func press(_ keys: Key...) throws(KitError) {
    try send(keys.flatMap(\.down) + keys.flatMap(\.up))
  }

  /// Presses keys and holds them; brltty repeats many commands until `release`.
  public func hold(_ keys: Key...) throws(KitError) {
    try send(keys.flatMap(\.down))
  }

  /// Releases keys that were held.
  public func release(_ keys: Key...) throws(KitError) {
    try send(keys.flatMap(\.up))
  }

  /// Presses the routing key of a cell, 0 for the first, together with other keys if any.
  public func route(_ cell: Int, with keys: Key...) throws(KitError) {
    let keys = keys + [.routing(cell)]
    try send(keys.flatMap(\.down) + keys.flatMap(\.up))
  }

  /// Types a cell on the braille keyboard: `"1-2-5"`, `"125"`, or `""` for the space bar.
  public func dots(_ dots: String) throws(KitError) {
    let keys = try dotNumbers(dots).map { Key.dot($0) }
    let all = keys.isEmpty ? [.space] : keys
    try send(all.flatMap(\.down) + all.flatMap(\.up))
  }

  /// Presses the space bar together with dots.
  public func chord(_ dots: String) throws(KitError) {
    let keys = try [.space] + dotNumbers(dots).map { Key.dot($0) }
    try send(keys.flatMap(\.down) + keys.flatMap(\.up))
  }

  private func send(_ pieces: [[UInt8]]) throws(KitError) {
    try port.thread.change { (line) throws(KitError) in try line.send(pieces) }
  }

  // MARK: The cable

  /// Lets the line appear.
  public func plug() throws(KitError) {
    try port.thread.change { (line) throws(KitError) in try line.plug() }
  }

  /// Lets the line hang up and disappear.
  public func unplug() {
    port.thread.changeAndSettle { $0.unplug() }
  }

  /// Ends the display and removes its files.
  public func close() {
    port.close()
  }
}
