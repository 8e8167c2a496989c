// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Monitor
import Posix
import TestSupport
import Testing
import Wire

/// What `status` says of a daemon.
@Suite struct StatusReportTests {
  private func report(
    display: JSONValue = ["connected": true, "columns": 40, "rows": 1, "driver": "vr"],
    state: JSONValue = "ready", counters: JSONValue = [:], producers: JSONValue = [],
    key: BrlAPIKey = BrlAPIKey(path: "/dev/null")
  ) -> StatusReport {
    let status: JSONValue = [
      "display": display, "tables": ["output": "en-ueb-g1.ctb", "state": state],
      "counters": counters, "producers": producers,
    ]
    return StatusReport(status, readers: OtherReaders(processes: "/nowhere"), key: key)
  }

  @Test func whatIsWellIsSaid() {
    let desktop: JSONValue = ["name": "desktop", "pid": 7, "rank": "desktop", "paused": false]
    let report = report(producers: [desktop])
    #expect(
      report.lines == [
        "display: 40x1, driver vr", "table: en-ueb-g1.ctb", "program: desktop (pid 7, desktop)",
      ])
    #expect(report.isWell)
  }

  @Test func aNameCannotCommandTheTerminal() {
    let program: JSONValue = ["name": "\u{1B}[2Jx\ny", "pid": 7, "rank": "desktop"]
    #expect(report(producers: [program]).lines.last == "program: ?[2Jx?y (pid 7, desktop)")
  }

  @Test func aDesktopThatIsNotReadIsNoFault() {
    let report = report()
    #expect(report.lines.last?.hasPrefix("desktop: not read; start it with: ") == true)
    #expect(report.isWell)
  }

  @Test func withoutADisplayItSaysWhy() {
    let problem = "brltty has no display; connect one"
    let report = report(display: ["connected": false, "problem": .string(problem)])
    #expect(report.lines.first == "display: none: \(problem)")
    #expect(!report.isWell)
    // An older daemon says no more than that.
    #expect(self.report(display: ["connected": false]).lines.first?.hasSuffix("to it?") == true)
  }

  @Test func aKeyThatCannotBeReadHasItsRemedy() throws {
    let refused: JSONValue = [
      "connected": false, "problem": "brltty refuses access; let this user read /nowhere/key",
    ]
    let missing = report(display: refused, key: BrlAPIKey(path: "/nowhere/key"))
    #expect(missing.lines.contains { $0.hasPrefix("key: /nowhere/key is not there; ") })
    // Only where the key is what is wrong.
    let other = report(display: ["connected": false], key: BrlAPIKey(path: "/nowhere/key"))
    #expect(!other.lines.contains { $0.hasPrefix("key: ") })
    #expect(BrlAPIKey(path: "/dev/null").line == nil)
  }

  @Test(.enabled(if: geteuid() != 0)) func aKeyOfRootAloneHasItsRemedy() {
    #expect(BrlAPIKey(path: "/etc/shadow").line?.contains("is for the group shadow") == true)
  }

  @Test func tablesThatAreNotThereAndTextsThatHangAreTold() {
    let broken = report(state: "broken")
    #expect(broken.lines.contains { $0.hasPrefix("table: en-ueb-g1.ctb, is not there or") })
    #expect(!broken.isWell)
    let compiling = report(state: "compiling")
    #expect(compiling.lines.contains { $0.hasPrefix("table: en-ueb-g1.ctb, is being compiled") })
    #expect(compiling.isWell)
    let hung = report(counters: ["translationHangs": 2, "translatorCrashes": 1])
    #expect(hung.lines.contains { $0.contains("too long for 2 and crashed on 1 ") })
    #expect(hung.isWell)
  }
}
