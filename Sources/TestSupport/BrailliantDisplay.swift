// SPDX-License-Identifier: GPL-3.0-or-later

/// A HumanWare Brailliant on a serial line, for brltty's driver `hw`.
///
/// Its braille keyboard is always on: dots alone type, dots with the space bar are chords.
public final class BrailliantDisplay: SerialDisplay {
  /// A model, by its number of cells, which is how brltty tells them apart.
  public enum Model: Int, Sendable {
    /// Brailliant BI 32.
    case bi32 = 32
    /// Brailliant BI 40.
    case bi40 = 40
    /// Brailliant B 80, without a braille keyboard.
    case b80 = 80
  }

  /// A key, by its number (HW_KEY_… of brldefs-hw.h).
  public struct Key: SerialKey, Equatable {
    private let number: UInt8

    private init(_ number: UInt8) { self.number = number }

    /// The space bar.
    public static let space = Key(10)
    /// The thumb key at the far left.
    public static let thumbPrevious = Key(17)
    /// The thumb key at the left.
    public static let thumbLeft = Key(18)
    /// The thumb key at the right.
    public static let thumbRight = Key(19)
    /// The thumb key at the far right.
    public static let thumbNext = Key(20)

    /// The key of a dot, 1 to 8.
    public static func dot(_ number: Int) -> Key { Key(1 + UInt8(number)) }

    /// The keys beside the cells, 1 to 6: three at the left and three at the right, from the top.
    public static func display(_ number: Int) -> Key { Key(10 + UInt8(number)) }

    /// The routing key of a cell, 0 for the first.
    public static func routing(_ cell: Int) -> Key { Key(80 + UInt8(cell)) }

    /// HW_MSG_KEY_DOWN.
    public var down: [[UInt8]] { [HumanWare.packet(.keyDown, [number])] }

    /// HW_MSG_KEY_UP.
    public var up: [[UInt8]] { [HumanWare.packet(.keyUp, [number])] }
  }

  /// Its line.
  public let port: SerialPort

  /// A display that brltty can find.
  ///
  /// Errors: files and lines that cannot be made.
  public init(_ model: Model = .bi40) throws(KitError) {
    port = try SerialPort(HumanWare(size: model.rawValue))
  }

  deinit {
    close()
  }

  /// `hw`.
  public var driver: Brltty.Driver { .humanWare }

  /// Says that it switches off; brltty takes it as offline until the next key.
  public func powerOff() throws(KitError) {
    try port.thread.change { (line) throws(KitError) in
      try line.send([HumanWare.packet(.poweringOff)])
    }
  }
}

/// Packets of an escape, a type, a length and data, both ways (HW_Packet of brldefs-hw.h).
private struct HumanWare: SerialDialect {
  enum Kind: UInt8 {
    case initialize = 0x00
    case initialized = 0x01
    case display = 0x02
    case getKeys = 0x03
    case keys = 0x04
    case keyDown = 0x05
    case keyUp = 0x06
    case getFirmware = 0x0C
    case firmware = 0x0D
    case keepAwake = 0x0E
    case awake = 0x0F
    case poweringOff = 0x10
  }

  private static let escape: UInt8 = 0x1B

  let size: Int

  static func packet(_ kind: Kind, _ data: [UInt8] = []) -> [UInt8] {
    [escape, kind.rawValue, UInt8(data.count)] + data
  }

  func take(_ bytes: inout [UInt8]) -> SerialMessage? {
    bytes.removeFirst(bytes.firstIndex(of: Self.escape) ?? bytes.count)
    guard bytes.count >= 3, bytes.count >= 3 + Int(bytes[2]) else { return nil }
    let kind = Kind(rawValue: bytes[1])
    let data = Array(bytes[3..<3 + Int(bytes[2])])
    bytes.removeFirst(3 + data.count)
    switch kind {
    case .initialize:
      // Ready, no number of a model, so many cells.
      let answer = Self.packet(.initialized, [0, 0, UInt8(size)])
      return SerialMessage(isIdentification: true, answer: answer)
    case .display: return SerialMessage(cells: data)
    case .getKeys: return SerialMessage(answer: Self.packet(.keys))
    case .getFirmware: return SerialMessage(answer: Self.packet(.firmware, [1, 1, 0, 0]))
    case .keepAwake: return SerialMessage(answer: Self.packet(.awake))
    default: return SerialMessage()
    }
  }
}
