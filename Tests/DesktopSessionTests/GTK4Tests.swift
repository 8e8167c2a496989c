// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

extension Desktops {
  /// GTK 4.8, which says less: no shortcuts, no action of a check box, radio buttons as check boxes.
  @Suite struct GTK4Tests {
    @Test func textsAreReadAndWritten() throws {
      let walk = try Walk.kitchen("gtk.py", "4")
      defer { walk.close() }
      walk.see("Kitchen wnd Name edt Ada")
      try walk.rig.route(to: "da")
      try walk.rig.wait(for: "caret in the name") { $0.caret == $0.text.count - 2 }
      try walk.rig.type("x")
      walk.see("Kitchen wnd Name edt Axda")
      walk.hear("name 'Axda'")
      try walk.rig.dots("1-2")
      walk.see("Kitchen wnd Name edt Axbda")
      walk.hear("name 'Axbda'")
      try walk.press("Tab", see: "Password edt")
      try walk.rig.type("abc")
      withKnownIssue("a password is shown, as GTK 4 does not say that it is one") {
        walk.see("Password edt ●●●", limit: brief)
      }
      try walk.press("Tab", see: "Story mln first line")
      try walk.press("Down", see: "second line")
    }

    @Test func switchesAndNumbersAreChanged() throws {
      let walk = try Walk.kitchen("gtk.py", "4")
      defer { walk.close() }
      walk.see("Kitchen wnd Name edt Ada")
      try walk.press("Tab", "Tab", "Tab", see: "Extra cheese chk ⣏⣀⣹")
      try walk.press("space", see: "Extra cheese chk ⣏⣿⣹")
      walk.hear("check True")
      try walk.rig.route(to: "cheese")
      walk.see("Extra cheese chk ⣏⣀⣹")
      walk.hear("check False")
      try walk.press("Tab", see: "Small chk ⣏⣿⣹")
      try walk.press("Tab", see: "Quantity spin 5")
      try walk.press("Up", see: "Quantity spin 6")
      walk.hear("quantity 6")
      try walk.rig.chord("3")
      walk.see("Quantity spin 7")
      walk.hear("quantity 7")
      try walk.press("Tab", see: "Volume sldr 4")
      try walk.rig.press("Right")
      walk.hear("volume 5")
      withKnownIssue("a slider's new value is not seen") {
        walk.see("Volume sldr 5", limit: brief)
      }
      try walk.rig.chord("6")
      walk.hear("volume 4")
      try walk.rig.press("Tab", "Tab")
      walk.see("lst sel one 1 of 3")
    }

    @Test func buttonsAndDialogsAreUsed() throws {
      let walk = try Walk.kitchen("gtk.py", "4")
      defer { walk.close() }
      walk.see("Kitchen wnd Name edt Ada")
      try walk.rig.press("shift+Tab")
      try walk.press("shift+Tab", see: "Bold btn")
      try walk.rig.route(to: "Bold")
      walk.hear("bold True")
      try walk.press("shift+Tab", see: "Delete btn")
      try walk.press("shift+Tab", see: "Order btn")
      try walk.rig.chord("3-6")
      walk.hear("ordered")
      try walk.press("Tab", see: "Delete btn")
      try walk.rig.route(to: "Delete")
      walk.see("Question: Delete everything? dlg OK btn")
      try walk.rig.chord("1-2")
      walk.hear("answer delete-event")
      walk.see("Kitchen wnd Delete btn")
    }
  }
}
