// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Elements
import Testing
import Wire

/// What is JSON and what it means (RFC 8259).
@Suite struct JSONTests {
  private func announced(_ text: String) throws -> String? {
    let line = #"{"method":"announce","params":{"text":\#(text)}}"#
    guard case .announce(let announcement) = try Lines.taken(line).message else { return nil }
    return announcement.text
  }

  private func isNoJSON(_ bytes: [UInt8]) -> Bool {
    guard case .refused(let refusal) = decode(line: bytes, isFull: true) else { return false }
    return refusal.error.code == .noJSON && refusal.error.field == nil
  }

  /// The grammar, sections 2, 3, 6 and 7.
  @Test(arguments: [
    "[1,]", #"{"a":1,}"#, "[,1]", "[1 2]", #"{"a" 1}"#, #"{a:1}"#, "{1:1}", "[1]]", "[01]", "[+1]",
    "[-]", "[.5]", "[1.]", "[1e]", "[1e+]", "[0x1]", "[- 1]", "[NaN]", "[Infinity]", "[-Infinity]",
    "[True]", "[tru]", "[nulls]", "['a']", #"["a]"#, #"["\x"]"#, #"["\u12"]"#, #"["\u123g"]"#,
    #"["\"]"#, "[\"\u{1}\"]", "[\"\u{0}\"]", "[\"a\tb\"]", "[1] // one", "/**/[1]", "[\u{A0}1]",
    "[1]\u{0}", "[\u{FEFF}1]", "\u{FEFF}", "\u{FEFF}\u{FEFF}[]",
  ]) func whatTheGrammarHasNotIsNoJSON(_ line: String) {
    #expect(isNoJSON(Array(line.utf8)))
    #expect(JSONValue(parsing: line.utf8) == nil)
  }

