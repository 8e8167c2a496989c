// SPDX-License-Identifier: GPL-3.0-or-later
private import DBus

/// A text with its places as a program counts them.
struct FakeTextUnits {
  let scalars: [Unicode.Scalar]
  private let offsets: FakeOffsets
  /// The place of each scalar and of the end, in the program's units.
  private let places: [Int]

  init(_ text: String, _ offsets: FakeOffsets) {
    let scalars = Array(text.unicodeScalars)
    var places = [0]
    for scalar in scalars {
      let isWide = offsets != .scalars && scalar.value > 0xFFFF
      places.append((places.last ?? 0) + (isWide ? 2 : 1))
    }
    (self.scalars, self.offsets, self.places) = (scalars, offsets, places)
  }

  /// How long the text is, in units.
  var count: Int { places.last ?? 0 }

  /// The units before a scalar.
  func units(_ index: Int) -> Int { index < 0 ? index : places[min(index, scalars.count)] }

  /// The scalar at a place in units, or the end.
  func index(_ units: Int) -> Int {
    max(0, (places.firstIndex { $0 > units } ?? places.count) - 1)
  }

  /// A part of the text as the program gives it away.
  func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars[range.clamped(to: 0..<scalars.count)] {
      text.append(scalar)
      if offsets == .filled, scalar.value > 0xFFFF { text.append("\u{FEFF}") }
    }
    return String(text)
  }

  /// The line that a scalar is in, with the line feed at its end.
  func line(at index: Int, width: Int?) -> Range<Int> {
    let index = min(max(0, index), scalars.count)
    let before = scalars[..<index].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[index...].firstIndex(of: "\n").map { $0 + 1 } ?? scalars.count
    guard let width, width > 0 else { return before..<end }
    let start = before + (index - before) / width * width
    return start..<min(start + width, end)
  }

  /// The word that a scalar is in, with the blanks behind it.
  func word(at index: Int) -> Range<Int> {
    let index = min(max(0, index), scalars.count)
    func starts(_ place: Int) -> Bool {
      place == 0 || !isBlank(place) && isBlank(place - 1)
    }
    func isBlank(_ place: Int) -> Bool { scalars[place] == " " || scalars[place] == "\n" }
    let start = (0...index).last { $0 < scalars.count && starts($0) } ?? 0
    let end = (start + 1..<max(start + 1, scalars.count)).first(where: starts) ?? scalars.count
    return start..<max(start, end)
  }
}

extension FakeScene {
  /// The text of an object with its places in the program's units.
  func units(_ id: String) -> FakeTextUnits {
    FakeTextUnits(self[id]?.text?.content ?? "", program.offsets)
  }

  /// Moves the caret to before a scalar.
  public mutating func setCaret(_ id: String, _ index: Int) {
    guard self[id]?.text != nil else { return }
    edit(id) { $0.text?.caret = index }
    emit("object:text-caret-moved", from: id, units(id).units(index))
  }

  /// Selects scalars; an empty range selects nothing.
  public mutating func select(_ id: String, _ range: Range<Int>) {
    edit(id) { $0.text?.selections = range.isEmpty ? [] : [range] }
    emit("object:text-selection-changed", from: id)
  }

  /// Puts a text before a scalar, as if typed there: the caret goes behind it.
  public mutating func insert(_ text: String, into id: String, at index: Int) {
    replace(index..<index, in: id, with: text)
  }

  /// Types a text where the caret is, in place of what is selected.
  public mutating func type(_ text: String, into id: String) {
    guard let own = self[id]?.text else { return }
    replace(own.selections.first ?? max(0, own.caret)..<max(0, own.caret), in: id, with: text)
  }

  /// Puts a text in place of some scalars, and the caret behind it.
  public mutating func replace(_ range: Range<Int>, in id: String, with text: String) {
    guard let own = self[id]?.text else { return }
    let before = units(id)
    let range = range.clamped(to: 0..<before.scalars.count)
    let added = Array(text.unicodeScalars)
    var scalars = before.scalars
    scalars.replaceSubrange(range, with: added)
    var content = String.UnicodeScalarView()
    content.append(contentsOf: scalars)
    let place = before.units(range.lowerBound)
    if !range.isEmpty {
      emit(
        "object:text-changed:delete", from: id, place,
        before.units(range.upperBound) - place, .string(before.text(range)))
    }
    edit(id) {
      $0.text?.content = String(content)
      $0.text?.selections = []
    }
    let after = units(id)
    let end = range.lowerBound + added.count
    if !added.isEmpty {
      emit(
        "object:text-changed:insert", from: id, place, after.units(end) - place,
        .string(after.text(range.lowerBound..<end)))
    }
    if !own.selections.isEmpty { emit("object:text-selection-changed", from: id) }
    setCaret(id, end)
  }
}
