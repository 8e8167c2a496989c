// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// A desktop that is read on a braille display: a session, a brltty with a virtual display, the
/// daemon, the desktop's own producer, and somebody who looks on.
public final class DesktopRig: Sendable {
  /// How a desktop is made.
  public struct Settings: Sendable {
    /// The cells of the display.
    public var columns = 40
    /// The session.
    public var session = DesktopSession.Settings()
    /// The daemon.
    public var daemon = DaemonProcess.Launch()
    /// The producer's program; the one that was built with the tests if nil.
    public var producer: String?
    /// Options of the producer besides `--socket`.
    public var producerOptions: [String] = []

    /// English in computer braille, so that a place in print is a place in cells.
    public init() {
      daemon.configuration =
        "[braille]\nlanguage = en\nmode = computer\n[brlapi]\ntty = root\n"
    }
  }

  /// The session.
  public let session: DesktopSession
  /// The display and its brltty.
  public let rig: Rig<VirtualDisplay>
  /// What stands between brltty and the daemon.
  public let proxy: PacketProxy
  /// The daemon.
  public let daemon: DaemonProcess
  /// The producer.
  public let producer: ProducerProcess
  /// Who looks on.
  public let observer: FrameObserver

  /// Starts all of it; the daemon shows nothing yet.
  public init(_ settings: Settings = Settings()) throws(KitError) {
    let session = try DesktopSession(settings.session)
    self.session = session
    var undo: [@Sendable () -> Void] = [{ session.close() }]
    do throws(KitError) {
      let rig = try Rig(columns: settings.columns)
      undo.append { rig.close() }
      let proxy = try PacketProxy(upstream: rig.brltty.host)
      undo.append { proxy.close() }
      var launch = settings.daemon
      launch.environment.merge(proxy.environment) { $1 }
      let daemon = try DaemonProcess(launch)
      undo.append { daemon.close() }
      observer = try FrameObserver(socket: daemon.socket)
      producer = try ProducerProcess(
        session, socket: daemon.socket, executable: settings.producer,
        options: settings.producerOptions)
      (self.rig, self.proxy, self.daemon) = (rig, proxy, daemon)
    } catch {
      for close in undo.reversed() { close() }
      throw error
    }
  }

  deinit {
    close()
  }

  /// The display.
  public var display: VirtualDisplay { rig.display }

  /// Starts an application.
  public func start(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws(KitError) -> DesktopProgram {
    try session.start(path, arguments, environment: environment)
  }

  // MARK: What is done to it

  /// Presses keys on the computer's keyboard, one after another: `Tab`, `shift+Tab`, `ctrl+Home`.
  public func press(_ keys: String...) throws(KitError) {
    let keyboard = try session.keyboard()
    for key in keys { try keyboard.press(key) }
  }

  /// Types on the computer's keyboard.
  public func type(_ text: String) throws(KitError) {
    try session.keyboard().type(text)
  }

  /// Presses the routing key of a cell, on what the display shows now.
  public func route(_ cell: Int) throws {
    try proxy.waitUntilTaken()
    // The driver has no way to say the first one.
    if cell == 0 { proxy.key(0x2001_0000) } else { try display.press("ROUTE", .number(cell)) }
  }

  /// Presses the routing key of the cell where a text begins, on what the display shows now.
  public func route(to text: String) throws {
    let shown = observer.last?.text ?? ""
    guard let place = shown.firstRange(of: text) else {
      throw TimedOut("no \"\(text)\" on the display, but \"\(shown)\"")
    }
    try route(shown.unicodeScalars.distance(from: shown.startIndex, to: place.lowerBound))
  }

  /// Presses a key of the display by its name in brltty, on what the display shows now.
  public func press(display name: String) throws {
    try proxy.waitUntilTaken()
    try display.press(name)
  }

  /// Presses dots of the display's keyboard together with its space bar.
  public func chord(_ dots: String) throws {
    try proxy.waitUntilTaken()
    // BRL_BLK_PASSDOTS with BRL_DOTC, which the driver cannot say.
    let cell = try dotNumbers(dots).reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
    proxy.key(0x2022_0100 | cell)
  }

  /// Types a cell on the display's keyboard; `""` is the space bar.
  public func dots(_ dots: String) throws {
    try proxy.waitUntilTaken()
    try display.dots(dots)
  }

  // MARK: What comes of it

  /// Waits until the daemon says that it shows something as wanted, and the display shows it.
  ///
  /// `what` ends the sentence "no … in time".
  @discardableResult
  public func wait(
    for what: String, limit: Duration = Patience.limit,
    _ condition: (ObservedFrame) -> Bool
  ) throws(TimedOut) -> ObservedFrame {
    let deadline = MonotonicClock.now + limit
    while let frame = observer.frame(before: deadline, where: condition) {
      // It may have changed meanwhile, as when the caret blinks: then what it is now must be shown.
      let shown = display.state(before: deadline) { state in
        state.braille == frame.cells || observer.last != frame
      }
      if shown?.braille == frame.cells { return frame }
      if shown == nil { break }
    }
    let frame = observer.last.map { "\($0.kind) \"\($0.text)\" \($0.cells)" } ?? "nothing"
    throw TimedOut(
      "no \(what) in \(limit); the daemon shows \(frame), the display \(display.state.braille)\n"
        + producer.log.text.suffix(2000))
  }

  /// Waits until the display shows this print, and nothing behind it.
  @discardableResult
  public func wait(
    forText text: String, limit: Duration = Patience.limit
  ) throws(TimedOut) -> ObservedFrame {
    try wait(for: "\"\(text)\"", limit: limit) { $0.text == text }
  }

  /// Ends everything.
  public func close() {
    observer.close()
    producer.close()
    daemon.close()
    proxy.close()
    rig.close()
    session.close()
  }
}
