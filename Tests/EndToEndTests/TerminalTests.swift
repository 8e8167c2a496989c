// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// The display in a terminal, and without one.
  @Suite struct TerminalTests {
    /// What `make run ARGS=--script` does once everything is built.
    @Test func theSampleIsWalkedThrough() throws {
      let (transcript, writing) = try Transcript.pipe()
      defer { transcript.close() }
      let build = String(Executables.path("brailled").dropLast("/brailled".count))
      let run = try KeptProcess(
        path: "/bin/sh", arguments: ["scripts/run", build, "--script"],
        environment: ["PATH": "/usr/bin:/bin", "HOME": "/nowhere"],
        descriptors: [nil, writing, writing])
      writing.close()
      defer { run.close() }
      let end = run.waitForEnd(until: MonotonicClock.now + Patience.seconds(60))
      try transcript.waitForEnd()
      #expect(end == .exit(0), "\(transcript.text)")
      #expect(transcript.lines.last?.hasPrefix("run: the sample was walked through") == true)
    }

    @Test func framesAreTwoLinesARowInAPipe() throws {
      let input = try FileDescriptor.pipe()
      let (transcript, output) = try Transcript.pipe()
      defer { transcript.close() }
      var launch = DaemonProcess.Launch(["--display", "terminal", "--size", "20x2"])
      (launch.input, launch.output) = (input.reading, output)
      let daemon = try DaemonProcess(launch)
      defer { daemon.close() }
      input.reading.close()
      output.close()
      let program = try Program(daemon)
      try program.focus(button: "OK")
      let row = "⠠⠠⠕⠅ ⠃⠞⠝" + String(repeating: " ", count: 12)
      // The print has a blank for each blank cell behind it.
      let print = "OK btn" + String(repeating: " ", count: 12)
      let blank = String(repeating: " ", count: 20)
      try transcript.wait(for: "frame") { $0.hasSuffix("\n\(row)\n\(print)\n\(blank)\n\(blank)\n") }

      // Keys by their names, as many as there are on a line.
      try write("LNUP ROUTE 3\n", to: input.writing)
      #expect(
        try program.command() == ["command": "move", "direction": "previous", "unit": "item"])
      #expect(try program.command() == ["command": "activate", "element": "button"])
      try write("nonsense\nLNDN", to: input.writing)
      try daemon.log.wait(for: "nonsense")
      // The last line needs no end, and the end of its input is not the daemon's.
      input.writing.close()
      #expect(try program.command() == ["command": "move", "direction": "next", "unit": "item"])
      try program.focus(words: "on and on")
      try transcript.wait(for: "on and on")
      #expect(try daemon.stop() == .exit(0))
    }

    private func write(_ text: String, to descriptor: FileDescriptor) throws {
      let bytes = Array(text.utf8)
      #expect(bytes.withUnsafeBytes { descriptor.write($0) } == .bytes(bytes.count))
    }

    @Test func keysMouseAndNamesAreTypedInATerminal() throws {
      let terminal = try PseudoTerminal()
      let mode = cook(terminal.slave)
      let screen = try Transcript(terminal.master)
      defer {
        screen.close()
        terminal.slave.close()
      }
      var launch = DaemonProcess.Launch(["--display", "terminal", "--size", "20"])
      (launch.input, launch.output) = (terminal.slave, terminal.slave)
      let daemon = try DaemonProcess(launch)
      defer { daemon.close() }
      let program = try Program(daemon)
      try program.focus(words: "abcdefghi jklmnopqr stuvwxyz")
      try screen.wait(for: "⠁⠃⠉⠙⠑⠋⠛⠓⠊ ⠚⠅⠇⠍⠝⠕⠏⠟⠗")
      #expect(!isCooked(terminal.slave), "keys come at once and unseen")

      func type(_ keys: String) throws { try write(keys, to: terminal.master) }
      // Right pans; after the last window, and with up and down, it is the program's turn.
      try type("\u{1B}[C")
      try screen.wait(for: "⠎⠞⠥⠧⠺⠭⠽⠵")
      let keys = [("\u{1B}[C", "next"), ("\u{1B}[A", "previous"), ("\u{1B}OB", "next")]
      for (key, direction) in keys {
        try type(key)
        #expect(try program.command()["direction"] == .string(direction))
      }
      try program.focus(text: "abcdef", caret: 0)
      try screen.wait(for: "⣁⠃⠉⠙⠑⠋")
      try type(":ROUTE 5\r")
      #expect(try program.command() == setCaret(5))
      // A click on the third cell: the second line, one column behind the frame around it.
      try type("\u{1B}[<0;4;2M\u{1B}[<0;4;2m")
      #expect(try program.command() == setCaret(2))
      try type(":nonsense\r")
      try daemon.log.wait(for: "nonsense")

      try type("q")
      #expect(try daemon.waitForEnd() == .exit(0))
      #expect(attributes(terminal.slave) == mode)
      try screen.wait(for: "\u{1B}[?1049l")
    }

    private func setCaret(_ offset: Int) -> JSONValue {
      ["command": "setCaret", "element": "text", "offset": .integer(offset)]
    }

    /// Lets a terminal be as a shell leaves it: lines, echo, signals.
    private func cook(_ terminal: FileDescriptor) -> [UInt32] {
      var mode = termios()
      tcgetattr(terminal.number, &mode)
      mode.c_iflag |= tcflag_t(ICRNL)
      mode.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
      tcsetattr(terminal.number, TCSANOW, &mode)
      return attributes(terminal)
    }

    private func attributes(_ terminal: FileDescriptor) -> [UInt32] {
      var mode = termios()
      tcgetattr(terminal.number, &mode)
      return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
    }

    private func isCooked(_ terminal: FileDescriptor) -> Bool {
      attributes(terminal)[3] & tcflag_t(ICANON | ECHO) != 0
    }
  }
}
