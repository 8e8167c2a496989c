// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Glibc
import Panning
import Posix
import Tables
import TerminalDisplay
import TestSupport

/// What brltty writes to the virtual display, in the terminal, and keys from the keyboard.
struct View {
  private let stage: VirtualStage
  private let signals: SignalDescriptor
  private var terminal: Terminal
  /// What stands below the display; nil once it is written.
  private var notice: String?

  /// A view of a stage; `signals` end it.
  init(_ stage: VirtualStage, _ signals: SignalDescriptor) {
    self.stage = stage
    self.signals = signals
    let keys = DataFolders.standard().read(tables: []).terminalKeys
    let size = stage.frame.size
    terminal = Terminal(
      size: size, input: FileDescriptor(0), output: FileDescriptor(1), keys: keys)
    // Below the frame, the keys and a blank line (Screen).
    notice =
      isatty(1) == 1
      ? "\u{1B}[\(2 * size.rows + 5);1HBRAILLED_SOCKET=\(stage.daemon.socket)\r\n\(stage.environment)"
      : "BRAILLED_SOCKET=\(stage.daemon.socket)\n\(stage.environment)\n"
  }

  /// Shows what there is, until somebody wants to leave; gives why it cannot go on, if it cannot.
  mutating func run() throws -> String? {
    let watch = try ChangeWatch(stage.display)
    defer {
      watch.close()
      terminal.restore()
    }
    while true {
      if terminal.takesFrame {
        terminal.show(stage.frame)
        write()
      }
      if let failure = stage.failure { return failure }
      var poller = Poller()
      let signalled = poller.add(signals.descriptor)
      let changed = poller.add(watch.readable)
      let typed = terminal.readable.map { poller.add($0) }
      if let writable = terminal.writable { poller.add(writable, reading: false, writing: true) }
      // To see that brltty or brailled has ended.
      poller.wait(.seconds(1))
      if poller.isReadable(signalled), !signals.take().isEmpty { return nil }
      if poller.isReadable(changed) { watch.drain() }
      terminal.write()
      guard let typed, poller.isReadable(typed) else { continue }
      for event in terminal.read() {
        switch event {
        case .quit: return nil
        // What is no key of this display is none.
        case .key(let key): try? stage.press(key)
        case .invalid: break
        }
      }
    }
  }

  private mutating func write() {
    guard let notice, terminal.takesFrame else { return }
    Array(notice.utf8).withUnsafeBytes { _ = FileDescriptor(1).write($0) }
    self.notice = nil
  }
}

/// Makes a descriptor readable when the display shows something else.
private final class ChangeWatch {
  private let wake: WakePipe
  private let isOver: Lock<Bool>
  private let thread: Posix.Thread

  init(_ display: VirtualDisplay) throws(PosixError) {
    let wake = try WakePipe()
    let isOver = Lock(false)
    self.wake = wake
    self.isOver = isOver
    thread = try Posix.Thread(name: "changes") {
      var shown = display.state
      while !isOver.withLock({ $0 }) {
        let deadline = MonotonicClock.now + .milliseconds(200)
        let next = display.state(before: deadline) { state in
          state.writes != shown.writes || state.cells != shown.cells || state.text != shown.text
        }
        guard let next else { continue }
        shown = next
        wake.wake()
      }
    }
  }

  var readable: FileDescriptor { wake.reading }

  func drain() { wake.drain() }

  func close() {
    isOver.withLock { $0 = true }
    thread.join()
    wake.close()
  }
}
