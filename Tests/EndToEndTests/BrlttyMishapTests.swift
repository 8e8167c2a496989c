// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

/// What is on the display in these tests, in uncontracted Unified English Braille.
enum Content {
  static let okay = "⠠⠠⠕⠅⠀⠃⠞⠝"
  static let cancel = "⠠⠉⠁⠝⠉⠑⠇⠀⠃⠞⠝"
}

/// What the daemon logs, as far as tests wait for it.
enum Logged {
  static let connected = "connected to brltty"
  static let unreachable = "brltty cannot be reached"
  static let lost = "the connection to brltty was lost"
  static let noDisplay = "brltty has no display"
}

extension Mishaps {
  /// brltty comes, goes, and stops answering; the daemon stays and finds its way back.
  @Suite(.enabled(if: Brltty.isInstalled)) struct BrlttyMishapTests {
    private func withStage(
      isStarted: Bool = true, _ body: (Stage<VirtualDisplay>, Program) throws -> Void
    ) throws {
      let stage = try Stage(VirtualDisplay(), isStarted: isStarted)
      defer { stage.close() }
      let program = try Program(stage.daemon)
      try program.focus(button: "OK")
      if isStarted { try stage.display.wait(forBraille: Content.okay) }
      try body(stage, program)
      #expect(stage.daemon.isAlive)
    }

    @Test func itStartsLate() throws {
      try withStage(isStarted: false) { stage, program in
        try stage.daemon.log.wait(for: Logged.unreachable)
        try stage.rig.start()
        try stage.display.wait(forBraille: Content.okay)
        try stage.expectKey(reaches: program)
        #expect(stage.daemon.log.count(of: Logged.unreachable) == 1)
      }
    }

    @Test func itIsStoppedAndStartedAgain() throws {
      try withStage { stage, program in
        try stage.brltty.restart()
        try stage.display.wait(for: "display") { $0.connections == 2 }
        try stage.display.wait(forBraille: Content.okay)
        try stage.expectKey(reaches: program)
      }
    }

    @Test func itFreezesAndGoesOn() throws {
      try withStage { stage, program in
        stage.brltty.freeze()
        try program.focus(button: "Cancel")
        // The watchdog cuts the call that is not answered; programs do not notice.
        try stage.daemon.log.wait(for: Logged.lost)
        #expect(try program.ask("status")["display"]?["connected"] == false)
        stage.brltty.thaw()
        try stage.display.wait(forBraille: Content.cancel)
        // That may have been written before the freeze, by the connection that keys are lost on.
        try stage.daemon.log.wait(for: Logged.connected, times: 2)
        try program.focus(button: "OK")
        try stage.display.wait(forBraille: Content.okay)
        try stage.expectKey(reaches: program)
      }
    }

    @Test func itFreezesAndIsKilled() throws {
      try withStage { stage, program in
        stage.brltty.freeze()
        try program.focus(button: "Cancel")
        try stage.daemon.log.wait(for: Logged.lost)
        stage.brltty.kill()
        try stage.rig.start()
        // A connection that is lost is not waited for once more.
        let elapsed = try time { try stage.display.wait(forBraille: Content.cancel) }
        #expect(elapsed < Patience.seconds(2))
        try stage.expectKey(reaches: program)
      }
    }

    @Test func itRefusesWhoHasNoKeyAndLetsHimInLater() throws {
      let folder = try TemporaryFolder()
      defer { folder.close() }
      try writeFile(folder.file("key"), Array("sesame".utf8))
      var settings = Brltty.Settings()
      settings.authorization = "keyfile:\(folder.file("key"))"
      let rig = try Rig(VirtualDisplay(), settings)
      defer { rig.close() }
      let daemon = try DaemonProcess(
        .init(environment: ["BRLAPI_HOST": rig.brltty.host, "BRLAPI_AUTH": "none"]))
      defer { daemon.close() }
      try daemon.log.wait(for: "brltty refuses access; let this user read /etc/brlapi.key")
      // With the key it is in.
      let other = try DaemonProcess(.init(environment: rig.environment))
      defer { other.close() }
      try Program(other).say("hello", ["name": "nobody"])
      try other.log.wait(for: Logged.connected)

      rig.brltty.configure { $0.authorization = "none" }
      try rig.brltty.restart()
      let program = try Program(daemon)
      try program.focus(button: "OK")
      try rig.display.wait(forBraille: Content.okay)
      #expect(daemon.log.count(of: "brltty refuses access") == 1)
    }
  }
}
