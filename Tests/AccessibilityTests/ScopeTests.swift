// SPDX-License-Identifier: GPL-3.0-or-later
import Accessibility
import DBus
import Testing
import TestSupport

/// Searches by themselves, over programs that are played.
struct ScopeTests {
  /// What comes of an asking, with its trips.
  private func run<Value>(_ asking: Asking<Value>, in program: inout DeskProgram) -> (Value, Int) {
    var asking = asking
    var trips = 0
    while true {
      switch asking {
      case .known(let value): return (value, trips)
      case .trip(let calls, _, let go):
        trips += 1
        asking = go(calls.map { program.answer($0) })
      }
    }
  }

  private func basics(_ key: String, in program: inout DeskProgram) throws -> Basics {
    try run(program.object(key).basics(), in: &program).0.get()
  }

  @Test func aKindIsFoundByOneCallAndOneLook() throws {
    var program = DeskProgram.page()
    let scope = Scope(all: try basics("page", in: &program))
    let kind = ObjectKind(MatchRule(roles: [.heading]))
    let (found, trips) = run(scope.nearest(kind, isForward: true), in: &program)
    #expect(try found.get()?.object == program.object("h1"))
    #expect(trips == 2)
    #expect(program.forbidden == [])
  }

  @Test func anEmptyRuleFindsNothing() throws {
    var program = DeskProgram.page()
    let scope = Scope(all: try basics("page", in: &program))
    let (found, trips) = run(scope.nearest(ObjectKind(MatchRule()), isForward: true), in: &program)
    #expect(try found.get() == nil)
    #expect(trips == 0)
  }

  @Test func moreIsAskedForAsLongAsNoneFits() throws {
    let headings = (1...100).map {
      DeskObject(
        .heading, "h\($0)", text: "Heading \($0)", attributes: ["level": $0 == 90 ? "2" : "3"])
    }
    var program = DeskProgram.page(headings)
    let scope = Scope(all: try basics("page", in: &program))
    let kind = ObjectKind(MatchRule(roles: [.heading])) { $0.attributes["level"] == "2" }
    #expect(
      try run(scope.nearest(kind, isForward: true), in: &program).0.get()?.name == "h90")
    #expect(
      try run(scope.nearest(kind, isForward: false), in: &program).0.get()?.name == "h90")
  }

  @Test func aWalkEnds() throws {
    // A container that holds itself, as far as its program says.
    var program = DeskProgram([
      DeskObject(.frame, "Loop", states: .active, [DeskObject(.panel, key: "panel")])
    ])
    program.hasCollection = false
    program.loop("panel")
    let scope = Scope(all: try basics("Loop", in: &program))
    let (found, trips) = run(scope.item(isForward: true), in: &program)
    #expect(found == .failure(.searchEnded) || found == .success(nil))
    #expect(trips < 1500)
  }

  @Test func aDocumentIsWhereAReaderStays() throws {
    var program = DeskProgram.page()
    let heading = try basics("h1", in: &program)
    let page = try basics("page", in: &program)
    let frame = try basics("Browser", in: &program)
    #expect(Scope(around: heading, in: [page, frame])?.root == page)
    #expect(Scope(around: page, in: [frame])?.root == page)
    #expect(Scope(around: frame, in: [])?.root == frame)
  }
}
