// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing

@Suite struct KeptProcessTests {
  private func shell(
    _ script: String, output: FileDescriptor? = nil
  ) throws -> KeptProcess {
    try KeptProcess(
      path: "/bin/sh", arguments: ["-c", script], environment: ["WORD": "said"],
      descriptors: [nil, output, nil])
  }

  private var deadline: Duration { MonotonicClock.now + Patience.limit }

  @Test func itEndsWithItsStatus() throws {
    let process = try shell("exit 3")
    #expect(process.waitForEnd(until: deadline) == .exit(3))
    #expect(!process.isAlive)
    #expect(process.pid > 0)
    process.signal(SIGTERM)
    process.close()
  }

  @Test func itIsSignalledAndStopped() throws {
    let process = try shell("exec tail -f /dev/null")
    #expect(process.isAlive)
    process.freeze()
    #expect(process.waitForEnd(until: MonotonicClock.now) == nil)
    #expect(ProcessFigures(pid: process.pid).openDescriptors >= 3)
    process.signal(SIGTERM)
    process.signal(SIGCONT)
    #expect(process.waitForEnd(until: deadline) == .signal(SIGTERM))
    #expect(ProcessFigures(pid: process.pid).openDescriptors == 0)
  }

  @Test func closingKillsIt() throws {
    let process = try shell("exec tail -f /dev/null")
    process.close()
    #expect(process.termination == .signal(SIGKILL))
    #expect(kill(process.pid, 0) != 0 && errno == ESRCH)
  }

  @Test func whatItSaysIsRead() throws {
    let (transcript, writing) = try Transcript.pipe()
    defer { transcript.close() }
    let process = try shell("echo $WORD; echo twice; echo twice; printf end", output: writing)
    writing.close()
    try transcript.wait(for: "twice", times: 2)
    try transcript.waitForEnd()
    #expect(transcript.text == "said\ntwice\ntwice\nend")
    #expect(transcript.lines == ["said", "twice", "twice", "end"])
    #expect(transcript.count(of: "twice") == 2)
    #expect(throws: KitError.self) { try transcript.wait(for: "thrice") }
    #expect(process.waitForEnd(until: deadline) == .exit(0))
  }
}

@Suite struct DaemonProcessTests {
  @Test func itSaysWhyItDoesNotStart() throws {
    let error = #expect(throws: KitError.self) {
      try DaemonProcess(.init(["--display", "paper"]))
    }
    #expect(error?.description.contains("--display paper: there are") == true)
  }
}
