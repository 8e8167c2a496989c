// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Testing

@Suite struct CellTests {
  @Test func dotNIsBitNLessOne() {
    for dot in 1...8 {
      #expect(Cell(dots: dot).rawValue == 1 << UInt8(dot - 1))
      #expect(Cell(dots: dot).dots == [dot])
    }
    #expect(Cell(dots: 0, 9, -1, 3) == Cell(dots: 3))
    #expect(Cell(dots: 7, 8) == .dots78)
    #expect(Cell(dots: 1, 2, 3, 4, 5, 6, 7, 8) == .full)
    #expect(Cell(dots: 3, 1).union(Cell(dots: 4)).dots == [1, 3, 4])
  }

  @Test func allCellsAreTheScalarsOfTheBlock() throws {
    for value in UInt8.min...UInt8.max {
      let cell = Cell(rawValue: value)
      #expect(cell.scalar.value == 0x2800 + UInt32(value))
      #expect(Cell(cell.scalar) == cell)
      #expect(cell.isBlank == (value == 0))
    }
    #expect(Cell("\u{27FF}") == nil)
    #expect(Cell("\u{2900}") == nil)
    #expect(Cell("a") == nil)
  }

  @Test func cellsAreReadAndWrittenAsPatterns() {
    #expect(
      [Cell](unicode: "⠓⠑⠇⠇⠕")?.map(\.dots) == [
        [1, 2, 5], [1, 5], [1, 2, 3], [1, 2, 3], [1, 3, 5],
      ])
    #expect([Cell](unicode: "⠓ ⠑") == nil)
    #expect([Cell](unicode: "") == [])
    #expect([Cell.full, .blank, .dots78].unicode == "⣿⠀⣀")
  }
}

@Suite struct OffsetTests {
  @Test func placesInTextCountFromTheStart() {
    let distance: Int = TextOffset(5) - TextOffset(2)
    #expect(distance == 3)
    let places: [TextOffset] = [TextOffset(2) + 3, TextOffset(7) - 2]
    #expect(places == [TextOffset(5), TextOffset(5)])
    #expect(TextOffset.zero < TextOffset(1))
  }

  @Test func placesInCellsCountFromTheStart() {
    let places: [CellOffset] = [CellOffset(2) + 3, CellOffset(7) - 2]
    #expect(places == [CellOffset(5), CellOffset(5)])
    #expect(CellOffset.zero < CellOffset(1))
  }
}

@Suite struct DisplaySizeTests {
  @Test(arguments: [
    ("40", 40, 1), ("1", 1, 1), ("40x2", 40, 2), ("20x4", 20, 4), ("2000", 2000, 1),
    ("1x2000", 1, 2000), ("50x40", 50, 40),
  ]) func aSizeIsRead(_ text: String, _ columns: Int, _ rows: Int) throws {
    let size = try #require(DisplaySize(text))
    #expect(size == DisplaySize(columns: columns, rows: rows))
    #expect(size.count == columns * rows)
    #expect(DisplaySize(size.description) == size)
  }

  @Test(arguments: [
    "", "0", "0x1", "40x0", "-40", "+40", "40x-1", "40x+1", " 40", "40 ", "x", "40x", "x2",
    "40x2x1", "2001", "1001x2", "41x50", "4٠", "99999999999999999999", "40X2", "forty",
    "9223372036854775807x9223372036854775807",
  ]) func whatIsNoSizeIsRefused(_ text: String) {
    #expect(DisplaySize(text) == nil)
  }
}
