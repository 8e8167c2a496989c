// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import Tables
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// What goes wrong on a machine that is not as it should be: told in a sentence, and all that can
  /// go on goes on.
  @Suite struct FirstErrorsTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// The line of a daemon that does not start.
    private func refusal(
      _ options: [String] = [], _ environment: [String: String] = [:]
    ) throws -> String {
      var launch = DaemonProcess.Launch(["--display", "none"] + options, environment: environment)
      launch.isTold = false
      let daemon = try DaemonProcess(launch, isAwaited: false)
      defer { daemon.close() }
      #expect(try daemon.waitForEnd() == .exit(1))
      try daemon.log.waitForEnd()
      #expect(daemon.log.lines.count == 1)
      return daemon.log.lines.first ?? ""
    }

    /// A daemon with few descriptors, or whatever else a shell can do before it becomes one.
    private func daemon(after command: String) throws -> DaemonProcess {
      var launch = DaemonProcess.Launch([
        "-c", "\(command); exec \"$0\" \"$@\"", Executables.path("brailled"), "--display", "none",
      ])
      launch.executable = "/bin/sh"
      return try DaemonProcess(launch)
    }

    // MARK: Sockets

    @Test func aRuntimeDirectoryThatTakesNoFolder() throws {
      #expect(
        try refusal([], ["XDG_RUNTIME_DIR": "/proc"])
          == "brailled: mkdir /proc/brailled: No such file or directory; let XDG_RUNTIME_DIR name "
          + "a folder of yours, or give --socket PATH")
    }

    @Test func whatIsNoFolderInIt() throws {
      let runtime = ["XDG_RUNTIME_DIR": folder.path]
      let place = folder.file("brailled")
      let line = "brailled: \(place): is no folder; take it away, or give --socket PATH"
      try writeFile(place, Array("mine".utf8))
      #expect(try refusal([], runtime) == line)
      unlink(place)
      // A link may be somebody else's, and lead into a folder of the user's.
      let other = try folder.folder("other")
      #expect(symlink(other, place) == 0)
      #expect(try refusal([], runtime) == line)
      #expect(mode(other) & 0o777 == 0o755)
    }

    @Test(.enabled(if: geteuid() == 0)) func aFolderOfSomebodyElseInIt() throws {
      let place = try folder.folder("brailled", owner: 65_534)
      #expect(
        try refusal([], ["XDG_RUNTIME_DIR": folder.path])
          == "brailled: \(place): belongs to user 65534; take it away, or give --socket PATH")
      #expect(mode(place) & 0o777 == 0o755)
    }

    /// The second socket's path is the longer one.
    @Test func aSocketsPathThatIsTooLong() throws {
      let name = String(repeating: "x", count: 107 - folder.path.utf8.count - 1)
      let path = folder.file(name)
      let lines = try [path, path + "x"].map { try refusal(["--socket", $0]) }
      #expect(
        lines
          == [path + "-producer", path + "x"].map {
            "brailled: \($0): is longer than 107 bytes; choose a shorter --socket"
          })
      #expect(mode(path) == 0)
    }

    // MARK: Descriptors

    @Test func fewDescriptorsAreForFewPrograms() throws {
      let daemon = try daemon(after: "ulimit -n 36")
      defer { daemon.close() }
      var programs = try (1...4).map { _ in try Program(daemon) }
      for program in programs { try program.ask("status") }
      let late = try Program(daemon)
      #expect(try late.next()["error"]?["data"] == ["limit": "connections", "max": 4])
      try late.waitForEnd()
      try daemon.log.wait(
        for: "a program was refused: 4 are connected already; for more raise LimitNOFILE or "
          + "ulimit -n")
      // There are enough for what the display needs: other tables, a worker that starts again.
      let first = try #require(programs.first)
      programs.removeLast()
      while try first.ask("status")["producers"]?.elements?.count != 3 {}
      let observer = try Observer(daemon)
      try first.set(["braille.table": "de-g0.utb"])
      for pid in processFamily(of: daemon.pid) where pid != daemon.pid { kill(pid, SIGKILL) }
      try daemon.log.wait(for: "it is started again")
      try first.focus(words: "eins")
      try observer.wait(forCells: "⠑⠊⠝⠎")
      #expect(daemon.log.count(of: "Too many open files") == 0)
    }

    /// As when all of the machine's are in use.
    @Test func withoutADescriptorProgramsWaitAndTheDisplayGoesOn() throws {
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let program = try Program(daemon)
      try program.focus(button: "OK")
      let observer = try Observer(daemon)
      // None is free below the highest, so that this is the limit.
      var others: [Program] = []
      var numbers = self.numbers(daemon.pid)
      while let highest = numbers.max(), numbers.count <= highest {
        others.append(try Program(daemon))
        try others.last?.ask("status")
        numbers = self.numbers(daemon.pid)
      }
      try limit(daemon.pid, descriptors: numbers.count)
      let late = try Program(daemon)
      try daemon.log.wait(
        for: "no descriptors are left for another program, which waits; raise LimitNOFILE or "
          + "ulimit -n")
      try program.focus(words: "go on")
      try observer.wait(forText: "go on")
      try limit(daemon.pid, descriptors: 1024)
      try late.ask("status")
      #expect(daemon.log.count(of: "no descriptors") == 1)
    }

    /// The descriptors that a process has open.
    private func numbers(_ pid: Int32) -> [Int] {
      list("/proc/\(pid)/fd").compactMap { Int($0) }
    }

    private func limit(_ pid: Int32, descriptors: Int) throws {
      let process = try ChildProcess(
        path: "prlimit", arguments: ["--pid", "\(pid)", "--nofile=\(descriptors):1024"],
        descriptors: [nil, nil, FileDescriptor(2)])
      #expect(process.wait() == .exit(0))
    }

    // MARK: Files

    @Test func aFullDiskKeepsTheSettingsThatWereThere() throws {
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let file = daemon.folder.file("brailled.conf")
      let content = try readFile(file)
      // What is written beside it goes to a disk that is always full.
      #expect(symlink("/dev/full", file + ".new") == 0)
      let program = try Program(daemon)
      try program.focus(button: "OK")
      try program.ask("observe", ["events": ["frame"]])
      try program.set(["reading.signs": "words"])
      try program.press("PREFSAVE")
      let answer = try program.all("frame").last.map { Shown($0).text }
      #expect(answer?.hasPrefix("settings not saved: the disk is full;") == true)
      try daemon.log.wait(for: "\(file): the disk is full; make room and keep them again")
      #expect(try readFile(file) == content)
      #expect(try program.ask("settings")["reading.signs"] == "words")
      // There is room again.
      try program.press("PREFSAVE")
      try daemon.log.wait(for: "settings were kept: reading.signs")
    }

    @Test func filesThatCannotBeReadAreToldAndTheRestIsUsed() throws {
      _ = try folder.folder("brailled")
      _ = try folder.folder("brailled/tables")
      for name in ["brailled.conf", "tables/languages.conf"] {
        #expect(symlink("/nowhere/\(name)", folder.file("brailled/\(name)")) == 0)
      }
      var launch = DaemonProcess.Launch(
        ["--display", "none", "--socket", folder.file("socket")],
        environment: ["XDG_CONFIG_HOME": folder.path])
      launch.isTold = false
      let daemon = try DaemonProcess(launch)
      defer { daemon.close() }
      for name in ["brailled.conf", "tables/languages.conf"] {
        #expect(
          daemon.log.lines.contains(
            "brailled: \(folder.file("brailled/\(name)")): cannot be read: No such file or "
              + "directory; it is a link that leads nowhere, or it is not there"))
      }
      // The languages of the package are there all the same.
      let program = try Program(path: folder.file("socket"))
      try program.set(["braille.language": "de", "braille.mode": "contracted"])
      #expect(try program.ask("status")["tables"]?["output"] == "de-g2.ctb")
    }
  }
}
