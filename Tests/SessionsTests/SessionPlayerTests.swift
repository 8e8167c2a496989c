// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Sessions
import Tables
import Testing
import Translation

/// What a player says of files that do not come true.
@Suite struct SessionPlayerTests {
  private func differences(_ lines: String) throws -> [String] {
    let file = try SessionFile(parsing: "display 8\ntranslator plain\n" + lines)
    let resources = DataFolders(paths: ["tables"]).read(tables: []).resources
    var player = SessionPlayer(file, louis: BuiltinTranslator(), resources: resources)
    return player.play(file).map { "\($0.line): \($0.expected) but \($0.actual)" }
  }

  private let focus =
    #"> {"method": "focus", "params": {"element": {"id": "a", "role": "text", "label": "abc"}}}"#
    + "\n"

  @Test func whatComesTrueHasNone() throws {
    #expect(try differences(focus + "=|abc     |\n=:⠁⠃⠉\n=^ none\n=kind content\n< none\n") == [])
    #expect(try differences(focus + "# not checked\n") == [])
  }

  @Test func framesThatDifferAreTold() throws {
    #expect(
      try differences(focus + "=|abd     |\n=:⠁⠃⠙\n=^ 1\n=kind message\n") == [
        "4: =|abd     | but =|abc     |", "5: =:⠁⠃⠙ but =:⠁⠃⠉⠀⠀⠀⠀⠀", "6: =^ 1 but =^ none",
        "7: =kind message but =kind content",
      ])
    #expect(try differences(focus + "= same\n") == ["4: no further frame but =|abc     |"])
    #expect(
      try differences(focus + "=|abc     |\n=|abc     |\n") == ["5: a frame but 1 frames only"])
    #expect(
      try differences(focus + focus + "=|abc     |\n") == ["5: a frame but no frame"])
    #expect(try differences(focus + "< none\n") == ["3: no further frame but =|abc     |"])
  }

  @Test func commandsThatDifferAreTold() throws {
    let key = focus + "key FWINRT\n"
    let next = #"{"command":"move","direction":"next","unit":"item"}"#
    #expect(try differences(key + "< \(next)\n") == [])
    #expect(
      try differences(key + "< {\"command\":\"move\"}\n")
        == ["5: < {\"command\":\"move\"} but < \(next)"])
    #expect(try differences(key + "= same\n") == ["4: no further command but < \(next)"])
    #expect(
      try differences(focus + "key CMD500\n=|not     |\n< \(next)\n")
        == ["6: < \(next) but no command"])
  }

  @Test func errorsThatDifferAreTold() throws {
    let wrong = "A> {\"method\": \"dance\"}\n"
    #expect(try differences(wrong + "A! {\"code\": -32601}\n") == [])
    #expect(try differences(wrong + "A! {\"code\": 3}\n").count == 1)
    #expect(try differences(wrong + "= same\n").count == 1)
    #expect(
      try differences(focus + "=|abc     |\n! {\"code\": 3}\n") == [
        "5: ! {\"code\":3} but no error"
      ])
  }

  @Test func aSettingThatCannotBeEndsThePlay() throws {
    let found = try differences("set braille.mode = odd\n" + focus + "=|x|\n")
    #expect(found.count == 1 && found.first?.hasPrefix("3: ") == true)
  }

  @Test func timePassesThroughAllThatHappensMeanwhile() throws {
    let message = #"> {"method": "announce", "params": {"text": "hey", "duration": 500}}"# + "\n"
    #expect(
      try differences(focus + message + "=|hey     |\n=kind message\n+ 3s\n=|abc     |\n") == [])
  }
}
