// SPDX-License-Identifier: GPL-3.0-or-later
import CBrlAPI
public import Cells
public import Commands
import Glibc
public import Panning
public import Posix

/// How brltty is reached, and where its terminals are entered.
public struct BrlAPISettings: Equatable, Sendable {
  /// Where brltty listens; nil: as libbrlapi has it.
  public var host: String?
  /// How access is asked for; nil: as libbrlapi has it.
  public var auth: String?
  /// The priority among brltty's clients, 0 to 100.
  public var priority: Int
  /// The virtual terminal to enter at; nil: the root.
  public var terminal: Int?

  /// How brltty is reached.
  public init(
    host: String? = nil, auth: String? = nil, priority: Int = 50, terminal: Int? = nil
  ) {
    self.host = host
    self.auth = auth
    self.priority = priority
    self.terminal = terminal
  }
}

/// Why there is no connection to brltty.
public enum BrlAPIFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nobody listens, or nobody can be reached; in libbrlapi's words.
  case unreachable(String)
  /// brltty does not let this user in.
  case refused
  /// It speaks another version of the protocol.
  case protocolVersion
  /// The connection was lost, or an answer did not come in time.
  case lost(String)

  /// What is missing, and what to do.
  public var description: String {
    switch self {
    case .unreachable(let reason):
      "brltty cannot be reached (\(reason)); install and start it: apt-get install brltty, "
        + "systemctl start brltty"
    case .refused:
      "brltty refuses access; let this user read /etc/brlapi.key (chgrp, chmod 640), or log in "
        + "at the machine itself"
    case .protocolVersion: "brltty speaks another version of BrlAPI; 4.0 or later is needed"
    case .lost(let reason): "the connection to brltty was lost (\(reason))"
    }
  }

  /// Whether trying again soon makes no sense.
  var isRefusal: Bool { self == .refused || self == .protocolVersion }
}

/// What is known of the display that brltty drives.
public struct BrlAPIDevice: Equatable, Sendable {
  /// Its size in cells.
  public var size: DisplaySize
  /// brltty's name for its driver.
  public var driver: String
  /// The model, as far as the driver tells it.
  public var model: String
  /// Whether its cells have six dots only.
  public var hasSixDots: Bool
  /// The commands that its keys are bound to; nil if this brltty does not tell.
  public var commands: Set<BrlttyCommand>?
  /// Whether any of its keys is bound to a key of a keyboard.
  public var sendsKeysyms = true
}

/// What a display over BrlAPI tells.
public enum BrlAPIEvent: Sendable {
  /// brltty is there.
  case connected
  /// A display is there, or (nil) none is.
  case display(BrlAPIDevice?)
  /// A key, and the frame that was under the finger.
  case key(KeyPress, on: Frame?)
  /// The next frame can be taken.
  case ready
  /// There is no connection any more; it is tried again.
  case failed(BrlAPIFailure)
}

/// A braille display that brltty drives.
///
/// A thread of its own makes all calls of libbrlapi, which is not safe for several, and can
/// block in any of them; `watch` is its watchdog.
public final class BrlAPIDisplay: Sendable {
  /// Readable when there are events to take.
  public var descriptor: FileDescriptor { events.reading }

  /// Readable when a call of libbrlapi may take too long: then call `watch`.
  public var watchdog: FileDescriptor { alarm.descriptor }

  private let alarm: Alarm
  private let events: WakePipe
  private let shared: Lock<BrlAPIShared>
  private let wake: WakePipe

  /// A call of libbrlapi that takes longer is cut off: an unplugged serial display takes 1 s.
  public static let longestCall: Duration = .seconds(3)

  /// Starts to connect, and goes on for ever.
  ///
  /// SIGPIPE must be ignored, and `WINDOWPATH` set and empty, before this. Errors: no
  /// descriptors, no threads.
  public init(_ settings: BrlAPISettings) throws(PosixError) {
    events = try WakePipe()
    wake = try WakePipe()
    alarm = try Alarm()
    shared = Lock(BrlAPIShared(settings: settings))
    let thread = BrlAPIThread(shared: shared, events: events, wake: wake, alarm: alarm)
    try Thread(name: "brlapi") { thread.run() }.detach()
  }

  /// Takes what has happened, in order.
  public func takeEvents() -> [BrlAPIEvent] {
    events.drain()
    return shared.withLock { state in
      defer { state.events.removeAll() }
      return state.events
    }
  }

  /// Whether a frame would be written soon: the last one has been taken.
  ///
  /// If not, an event tells when it is.
  public var takesFrame: Bool {
    shared.withLock { state in
      if state.frame != nil { state.isAwaited = true }
      return state.frame == nil
    }
  }

  /// Shows a frame, instead of one that has not been written yet.
  ///
  /// A frame of kind idle gives the display back to brltty.
  public func show(_ frame: Frame) {
    shared.withLock { $0.frame = frame }
    wake.wake()
  }

  /// Writes what is shown again: after a key that changed nothing, another client may be gone.
  public func refresh() {
    shared.withLock { $0.isToRewrite = true }
    wake.wake()
  }

  /// Takes other settings over; connects anew if they differ.
  public func change(_ settings: BrlAPISettings) {
    let hasChanged = shared.withLock { state in
      guard state.settings != settings else { return false }
      state.settings = settings
      state.isToReconnect = true
      return true
    }
    if hasChanged { wake.wake() }
  }

  /// Cuts off a call that takes too long; it is looked after again as long as one is under way.
  public func watch() {
    alarm.acknowledge()
    let now = MonotonicClock.now
    let next: Duration? = shared.withLock { state in
      guard let since = state.busySince else {
        state.isWatched = false
        return nil
      }
      let left = since + BrlAPIDisplay.longestCall - now
      guard left <= .zero else { return left }
      // The only thing that interrupts libbrlapi. The handle lives as long as the call.
      if let handle = state.handle {
        let descriptor = brlapi__getFileDescriptor(handle.pointer)
        if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
      return BrlAPIDisplay.longestCall
    }
    if let next { alarm.set(after: next) }
  }

  /// Gives the display back and ends the connection, waiting no longer than a moment.
  public func stop() {
    shared.withLock { $0.isToStop = true }
    wake.wake()
    _ = shared.wait(until: MonotonicClock.now + .milliseconds(300)) { $0.hasStopped ? true : nil }
  }
}

/// What the thread and the rest of the daemon share.
struct BrlAPIShared: Sendable {
  var settings: BrlAPISettings
  var frame: Frame?
  /// Whether the daemon waits to be told that the frame has been taken.
  var isAwaited = false
  var isToRewrite = false
  var isToReconnect = false
  var isToStop = false
  var hasStopped = false
  var events: [BrlAPIEvent] = []
  /// Since when a call is under way, and the handle that it uses.
  var busySince: Duration?
  /// Whether the alarm is set that lets the daemon look after the calls.
  var isWatched = false
  var handle: BrlAPIHandle?

  init(settings: BrlAPISettings) {
    self.settings = settings
  }
}

/// A handle of libbrlapi as a value that can be put behind a lock.
struct BrlAPIHandle: Equatable, Sendable {
  private let bits: Int

  init?(_ pointer: OpaquePointer?) {
    guard let pointer else { return nil }
    bits = Int(bitPattern: pointer)
  }

  var pointer: OpaquePointer? { OpaquePointer(bitPattern: bits) }
}
