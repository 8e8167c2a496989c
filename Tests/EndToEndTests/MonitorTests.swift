// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// `braillectl monitor`, in a pipe and in a terminal.
  @Suite struct MonitorTests {
    private func monitor(
      _ daemon: DaemonProcess, _ options: [String] = [], terminal: PseudoTerminal? = nil,
      environment: [String: String] = [:]
    ) throws -> BraillectlProcess {
      try BraillectlProcess(
        ["--socket", daemon.socket, "monitor"] + options, home: daemon.folder.path,
        terminal: terminal, environment: environment)
    }

    @Test func inAPipeAllIsLines() throws {
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let monitor = try monitor(daemon)
      defer { monitor.close() }
      try monitor.printed.wait(for: "display: 40x1, driver none\n")
      let program = try Program(daemon)
      try program.ask("hello", ["name": "Pizza"])
      try program.focus(button: "OK")
      try monitor.printed.wait(for: "content, Pizza\n⠠⠠⠕⠅⠀⠃⠞⠝\nOK btn\n")
      try program.press("space+dot3+dot6")
      try monitor.printed.wait(for: "key space+dot3+dot6, pressed by Pizza\n")
      try monitor.printed.wait(for: "Pizza: activate on button\n")

      // Keys of a secret are not told, what they write neither.
      try program.focus([
        "id": "p", "role": "textbox", "label": "Code", "protected": true,
        "text": ["content": "", "caret": 0],
      ])
      try program.press("dot1+dot3+dot5+dot6")
      try monitor.printed.wait(for: "key, not told because a secret is written, pressed by Pizza")
      try monitor.printed.wait(for: #"Pizza: insertText text "●" on p"#)

      #expect(try daemon.stop() == .exit(0))
      let end = try monitor.waitForEnd()
      #expect(end.status == .exit(0) && end.lines.last == "brailled has ended")
      #expect(!end.lines.contains { $0.contains("\u{1B}") })
    }

    @Test func itWaitsForADaemonThatVanishes() throws {
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let monitor = try monitor(daemon)
      defer { monitor.close() }
      try monitor.printed.wait(for: "display: 40x1")
      daemon.signal(SIGKILL)
      try monitor.printed.wait(for: "brailled is gone; it is waited for")
      var launch = DaemonProcess.Launch(
        ["--display", "none", "--size", "20", "--socket", daemon.socket])
      launch.isTold = false
      let next = try DaemonProcess(launch)
      defer { next.close() }
      try monitor.printed.wait(for: "brailled is back\n")
      try monitor.printed.wait(for: "display: 20x1")
      monitor.signal()
      #expect(try monitor.waitForEnd().status == .exit(0))
    }

    @Test func inATerminalItIsDrawnAndTypedInto() throws {
      let daemon = try DaemonProcess(.init(["--display", "none", "--size", "20"]))
      defer { daemon.close() }
      let program = try Program(daemon)
      try program.ask("hello", ["name": "Pizza"])
      try program.focus(button: "OK")
      let terminal = try PseudoTerminal()
      defer { terminal.slave.close() }
      let before = attributes(terminal.slave)
      let monitor = try monitor(
        daemon, ["--keys"], terminal: terminal, environment: ["TERM": "xterm"])
      defer { monitor.close() }
      try monitor.printed.wait(for: "│⠠⠠⠕⠅ ⠃⠞⠝")
      // Enter activates, and a click on a cell is its routing key.
      try type("\r", into: terminal)
      #expect(try program.command() == ["command": "activate", "element": "button"])
      try type("\u{1B}[<0;4;3M", into: terminal)
      #expect(try program.command() == ["command": "activate", "element": "button"])
      try monitor.printed.wait(for: "Pizza: activate on button")
      // Another size is drawn anew.
      let drawn = monitor.printed.text.split(separator: "\u{1B}[H").count
      monitor.signal(SIGWINCH)
      try monitor.printed.wait(for: "\u{1B}[H", times: drawn)
      try type("q", into: terminal)
      #expect(try monitor.waitForEnd().status == .exit(0))
      try monitor.printed.wait(for: "\u{1B}[?1049l")
      #expect(attributes(terminal.slave) == before)
    }

    @Test(arguments: [["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "1"]])
    func aPlainTerminalHasLines(_ environment: [String: String]) throws {
      let daemon = try DaemonProcess(.init(["--display", "none"]))
      defer { daemon.close() }
      let terminal = try PseudoTerminal()
      defer { terminal.slave.close() }
      let monitor = try monitor(daemon, terminal: terminal, environment: environment)
      defer { monitor.close() }
      try monitor.printed.wait(for: "display: 40x1, driver none")
      try type("q\n", into: terminal)
      #expect(try monitor.waitForEnd().status == .exit(0))
      #expect(!monitor.printed.text.contains("\u{1B}"))
    }

    private func type(_ text: String, into terminal: PseudoTerminal) throws {
      let bytes = Array(text.utf8)
      #expect(bytes.withUnsafeBytes { terminal.master.write($0) } == .bytes(bytes.count))
    }

    private func attributes(_ terminal: FileDescriptor) -> [UInt32] {
      var mode = termios()
      tcgetattr(terminal.number, &mode)
      return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
    }
  }
}
