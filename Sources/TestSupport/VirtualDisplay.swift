// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// A display for brltty's driver `vr`, which connects to it over a Unix socket.
///
/// The driver was taken out of brltty 6.9; `HandyTechDisplay` works with every version. What the
/// driver cannot send (routing key of the first cell, F1, chords) `PacketProxy` can.
public final class VirtualDisplay: PlayedDisplay {
  private let folder: TemporaryFolder
  private let thread: PolledThread<VirtualLine>

  /// A display of this size that brltty can connect to.
  ///
  /// With `handshake` false it accepts the driver's connection and does not tell its size: brltty's
  /// main loop is stuck then until `sendHandshake`. Errors: sockets and files that cannot be made.
  public init(columns: Int = 40, rows: Int = 1, handshake: Bool = true) throws(KitError) {
    folder = try system { () throws(PosixError) in try TemporaryFolder("vr") }
    var line = VirtualLine(
      path: folder.file("display"), columns: columns, rows: rows, handshake: handshake)
    try line.plug()
    thread = try PolledThread(name: "virtual display", line)
  }

  deinit {
    close()
  }

  /// `vr`.
  public var driver: Brltty.Driver { .virtual }

  /// The path of the socket, as a client of it.
  public var device: String { "client:\(folder.file("display"))" }

  /// What it shows now and what else is known of it.
  public var state: DisplayState { thread.state }

  /// Waits until the state is as wanted, and gives it; nil if it was not before `deadline`.
  public func state(
    before deadline: Duration, where condition: (DisplayState) -> Bool
  ) -> DisplayState? {
    thread.state(before: deadline, where: condition)
  }

  /// The text shown now, with the blanks at its end.
  public var text: String { state.text }

  /// Waits until the text on the display contains this.
  @discardableResult
  public func wait(
    forText text: String, limit: Duration = Patience.limit
  ) throws(TimedOut) -> DisplayState {
    try wait(for: "text \"\(text)\"", limit: limit) { $0.text.contains(text) }
  }

  // MARK: Keys

  /// Presses a key; the driver takes one each 40 ms, in order.
  ///
  /// Errors: `notAKey`, `notConnected`.
  public func press(_ name: String, _ argument: VirtualKey.Argument? = nil) throws(KitError) {
    try send(line: try VirtualKey(name).line(argument))
  }

  /// Types a cell on a braille keyboard: `"1-2-5"`, `"125"`, or `""` for the space bar.
  public func dots(_ dots: String) throws(KitError) {
    let cell = try dotNumbers(dots).reduce(0) { $0 | 1 << ($1 - 1) }
    if cell == 0 {
      // The driver refuses PASSDOTS 0; PASSCHAR 256 has the same code.
      try press("PASSCHAR", 256)
    } else {
      try press("PASSDOTS", .number(cell))
    }
  }

  /// Types text on an ordinary keyboard of the display; Latin-1 only.
  public func type(_ text: String) throws(KitError) {
    for scalar in text.unicodeScalars {
      try press("PASSCHAR", .number(Int(scalar.value)))
    }
  }

  /// Sends a line of the driver's own language, without its end.
  public func send(line: String) throws(KitError) {
    try thread.change { (display) throws(KitError) in try display.send(line) }
  }

  // MARK: The cable

  /// Lets brltty connect.
  public func plug() throws(KitError) {
    try thread.change { (display) throws(KitError) in try display.plug() }
  }

  /// Closes the connection, and lets nobody connect.
  public func unplug() {
    thread.changeAndSettle { $0.unplug() }
  }

  /// Closes the connection only; brltty connects again at once.
  public func drop() {
    thread.changeAndSettle { $0.drop() }
  }

  /// Becomes a display of another size while connected, as brltty hears from the driver.
  public func resize(columns: Int, rows: Int = 1) throws(KitError) {
    try thread.change { (display) throws(KitError) in
      display.state.columns = columns
      display.state.rows = rows
      if display.state.isConnected { try display.send("Cells \(columns) \(rows)") }
    }
  }

  /// Is replaced by a display of another size: the connection is closed, brltty makes a new one.
  public func replace(columns: Int, rows: Int = 1) {
    thread.changeAndSettle { display in
      display.state.columns = columns
      display.state.rows = rows
      display.drop()
    }
  }

  /// Takes nothing any more, as a display that hangs: after about 139 writes brltty's main loop
  /// is stuck.
  public func stopReading() {
    thread.change { $0.isReading = false }
  }

  /// Takes what was written meanwhile, and all that follows.
  public func resumeReading() {
    thread.change { $0.isReading = true }
  }

  /// Tells the size to a driver that has connected without being told.
  public func sendHandshake() throws(KitError) {
    try thread.change { (display) throws(KitError) in
      display.handshake = true
      try display.send("Cells \(display.state.columns) \(display.state.rows)")
    }
  }

  /// Ends the display and removes its files.
  public func close() {
    thread.close()
    folder.close()
  }
}
