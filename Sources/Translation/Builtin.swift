// SPDX-License-Identifier: GPL-3.0-or-later
public import Cells

/// The eight-dot computer braille that is shown when no table has an answer.
///
/// One cell for each scalar, and never a blank one for anything but a blank: North American
/// Braille Computer Code for ASCII, the base letter for a letter with marks, all dots for
/// everything else.
public enum Builtin {
  /// The cells of a text of safe scalars.
  public static func translate(_ text: some Collection<Unicode.Scalar>) -> TranslatedText {
    TranslatedText(cells: text.map(cell), map: PositionMap(identity: text.count))
  }

  /// The cell of a scalar.
  public static func cell(_ scalar: Unicode.Scalar) -> Cell {
    let value = scalar.value
    if value < 0x80 { return ascii(UInt8(value)) }
    if let braille = Cell(scalar) { return braille }
    if value == 0xA0 { return .blank }
    if let base = Composition.base(of: scalar), base.value < 0x80 {
      return ascii(UInt8(base.value))
    }
    return .full
  }

  /// The text of some cells: one scalar for each that has one.
  public static func backTranslate(_ cells: some Collection<Cell>) -> [Unicode.Scalar] {
    cells.compactMap { scalar(of: $0) }
  }

  /// The scalar of ASCII that a cell stands for; nil if none does.
  public static func scalar(of cell: Cell) -> Unicode.Scalar? { scalars[cell] }

  private static let scalars: [Cell: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: (UInt8(0x20)...0x7E).map { (ascii($0), Unicode.Scalar($0)) })

  private static func ascii(_ value: UInt8) -> Cell {
    switch value {
    case 0x20...0x3F: sixDot[Int(value) - 0x20]
    // Of the signs that share six dots with another, these are the ones with dot 7.
    case 0x40...0x5E: sixDot[Int(value) - 0x20].union(Cell(dots: 7))
    case 0x5F: sixDot[0x3F]
    case 0x60...0x7E: sixDot[Int(value) - 0x40]
    case 0x7F: sixDot[0x3F].union(Cell(dots: 7))
    default: .full
    }
  }

  /// The cells of U+0020 to U+005F in ASCII braille (the order of BRF files).
  private static let sixDot: [Cell] = {
    // The characters of ASCII braille by their cells, from no dot to dots 1 to 6.
    let byCell = #" A1B'K2L@CIF/MSP"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\0Z7(_?W]#Y)="#
    var cells = [Cell](repeating: .full, count: 64)
    for (dots, character) in byCell.utf8.enumerated() {
      cells[Int(character) - 0x20] = Cell(rawValue: UInt8(dots))
    }
    return cells
  }()
}
