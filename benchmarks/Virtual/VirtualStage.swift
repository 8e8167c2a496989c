// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Panning
import Posix
import TestSupport

/// A private brltty with its virtual display, and brailled on it.
final class VirtualStage {
  let display: VirtualDisplay
  let daemon: DaemonProcess
  private let rig: Rig<VirtualDisplay>
  /// Between brltty and brailled, for keys that brltty's driver `vr` cannot send.
  private let proxy: PacketProxy
  private var sample: KeptProcess?

  /// Starts all of it; `socket` is where programs connect, in a folder of its own if nil.
  init(_ size: DisplaySize, socket: String?) throws(KitError) {
    rig = try Rig(columns: size.columns, rows: size.rows)
    display = rig.display
    do throws(KitError) {
      proxy = try PacketProxy(upstream: rig.brltty.host)
    } catch {
      rig.close()
      throw error
    }
    do throws(KitError) {
      var launch = DaemonProcess.Launch(environment: proxy.environment)
      launch.socket = socket
      daemon = try DaemonProcess(launch)
    } catch {
      proxy.close()
      rig.close()
      throw error
    }
  }

  /// What other clients of brltty need to find it.
  var environment: String {
    rig.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      .joined(separator: " ")
  }

  /// Why it cannot go on; nil if all runs.
  var failure: String? {
    if !daemon.isAlive { return "brailled has ended\n\(daemon.log.text)" }
    if !rig.brltty.isAlive { return "brltty has ended\n\(rig.brltty.log)" }
    return nil
  }

  /// Starts the sample program on it.
  func startSample() throws(PosixError) {
    sample = try KeptProcess(
      path: Executables.path("brailled-sample"), arguments: ["--socket", daemon.socket],
      environment: ["PATH": "/usr/bin:/bin"], descriptors: [])
  }

  /// What the display shows, as brltty has written it.
  var frame: Frame {
    let state = display.state
    let size = DisplaySize(columns: state.columns, rows: state.rows)
    var frame = Frame(blank: size, kind: .content)
    if state.cells.count == size.count { frame.cells = state.cells.map { Cell(rawValue: $0) } }
    let scalars = Array(state.text.unicodeScalars)
    frame.text = (0..<size.rows).map { row in
      let part = scalars.dropFirst(row * size.columns).prefix(size.columns)
      return String(String.UnicodeScalarView(part))
    }
    return frame
  }

  /// Presses a key: on the display if its driver has it, else as if another driver had sent it.
  ///
  /// Errors: brltty has lost the display.
  func press(_ press: KeyPress) throws(KitError) {
    if let line = Self.line(press) {
      try display.send(line: line)
    } else {
      proxy.key(Self.code(press))
    }
  }

  /// Waits until brailled knows that the display shows what it was given: a key that comes before is
  /// taken to be meant for what was there before.
  func waitUntilTaken() throws(TimedOut) { try proxy.waitUntilTaken() }

  /// Ends all of it, and removes its files.
  func close() {
    sample?.close()
    _ = try? daemon.stop()
    daemon.close()
    proxy.close()
    rig.close()
  }

  /// The driver's word for a key; nil if it has none.
  private static func line(_ press: KeyPress) -> String? {
    guard press.modifiers.isEmpty else { return nil }
    switch press.key {
    case .route(let cell):
      return try? VirtualKey("ROUTE").line(.number(cell))
    case .dots(let cell) where !cell.isBlank:
      return try? VirtualKey("PASSDOTS").line(.number(Int(cell.rawValue)))
    case .dots: return try? VirtualKey("PASSCHAR").line(256)
    case .command(let command, let argument, let toggle):
      guard let key = try? VirtualKey(command.name) else { return nil }
      if key.kind == .numbered { return try? key.line(.number(argument)) }
      let switched: VirtualKey.Argument? =
        switch toggle {
        case .flip: nil
        case .on: .on
        case .off: .off
        }
      return try? key.line(switched)
    case .chord, .keysym: return nil
    }
  }

  /// BrlAPI's code of a key (brlapi_keycodes.h).
  private static func code(_ press: KeyPress) -> UInt64 {
    let command: UInt64 = 0x2000_0000
    let flags = UInt64(press.modifiers.rawValue) << 32
    switch press.key {
    case .route(let cell): return flags | command | 1 << 16 | UInt64(cell)
    case .dots(let cell): return flags | command | 34 << 16 | UInt64(cell.rawValue)
    case .chord(let cell): return flags | command | 34 << 16 | 0x100 | UInt64(cell.rawValue)
    case .keysym(let symbol): return flags | UInt64(symbol)
    case .command(let name, let argument, let toggle):
      let switched: UInt64 =
        switch toggle {
        case .flip: 0
        case .on: 0x100
        case .off: 0x200
        }
      return flags | switched << 32 | command | UInt64(name.code) | UInt64(argument)
    }
  }
}
