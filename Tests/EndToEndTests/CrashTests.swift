// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import Tables
import TestSupport
import Testing
import Wire

/// A sanitizer tells of crashes itself, and its workers are not confined.
private let isUsual = Patience.factor == 1

extension EndToEnd {
  /// What is left of a process that crashes, and what of it is told.
  @Suite(.enabled(if: isUsual)) struct CrashTests {
    private let cores: TemporaryFolder
    private let daemon: DaemonProcess
    private static let word = "wuxnbv"
    private static let cells = "⠺⠥⠭⠝⠃⠧"

    /// A daemon in a folder where cores may be left, with a text on its display.
    init() throws {
      cores = try TemporaryFolder("cores")
      let command = "cd \(cores.path); ulimit -c unlimited 2>/dev/null; exec \"$0\" \"$@\""
      var launch = DaemonProcess.Launch([
        "-c", command, Executables.path("brailled"), "--display", "none",
      ])
      launch.executable = "/bin/sh"
      daemon = try DaemonProcess(launch)
      let program = try Program(daemon)
      let observer = try Observer(daemon)
      try program.focus(words: Self.word)
      try observer.wait(forCells: Self.cells)
    }

    /// No core is left, and nobody can be given one: 1 says that, 0 does not (core(5)).
    private func expectNoCore(of pid: Int32) throws {
      let limits = String(decoding: try readFile("/proc/\(pid)/limits"), as: UTF8.self)
      let line = try #require(
        limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
      #expect(line.split(separator: " ").dropFirst(4).prefix(2) == ["1", "1"])
    }

    private func expectNothing(of lines: [String]) {
      for line in lines {
        for trace in ["0x", Self.word, "Backtrac", "Thread", "rax", "Registers"] {
          #expect(!line.contains(trace), "\(line)")
        }
      }
    }

    @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGQUIT])
    func theDaemonsCrashTellsNothing(_ number: Int32) throws {
      defer { daemon.close() }
      try expectNoCore(of: daemon.pid)
      let before = daemon.log.lines
      daemon.signal(number)
      #expect(try daemon.waitForEnd() == .signal(number))
      try daemon.log.waitForEnd()
      #expect(daemon.log.lines == before)
      #expect(list(cores.path) == [])
    }

    @Test func aWorkersCrashTellsNothing() throws {
      defer { daemon.close() }
      let workers = processFamily(of: daemon.pid).filter { $0 != daemon.pid }
      #expect(workers.count == 2)
      for pid in workers {
        try expectNoCore(of: pid)
        kill(pid, SIGSEGV)
      }
      // Whether it is found by its end or by what it is asked next.
      try daemon.log.wait(for: "it is started again")
      let program = try Program(daemon)
      let observer = try Observer(daemon)
      try program.focus(words: "more")
      try observer.wait(forCells: "⠍⠕⠗⠑")
      expectNothing(of: daemon.log.lines)
      #expect(list(cores.path) == [])
    }
  }

  /// What the daemon says of how the kernel confines its workers.
  @Suite(.enabled(if: isUsual)) struct ConfinementLogTests {
    @Test func anOldKernelIsToldOnceAndBrailleIsThere() throws {
      var launch = DaemonProcess.Launch([
        "old-kernel", Executables.path("brailled"), "--display", "none",
      ])
      launch.executable = Executables.path("confined")
      let daemon = try DaemonProcess(launch)
      defer { daemon.close() }
      let program = try Program(daemon)
      let observer = try Observer(daemon)
      try program.set(["braille.table": "de-g0.utb"])
      try program.focus(words: "eins")
      try observer.wait(forCells: "⠑⠊⠝⠎")
      try daemon.log.wait(for: "the kernel has no landlock for this process")
      try daemon.log.wait(for: "the kernel lets this process set no seccomp filter")
      for pid in processFamily(of: daemon.pid) where pid != daemon.pid { kill(pid, SIGKILL) }
      try daemon.log.wait(for: "it is started again")
      try program.focus(words: "zwei")
      try observer.wait(forCells: "⠵⠺⠑⠊")
      #expect(daemon.log.count(of: "the kernel") == 2)
    }

    @Test func whatIsConfinedIsInTheLogOfWhoAsks() throws {
      let daemon = try DaemonProcess(.init(["--display", "none", "--log-level", "info"]))
      defer { daemon.close() }
      try Program(daemon).focus(words: "eins")
      try daemon.log.wait(for: "the kernel")
      #expect(daemon.log.count(of: "the kernel") >= 1)
    }
  }
}
