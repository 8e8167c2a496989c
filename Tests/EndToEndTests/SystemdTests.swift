// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing

extension EndToEnd {
  /// What the daemon tells systemd and its journal.
  @Suite final class SystemdTests {
    private let folder: TemporaryFolder
    /// What systemd is told.
    private let told: Transcript

    init() throws {
      folder = try TemporaryFolder("systemd")
      told = try Transcript.notifications(at: folder.file("notify"))
    }

    deinit {
      told.close()
      folder.close()
    }

    /// A daemon of which systemd wants a sign of life within `watchdog` ms.
    private func daemon(watchdog: Int? = nil) throws -> DaemonProcess {
      var environment = ["NOTIFY_SOCKET": folder.file("notify")]
      if let watchdog { environment["WATCHDOG_USEC"] = "\(watchdog * 1000)" }
      return try DaemonProcess(.init(["--display", "none"], environment: environment))
    }

    @Test func systemdIsToldOfTheStartAReloadAndTheEnd() throws {
      let daemon = try daemon()
      defer { daemon.close() }
      try told.wait(for: "READY=1")
      daemon.reload()
      try told.wait(for: "RELOADING=1\nMONOTONIC_USEC=")
      try told.wait(for: "READY=1", times: 2)
      #expect(try daemon.stop() == .exit(0))
      try told.wait(for: "STOPPING=1")
      #expect(!told.text.contains("WATCHDOG"))
    }

    @Test func theLoopGivesSignsOfLifeWithoutAnythingToDo() throws {
      let daemon = try daemon(watchdog: 100)
      defer { daemon.close() }
      let start = MonotonicClock.now
      try told.wait(for: "WATCHDOG=1", times: 10)
      // One each 50 ms, and not as many as there can be.
      #expect(MonotonicClock.now - start > .milliseconds(300))
    }

    /// A loop that waits for a file that nobody writes: the process lives, and is of no use.
    @Test func aLoopThatHangsGivesNone() throws {
      let daemon = try daemon(watchdog: 200)
      defer { daemon.close() }
      try told.wait(for: "WATCHDOG=1")
      let file = daemon.folder.file("brailled.conf")
      #expect(unlink(file) == 0 && mkfifo(file, 0o600) == 0)
      daemon.reload()
      try told.wait(for: "RELOADING=1")
      let signs = told.text
      #expect(throws: KitError.self) {
        try told.wait(for: "anything", limit: .seconds(1)) { $0 != signs }
      }
      #expect(daemon.isAlive)
      let writing = open(file, O_WRONLY | O_CLOEXEC)
      #expect(writing >= 0)
      close(writing)
      try told.wait(for: "sign after the hang") { text in
        text.dropFirst(signs.count).contains("WATCHDOG=1")
      }
    }

    /// A daemon whose standard error is a pipe, and the first line that it says there.
    private func firstLine(journal: (stat) -> String) throws -> String? {
      let (log, writing) = try Transcript.pipe()
      defer { log.close() }
      var status = stat()
      #expect(fstat(writing.number, &status) == 0)
      let daemon = try KeptProcess(
        path: Executables.path("brailled"),
        arguments: ["--display", "none", "--socket", folder.file("socket")],
        environment: ["HOME": folder.path, "JOURNAL_STREAM": journal(status)],
        descriptors: [nil, nil, writing])
      writing.close()
      defer { daemon.close() }
      try log.wait(for: "ready at ")
      return log.lines.first
    }

    @Test func theJournalIsToldHowUrgentALineIs() throws {
      let line = try firstLine { "\($0.st_dev):\($0.st_ino)" }
      #expect(line == "<5>brailled: ready at \(folder.file("socket"))")
    }

    /// A terminal that was started by systemd hands the variable on to what is started in it.
    @Test func peopleAreNotToldPriorities() throws {
      let line = try firstLine { "\($0.st_dev):\($0.st_ino + 1)" }
      #expect(line == "brailled: ready at \(folder.file("socket"))")
    }
  }
}
