// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing
import Wire

extension Returns {
  /// `make virtual`: brltty's virtual display with brailled on it, in a terminal.
  @Suite(.enabled(if: Brltty.isInstalled)) struct VirtualDisplayProgramTests {
    private func start(
      _ arguments: [String], _ folder: TemporaryFolder, _ descriptors: [FileDescriptor?]
    ) throws -> KeptProcess {
      var environment = ["PATH": "/usr/bin:/bin", "TMPDIR": folder.path, "LANG": "C.UTF-8"]
      for name in ["TSAN_OPTIONS", "ASAN_OPTIONS"] {
        environment[name] = environmentVariable(name)
      }
      return try KeptProcess(
        path: Executables.path("virtual-display"), arguments: arguments, environment: environment,
        descriptors: descriptors)
    }

    /// A folder for all of its files, which others may go into: brltty runs as nobody.
    private func folder() throws -> TemporaryFolder { try TemporaryFolder("virtual") }

    @Test func itWalksAloneAndLeavesNothing() throws {
      let folder = try folder()
      defer { folder.close() }
      let (transcript, output) = try Transcript.pipe()
      defer { transcript.close() }
      let program = try start(["--script", "--size", "40"], folder, [nil, output, output])
      defer { program.close() }
      output.close()
      let end = program.waitForEnd(until: MonotonicClock.now + Patience.seconds(60))
      try transcript.waitForEnd()
      #expect(end == .exit(0), "\(transcript.text)")
      #expect(transcript.lines.last?.hasPrefix("virtual-display: the sample was walked") == true)
      #expect(try entries(of: folder) == [])
    }

    @Test func itIsSeenAndPressedInATerminal() throws {
      let folder = try folder()
      defer { folder.close() }
      let terminal = try PseudoTerminal()
      let screen = try Transcript(terminal.master)
      defer {
        screen.close()
        terminal.slave.close()
      }
      let program = try start(
        ["--size", "20", "--socket", folder.file("s")], folder,
        [terminal.slave, terminal.slave, nil])
      defer { program.close() }
      try screen.wait(for: "BRAILLED_SOCKET=\(folder.file("s"))", limit: Patience.seconds(30))
      let shown = try Program(path: folder.file("s"))
      try shown.focus(button: "OK")
      try screen.wait(for: "⠠⠠⠕⠅ ⠃⠞⠝")
      func type(_ keys: String) throws {
        let bytes = Array(keys.utf8)
        #expect(bytes.withUnsafeBytes { terminal.master.write($0) } == .bytes(bytes.count))
      }
      // An arrow key is a chord, which the driver has not; a click is a routing key; a name is a key.
      try type("\u{1B}[B")
      #expect(try shown.command() == ["command": "move", "direction": "next", "unit": "item"])
      try type("\u{1B}[<0;5;2M")
      #expect(try shown.command() == ["command": "activate", "element": "button"])
      try type(":LNUP\r")
      #expect(try shown.command() == ["command": "move", "direction": "previous", "unit": "item"])
      let family = processFamily(of: program.pid)
      #expect(family.count >= 3, "brltty, brailled and its translator are its children")
      try type("q")
      #expect(program.waitForEnd(until: MonotonicClock.now + Patience.limit) == .exit(0))
      try screen.wait(for: "\u{1B}[?1049l")
      let limit = MonotonicClock.now + Patience.limit
      while family.contains(where: isRunning), MonotonicClock.now < limit {
        // Nothing tells of the end of somebody else's child: so look again soon.
        var nothing = Poller()
        nothing.wait(.milliseconds(5))
      }
      #expect(!family.contains(where: isRunning))
      // The locks beside the sockets stay, for the next daemon.
      #expect(try entries(of: folder).allSatisfy { $0.hasSuffix(".lock") })
    }

    /// Whether a process is there, and more than an entry that nobody has asked for.
    private func isRunning(_ pid: Int32) -> Bool {
      guard let bytes = try? readFile("/proc/\(pid)/stat") else { return false }
      let state = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.first {
        $0 != " "
      }
      return state != "Z" && state != "X"
    }

    private func entries(of folder: TemporaryFolder) throws -> [String] {
      let directory = try #require(opendir(folder.path))
      defer { closedir(directory) }
      var names: [String] = []
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { names.append(name) }
      }
      return names
    }
  }
}
