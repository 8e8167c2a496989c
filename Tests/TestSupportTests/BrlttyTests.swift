// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Brltty.isInstalled)) struct BrlttyTests {
  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func itStartsAndEndsAndLeavesNothing() throws {
    let rig = try Rig(columns: 20)
    let pid = try #require(rig.brltty.pid)
    let (display, files) = (rig.display.device, rig.brltty.path)
    #expect(rig.brltty.isAlive)
    #expect(rig.brltty.log.contains("Braille Driver: vr"))
    #expect(rig.environment == ["BRLAPI_HOST": rig.brltty.host, "BRLAPI_AUTH": "none"])
    #expect(exists(String(display.dropFirst("client:".count))))
    #expect(exists(files))

    rig.close()
    #expect(!rig.brltty.isAlive)
    #expect(rig.brltty.termination == .exit(0))
    #expect(kill(pid, 0) != 0 && errno == ESRCH)
    #expect(!exists(files))
    #expect(!exists(String(display.dropFirst("client:".count))))
    #expect(throws: KitError.self) { try WireClient(host: rig.brltty.host) }
    rig.close()
  }

  @Test func itCanBeKilledAndRestartedForTheSameClients() throws {
    let rig = try Rig(columns: 20)
    defer { rig.close() }
    let client = try WireClient(host: rig.brltty.host)
    rig.brltty.kill()
    #expect(rig.brltty.termination == .signal(SIGKILL))
    #expect(rig.brltty.pid == nil)
    try client.waitForEnd()
    #expect(!client.isOpen)
    #expect(throws: KitError.ended("connection, before answer 'n'")) { try client.driverName() }
    client.close()
    try rig.display.waitForDisconnection()

    try rig.start()
    try rig.brltty.restart()
    let other = try WireClient(host: rig.brltty.host)
    defer { other.close() }
    #expect(try other.driverName() == "Virtual")
  }

  @Test func aFrozenOneAnswersWhenItIsThawed() throws {
    let rig = try Rig(columns: 20)
    defer { rig.close() }
    let client = try WireClient(host: rig.brltty.host)
    defer { client.close() }
    rig.brltty.freeze()
    #expect(rig.brltty.isAlive)
    #expect(throws: KitError.timedOut("no answer 'A' in 0.05 seconds")) {
      try client.synchronize(limit: .milliseconds(50))
    }
    rig.brltty.thaw()
    #expect(try client.driverName() == "Virtual")

    rig.brltty.freeze()
    rig.brltty.stop()
    #expect(rig.brltty.termination == .exit(0))
  }

  @Test func itLetsInWhoHasTheKey() throws {
    let folder = try TemporaryFolder()
    defer { folder.close() }
    let file = folder.file("key")
    try writeFile(file, Array("sesame\n".utf8))
    var settings = Brltty.Settings()
    settings.authorization = "keyfile:\(file)"
    let rig = try Rig(columns: 20, settings)
    defer { rig.close() }
    let host = rig.brltty.host
    #expect(rig.environment["BRLAPI_AUTH"] == "keyfile:\(file)")
    #expect(throws: KitError.refused) { try WireClient(host: host) }
    #expect(throws: KitError.answer(code: 17)) {
      try WireClient(host: host, key: Array("sesame".utf8))
    }
    let client = try WireClient(host: host, key: Array("sesame\n".utf8))
    #expect(try client.driverName() == "Virtual")
    client.close()

    rig.brltty.configure { $0.authorization = "none" }
    try rig.brltty.restart()
    try WireClient(host: host).close()
  }

  @Test func itListensOnASocketOfItsOwn() throws {
    var settings = Brltty.Settings()
    settings.transport = .unix
    settings.authorization = "user:\(getuid())"
    let rig = try Rig(columns: 20, settings)
    let client = try WireClient(host: rig.brltty.host)
    #expect(try client.displaySize() == [20, 1])
    client.close()
    let socket = "/var/lib/BrlAPI/\(rig.brltty.host.dropFirst())"
    #expect(exists(socket))
    rig.brltty.kill()
    rig.close()
    #expect(!exists(socket))
  }

  @Test func whatKeepsItFromStartingIsTold() throws {
    let display = try VirtualDisplay()
    let rig = try Rig(display, isStarted: false)
    defer { rig.close() }
    #expect(rig.brltty.termination == nil)
    // Somebody else is on its port, and says nothing.
    let other = try StandInServer(behaviour: .silent, host: rig.brltty.host)
    let error = #expect(throws: KitError.self) {
      try rig.brltty.start(limit: .milliseconds(500))
    }
    #expect(error?.description.contains("API does not greet") == true)
    other.close()
  }
}
