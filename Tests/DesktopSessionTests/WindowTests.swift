// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing

extension Desktops {
  /// Windows of two programs.
  @Suite struct WindowTests {
    @Test func whatIsShownIsInTheWindowThatHasTheKeyboard() throws {
      let walk = try Walk.kitchen("gtk.py", "3")
      defer { walk.close() }
      walk.see("Kitchen wnd Name edt Alt+N Ada")
      try walk.press("Tab", see: "Password edt Alt+P")
      let other = try walk.rig.start("/usr/bin/python3", ["Tests/Cases/desktop/gtk.py", "3"])
      try other.output.wait(for: "ready")
      walk.see("Kitchen wnd Name edt Alt+N Ada")
      for _ in 0..<10 {
        try walk.press("alt+Tab", see: "Kitchen wnd Password edt Alt+P", limit: brief)
        try walk.press("alt+Tab", see: "Kitchen wnd Name edt Alt+N Ada", limit: brief)
      }
      // The one behind is stopped as soon as it has the keyboard, and says late what it would
      // have said then.
      for _ in 0..<10 {
        try walk.press("alt+Tab", see: "Kitchen wnd Password edt Alt+P", limit: brief)
        walk.program.freeze()
        try walk.press("alt+Tab", see: "Kitchen wnd Name edt Alt+N Ada", limit: brief)
        walk.program.thaw()
        // If it is believed, that is seen soon.
        _ = walk.rig.observer.frame(before: MonotonicClock.now + brief) {
          $0.text.contains("Password")
        }
        walk.see("Kitchen wnd Name edt Alt+N Ada", limit: brief)
      }
    }
  }
}
