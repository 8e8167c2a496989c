// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Testing

@testable import Accessibility

/// Which part of a long text is read, and how it is asked for.
@Suite struct TextAskingTests {
  private let object = Accessible(program: ":1.2", path: "/text")

  /// Answers as a toolkit that counts code points; nil: no reply.
  private func answer(
    _ call: MethodCall, _ text: [Unicode.Scalar], caret: Int
  ) -> CallResult {
    func number(_ index: Int) -> Int { call.arguments[index].integer ?? 0 }
    switch (call.member, call.arguments.last?.string) {
    case ("Get", "CharacterCount"): return .success([.variant(.int32(Int32(text.count)))])
    case ("Get", "CaretOffset"): return .success([.variant(.int32(Int32(caret)))])
    case ("GetNSelections", _): return .success([.int32(0)])
    case ("GetText", _):
      return .success([.string(String(String.UnicodeScalarView(text[number(0)..<number(1)])))])
    default: return .failure(CallError("org.freedesktop.DBus.Error.UnknownMethod"))
    }
  }

  private func read(
    of length: Int, caret: Int, known: TextPart? = nil, around place: Int? = nil
  ) -> TextPart? {
    let text = (0..<length).map { Unicode.Scalar(UInt8(ascii: "a") + UInt8($0 % 26)) }
    var asking = object.text(around: place, known: known)
    while case .trip(let calls, _, let go) = asking {
      asking = go(calls.map { answer($0, text, caret: caret) })
    }
    guard case .known(let part) = asking else { return nil }
    return part
  }

  @Test func shortTextsAreReadWhole() throws {
    let part = try #require(read(of: Accessible.wholeText, caret: 8000))
    #expect(part.start == 0 && part.end == Accessible.wholeText)
    #expect(part.caret == 8000)
  }

  @Test func ofLongOnesThePartAtTheCaretIsRead() throws {
    let part = try #require(read(of: 100_000, caret: 50_000))
    #expect(part.start == 50_000 - Accessible.halfPart)
    #expect(part.end == 50_000 + Accessible.halfPart)
    #expect(part.length == 100_000)
  }

  @Test func thePartStaysWhileTheCaretIsWellInIt() throws {
    let known = try #require(read(of: 100_000, caret: 50_000))
    let moved = try #require(read(of: 100_000, caret: 50_900, known: known))
    #expect(moved.start == known.start && moved.end == known.end)
    // A letter more makes it longer by one.
    let longer = try #require(read(of: 100_001, caret: 50_001, known: known))
    #expect(longer.start == known.start && longer.end == known.end + 1)
    let far = try #require(read(of: 100_000, caret: 52_000, known: known))
    #expect(far.start == 52_000 - Accessible.halfPart)
  }

  @Test func aPartThatIsReadElsewhereStaysUntilTheCaretMoves() throws {
    let elsewhere = try #require(read(of: 100_000, caret: 10, around: 50_000))
    #expect(elsewhere.start == 50_000 - Accessible.halfPart)
    #expect(elsewhere.caret == 10)
    let again = try #require(read(of: 100_000, caret: 10, known: elsewhere))
    #expect(again.start == elsewhere.start)
    let back = try #require(read(of: 100_000, caret: 11, known: elsewhere))
    #expect(back.start == 0)
  }

  @Test func noReplyIsNoText() {
    var asking = object.text()
    while case .trip(let calls, _, let go) = asking {
      asking = go(calls.map { _ in .failure(.timedOut) })
    }
    guard case .known(let part) = asking else { return }
    #expect(part == nil)
  }
}
