// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// The display is brltty's, and there are others who use it.
  @Suite(.enabled(if: Brltty.isInstalled)) final class SharedDisplayTests {
    private let stage: Stage<VirtualDisplay>
    private let program: Program

    init() throws {
      stage = try Stage(hasProxy: true)
      program = try Program(stage.daemon)
      try program.focus(button: "OK")
      try stage.display.wait(forBraille: Content.okay)
    }

    deinit {
      stage.close()
    }

    /// The daemon has left, and nothing of it is shown: blank cells, or what brltty says itself.
    private func expectNothing() throws {
      try stage.display.wait(for: "nothing") { state in
        state.cells.allSatisfy { $0 == 0 } || state.text.hasPrefix("no screen")
      }
      try stage.proxy?.wait(for: "leaving") { state in
        let kinds = state.log.map(\.packet.kind)
        guard let entered = kinds.lastIndex(of: .enterTty),
          let left = kinds.lastIndex(of: .leaveTty), left > entered
        else { return false }
        return kinds[left...].contains(.acknowledgement)
      }
    }

    @Test func oneOfHigherPriorityTakesItAndGivesItBack() throws {
      let other = try WireClient(host: stage.brltty.host)
      try other.enterTty()
      try other.setPriority(90)
      try other.show(WriteRequest(text: "somebody else", size: 40))
      try stage.display.wait(forText: "somebody else")
      try stage.display.press("FWINRT")
      #expect(try other.nextKey() == 0x2000_0018)
      #expect(try program.all("command") == [])
      try program.focus(button: "Cancel")
      // What is written now is hidden, and is there when the other one has gone; before 6.9 brltty
      // shows it only when somebody writes again, as is done with each key.
      other.close()
      try stage.expectKey(reaches: program)
      try stage.display.wait(forBraille: Content.cancel)
    }

    @Test func oneWhoSuspendsTheDriverAndDiesGivesItBack() throws {
      let other = try WireClient(host: stage.brltty.host)
      try other.suspendDriver("Virtual")
      try stage.display.waitForDisconnection()
      try stage.daemon.log.wait(for: Logged.noDisplay)
      try program.focus(button: "Cancel")
      other.close()
      try stage.display.wait(forBraille: Content.cancel)
      try stage.expectKey(reaches: program)
    }

    @Test func itIsGivenBackWhileThereIsNothingToShow() throws {
      // Of two at the same place the one who entered last gets the keys.
      let other = try WireClient(host: stage.brltty.host)
      defer { other.close() }
      try program.say("release")
      try expectNothing()
      try other.enterTty()
      try stage.display.press("FWINRT")
      #expect(try other.nextKey() == 0x2000_0018)

      try program.focus(button: "Cancel")
      try stage.display.wait(forBraille: Content.cancel)
      try stage.expectKey(reaches: program)
      try program.say("release")
      try expectNothing()
      try stage.display.press("FWINLT")
      #expect(try other.nextKey() == 0x2000_0017)
    }

    @Test func theReaderGoesToBrlttysMenuAndComesBack() throws {
      let aside = Patience.seconds(3)
      try program.set(["brlapi.aside": .integer(Int(aside.components.seconds) * 1000)])
      try stage.display.press("PREFMENU")
      try expectNothing()
      let start = MonotonicClock.now
      // The second time the key is brltty's.
      try stage.display.press("PREFMENU")
      try stage.display.wait(forText: "Menu")
      try stage.display.press("PREFMENU")
      try stage.display.wait(forBraille: Content.okay)
      print("back from brltty's menu after", (MonotonicClock.now - start).report)
      try stage.expectKey(reaches: program)
    }
  }
}
