// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Elements
import Testing
import Wire

/// The text of an element as it comes, whole and in a change.
@Suite struct TextTests {
  private func text(_ text: String) throws -> TextContent? {
    let line = #"{"method":"focus","params":{"element":{"id":"a","text":\#(text)}}}"#
    guard case .focus(let element, _) = try Lines.taken(line).message else { return nil }
    return element.text
  }

  private func change(_ text: String) throws -> TextChange? {
    let line = #"{"method":"change","params":{"elements":[{"id":"a","text":\#(text)}]}}"#
    guard case .change(let changes, _) = try Lines.taken(line).message else { return nil }
    return changes.first?.text
  }

  @Test func offsetsCountScalars() throws {
    let text = try #require(try text(#"{"content":"a\ud83d\ude00e\u0301","caret":4,"anchor":1}"#))
    #expect(text.content == ["a", "\u{1F600}", "e", "\u{301}"])
    #expect(text.caret == TextOffset(4) && text.anchor == TextOffset(1))
    #expect(text.length == 4 && text.offset == 0)
  }

  @Test func allMembersAreRead() throws {
    let text = try #require(
      try text(
        #"{"content":"abc","version":7,"offset":10,"length":20,"runs":[{"start":10,"end":11,"style":["bold","odd"],"language":"de","element":"x"}],"preformatted":true,"contracted":false}"#
      ))
    #expect(text.version == 7 && text.offset == 10 && text.length == 20)
    #expect(text.preformatted && text.contracted == false)
    #expect(
      text.runs == [
        TextContent.Run(
          range: TextOffset(10)..<TextOffset(11), style: ["bold", "odd"], language: "de",
          element: "x")
      ])
    #expect(try self.text(#"{"content":"abc","length":-1}"#)?.length == 3)
  }

  @Test(arguments: [
    ("{}", "content"), (#"{"content":5}"#, "content"), (#"{"content":"a","caret":-1}"#, "caret"),
    (#"{"content":"a","caret":0.5}"#, "caret"), (#"{"content":"a","offset":-1}"#, "offset"),
    (#"{"content":"a","version":"1"}"#, "version"), (#"{"content":"a","runs":{}}"#, "runs"),
    (#"{"content":"a","runs":[{"end":1}]}"#, "runs[0].start"),
    (#"{"content":"a","runs":[{"start":0}]}"#, "runs[0].end"),
    (#"{"content":"a","runs":[{"start":1,"end":0}]}"#, "runs[0].end"),
    (#"{"content":"a","runs":[{"start":0,"end":1,"style":"bold"}]}"#, "runs[0].style"),
    (#"{"content":"a","runs":[{"start":0,"end":1,"style":[1]}]}"#, "runs[0].style[0]"),
    (#"{"content":"a","preformatted":1}"#, "preformatted"),
    (#"{"content":"a","contracted":"no"}"#, "contracted"), ("5", ""), (#""abc""#, ""), ("[]", ""),
  ]) func aWrongMemberIsToldByItsField(_ text: String, _ field: String) throws {
    let line = #"{"method":"focus","params":{"element":{"id":"a","text":\#(text)}}}"#
    let error = try Lines.refused(line).error
    #expect(error.code == .params)
    #expect(error.field == (field.isEmpty ? "element.text" : "element.text." + field))
  }

  @Test func aChangeHasWhatIsGivenAndWhatIsRemoved() throws {
    var expected = TextChange()
    expected.caret = TextOffset(2)
    expected.removed = [.anchor, .runs]
    #expect(try change(#"{"caret":2,"anchor":null,"runs":null}"#) == expected)
    expected = TextChange()
    expected.content = ["a"]
    expected.version = 3
    #expect(try change(#"{"content":"a","version":3}"#) == expected)
    #expect(try change("{}") == TextChange())
  }

  @Test(arguments: [#""\ud800""#, #""a\udc00b""#, #""\ud800\ud800""#, #""\udc00\ud800""#])
  func loneSurrogatesAreRefused(_ content: String) throws {
    let line = #"{"method":"focus","params":{"element":{"id":"a","text":{"content":\#(content)}}}}"#
    let error = try Lines.refused(line).error
    #expect(error.code == .noJSON || error.field == "element.text.content")
  }

  @Test func aTextHasALimit() throws {
    let longest = String(repeating: "ж", count: 262_144)
    #expect(try text(#"{"content":"\#(longest)"}"#)?.length == 262_144)
    let line = #"{"method":"focus","params":{"element":{"id":"a","label":"\#(longest)x"}}}"#
    let error = try Lines.refused(line).error
    #expect(error.code == .tooLarge && error.field == "element.label")
    #expect(error.limit == .init(name: "text", max: 262_144))
  }
}
