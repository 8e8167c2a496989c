// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Commands
import Sessions
import Testing
import Wire

/// Lines of session files (docs/sessions.md).
@Suite struct SessionParsingTests {
  private func kind(_ line: String) throws -> SessionFile.Kind? {
    try SessionFile(parsing: "display 40\n" + line).steps.last?.kind
  }

  @Test func linesAreRead() throws {
    #expect(try kind("display 20x4") == .display(DisplaySize(columns: 20, rows: 4)))
    #expect(
      try kind("display 20 six dots")
        == .display(DisplaySize(columns: 20), hasSixDots: true))
    #expect(
      try kind("display 20 six dots of Baum ultra")
        == .display(DisplaySize(columns: 20), hasSixDots: true, device: "Baum ultra"))
    #expect(
      try kind("display 40 of Hims")
        == .display(DisplaySize(columns: 40), hasSixDots: false, device: "Hims"))
    #expect(try kind("display off") == .display(nil))
    #expect(try kind("set a.b = c d ") == .set(name: "a.b", value: "c d"))
    #expect(try kind("set a.b =") == .set(name: "a.b", value: ""))
    #expect(try kind("translator plain") == .plainTranslator)
    #expect(try kind("> {\"a\": 1}") == .say("", Array("{\"a\": 1}".utf8)))
    #expect(try kind("A> no json at all") == .say("A", Array("no json at all".utf8)))
    #expect(try kind("B> connect") == .connect("B"))
    #expect(try kind("B> disconnect") == .disconnect("B"))
    #expect(
      try kind("key FWINRT ROUTE 5")
        == .keys([try KeyPress(parsing: "FWINRT"), KeyPress(.route(5))]))
    #expect(try kind("+ 500ms") == .wait(.milliseconds(500)))
    #expect(try kind("+ 3s") == .wait(.seconds(3)))
    #expect(try kind("+ 86400s") == .wait(.seconds(86_400)))
  }

  @Test func expectationsAreRead() throws {
    #expect(try kind("=|a  |") == .expect(.text("a  ")))
    #expect(try kind("=||") == .expect(.text("")))
    #expect(try kind("=:⠓⠑ ") == .expect(.cells([Cell(dots: 1, 2, 5), Cell(dots: 1, 5)])))
    #expect(try kind("=~:⠓") == .expect(.unmarkedCells([Cell(dots: 1, 2, 5)])))
    #expect(try kind("=^ 5") == .expect(.caret(column: 5, row: 0, isNone: false)))
    #expect(try kind("=^ 5,1") == .expect(.caret(column: 5, row: 1, isNone: false)))
    #expect(try kind("=^ none") == .expect(.caret(column: 0, row: 0, isNone: true)))
    #expect(try kind("=kind message") == .expect(.kind("message")))
    #expect(try kind("= same") == .expect(.same))
    #expect(try kind("< {\"command\":\"key\"}") == .expect(.command("", ["command": "key"])))
    #expect(try kind("A< none") == .expect(.noCommand("A")))
    #expect(try kind("A! {\"code\": 2}") == .expect(.error("A", ["code": 2])))
  }

  @Test func commentsAndBlankLinesAreNone() throws {
    let file = try SessionFile(parsing: "# c\n\n  \ndisplay 40\r\n\t# d\n = same\n")
    #expect(file.steps.map(\.line) == [4, 6])
  }

  @Test(arguments: [
    "display", "display 0", "display 20 seven dots", "display 20 of", "=~:abc",
    "set a", "translator liblouis", "key NOSUCH", "key", "+ 5", "+ -1s",
    "+ soon", "+ 86401s", "+ 86400001ms", "=^ 2000", "=^ 1,2000", "=^ -1",
    "= other", "=|open", "=|", "=:abc", "=^ x", "=^ 1,2,3", "< {", "! {", "nothing",
  ]) func whatIsNoLineIsTold(_ line: String) {
    let error = #expect(throws: InvalidSession.self) { try self.kind(line) }
    #expect(error?.problems.map(\.line) == [2])
  }

  @Test func allProblemsAreToldTogether() {
    let error = #expect(throws: InvalidSession.self) {
      try SessionFile(parsing: "> {}\nnothing\ndisplay x\n")
    }
    #expect(error?.problems.map(\.line) == [2, 3, 1])
  }
}
