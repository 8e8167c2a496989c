// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Accessibility

/// Places in texts, by the unit that each toolkit counts in.
@Suite struct TextPartTests {
  private func text(_ part: TextPart) -> String {
    String(String.UnicodeScalarView(part.scalars))
  }

  @Test func codePointsAreScalars() {
    // GTK: "a😀bc" counts 4.
    let part = TextPart("a😀bc", range: 0..<4, length: 4)
    #expect((0...4).map { part.place(of: $0) } == [0, 1, 2, 3, 4])
    #expect((0...4).map { part.index(of: $0) } == [0, 1, 2, 3, 4])
  }

  @Test func utf16UnitsAreTurned() {
    // Qt: "a😀bc" counts 5.
    let part = TextPart("a😀bc", range: 0..<5, length: 5)
    #expect((0...4).map { part.place(of: $0) } == [0, 1, 3, 4, 5])
    // Inside of a pair: the scalar behind it.
    #expect((0...5).map { part.index(of: $0) } == [0, 1, 2, 2, 3, 4])
  }

  @Test func paddingIsDropped() {
    // Firefox: U+FEFF behind each that UTF-16 writes by two.
    let part = TextPart("a😀\u{FEFF}bc", range: 0..<5, length: 5)
    #expect(text(part) == "a😀bc")
    #expect((0...4).map { part.place(of: $0) } == [0, 1, 3, 4, 5])
    #expect(part.index(of: 3) == 2)
  }

  @Test func aByteOrderMarkOfTheTextStays() {
    let part = TextPart("a\u{FEFF}b", range: 0..<3, length: 3)
    #expect(part.scalars.count == 3)
  }

  @Test func objectsAreReadInTheirPlace() {
    let link = Accessible(program: ":1.2", path: "/a")
    let part = TextPart(
      "x\u{FFFC}y\u{FFFC}z", range: 0..<5, length: 5,
      substitutes: [.init(object: link, role: .link, words: "here"), nil])
    #expect(text(part) == "xherey\u{FFFC}z")
    #expect(part.objects == [.init(range: 1..<5, object: link, role: .link)])
    // All of the link's letters are at the one place that it has in the toolkit's text.
    #expect((0...8).map { part.place(of: $0) } == [0, 1, 1, 1, 1, 2, 3, 4, 5])
    #expect((0...5).map { part.index(of: $0) } == [0, 1, 5, 6, 7, 8])
  }

  @Test func partsKeepTheirPlaceInTheWhole() {
    let part = TextPart("def", range: 3..<6, length: 9)
    #expect(part.place(of: 0) == 3)
    #expect(part.index(of: 5) == 2)
    #expect(part.index(of: 0) == 0)
    #expect(part.index(of: 99) == 3)
    #expect(part.holds(3) && part.holds(6) && !part.holds(7))
  }

  @Test func moreThanWasAskedForIsNotKept() {
    let part = TextPart(String(repeating: "x", count: 100_000), range: 0..<10, length: 10)
    #expect(part.scalars.count == 10)
  }
}
