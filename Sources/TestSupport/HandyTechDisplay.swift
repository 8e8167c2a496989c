// SPDX-License-Identifier: GPL-3.0-or-later

/// A Handy Tech display on a serial line, for brltty's driver `ht`.
///
/// Its dot keys are navigation keys until `b1`, `b8` and `spaceRight` pressed together switch
/// braille input on.
public final class HandyTechDisplay: SerialDisplay {
  /// A model, by the byte with which it identifies itself (HT_MODEL_… of brldefs-ht.h).
  public enum Model: UInt8, Sendable {
    /// Braillino, 20 cells.
    case braillino = 0x72
    /// Braille Wave, 40 cells; its space bar is `spaceLeft`.
    case brailleWave = 0x05
    /// Braille Star 40.
    case brailleStar40 = 0x74
    /// Braille Star 80.
    case brailleStar80 = 0x78

    /// How many cells it has.
    public var size: Int {
      switch self {
      case .braillino: 20
      case .brailleWave, .brailleStar40: 40
      case .brailleStar80: 80
      }
    }
  }

  /// A key, by the byte that the display sends (HT_KEY_… of brldefs-ht.h).
  public struct Key: SerialKey, Equatable {
    private let code: UInt8

    private init(_ code: UInt8) { self.code = code }

    /// Dot 7, the leftmost of the braille keyboard.
    public static let b1 = Key(0x03)
    /// Dot 3.
    public static let b2 = Key(0x07)
    /// Dot 2.
    public static let b3 = Key(0x0B)
    /// Dot 1.
    public static let b4 = Key(0x0F)
    /// Dot 4.
    public static let b5 = Key(0x13)
    /// Dot 5.
    public static let b6 = Key(0x17)
    /// Dot 6.
    public static let b7 = Key(0x1B)
    /// Dot 8, the rightmost.
    public static let b8 = Key(0x1F)
    /// The upper end of the rocker left of the cells.
    public static let leftRockerTop = Key(0x0C)
    /// The lower end of the rocker left of the cells.
    public static let leftRockerBottom = Key(0x14)
    /// The upper end of the rocker right of the cells.
    public static let rightRockerTop = Key(0x04)
    /// The lower end of the rocker right of the cells.
    public static let rightRockerBottom = Key(0x08)
    /// The left space bar.
    public static let spaceLeft = Key(0x10)
    /// The right space bar.
    public static let spaceRight = Key(0x18)

    /// The left space bar, a blank in braille input.
    public static var space: Key { spaceLeft }

    /// The routing key of a cell, 0 for the first.
    public static func routing(_ cell: Int) -> Key { Key(0x20 + UInt8(cell)) }

    /// The key of a dot, 1 to 8.
    public static func dot(_ number: Int) -> Key { [b4, b3, b2, b5, b6, b7, b1, b8][number - 1] }

    /// The key's byte.
    public var down: [[UInt8]] { Key.event(code) }

    /// The key's byte with the highest bit set.
    public var up: [[UInt8]] { Key.event(code | 0x80) }

    /// A key event and an acknowledgement of nothing.
    ///
    /// Should the driver have read an event along with the one before and left it, the
    /// acknowledgement, which it ignores, lets it look again.
    private static func event(_ byte: UInt8) -> [[UInt8]] { [[byte], [HandyTech.acknowledgement]] }
  }

  /// Its line.
  public let port: SerialPort

  /// A display that brltty can find.
  ///
  /// Errors: files and lines that cannot be made.
  public init(_ model: Model = .brailleStar40) throws(KitError) {
    port = try SerialPort(HandyTech(model: model))
  }

  deinit {
    close()
  }

  /// `ht`.
  public var driver: Brltty.Driver { .handyTech }
}

/// FF: who are you? – FE and the model; 01 and a byte a cell: show this – 7E.
private struct HandyTech: SerialDialect {
  static let acknowledgement: UInt8 = 0x7E

  let model: HandyTechDisplay.Model

  var size: Int { model.size }

  func take(_ bytes: inout [UInt8]) -> SerialMessage? {
    switch bytes.first {
    case 0xFF:
      bytes.removeFirst()
      return SerialMessage(isIdentification: true, answer: [0xFE, model.rawValue])
    case 0x01:
      guard bytes.count > size else { return nil }
      let cells = Array(bytes[1...size])
      bytes.removeFirst(size + 1)
      return SerialMessage(cells: cells, answer: [Self.acknowledgement])
    case nil:
      return nil
    default:
      bytes.removeFirst()
      return SerialMessage()
    }
  }
}
