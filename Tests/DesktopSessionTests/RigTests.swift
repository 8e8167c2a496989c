// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import Sockets
import TestSupport
import Testing

extension Desktops {
  /// The display of a desktop, with a program that is connected itself.
  @Suite struct RigTests {
    @Test func whatIsShownIsSeenAndKeysComeBack() throws {
      let rig = try DesktopRig()
      defer { rig.close() }
      let program = try connectStream(rig.daemon.socket)
      let commands = try Transcript(program)
      defer { commands.close() }
      let element = #"{"id":"ok","role":"button","label":"Order 2"}"#
      let line = #"{"method":"focus","params":{"element":\#(element)}}"# + "\n"
      Array(line.utf8).withUnsafeBytes { _ = program.send($0) }
      let frame = try rig.wait(forText: "Order 2 btn")
      #expect(frame.kind == "content" && frame.element == "ok")

      // A place in print is a place in cells.
      try rig.route(to: "2")
      try commands.wait(for: #""command":"activate""#)
      try rig.chord("1-2")
      try commands.wait(for: #""command":"escape""#)
      try rig.route(0)
      try commands.wait(for: #""command":"activate""#, times: 2)
      try rig.press(display: "FWINRT")
      try commands.wait(for: #""command":"move""#)
      try rig.dots("1-2-5")
      try commands.wait(for: #""key":"h""#)
    }
  }
}