  @Test(
    arguments: [
      ("[0,-0,1.5,-1E-2,2e+3]", [0, 0, .number(1.5), .number(-0.01), 2000]),
      (" [\t1 ,\r 2\n]\n", [1, 2]),
      (#"["\"\\\/\b\f\n\r\t\u00e9\u00E9"]"#, ["\"\\/\u{8}\u{C}\n\r\téé"]),
      ("[\"é😀\u{7F}\u{FEFF}\"]", ["é😀\u{7F}\u{FEFF}"]),
      ("[[],{},true,false]", [[], [:], true, false]),
    ] as [(String, JSONValue)]) func whatTheGrammarHasIsRead(_ text: String, _ value: JSONValue)
  {
    #expect(JSONValue(parsing: text.utf8) == value)
  }

  /// RFC 3629: nothing overlong, no surrogates, nothing above U+10FFFF, nothing cut off.
  @Test(
    arguments: [
      [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]]) func whatIsNoUTF8IsNoJSON(_ bytes: [UInt8])
  {
    let opening = #"{"method":"announce","params":{"text":"a"#
    #expect(isNoJSON(Array(opening.utf8) + bytes + Array(#""}}"#.utf8)))
    #expect(isNoJSON(Array(#"{""#.utf8) + bytes + Array(#"":1}"#.utf8)))
    #expect(isNoJSON(Array(opening.utf8) + bytes))
  }

  @Test func aNULIsACharacterInAStringButNotInAName() throws {
    #expect(try announced(#""a\u0000b""#) == "a\u{0}b")
    let refusal = try Lines.refused(#"{"method":"resume","id":1,"params":{"a\u0000":1}}"#)
    #expect(refusal.error.code == .noJSON)
  }

  @Test(arguments: [
    (#""\ud83d\ude00""#, "\u{1F600}"), (#""\uD800\uDC00""#, "\u{10000}"),
    (#""\udbff\udfff""#, "\u{10FFFF}"), (#""\ud7ff\ue000""#, "\u{D7FF}\u{E000}"),
  ]) func pairsOfSurrogatesAreOneCharacter(_ text: String, _ read: String) throws {
    #expect(try announced(text) == read)
  }

  @Test(arguments: [#""\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ude00\ud83d""#])
  func halfAPairIsRefused(_ text: String) throws {
    #expect(try Lines.refused(#"{"method":"announce","params":{"text":\#(text)}}"#).id == nil)
    #expect(JSONValue(parsing: "[\(text)]".utf8) == nil)
  }

  @Test func ofMembersOfOneNameTheLastCounts() throws {
    let line = #"{"method":"announce","params":{"text":5,"priority":"low","text":"b"}}"#
    #expect(try Lines.taken(line).message == .announce(.init(text: "b", priority: .low)))
    #expect(JSONValue(parsing: #"{"a":1,"a":null}"#.utf8) == ["a": .null])
  }

  @Test func theFirstFaultOfAnElementIsTold() throws {
    let line = #"{"method":"focus","params":{"element":{"id":"a","label":5,"role":5}}}"#
    #expect(try Lines.refused(line).error.field == "element.label")
  }

  /// `true`, `false` and `null` are the same value wherever they are.
  @Test(arguments: [
    (#"{"id":"a","busy":true,"hidden":true,"label":true}"#, "label"),
    (#"{"id":"a","busy":false,"text":{"preformatted":false,"content":false}}"#, "text.content"),
    (#"{"id":"a","value":null,"columnHeaders":["a",null]}"#, "columnHeaders[1]"),
    (
      #"{"id":"a","children":[{"id":"b","children":[]},{"id":"c","children":[[]]}]}"#,
      "children[1].children[0]"
    ),
  ]) func aValueThatOccursTwiceIsToldByItsPlace(_ element: String, _ field: String) throws {
    let line = #"{"method":"update","params":{"elements":[{"id":"x"},\#(element)]}}"#
    #expect(try Lines.refused(line).error.field == "elements[1].\(field)")
  }
}

/// Numbers, which are a double's (RFC 8259, section 6).
@Suite struct NumberTests {
  private func refused(_ params: String) throws -> ProtocolError {
    try Lines.refused(#"{"method":"announce","params":{"text":"é😀",\#(params)}}"#).error
  }

  private func range(_ members: String) throws -> Rest.ValueRange? {
    let line = #"{"method":"focus","params":{"element":{"id":"a","range":{\#(members)}}}}"#
    guard case .focus(let element, _) = try Lines.taken(line).message else { return nil }
    return element.range
  }

  @Test(arguments: ["9223372036854775807", "-9007199254740992", "1e308", "5.5"])
  func whatIsNoIntegerOfOursIsToldByItsField(_ number: String) throws {
    let error = try refused(#""duration":\#(number)"#)
    #expect(error.code == .params && error.field == "duration")
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890", "1e309",
    "-1e309", "-1E+999", "1e99999", String(repeating: "9", count: 400),
  ]) func aNumberThatIsTooGreatIsTold(_ number: String) throws {
    let error = try refused(#""duration":\#(number)"#)
    #expect(error.code == .noJSON && error.message.contains("too great"))
    #expect(try Lines.refused(number).error == error)
    #expect(JSONValue(parsing: "[\(number)]".utf8) == nil)
  }

  @Test func theGreatestAndTheLeastAreTaken() throws {
    let range = try #require(
      try range(#""min":-1.7976931348623157e308,"max":1.7976931348623157e308,"now":1e-400"#))
    #expect(range.min == -.greatestFiniteMagnitude && range.max == .greatestFiniteMagnitude)
    #expect(range.now == 0)
    #expect(try self.range(#""max":5e-324"#)?.max == .leastNonzeroMagnitude)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (5, "5"), (-5, "-5"), (0.1, "0.1"), (-2.5, "-2.5"),
      (1e15, "1000000000000000"),
      (9_007_199_254_740_992, "9007199254740992"), (1e300, "1e+300"), (.infinity, "null"),
      (-.infinity, "null"), (.nan, "null"),
    ] as [(Double, String)]) func numbersAreWrittenShort(_ number: Double, _ text: String)
  {
    #expect(String(decoding: JSONValue.number(number).line, as: UTF8.self) == text)
  }
}

/// Lists and objects in one another, and what is written.
@Suite struct JSONFormTests {
  private func deep(_ levels: Int) -> String {
    String(repeating: #"{"a":["#, count: levels / 2) + String(repeating: "]}", count: levels / 2)
  }

  @Test(arguments: [270, 300, 1000, 2040, 2046, 2048, 2050, 10_000])
  func whatIsTooDeepIsToldAsThat(_ levels: Int) throws {
    // The line and its params are two more.
    let refusal = try Lines.refused(#"{"method":"resume","params":{"x":\#(deep(levels + 2))}}"#)
    #expect(refusal.error.code == .tooLarge)
    #expect(refusal.error.limit == .init(name: "levels", max: 128))
  }

  @Test func manyBesideEachOtherAreNotDeep() throws {
    let wide = Array(repeating: deep(100), count: 100).joined(separator: ",")
    #expect(try Lines.taken(#"{"method":"resume","params":{"x":[\#(wide)]}}"#).message == .resume)
    #expect(
      try Lines.taken(#"{"method":"resume","params":{"x":\#(deep(270))}}"#).message == .resume)
  }

  @Test func aValueOfAnythingIsNotReadBeyond512Levels() {
    #expect(JSONValue(parsing: deep(512).utf8) != nil)
    #expect(JSONValue(parsing: deep(514).utf8) == nil)
    #expect(JSONValue(parsing: deep(100_000).utf8) == nil)
  }

  @Test func namesAreInOrderAndOnlyWhatMustBeIsEscaped() {
    let value: JSONValue = [
      "b": [1, .null, true], "a": "é😀/\u{7F}\u{2028}\"\\\n\r\t\u{8}\u{C}\u{0}\u{1F}", "é": [:],
      "": [],
    ]
    let text =
      "{\"\":[],\"a\":\"é😀/\u{7F}\u{2028}"
      + #"\"\\\n\r\t\b\f\u0000\u001f","b":[1,null,true],"é":{}}"#
    #expect(String(decoding: value.line, as: UTF8.self) == text)
    #expect(JSONValue(parsing: value.line) == value)
  }
}
