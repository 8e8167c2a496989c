// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Posix
import SDBus
import TestSupport
import Testing

@Suite struct ValueTests {
  private let bus: PrivateBus
  private let asking: BusTalker
  private let echo: BusTalker

  init() throws {
    bus = try PrivateBus()
    asking = try BusTalker.named(bus.address)
    echo = try BusTalker.named(bus.address, serving: true)
    echo.answer = { .success($0.arguments) }
  }

  private func returned(_ values: [DBusValue]) throws -> CallResult {
    try asking.ask(call(echo, "Echo", values), echo)
  }

  @Test func valuesOfAllTypesGoBothWays() throws {
    let values: [DBusValue] = [
      .string(""), .string("a😀\u{0301}\u{FEFF}\n"), .objectPath("/"), .objectPath("/a/b_1"),
      .int32(.min), .uint32(.max), .int64(.min), .uint64(.max), .double(-0.5),
      .double(.infinity), .boolean(true), .boolean(false), .byte(255),
      .array("s", []), .array("(so)", [.structure([.string(":1.1"), .objectPath("/x")])]),
      .array("a{sv}", [.dictionary("sv", [])]), .array("y", [.byte(1), .byte(2)]),
      .dictionary("ss", [.init(.string("k"), .string("v"))]),
      .dictionary("sv", [.init(.string("k"), .variant(.array("v", [.variant(.byte(1))])))]),
      .structure([.int32(1), .structure([.string("in")])]),
      .variant(.variant(.string("deep"))),
    ]
    #expect(try returned(values).values == values)
    #expect(try returned([]).values == [])
  }

  @Test(arguments: 0..<8) func randomValuesComeBackAsTheyWere(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let values = random.list(0...4) { $0.value(depth: 0) }
      #expect(try returned(values).values == values)
    }
  }

  @Test func valuesAsDeepAsTheBusAllowsComeBackOrAreAnError() throws {
    for depth in [30, 60, 63, 64, 70] {
      let value = (0..<depth).reduce(DBusValue.byte(1)) { value, _ in .variant(value) }
      let result = try returned([value])
      #expect(result.values == [value] || result.error != nil)
      if depth <= 60 { #expect(result.values == [value]) }
    }
  }

  @Test func moreThanIsKeptIsAnError() throws {
    let many = DBusValue.array("i", Array(repeating: .int32(1), count: 250_000))
    let long = DBusValue.string(String(repeating: "x", count: 17 << 20))
    echo.answer = { _ in .success([many]) }
    #expect(try asking.ask(call(echo, "Many"), echo).error == .unreadable)
    echo.answer = { _ in .success([long]) }
    #expect(try asking.ask(call(echo, "Long"), echo).error == .unreadable)
    // Who calls with so much gets an error, too.
    #expect(try returned([many]).error == .unreadable)
    #expect(echo.calls.count == 2)
    echo.answer = { .success($0.arguments) }
    let links = (0..<20_000).map { number in
      DBusValue.structure([.string(":1.5"), .objectPath("/link/\(number)")])
    }
    #expect(try returned([.array("(so)", links)]).values == [.array("(so)", links)])
  }
}

extension SeededGenerator {
  /// A single complete type.
  fileprivate mutating func type(depth: Int) -> String {
    switch integer(0...(depth < 4 ? 13 : 9)) {
    case 0: "s"
    case 1: "o"
    case 2: "i"
    case 3: "u"
    case 4: "x"
    case 5: "t"
    case 6: "d"
    case 7: "b"
    case 8: "y"
    case 9: "s"
    case 10: "a" + type(depth: depth + 1)
    case 11: "(" + list(1...4) { $0.type(depth: depth + 1) }.joined() + ")"
    case 12: "a{" + one(of: ["s", "o", "i", "y"]) + type(depth: depth + 1) + "}"
    default: "v"
    }
  }

  fileprivate mutating func value(depth: Int) -> DBusValue {
    var type = Array(type(depth: depth).unicodeScalars)[...]
    return value(of: &type, depth: depth)
  }

  /// A value of the type at the beginning of a signature, which is taken from it.
  private mutating func value(
    of signature: inout ArraySlice<Unicode.Scalar>, depth: Int
  ) -> DBusValue {
    switch signature.popFirst() {
    case "o": return .objectPath(one(of: ["/", "/a", "/org/a11y/atspi/accessible/1234"]))
    case "i": return .int32(Int32(truncatingIfNeeded: next()))
    case "u": return .uint32(UInt32(truncatingIfNeeded: next()))
    case "x": return .int64(Int64(bitPattern: next()))
    case "t": return .uint64(next())
    case "d": return .double(Double(integer(-1000...1000)) / 8)
    case "b": return .boolean(chance(50))
    case "y": return .byte(UInt8(truncatingIfNeeded: next()))
    case "v": return .variant(value(depth: depth + 1))
    case "(":
      var members: [DBusValue] = []
      while signature.first != ")" { members.append(value(of: &signature, depth: depth + 1)) }
      signature.removeFirst()
      return .structure(members)
    case "a": return container(of: &signature, depth: depth + 1)
    default: return .string(one(of: ["", "text", "ä😀\u{10FFFD}", "a longer text than fits"]))
    }
  }

  private mutating func container(
    of signature: inout ArraySlice<Unicode.Scalar>, depth: Int
  ) -> DBusValue {
    let isDictionary = signature.first == "{"
    if isDictionary { signature.removeFirst() }
    let start = signature
    var entries: [[DBusValue]] = []
    // At least one, so that the type's end is found; it may be dropped.
    for _ in 0...integer(0...3) {
      signature = start
      var entry = [value(of: &signature, depth: depth)]
      if isDictionary { entry.append(value(of: &signature, depth: depth)) }
      entries.append(entry)
    }
    if chance(20) { entries = [] }
    let type = start[start.startIndex..<signature.startIndex].map(String.init).joined()
    guard isDictionary else { return .array(type, entries.map { $0[0] }) }
    signature.removeFirst()
    return .dictionary(type, entries.map { .init($0[0], $0[1]) })
  }
}
