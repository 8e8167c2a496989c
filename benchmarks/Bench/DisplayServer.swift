// SPDX-License-Identifier: GPL-3.0-or-later
import Cells
import Posix
import Sockets
import TestSupport

/// The server's end of a BrlAPI connection: a display that notes when it is written to.
///
/// The thread that measures serves it, so that no thread has to be woken to tell the time.
struct DisplayServer {
  /// What `BRLAPI_HOST` has to be for its client.
  let host: String
  private let listener: Listener
  private var client: FileDescriptor?
  private var incoming: [UInt8] = []
  private var wasGreeted = false

  /// Something that the client has written on the display.
  struct Write {
    /// When it came.
    var time: Duration
    /// What came.
    var payload: [UInt8]
  }

  static let size = DisplaySize(columns: 40)
  private static let folder = "/var/lib/BrlAPI"

  /// A server that listens where libbrlapi looks for one of this name.
  init(name: String) throws(SocketError) {
    listener = try Listener(path: "\(DisplayServer.folder)/\(name)")
    host = ":\(name)"
  }

  /// Serves the client until it writes something, or until `deadline`.
  mutating func write(before deadline: Duration) -> Write? {
    while true {
      let left = deadline - MonotonicClock.now
      guard left > .zero else { return nil }
      var poller = Poller()
      poller.add(client ?? listener.descriptor)
      guard poller.wait(left) > 0 else { return nil }
      let time = MonotonicClock.now
      guard let client else {
        accept()
        continue
      }
      switch read(client) {
      case .bytes(let bytes): incoming += bytes
      case .nothing: continue
      case .ended:
        end()
        return nil
      }
      if let payload = takePackets() { return Write(time: time, payload: payload) }
    }
  }

  mutating func close() {
    end()
    listener.close()
  }

  private mutating func end() {
    client?.close()
    client = nil
    incoming = []
    wasGreeted = false
  }

  private mutating func accept() {
    guard case .connection(let descriptor, _) = listener.accept() else { return }
    client = descriptor
    send(Packet(.version, DisplayServer.bytes(8)))
  }

  /// Answers what has come; gives the last of the writes among it.
  private mutating func takePackets() -> [UInt8]? {
    var written: [UInt8]?
    while incoming.count >= 8 {
      let size = Int(number(at: 0))
      guard incoming.count >= 8 + size else { break }
      let packet = Packet(
        PacketKind(rawValue: number(at: 4)), Array(incoming[8..<(8 + size)]))
      incoming.removeFirst(8 + size)
      if packet.kind == .write { written = packet.payload } else { answer(packet) }
    }
    return written
  }

  private func number(at place: Int) -> UInt32 {
    incoming[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func answer(_ packet: Packet) {
    guard wasGreeted else {
      wasGreeted = true
      send(Packet(.authorization, DisplayServer.bytes(UInt32(UInt8(ascii: "N")))))
      return
    }
    switch packet.kind {
    case .parameterRequest where packet.payload.count >= 16 && packet.payload[2] & 1 != 0:
      let parameter = Array(packet.payload[4..<16])
      send(Packet(.parameterValue, DisplayServer.bytes(0) + parameter + value(parameter[3])))
    case .displaySize:
      send(Packet(.displaySize, value(UInt8(Parameter.displaySize.rawValue))))
    default:
      send(Packet(.acknowledgement))
    }
  }

  private func value(_ parameter: UInt8) -> [UInt8] {
    switch Parameter(rawValue: UInt32(parameter)) {
    case .displaySize:
      DisplayServer.bytes(UInt32(DisplayServer.size.columns))
        + DisplayServer.bytes(UInt32(DisplayServer.size.rows))
    case .deviceOnline: [1]
    default: Array("bench".utf8)
    }
  }

  private func send(_ packet: Packet) {
    packet.bytes.withUnsafeBytes { _ = client?.send($0) }
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
