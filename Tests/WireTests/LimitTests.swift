// SPDX-License-Identifier: GPL-3.0-or-later
import Core
import Elements
import Testing
import Wire

/// The protocol's limits of trees, and lines that try to break the reader.
@Suite struct LimitTests {
  /// An element with so many levels of elements, itself the first.
  private func nested(_ levels: Int) -> String {
    let opening = (1..<levels).map { #"{"id":"\#($0)","children":["# }.joined()
    return opening + #"{"id":"x"}"# + String(repeating: "]}", count: levels - 1)
  }

  @Test func theLimitsAreTheProtocols() {
    let limits = Dictionary(uniqueKeysWithValues: Limits.all.map { ($0.name, $0.max) })
    #expect(
      limits == [
        "line": 4 << 20, "text": 262_144, "elements": 50_000, "levels": 128, "id": 256,
        "program": 4_194_304, "connections": 64, "unsent": 256,
      ])
  }

  @Test func aTreeHas128Levels() throws {
    let line = #"{"method":"focus","id":1,"params":{"element":\#(nested(128))}}"#
    guard case .focus(let element, _) = try Lines.taken(line).message else { return }
    var levels = 1
    var inner = element
    while case .element(let child)? = inner.children?.first {
      levels += 1
      inner = child
    }
    #expect(levels == 128)
  }

  @Test(arguments: [129, 130, 133, 200, 300, 5000]) func aDeeperOneIsTooLarge(
    _ levels: Int
  ) throws {
    for params in [#""element":\#(nested(levels))"#, #""elements":[\#(nested(levels))]"#] {
      let method = params.hasPrefix(#""elements"#) ? "update" : "focus"
      let refusal = try Lines.refused(#"{"method":"\#(method)","id":1,"params":{\#(params)}}"#)
      #expect(refusal.error.code == .tooLarge)
      #expect(refusal.error.limit == .init(name: "levels", max: 128))
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[[]", "{\"a\":[{}", "[{\"a\":\"]\\\"\","])
  func whatIsNestedForEverIsRefused(_ piece: String) throws {
    _ = try Lines.refused(String(repeating: piece, count: 20_000))
    let line = #"{"method":"resume","params":"#
    _ = try Lines.refused(line + String(repeating: piece, count: 300))
  }

  @Test func bracketsInStringsAreNoNesting() throws {
    let text = String(repeating: "[{", count: 1000) + #"\"["#
    let line = #"{"method":"announce","params":{"text":"\#(text)"}}"#
    guard case .announce(let announcement) = try Lines.taken(line).message else { return }
    #expect(announcement.text.utf8.count == 2002)
  }

  @Test func unknownMembersMayBeNestedToo() throws {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(try Lines.taken(#"{"method":"resume","params":{"x":\#(deep)}}"#).message == .resume)
  }
}
