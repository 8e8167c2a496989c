// SPDX-License-Identifier: GPL-3.0-or-later
import BrlAPI
import Cells
import Commands
import Core
import Panning
import Posix
import TerminalDisplay

/// The display that the daemon drives, whichever it is.
enum AnyDisplay: Sendable {
  case brlapi(BrlAPIDisplay)
  case terminal(Terminal)
  case none(DisplaySize)

  /// What comes from a display.
  enum Event: Sendable {
    case state(DisplayState)
    case key(KeyPress, on: Frame?)
    case failed(BrlAPIFailure)
    case connected
    case invalidKey(String)
    case quit
  }

  /// The state at the start; a display over BrlAPI tells its own later.
  var initialState: DisplayState {
    switch self {
    case .brlapi: DisplayState(size: nil, problem: "brltty has not answered yet; ask again")
    case .terminal(let terminal): DisplayState(size: terminal.size, driver: "terminal")
    case .none(let size): DisplayState(size: size, driver: "none")
    }
  }

  /// Whether a frame that it is given would be shown soon.
  var takesFrame: Bool {
    switch self {
    case .brlapi(let display): display.takesFrame
    case .terminal(let terminal): terminal.takesFrame
    case .none: false
    }
  }

  mutating func show(_ frame: Frame) {
    switch self {
    case .brlapi(let display): display.show(frame)
    case .terminal(var terminal):
      terminal.show(frame)
      self = .terminal(terminal)
    case .none: break
    }
  }

  /// A key made no new frame: what is shown may have been lost meanwhile.
  func refresh() {
    if case .brlapi(let display) = self { display.refresh() }
  }

  /// Takes what has come; only the descriptors that are ready are looked at.
  mutating func take(_ ready: ReadyDescriptors) -> [Event] {
    switch self {
    case .brlapi(let display):
      if ready.isWatchdogReady { display.watch() }
      return ready.isReadable ? display.takeEvents().compactMap(Event.init) : []
    case .terminal(var terminal):
      defer { self = .terminal(terminal) }
      if ready.isWritable { terminal.write() }
      return ready.isReadable ? terminal.read().map(Event.init) : []
    case .none:
      return []
    }
  }

  /// Gives the display back.
  mutating func stop() {
    switch self {
    case .brlapi(let display): display.stop()
    case .terminal(var terminal):
      terminal.restore()
      self = .terminal(terminal)
    case .none: break
    }
  }

  /// Which of its descriptors are ready.
  struct ReadyDescriptors: Sendable {
    var isReadable = false
    var isWritable = false
    var isWatchdogReady = false
  }

  /// The descriptor that keys come on: more urgent than a table.
  var urgent: FileDescriptor? {
    switch self {
    case .brlapi(let display): display.descriptor
    case .terminal(let terminal): terminal.readable
    case .none: nil
    }
  }
}

extension AnyDisplay.Event {
  fileprivate init?(_ event: BrlAPIEvent) {
    switch event {
    case .connected: self = .connected
    case .display(nil):
      self = .state(
        DisplayState(
          size: nil, isShared: true,
          problem: "brltty has no display; connect one, or set its driver in /etc/brltty.conf"))
    case .display(let device?):
      self = .state(
        DisplayState(
          size: device.size, driver: device.driver, model: device.model, isShared: true,
          hasSixDots: device.hasSixDots, commands: device.commands,
          sendsKeysyms: device.sendsKeysyms))
    case .key(let press, let frame): self = .key(press, on: frame)
    case .failed(let failure): self = .failed(failure)
    case .ready: return nil
    }
  }

  fileprivate init(_ event: Terminal.Event) {
    switch event {
    // A terminal shows a frame before the next key is typed.
    case .key(let press): self = .key(press, on: nil)
    case .invalid(let reason): self = .invalidKey(reason)
    case .quit: self = .quit
    }
  }
}
