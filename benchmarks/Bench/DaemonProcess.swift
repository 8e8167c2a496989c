// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import Sockets
import TestSupport
import Wire

/// The daemon, started, with a program connected to it.
struct DaemonProcess {
  let process: ChildProcess
  let socket: FileDescriptor
  /// From before it was started until it had answered.
  let startTime: Duration

  /// Starts it and greets it; nil if it does not answer.
  init?(_ program: String, folder: TemporaryFolder, name: String, display: [String]) {
    let configuration = folder.file("brailled.conf")
    let path = DaemonProcess.path(in: folder, name)
    guard
      (try? writeFile(configuration, Array("[braille]\nmode = contracted\n".utf8))) != nil
    else { return nil }
    let started = MonotonicClock.now
    let process = try? ChildProcess(
      path: program,
      arguments: [
        "--socket", path, "--config", configuration, "--log-level", "error", "--display",
      ] + display,
      environment: ["LC_ALL": "en_US.UTF-8"], descriptors: [nil, nil, FileDescriptor(2)])
    guard let process else { return nil }
    guard let socket = DaemonProcess.connect(path, until: started + Contestant.patience),
      DaemonProcess.ask("hello", #"{"name":"bench"}"#, socket) != nil
    else {
      process.signal(9)
      _ = process.wait()
      return nil
    }
    startTime = MonotonicClock.now - started
    (self.process, self.socket) = (process, socket)
  }

  /// Where the daemon of a name listens.
  static func path(in folder: TemporaryFolder, _ name: String) -> String {
    folder.file("socket-" + name)
  }

  private static func connect(_ path: String, until time: Duration) -> FileDescriptor? {
    while MonotonicClock.now < time {
      if let socket = try? connectStream(path) { return socket }
      var nothing = Poller()
      nothing.wait(.milliseconds(1))
    }
    return nil
  }

  /// The result of a request; nil if there is none.
  static func ask(_ method: String, _ params: String, _ socket: FileDescriptor) -> JSONValue? {
    let line = #"{"id":1,"method":"\#(method)","params":\#(params)}"# + "\n"
    Array(line.utf8).withUnsafeBytes { _ = socket.send($0) }
    var answer: [UInt8] = []
    while answer.last != 0x0A {
      guard case .bytes(let part) = read(socket) else { return nil }
      answer += part
    }
    return JSONValue(parsing: answer.dropLast())?["result"]
  }

  func end() {
    socket.close()
    process.signal(15)
    _ = process.wait()
  }
}
