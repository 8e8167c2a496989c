// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// What a display showed from a moment on.
public struct ShownFrame: Equatable, Sendable {
  /// When it came, by `MonotonicClock`.
  public let time: Duration
  /// The dots, one byte a cell, row after row; bit 0 is dot 1 … bit 7 is dot 8.
  public let cells: [UInt8]
  /// The text that the driver gave with the dots; empty for displays that take none.
  public let text: String
  /// Whether the dots were new, not only the text.
  public let isWritten: Bool
}

/// What is known of a display that the kit plays.
public struct DisplayState: Equatable, Sendable {
  /// Cells in a row.
  public internal(set) var columns: Int
  /// Rows of cells.
  public internal(set) var rows: Int
  /// Whether brltty's driver is connected; of a serial display: has found it since it was plugged.
  public internal(set) var isConnected = false
  /// How often brltty's driver connected; of a serial display: asked what it is and was told.
  public internal(set) var connections = 0
  /// How often brltty's driver asked a serial display what it is, told or not.
  public internal(set) var inquiries = 0
  /// How often new dots were written since the driver connected.
  public internal(set) var writes = 0
  /// The dots shown now, one byte a cell, row after row; no cells while not connected.
  public internal(set) var cells: [UInt8] = []
  /// The text shown now, one character a cell with the blanks at the end; only `vr` gives one.
  public internal(set) var text = ""
  /// Everything shown so far, the oldest first; the last 50,000 frames at least.
  public internal(set) var history: [ShownFrame] = []

  /// The dots shown now as Unicode braille, row after row.
  public var braille: String { unicodeBraille(cells) }

  /// The driver has connected: nothing is shown, nothing was written.
  mutating func connect() {
    isConnected = true
    connections += 1
    writes = 0
    cells = [UInt8](repeating: 0, count: columns * rows)
    text = ""
  }

  /// The driver is gone, and with it what it showed.
  mutating func disconnect() {
    isConnected = false
    cells = []
    text = ""
  }

  /// New dots or new text are shown.
  mutating func show(cells: [UInt8]? = nil, text: String? = nil) {
    self.cells = cells ?? self.cells
    self.text = text ?? self.text
    if cells != nil { writes += 1 }
    if history.count >= 100_000 { history.removeFirst(50_000) }
    history.append(
      ShownFrame(
        time: MonotonicClock.now, cells: self.cells, text: self.text, isWritten: cells != nil))
  }
}

/// A display that the kit plays for a brltty of its own.
public protocol PlayedDisplay: AnyObject, Sendable {
  /// The driver of brltty that drives it.
  var driver: Brltty.Driver { get }
  /// Where the driver finds it, as `--braille-device` takes it.
  var device: String { get }
  /// What it shows now and what else is known of it.
  var state: DisplayState { get }
  /// Waits until the state is as wanted, and gives it; nil if it was not before `deadline`.
  ///
  /// `condition` runs with the display locked: it must not call the display.
  func state(
    before deadline: Duration, where condition: (DisplayState) -> Bool
  ) -> DisplayState?
  /// Pulls the cable: brltty loses the display and finds it no more.
  func unplug()
  /// Puts the cable in again; brltty looks for the display every 5 s.
  func plug() throws(KitError)
  /// Ends the display and removes its files.
  func close()
}

extension PlayedDisplay {
  /// The dots shown now, one byte a cell, row after row.
  public var cells: [UInt8] { state.cells }

  /// Everything shown so far, the oldest first.
  public var history: [ShownFrame] { state.history }

  /// Waits until the display is as wanted, `limit` at most.
  ///
  /// `what` ends the sentence "no … in time". `condition` runs with the display locked: it must
  /// not call the display.
  @discardableResult
  public func wait(
    for what: String, limit: Duration = Patience.limit, _ condition: (DisplayState) -> Bool
  ) throws(TimedOut) -> DisplayState {
    if let state = state(before: MonotonicClock.now + limit, where: condition) { return state }
    let last = state
    let connection = last.isConnected ? "" : ", not connected"
    throw TimedOut(
      "no \(what) in \(limit); the display shows \"\(last.text)\" \(last.braille)\(connection)")
  }

  /// Waits until the dots begin with these.
  @discardableResult
  public func wait(
    forCells cells: [UInt8], limit: Duration = Patience.limit
  ) throws(TimedOut) -> DisplayState {
    try wait(for: "cells \(unicodeBraille(cells))", limit: limit) { $0.cells.starts(with: cells) }
  }

  /// Waits until brltty has lost the display.
  @discardableResult
  public func waitForDisconnection(
    limit: Duration = Patience.limit
  ) throws(TimedOut) -> DisplayState {
    try wait(for: "disconnection", limit: limit) { !$0.isConnected }
  }
}

/// Cells as Unicode braille patterns.
func unicodeBraille(_ cells: [UInt8]) -> String {
  var text = ""
  for cell in cells {
    if let pattern = Unicode.Scalar(0x2800 + UInt32(cell)) { text.unicodeScalars.append(pattern) }
  }
  return text
}

/// The numbers of the dots in `"1-2-5"` or `"125"`, which must be digits from 1 to 8.
func dotNumbers(_ dots: String) throws(KitError) -> [Int] {
  var numbers: [Int] = []
  for digit in dots where digit != "-" {
    guard let number = digit.wholeNumberValue, (1...8).contains(number) else {
      throw .notAKey("dots \(dots)")
    }
    numbers.append(number)
  }
  return numbers
}

/// A `Polled` value that plays a display.
protocol PolledDisplay: Polled {
  var state: DisplayState { get }
}

extension PolledThread where Body: PolledDisplay {
  var state: DisplayState { look { $0.state } }

  func state(
    before deadline: Duration, where condition: (DisplayState) -> Bool
  ) -> DisplayState? {
    wait(until: deadline) { condition($0.state) ? $0.state : nil }
  }
}
