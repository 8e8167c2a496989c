// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// What the configuration and the options change, and what is logged when something is missing.
  @Suite final class SettingsTests {
    private let server: StandInServer

    init() throws {
      server = try StandInServer()
    }

    deinit {
      server.close()
    }

    private func launch(
      _ options: [String] = [], configuration: String = ""
    ) -> DaemonProcess.Launch {
      var launch = DaemonProcess.Launch(options, environment: server.environment)
      launch.configuration += configuration
      return launch
    }

    private func wait(forBraille braille: String) throws {
      let cells = braille.unicodeScalars.map { UInt8($0.value - 0x2800) }
      try server.wait(for: braille) { state in
        state.cells.starts(with: cells) && state.cells.dropFirst(cells.count).allSatisfy { $0 == 0 }
      }
    }

    /// Where a client has entered: how many numbers the path has, and the driver's name.
    private func entered() -> [[UInt8]] {
      server.state.received.filter { $0.packet.kind == .enterTty }.map(\.packet.payload)
    }

    @Test func priorityAndTerminalReachBrltty() throws {
      // libbrlapi would enter elsewhere by what a session leaves in the environment.
      var launch = launch(configuration: "priority = 70\n")
      launch.environment.merge(
        ["WINDOWPATH": "7", "DISPLAY": ":0", "XDG_VTNR": "2", "WINDOWID": "5"]) { $1 }
      let daemon = try DaemonProcess(launch)
      defer { daemon.close() }
      let program = try Program(daemon)
      try program.focus(button: "OK")
      try wait(forBraille: Content.okay)
      #expect(server.state.priority == 70)
      #expect(entered() == [[0, 0, 0, 0, 0]])
      // A setting that is about brltty is taken over at once.
      try program.set(["brlapi.priority": 30])
      try server.wait(for: "another priority") { $0.priority == 30 && $0.inTty == 1 }
      #expect(server.state.connections == 2)
    }

    @Test func optionsWinOverTheFile() throws {
      let folder = try TemporaryFolder()
      defer { folder.close() }
      try writeFile(folder.file("key"), Array("sesame".utf8))
      server.authorization = .key(Array("sesame".utf8))
      var launch = launch(
        ["--brlapi-host", server.host, "--brlapi-auth", "keyfile:\(folder.file("key"))"],
        configuration: "host = 127.0.0.1:9\nauth = none\n")
      launch.environment = [:]
      let daemon = try DaemonProcess(launch)
      defer { daemon.close() }
      try Program(daemon).focus(button: "OK")
      try server.wait(for: "client") { $0.open == 1 && $0.connections == 1 }
      try daemon.log.wait(for: Logged.connected)
    }

    @Test func aChangedFileIsReadAndTheDisplayKept() throws {
      let daemon = try DaemonProcess(launch())
      defer { daemon.close() }
      let program = try Program(daemon)
      try program.focus(words: "people know")
      try wait(forBraille: "⠏⠑⠕⠏⠇⠑⠀⠅⠝⠕⠺")
      let file = launch().configuration
      try daemon.configure(file + "[braille]\nmode = contracted\n")
      daemon.reload()
      try wait(forBraille: "⠏⠀⠐⠅")
      try daemon.log.wait(for: "the configuration was read again")

      // What is wrong in it is told with its place, and the default stands there.
      try daemon.configure(file + "[braille]\nmode = loud\n")
      daemon.reload()
      try wait(forBraille: "⠏⠑⠕⠏⠇⠑⠀⠅⠝⠕⠺")
      try daemon.log.wait(for: "brailled.conf:6: braille.mode cannot be loud")
      #expect(server.state.connections == 1)
      #expect(server.state.inTty == 1)
      #expect(try program.ask("status")["focus"] == "words")
    }

    @Test func whatIsMissingIsLoggedOnceWithWhatToDo() throws {
      server.close()
      let daemon = try DaemonProcess(launch())
      defer { daemon.close() }
      try daemon.log.wait(for: "install and start it: apt-get install brltty, systemctl start")
      // It comes, goes, and is missing again.
      let other = try StandInServer(host: server.host)
      try daemon.log.wait(for: Logged.connected)
      other.close()
      try daemon.log.wait(for: Logged.lost)
      try daemon.log.wait(for: Logged.unreachable, times: 2)
      let last = try StandInServer(host: server.host)
      defer { last.close() }
      try daemon.log.wait(for: Logged.connected, times: 2)
      #expect(daemon.log.count(of: Logged.unreachable) == 2)
      #expect(daemon.log.count(of: Logged.lost) == 1)
    }

    @Test func theEndLeavesTheDisplayBlank() throws {
      let daemon = try DaemonProcess(launch())
      defer { daemon.close() }
      let program = try Program(daemon)
      try program.focus(button: "OK")
      try wait(forBraille: Content.okay)
      try program.say("release")
      try server.wait(for: "leaving") { $0.inTty == 0 && $0.cells.allSatisfy { $0 == 0 } }
      try program.focus(button: "Cancel")
      try wait(forBraille: Content.cancel)
      #expect(try daemon.stop() == .exit(0))
      try server.wait(for: "end") { $0.open == 0 }
      #expect(server.state.cells.allSatisfy { $0 == 0 })
      #expect(server.state.received.last?.packet.kind == .leaveTty)
    }
  }
}
