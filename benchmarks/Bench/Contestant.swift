// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport

/// A program that shows on a display what it is told over a socket.
struct Contestant {
  let process: ChildProcess
  /// What it is told goes here.
  let socket: FileDescriptor
  var display: DisplayServer

  /// Whatever takes longer than this is broken.
  static let patience = Duration.seconds(5)

  /// A program that reads lines on its standard input; nil if it does not run.
  init?(_ program: String, _ arguments: [String], name: String) {
    guard let (ours, theirs) = try? FileDescriptor.streamPair(),
      let display = try? DisplayServer(name: name)
    else { return nil }
    defer { theirs.close() }
    let process = try? ChildProcess(
      path: program, arguments: arguments + [display.host],
      descriptors: [theirs, nil, FileDescriptor(2)])
    guard let process else { return nil }
    (self.process, self.display, socket) = (process, display, ours)
  }

  /// The daemon, with a display over BrlAPI.
  init?(daemon: String, folder: TemporaryFolder, name: String) {
    guard let display = try? DisplayServer(name: name),
      let daemon = DaemonProcess(
        daemon, folder: folder, name: name,
        display: ["brlapi", "--brlapi-host", display.host, "--brlapi-auth", "none"])
    else { return nil }
    (process, socket, self.display) = (daemon.process, daemon.socket, display)
  }

  /// Tells it something and waits for what it writes; nil if that does not come.
  mutating func show(_ line: [UInt8], _ label: String) -> Duration? {
    let start = MonotonicClock.now
    line.withUnsafeBytes { _ = socket.send($0) }
    while let write = display.write(before: start + Contestant.patience) {
      // The daemon also writes by itself, every 5 s.
      if write.payload.contains(Array(label.utf8.prefix(16))) { return write.time - start }
    }
    return nil
  }

  /// Serves its display until a time.
  mutating func serve(until time: Duration) {
    while display.write(before: time) != nil {}
  }

  mutating func end() {
    display.close()
    socket.close()
    process.signal(15)
    _ = process.wait()
  }
}
