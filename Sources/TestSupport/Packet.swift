// SPDX-License-Identifier: GPL-3.0-or-later

/// The type of a BrlAPI packet (BRLAPI_PACKET_… of brlapi_protocol.h).
public struct PacketKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number that is sent.
  public let rawValue: UInt32

  /// The type with this number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ letters: String) {
    rawValue = letters.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The protocol's version; the server sends it first, the client answers with its own.
  public static let version = PacketKind("v")
  /// The ways of authorization that the server offers, or the client's key.
  public static let authorization = PacketKind("a")
  /// Which driver is used.
  public static let driverName = PacketKind("n")
  /// Which display it is.
  public static let modelIdentifier = PacketKind("d")
  /// Columns and rows.
  public static let displaySize = PacketKind("s")
  /// Enter tty mode.
  public static let enterTty = PacketKind("t")
  /// Set the focus to a terminal; not answered.
  public static let setFocus = PacketKind("F")
  /// Leave tty mode.
  public static let leaveTty = PacketKind("L")
  /// A key, from the server.
  public static let key = PacketKind("k")
  /// Ranges of keys that the client does not want.
  public static let ignoreKeys = PacketKind("m")
  /// Ranges of keys that the client wants.
  public static let acceptKeys = PacketKind("u")
  /// Show something; not answered.
  public static let write = PacketKind("w")
  /// Enter raw mode.
  public static let enterRaw = PacketKind("*")
  /// Leave raw mode.
  public static let leaveRaw = PacketKind("#")
  /// A packet of raw mode; not answered.
  public static let raw = PacketKind("p")
  /// The answer that a request was carried out.
  public static let acknowledgement = PacketKind("A")
  /// The answer that a request was not carried out.
  public static let error = PacketKind("e")
  /// The server dislikes an earlier packet, answered or not.
  public static let exception = PacketKind("E")
  /// Let go of the display, so that another program can drive it.
  public static let suspendDriver = PacketKind("S")
  /// Drive the display again.
  public static let resumeDriver = PacketKind("R")
  /// Answered when everything before it was dealt with.
  public static let synchronize = PacketKind("Z")
  /// A parameter's value: the answer to a request, or a wish to set it.
  public static let parameterValue = PacketKind("PV")
  /// Ask for a parameter, or for its changes.
  public static let parameterRequest = PacketKind("PR")
  /// A parameter that has changed.
  public static let parameterUpdate = PacketKind("PU")

  /// The letters of its number, as the protocol's header writes them.
  public var description: String {
    let letters = stride(from: 24, through: 0, by: -8)
      .map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }.drop { $0 == 0 }
    guard !letters.isEmpty, letters.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
      return "packet type \(rawValue)"
    }
    return "'\(String(decoding: letters, as: UTF8.self))'"
  }
}

/// A parameter of BrlAPI (BRLAPI_PARAM_… of brlapi_param.h); those that tests need.
public enum Parameter: UInt32, Sendable {
  /// The protocol's version.
  case serverVersion = 0
  /// The client's place among the clients of the same terminal, 50 at first.
  case clientPriority = 1
  /// The driver's name.
  case driverName = 2
  /// The driver's two letters.
  case driverCode = 3
  /// The display's model.
  case deviceModel = 5
  /// Columns and rows, two 32-bit numbers.
  case displaySize = 6
  /// Whether a display is there, one byte.
  case deviceOnline = 9
  /// Whether typed cells come as dots and not as characters, one byte.
  case retainDots = 10
  /// The dots shown to the client, a byte for each cell.
  case renderedCells = 16
  /// How many dots a cell has, one byte.
  case deviceCellSize = 31
}

/// A packet of BrlAPI's protocol, version 8: a type, and bytes whose sense depends on it.
public struct Packet: Equatable, Sendable, CustomStringConvertible {
  /// Its type.
  public var kind: PacketKind
  /// What follows the header, `limit` bytes at most.
  public var payload: [UInt8]

  /// The most bytes that may follow a header (BRLAPI_MAXPACKETSIZE).
  public static let limit = 4096

  /// A packet of these parts.
  public init(_ kind: PacketKind, _ payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  /// The packet with which a server sends a key.
  public static func key(_ code: UInt64) -> Packet {
    Packet(.key, code.bigEndianBytes)
  }

  /// What goes over the wire: size and type, 32 bits each and big endian, and the payload.
  public var bytes: [UInt8] {
    UInt32(payload.count).bigEndianBytes + kind.rawValue.bigEndianBytes + payload
  }

  /// The type, and the payload in hexadecimal digits.
  public var description: String {
    let digits = payload.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "\(kind)(\(digits.joined(separator: " ")))"
  }
}

extension FixedWidthInteger {
  /// The bytes of the number, the highest first.
  var bigEndianBytes: [UInt8] {
    withUnsafeBytes(of: bigEndian) { Array($0) }
  }
}

/// Takes big-endian numbers and runs of bytes from a payload, from its beginning.
struct PayloadReader {
  private var rest: ArraySlice<UInt8>

  init(_ payload: [UInt8]) { rest = payload[...] }

  /// The next number; nil if fewer bytes are left.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    guard let bytes = bytes(Number.bitWidth / 8) else { return nil }
    return bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// The next bytes; nil if fewer are left.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// All that is left.
  mutating func remaining() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
