// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing
import Wire

/// The kind and the mode of a file; 0 if there is none.
func mode(_ path: String) -> UInt32 {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode : 0
}

extension EndToEnd {
  /// How the daemon starts and ends, and where its sockets are.
  @Suite struct StartTests {
    private func launch(
      _ options: [String], environment: [String: String] = [:]
    ) -> DaemonProcess.Launch {
      var launch = DaemonProcess.Launch(["--display", "none"] + options, environment: environment)
      launch.isTold = false
      return launch
    }

    /// Starts a daemon that cannot, and gives how it ended and what it said.
    private func fail(_ launch: DaemonProcess.Launch) throws -> (Termination, [String]) {
      let daemon = try DaemonProcess(launch, isAwaited: false)
      defer { daemon.close() }
      let termination = try daemon.waitForEnd()
      try daemon.log.waitForEnd()
      return (termination, daemon.log.lines)
    }

    @Test func aSecondDaemonDoesNotStart() throws {
      let first = try DaemonProcess(.init(["--display", "none"]))
      defer { first.close() }
      let (termination, lines) = try fail(launch(["--socket", first.socket]))
      #expect(termination == .exit(1))
      #expect(
        lines == [
          "brailled: \(first.socket): another daemon listens there; stop it or choose another "
            + "--socket"
        ])
      try Program(first).focus(button: "OK")
    }

    @Test func aSocketThatNobodyListensOnIsReplaced() throws {
      let first = try DaemonProcess(.init(["--display", "none"]))
      defer { first.close() }
      first.signal(SIGKILL)
      #expect(try first.waitForEnd() == .signal(SIGKILL))
      #expect(mode(first.socket) & S_IFMT == S_IFSOCK)
      let second = try DaemonProcess(launch(["--socket", first.socket]))
      defer { second.close() }
      try Program(path: first.socket).focus(button: "OK")
      try Program(path: first.producerSocket).focus(button: "OK")
    }

    @Test func aFileThatIsNoSocketIsKept() throws {
      let folder = try TemporaryFolder()
      defer { folder.close() }
      try writeFile(folder.file("socket"), Array("mine".utf8))
      let (termination, lines) = try fail(launch(["--socket", folder.file("socket")]))
      #expect(termination == .exit(1))
      #expect(lines.count == 1)
      #expect(try readFile(folder.file("socket")) == Array("mine".utf8))
    }

    @Test func theFolderInTheRuntimeDirectoryIsForItsUserAlone() throws {
      let folder = try TemporaryFolder()
      defer { folder.close() }
      let daemon = try DaemonProcess(launch([], environment: ["XDG_RUNTIME_DIR": folder.path]))
      defer { daemon.close() }
      #expect(mode(folder.file("brailled")) == S_IFDIR | 0o700)
      for name in ["socket", "socket-producer"] {
        #expect(mode(folder.file("brailled/\(name)")) == S_IFSOCK | 0o600)
      }
      try Program(path: folder.file("brailled/socket")).focus(button: "OK")
      #expect(try daemon.stop() == .exit(0))
      #expect(mode(folder.file("brailled/socket")) == 0)
      #expect(mode(folder.file("brailled/socket-producer")) == 0)
    }

    @Test func theEnvironmentNamesASocket() throws {
      let folder = try TemporaryFolder()
      defer { folder.close() }
      let daemon = try DaemonProcess(
        launch([], environment: ["BRAILLED_SOCKET": folder.file("here")]))
      defer { daemon.close() }
      try Program(path: folder.file("here")).focus(button: "OK")
    }

    @Test func withoutAPlaceForSocketsItSaysWhatToDo() throws {
      let (termination, lines) = try fail(launch([]))
      #expect(termination == .exit(1))
      #expect(
        lines == [
          "brailled: socket: XDG_RUNTIME_DIR is not set; log in by PAM, or give --socket PATH"
        ])
    }

    @Test func wrongOptionsAreTold() throws {
      let wrong = [
        ["--display", "paper"], ["--nonsense"], ["--size", "0x0"], ["--size"],
        ["--log-level", "loud"], ["operand"], ["--config", "/nowhere/brailled.conf"],
        ["--display", "none", "--version=3"],
      ]
      for options in wrong {
        let folder = try TemporaryFolder()
        defer { folder.close() }
        let (termination, lines) = try fail(launch(["--socket", folder.file("s")] + options))
        #expect(termination == .exit(2), "\(options)")
        #expect(lines.count == 1 && lines.first?.hasPrefix("brailled: ") == true, "\(lines)")
      }
    }

    @Test(arguments: [
      (["--display", "terminl"], "--display terminl: did you mean terminal?"),
      (["--display", "paper"], "--display paper: there are brlapi, terminal, none"),
      (["--log-level", "waring"], "--log-level waring: did you mean warning?"),
      (["--dispaly", "none"], "--dispaly is no option; did you mean --display?"),
      (["--nonsense"], "--nonsense is no option; see --help"),
      (["--version=3"], "--version takes no value; see --help"),
      (["--s", "x"], "--s can be --socket or --size; write it whole"),
      (["-x"], "-x is no option; see --help"), (["--size"], "--size needs a value"),
    ]) func aWrongOptionTellsTheNearest(_ options: [String], _ reason: String) throws {
      var launch = launch([])
      launch.options = options
      let (termination, lines) = try fail(launch)
      #expect(termination == .exit(2))
      #expect(lines == ["brailled: \(reason)"])
    }

    @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsItWithAFarewell(_ number: Int32) throws {
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let programs = [try Program(daemon), try Program(daemon, producesOnly: true)]
      for program in programs { try program.focus(button: "OK") }
      daemon.signal(number)
      for program in programs {
        _ = try program.next("shutdown")
        try program.waitForEnd()
      }
      #expect(try daemon.waitForEnd() == .exit(0))
      #expect(mode(daemon.socket) == 0)
      #expect(mode(daemon.producerSocket) == 0)
    }
  }
}
