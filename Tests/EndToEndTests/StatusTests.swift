// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// `braillectl status` and `tables`, in words.
  @Suite struct StatusTests {
    private func run(
      _ arguments: [String], _ daemon: DaemonProcess
    ) throws -> (status: Termination?, lines: [String]) {
      try BraillectlProcess(["--socket", daemon.socket] + arguments, home: daemon.folder.path)
        .waitForEnd()
    }

    /// Waits until the daemon has found out how things are.
    private func waitForProblem(_ problem: String, _ daemon: DaemonProcess) throws {
      let observer = try Program(daemon)
      try observer.say("observe", ["events": ["display"]])
      _ = try observer.next { $0["params"]?["problem"]?.string?.contains(problem) == true }
    }

    @Test func withoutBrlttyItSaysWhatToDo() throws {
      let daemon = try DaemonProcess(.init(environment: ["BRLAPI_HOST": ":nobody"]))
      defer { daemon.close() }
      try waitForProblem("brltty cannot be reached", daemon)
      let status = try run(["status"], daemon)
      #expect(status.status == .exit(1))
      #expect(status.lines.first?.hasPrefix("display: none: brltty cannot be reached (") == true)
      #expect(status.lines.first?.hasSuffix("systemctl start brltty") == true)
      #expect(try run(["status", "--json"], daemon).status == .exit(1))
    }

    @Test(.enabled(if: Brltty.isInstalled)) func aBrlttyThatRefusesIsTold() throws {
      let folder = try TemporaryFolder("key")
      defer { folder.close() }
      try writeFile(folder.file("key"), Array("secret".utf8))
      var settings = Brltty.Settings()
      settings.authorization = "keyfile:\(folder.file("key"))"
      let rig = try Rig(VirtualDisplay(), settings)
      defer { rig.close() }
      let daemon = try DaemonProcess(
        .init(environment: ["BRLAPI_HOST": rig.brltty.host, "BRLAPI_AUTH": "none"]))
      defer { daemon.close() }
      try waitForProblem("brltty refuses access", daemon)
      let status = try run(["status"], daemon)
      #expect(status.status == .exit(1))
      #expect(
        status.lines.first?.hasPrefix("display: none: brltty refuses access; let this user read ")
          == true)
    }

    @Test func aTableIsCompiledAndThenThere() throws {
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let program = try Program(daemon)
      try program.set(["braille.table": "en-us-comp8.ctb"])
      try program.focus(button: "OK")
      var status = try run(["status"], daemon)
      let end = MonotonicClock.now + Patience.limit
      while status.lines.contains(where: { $0.contains("is being compiled") }),
        MonotonicClock.now < end
      {
        status = try run(["status"], daemon)
      }
      #expect(status.status == .exit(0))
      #expect(status.lines.contains("table: en-us-comp8.ctb"))
    }

    @Test func tablesAreListed() throws {
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let all = try run(["tables"], daemon)
      #expect(all.status == .exit(0))
      #expect(
        all.lines.contains {
          $0.hasPrefix("de Deutsch: contracted de-g2.ctb, uncontracted ")
        })
      let one = try run(["tables", "de-AT"], daemon)
      #expect(one.status == .exit(0))
      #expect(one.lines.first == "de-AT: as de, Deutsch")
      #expect(one.lines.contains("contracted: de-g2.ctb, German contracted braille"))
      #expect(one.lines.contains("contractedInput: none"))
      #expect(one.lines.contains { $0.hasPrefix("also installed: de-g1.ctb, ") })
      let none = try run(["tables", "xx"], daemon)
      #expect(none.status == .exit(2))
      #expect(
        none.lines == [
          "braillectl: xx: has no tables; braillectl tables lists the languages that have some"
        ])
    }
  }
}
