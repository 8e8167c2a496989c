// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Posix
import TestSupport
import Testing

/// The desktop with real applications: one after the other, because each of them is a whole
/// session with an X server of its own.
@Suite(.serialized, .enabled(if: DesktopSession.isInstalled && Brltty.isInstalled))
enum Desktops {}

extension Desktops {
  /// The session that the others stand on.
  @Suite struct SessionTests {
    @Test func everyPartOfItIsThereAndNothingIsLeft() throws {
      let session = try DesktopSession()
      defer { session.close() }
      #expect(session.accessibilityBus.hasPrefix("unix:"))
      #expect(try session.run("/usr/bin/xprop", ["-root", "_NET_WM_NAME"]).isEmpty == false)
      // X server, two buses, the accessibility bus's launcher, window manager, keyboard.
      #expect(session.processes.count >= 6)

      // The registry of accessibility, which the bus starts when it is called.
      try session.run(
        "/usr/bin/dbus-send",
        [
          "--bus=\(session.accessibilityBus)", "--print-reply", "--type=method_call",
          "--dest=org.a11y.atspi.Registry", "/org/a11y/atspi/registry",
          "org.freedesktop.DBus.Peer.Ping",
        ])

      // A program that leaves another one behind, in a session of its own.
      let shell = try session.start("/bin/sh", ["-c", "setsid tail -f /dev/null & echo left"])
      try shell.output.wait(for: "left")
      #expect(try shell.waitForEnd() == .exit(0))

      let pids = session.processes
      let folder = session.folder.path
      session.close()
      #expect(session.processes == [])
      #expect(pids.filter { ProcessFigures(pid: $0).memory > 0 } == [], "of \(pids)")
      #expect(access(folder, F_OK) != 0)
    }

    @Test func aWindowHasTheKeyboard() throws {
      let session = try DesktopSession()
      defer { session.close() }
      let program = try session.start("/usr/bin/python3", ["Tests/Cases/desktop/gtk.py", "3"])
      try program.output.wait(for: "ready")
      let keyboard = try session.keyboard()
      try keyboard.type(" Wong")
      try program.output.wait(for: "name ' Wong'")
      try keyboard.press("shift+Home")
      try keyboard.type("Grace")
      try keyboard.press("Return")
      try program.output.wait(for: "entered")
      #expect(program.output.lines.suffix(2) == ["name 'Grace'", "entered"])

      // Stopped it does nothing, and does it all afterwards.
      program.freeze()
      try keyboard.press("Return")
      program.thaw()
      try program.output.wait(for: "entered", times: 2)
    }
  }
}
