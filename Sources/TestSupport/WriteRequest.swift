// SPDX-License-Identifier: GPL-3.0-or-later

/// What a client wants to be shown: the parts of a packet `write` (brlapi_protocol.h).
public struct WriteRequest: Equatable, Sendable {
  /// The first cell of the region that is written, 1 for the display's first; nil with `size`:
  /// the whole display.
  public var begin: Int?
  /// The cells of the region; negative: the text may be shorter, and blanks fill the display.
  public var size: Int?
  /// The text, as it is encoded.
  public var text: [UInt8]?
  /// How the text is encoded; nil: as the server's locale says.
  public var charset: String?
  /// The dots that stay of each cell of the text.
  public var andMask: [UInt8]?
  /// The dots that are added to each cell.
  public var orMask: [UInt8]?
  /// The cell with the cursor, 1 for the first, 0 for none; nil: as it was.
  public var cursor: Int?

  /// A request that gives the display back to others until the next write.
  public init() {}

  /// Text at the display's beginning, the rest of its `size` cells blank; no cursor.
  public init(text: String, size: Int) {
    (begin, self.size, cursor) = (1, -size, 0)
    (self.text, charset) = (Array(text.utf8), "UTF-8")
  }

  /// These dots on a display with as many cells; no cursor.
  public init(dots: [UInt8]) {
    (begin, size, cursor) = (1, dots.count, 0)
    (andMask, orMask) = ([UInt8](repeating: 0, count: dots.count), dots)
  }

  private enum Flag {
    static let displayNumber: UInt32 = 0x01
    static let region: UInt32 = 0x02
    static let text: UInt32 = 0x04
    static let andMask: UInt32 = 0x08
    static let orMask: UInt32 = 0x10
    static let cursor: UInt32 = 0x20
    static let charset: UInt32 = 0x40
  }

  /// The packet that asks for it.
  public var packet: Packet {
    var flags: UInt32 = 0
    var body: [UInt8] = []
    func add(_ flag: UInt32, _ bytes: [UInt8]) {
      flags |= flag
      body += bytes
    }
    if let begin, let size {
      add(Flag.region, UInt32(begin).bigEndianBytes + Int32(size).bigEndianBytes)
    }
    if let text { add(Flag.text, UInt32(text.count).bigEndianBytes + text) }
    if let andMask { add(Flag.andMask, andMask) }
    if let orMask { add(Flag.orMask, orMask) }
    if let cursor { add(Flag.cursor, UInt32(cursor).bigEndianBytes) }
    if let charset { add(Flag.charset, [UInt8(charset.utf8.count)] + Array(charset.utf8)) }
    return Packet(.write, flags.bigEndianBytes + body)
  }

  /// What a packet asks for on a display with so many cells; nil if it is broken or no write.
  public init?(_ packet: Packet, cells: Int) {
    guard packet.kind == .write else { return nil }
    var reader = PayloadReader(packet.payload)
    guard let flags = reader.number(UInt32.self) else { return nil }
    if flags & Flag.displayNumber != 0, reader.bytes(4) == nil { return nil }
    if flags & Flag.region != 0 {
      guard let begin = reader.number(UInt32.self), let size = reader.number(Int32.self) else {
        return nil
      }
      (self.begin, self.size) = (Int(begin), Int(size))
    }
    if flags & Flag.text != 0 {
      guard let count = reader.number(UInt32.self), let text = reader.bytes(Int(count)) else {
        return nil
      }
      self.text = text
    }
    let region = size.map(abs) ?? cells
    if flags & Flag.andMask != 0 {
      guard let mask = reader.bytes(region) else { return nil }
      andMask = mask
    }
    if flags & Flag.orMask != 0 {
      guard let mask = reader.bytes(region) else { return nil }
      orMask = mask
    }
    if flags & Flag.cursor != 0 {
      guard let cursor = reader.number(UInt32.self) else { return nil }
      self.cursor = Int(cursor)
    }
    if flags & Flag.charset != 0 {
      guard let count = reader.number(UInt8.self), let name = reader.bytes(Int(count)) else {
        return nil
      }
      charset = String(decoding: name, as: UTF8.self)
    }
  }

  /// The text; nil if there is none, or if it is in none of UTF-8, Latin-1 and wchar_t.
  public var string: String? { characters.map { String(String.UnicodeScalarView($0)) } }

  /// The text's characters, one a cell; nil as `string`.
  var characters: [Unicode.Scalar]? {
    guard let text else { return nil }
    switch (charset ?? "UTF-8").uppercased() {
    case "UTF-8", "UTF8":
      return Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    case "ISO-8859-1", "ISO8859-1", "LATIN1":
      return text.map { Unicode.Scalar($0) }
    case "WCHAR_T":
      // In the byte order of the machine, which for the kit's is little endian.
      return stride(from: 0, to: text.count - 3, by: 4).map { offset in
        let value = text[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        return Unicode.Scalar(value) ?? "?"
      }
    default: return nil
    }
  }
}
