// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

/// The daemon as it is installed, with a brltty, displays and programs of its own: one after the
/// other, so that there is something left of the machine for what has a limit.
@Suite(.serialized) enum EndToEnd {}

/// The same with what can go wrong; beside the others, because all of them mostly wait.
@Suite(.serialized) enum Mishaps {}

/// The same with what goes and comes back: displays and brltty.
@Suite(.serialized) enum Returns {}

/// A display, the brltty that drives it, and the daemon.
struct Stage<Display: PlayedDisplay> {
  let rig: Rig<Display>
  let daemon: DaemonProcess
  /// What stands between brltty and the daemon, if anything does.
  let proxy: PacketProxy?

  /// Starts brltty unless it shall not run yet, and the daemon.
  init(
    _ display: Display, _ settings: Brltty.Settings = Brltty.Settings(), isStarted: Bool = true,
    hasProxy: Bool = false
  ) throws {
    rig = try Rig(display, settings, isStarted: isStarted)
    do {
      proxy = hasProxy ? try PacketProxy(upstream: rig.brltty.host) : nil
      daemon = try DaemonProcess(.init(environment: proxy?.environment ?? rig.environment))
    } catch {
      rig.close()
      throw error
    }
  }

  var display: Display { rig.display }
  var brltty: Brltty { rig.brltty }

  /// Waits until the daemon knows that brltty has the cells that it was given: a routing key that
  /// comes before is taken to be meant for what was shown before.
  func waitUntilTaken() throws {
    try #require(proxy, "only a proxy sees that").waitUntilTaken()
  }

  /// Ends everything.
  func close() {
    daemon.close()
    proxy?.close()
    rig.close()
  }
}

extension Stage where Display == VirtualDisplay {
  /// A display for the driver `vr`.
  init(columns: Int = 40, rows: Int = 1, hasProxy: Bool = false) throws {
    try self.init(VirtualDisplay(columns: columns, rows: rows), hasProxy: hasProxy)
  }

  /// Presses the routing key of a cell, on what the display shows now.
  func route(_ cell: Int) throws {
    try waitUntilTaken()
    try display.press("ROUTE", .number(cell))
  }

  /// A routing key of the display reaches the program that shows a button.
  func expectKey(reaches program: Program) throws {
    // On a new connection there was nothing before.
    if proxy != nil { try waitUntilTaken() }
    try display.press("ROUTE", 3)
    #expect(try program.command() == ["command": "activate", "element": "button"])
  }
}

extension PlayedDisplay {
  /// Waits until the display shows these cells and nothing behind them, as brltty was told.
  @discardableResult
  func wait(forBraille braille: String, limit: Duration = Patience.limit) throws -> DisplayState {
    try wait(for: braille, limit: limit) { state in
      state.cells.count == state.columns * state.rows
        && state.braille.withoutBlanksBehind == braille
    }
  }
}

extension String {
  /// The string without blanks and blank cells at its end.
  var withoutBlanksBehind: String {
    var scalars = unicodeScalars[...]
    while let last = scalars.last, last == " " || last == "\u{2800}" { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension Duration {
  /// As people read it in a test's report.
  var report: String {
    let milliseconds =
      Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    return "\(Double((milliseconds * 10).rounded()) / 10) ms"
  }
}

/// How long something takes.
func time(_ body: () throws -> Void) rethrows -> Duration {
  let start = MonotonicClock.now
  try body()
  return MonotonicClock.now - start
}
