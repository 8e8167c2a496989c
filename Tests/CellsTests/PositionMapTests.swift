// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import TestSupport
import Testing

@Suite struct PositionMapTests {
  @Test func aContractionAndASign() {
    // "The" as ⠠⠮: the sign and the contraction, both of all three letters.
    let map = PositionMap(scalarOfCell: [0, 0], cellOfScalar: [0, 0, 0])
    #expect(map.scalarCount == 3)
    #expect(map.cellCount == 2)
    #expect(map.scalar(of: CellOffset(1)) == .zero)
    #expect(map.scalar(of: CellOffset(2)) == TextOffset(3))
    #expect(map.cell(of: TextOffset(2)) == .zero)
    #expect(map.cell(of: TextOffset(3)) == CellOffset(2))
    #expect(map.startsGroup(.zero))
    #expect(!map.startsGroup(CellOffset(1)))
    #expect(map.startsGroup(CellOffset(2)))
    #expect(map.groupStart(CellOffset(1)) == .zero)
    #expect(map.scalars(of: CellOffset(1)) == .zero..<TextOffset(3))
  }

  @Test func aScalarThatIsNotShownHasTheCellOfWhatFollows() {
    let map = PositionMap(scalarOfCell: [0, 2], cellOfScalar: [0, 1, 1, 2])
    #expect(map.cell(of: TextOffset(1)) == CellOffset(1))
    #expect(map.cell(of: TextOffset(3)) == CellOffset(2))
    #expect(map.scalars(of: .zero) == .zero..<TextOffset(2))
    #expect(map.scalars(of: CellOffset(1)) == TextOffset(2)..<TextOffset(4))
  }

  @Test func whatLiblouisGetsWrongIsMended() {
    // Jumps back (no-no-g0), -1 for what is behind the consumed input, runs past the end.
    let map = PositionMap(scalarOfCell: [0, 3, 2, 9, -1], cellOfScalar: [-1, 0, 7, 2, -1])
    #expect((0..<5).map { map.scalar(of: CellOffset($0)).value } == [0, 3, 3, 3, 3])
    #expect((0..<5).map { map.cell(of: TextOffset($0)).value } == [0, 0, 0, 2, 2])
  }

  @Test func nothingAndOneForEach() {
    let nothing = PositionMap()
    #expect(nothing == PositionMap(identity: 0))
    #expect(nothing.scalar(of: .zero) == .zero)
    #expect(nothing.cell(of: .zero) == .zero)
    let identity = PositionMap(identity: 3)
    for place in 0...3 {
      #expect(identity.scalar(of: CellOffset(place)) == TextOffset(place))
      #expect(identity.cell(of: TextOffset(place)) == CellOffset(place))
      #expect(identity.startsGroup(CellOffset(place)))
    }
  }

  @Test func textsStandBehindOneAnother() {
    var map = PositionMap(scalarOfCell: [0, 0, 1], cellOfScalar: [0, 2])
    map.append(PositionMap(scalarOfCell: [0, 2], cellOfScalar: [0, 0, 1]))
    #expect(map.scalarCount == 5)
    #expect((0..<6).map { map.scalar(of: CellOffset($0)).value } == [0, 0, 1, 2, 4, 5])
    #expect((0..<6).map { map.cell(of: TextOffset($0)).value } == [0, 2, 3, 3, 4, 5])
  }

  @Test func aMapIsFollowedByAnother() {
    // Four scalars become two (a letter with its mark, twice), and these three cells.
    let first = PositionMap(scalarOfCell: [0, 2], cellOfScalar: [0, 0, 1, 1])
    let second = PositionMap(scalarOfCell: [0, 0, 1], cellOfScalar: [0, 2])
    let map = first.followed(by: second)
    #expect((0..<4).map { map.scalar(of: CellOffset($0)).value } == [0, 0, 2, 4])
    #expect((0..<5).map { map.cell(of: TextOffset($0)).value } == [0, 0, 2, 2, 3])
  }

  @Test func aContractionThatBeginsInACharacterBelongsToTheNextOne() {
    // A letter with its mark, a hyphen, and a contraction of mark and hyphen.
    let characters = PositionMap(scalarOfCell: [0, 0, 2], cellOfScalar: [0, 0, 2])
    let cells = PositionMap(scalarOfCell: [0, 1, 1], cellOfScalar: [0, 1, 1])
    let map = characters.followed(by: cells)
    #expect((0..<3).map { map.cell(of: TextOffset($0)).value } == [0, 0, 1])
    #expect((0..<3).map { map.scalar(of: CellOffset($0)).value } == [0, 2, 2])
  }
}

/// What holds for any map, whatever it was made of.
@Suite struct PositionMapProperties {
  static let seeds = (0..<8).map { UInt64($0) }

  @Test(arguments: seeds) func anyGarbageIsMended(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 { Self.check(Self.garbage(&generator)) }
  }

  @Test(arguments: seeds) func mapsAreAppended(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let (left, right) = (Self.garbage(&generator), Self.garbage(&generator))
      var map = left
      map.append(right)
      #expect(map.scalarCount == left.scalarCount + right.scalarCount)
      #expect(map.cellCount == left.cellCount + right.cellCount)
      Self.check(map)
    }
  }

  @Test(arguments: seeds) func mapsAreFollowed(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let (left, right) = (Self.garbage(&generator), Self.garbage(&generator))
      let map = left.followed(by: right)
      #expect(map.scalarCount == left.scalarCount)
      #expect(map.cellCount == right.cellCount)
      Self.check(map)
    }
  }

  private static func garbage(_ generator: inout SeededGenerator) -> PositionMap {
    if generator.chance(10) { return PositionMap(identity: generator.integer(0...9)) }
    let isWild = generator.chance(30)
    func values(_ count: Int, _ generator: inout SeededGenerator) -> [Int32] {
      generator.list(0...count) { generator in
        isWild
          ? Int32(truncatingIfNeeded: generator.next()) : Int32(generator.integer(-2...count + 2))
      }
    }
    let (cells, scalars) = (generator.integer(0...12), generator.integer(0...12))
    return PositionMap(
      scalarOfCell: values(cells, &generator), cellOfScalar: values(scalars, &generator))
  }

  /// Total, monotone, in range, also for places that are none.
  private static func check(_ map: PositionMap) {
    let cells = (-3...map.cellCount + 3).map { CellOffset($0) }
    let scalars = cells.map { map.scalar(of: $0).value }
    #expect(scalars == scalars.sorted())
    #expect(scalars.allSatisfy { (0...map.scalarCount).contains($0) })
    for cell in 0..<map.cellCount {
      #expect(map.scalar(of: CellOffset(cell)).value < max(1, map.scalarCount))
    }
    let places = (-3...map.scalarCount + 3).map { map.cell(of: TextOffset($0)).value }
    #expect(places == places.sorted())
    #expect(places.allSatisfy { (0...map.cellCount).contains($0) })
    for place in 0..<map.scalarCount {
      let first = map.cell(of: TextOffset(place))
      let owner = map.scalar(of: first)
      #expect(owner.value > place || map.cell(of: owner) == first)
    }
    for cell in cells {
      let start = map.groupStart(cell)
      #expect(start <= cell && map.startsGroup(start))
      #expect(map.scalar(of: start) == map.scalar(of: cell))
      let group = map.scalars(of: cell)
      #expect(group.lowerBound == map.scalar(of: cell))
      #expect(group.upperBound.value <= max(map.scalarCount, group.lowerBound.value))
    }
  }
}
