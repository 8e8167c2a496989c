// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Core
import Elements
import Testing
import Wire

/// The members of an element (docs/protocol.md, "Element"), each with values of every type.
@Suite struct ElementTests {
  /// What kinds of members there are, by the values that they take.
  enum Kind: Sendable {
    case string, token, bool, toggled, count, countFromOne, number, object, list
  }

  static let members: [(name: String, kind: Kind)] =
    names(
      """
      role label value hint description roleDescription stateDescription brailleLabel \
      brailleRoleDescription placeholder language live autocomplete orientation sort inputType \
      rowIndexText columnIndexText errorMessage shortcut target
      """, .string)
    + names("invalid current hasPopup", .token)
    + names(
      """
      expanded selected disabled required readOnly busy visited modal hidden ignored group \
      ordered adjustable summary updatesFrequently causesPageTurn startsMediaSession \
      directInteraction protected multiline editable multiselectable default atomic
      """, .bool)
    + names("checked pressed", .toggled)
    + names("setSize rowCount columnCount rowSpan columnSpan", .count)
    + names("level positionInSet rowIndex columnIndex", .countFromOne)
    + names("text range frame activationPoint", .object)
    + names("details actions rowHeaders columnHeaders children", .list)

  private static func names(_ names: String, _ kind: Kind) -> [(name: String, kind: Kind)] {
    names.split(separator: " ").map { (String($0), kind) }
  }

  /// Values of all types of JSON, with the kinds that take them.
  static let values: [(json: String, takenBy: Set<Kind>)] = [
    (#""mixed""#, [.string, .token, .toggled]), (#""word""#, [.string, .token]),
    ("true", [.bool, .token, .toggled]), ("false", [.bool, .token, .toggled]),
    ("1", [.count, .countFromOne]), ("0", [.count]), ("-1", [.count, .countFromOne]),
    ("-2", []), ("2.0", [.count, .countFromOne]), ("2.5", []), ("1e20", []), ("-1e20", []),
    ("9007199254740993", []), ("[]", [.list]), ("[5]", []), ("[null]", []),
    ("{}", []), (#"{"a":1}"#, []), (#"[[]]"#, []),
  ]

  @Test(arguments: members.map(\.name), ["focus", "update", "change"])
  func aWrongTypeIsToldByItsField(_ name: String, _ method: String) throws {
    let kind = try #require(Self.members.first { $0.name == name }?.kind)
    for (json, takenBy) in Self.values {
      // An object without members is a range without values; in a change also a text's.
      if json.hasPrefix("{"), name == "range" || name == "text" && method == "change" { continue }
      let element = #"{"id":"a","\#(name)":\#(json)}"#
      let (params, place) =
        method == "focus"
        ? (#"{"element":\#(element)}"#, "element") : (#"{"elements":[\#(element)]}"#, "elements[0]")
      let line = #"{"method":"\#(method)","params":\#(params)}"#
      if takenBy.contains(kind) {
        _ = try Lines.taken(line)
      } else {
        let error = try Lines.refused(line).error
        #expect(error.code == .params)
        let field = try #require(error.field, "\(line)")
        #expect(field.hasPrefix("\(place).\(name)"), "\(line)")
      }
    }
  }

  @Test(arguments: members.map(\.name)) func nullIsAsIfLeftOutButRemovesInAChange(
    _ name: String
  ) throws {
    let element = #"{"id":"a","\#(name)":null}"#
    #expect(
      try Lines.taken(#"{"method":"focus","params":{"element":\#(element)}}"#).message
        == .focus(Element(id: "a"), ancestors: []))
    var change = ElementChange(id: "a")
    change.removed = [try #require(Member(name: name))]
    #expect(
      try Lines.taken(#"{"method":"change","params":{"elements":[\#(element)]}}"#).message
        == .change([change], focus: nil))
  }

  @Test func theTableHasAllMembers() {
    #expect(Set(Self.members.map(\.name)).count == Self.members.count)
    for flag in Flag.allCases { #expect(Self.members.contains { $0.name == flag.name }) }
    for member in Self.members { #expect(Member(name: member.name) != nil) }
  }

  private func element(_ members: String) throws -> Element {
    let line = #"{"method":"focus","params":{"element":{"id":"a",\#(members)}}}"#
    guard case .focus(let element, _) = try Lines.taken(line).message else {
      throw Lines.NotTaken()
    }
    return element
  }

  private func error(_ members: String) throws -> ProtocolError {
    try Lines.refused(#"{"method":"focus","params":{"element":{"id":"a",\#(members)}}}"#).error
  }

  @Test func wordsAndTruthValuesAreKept() throws {
    let element = try element(
      #""checked":"mixed","pressed":false,"invalid":true,"current":"page","hasPopup":"menu","busy":false"#
    )
    #expect(element.checked == .mixed && element.pressed == .off)
    #expect(element.invalid == "true" && element.current == "page" && element.hasPopup == "menu")
    #expect(element.flags[.busy] == false && element.flags[.disabled] == nil)
    #expect(try self.element(#""setSize":-1,"rowIndex":3.0"#).rowIndex == 3)
    #expect(try self.element(#""setSize":-1,"label":"x""#).setSize == nil)
  }

  @Test func headersAreStringsOrObjects() throws {
    let element = try element(
      #""rowHeaders":["Goals",{"text":"Played","short":"PL"}],"columnHeaders":[]"#)
    #expect(element.rowHeaders == [.init(text: "Goals"), .init(text: "Played", short: "PL")])
    #expect(element.columnHeaders == [])
    #expect(try error(#""rowHeaders":[{"short":"PL"}]"#).field == "element.rowHeaders[0].text")
    #expect(
      try error(#""details":[{"value":"a"},{"label":"b"}]"#).field == "element.details[1].value")
  }

  @Test func rangesFramesAndPoints() throws {
    let element = try element(
      #""range":{"min":0,"max":10.5,"now":null,"text":"few"},"frame":{"x":1,"y":-2,"width":3,"height":4.5},"activationPoint":{"x":0,"y":0}"#
    )
    #expect(element.range?.min == 0 && element.range?.max == 10.5 && element.range?.now == nil)
    #expect(element.range?.text == "few")
    #expect(element.frame == .init(x: 1, y: -2, width: 3, height: 4.5))
    #expect(element.activationPoint == .init(x: 0, y: 0))
    #expect(try error(#""frame":{"x":1,"y":2,"width":3}"#).field == "element.frame.height")
    #expect(try error(#""range":{"now":"5"}"#).field == "element.range.now")
  }

  @Test func childrenAreElementsOrIDs() throws {
    let element = try element(#""children":["x",{"id":"y","children":[{"id":"z"}]}]"#)
    var inner = Element(id: "y")
    inner.children = [.element(Element(id: "z"))]
    #expect(element.children == [.reference("x"), .element(inner)])
    #expect(
      try error(#""children":["x",{"id":"y","children":[{"id":"z","role":5}]}]"#).field
        == "element.children[1].children[0].role")
    #expect(try error(#""children":[{"label":"no id"}]"#).field == "element.children[0].id")
  }

  @Test func idsHaveALimit() throws {
    let longest = String(repeating: "é", count: 128)
    _ = try element(#""target":"\#(longest)","children":["\#(longest)"]"#)
    for members in [
      #""target":"\#(longest)x""#, #""children":["\#(longest)x"]"#,
      #""children":[{"id":"\#(longest)x"}]"#,
      #""text":{"content":"a","runs":[{"start":0,"end":1,"element":"\#(longest)x"}]}"#,
    ] {
      let error = try error(members)
      #expect(error.code == .tooLarge)
      #expect(error.limit == .init(name: "id", max: 256))
      #expect(error.field?.hasPrefix("element.") == true)
    }
  }
}
