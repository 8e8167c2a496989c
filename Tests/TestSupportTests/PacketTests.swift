// SPDX-License-Identifier: GPL-3.0-or-later
import Posix
import Testing

@testable import TestSupport

@Suite struct PacketTests {
  @Test func aPacketHasSizeTypeAndPayload() {
    #expect(
      Packet.key(0x0102_0304_0506_0708).bytes
        == [0, 0, 0, 8, 0, 0, 0, 0x6B, 1, 2, 3, 4, 5, 6, 7, 8])
    #expect(Packet(.parameterUpdate).bytes == [0, 0, 0, 0, 0, 0, 0x50, 0x55])
    #expect("\(Packet(.write, [0, 0xAB]))" == "'w'(00 ab)")
    #expect("\(PacketKind.parameterValue) \(PacketKind(rawValue: 7))" == "'PV' packet type 7")
  }

  @Test func aWriteIsReadAsItWasMade() {
    var request = WriteRequest(dots: [1, 2, 3])
    (request.text, request.charset, request.cursor) = ([0xE4], "ISO-8859-1", 2)
    #expect(WriteRequest(request.packet, cells: 3) == request)
    #expect(request.string == "ä")
    #expect(WriteRequest(WriteRequest().packet, cells: 3) == WriteRequest())
    request.charset = "WCHAR_T"
    request.text = [0x01, 0x28, 0, 0, 0x42, 0, 0, 0]
    #expect(request.string == "⠁B")
  }

  @Test func aBrokenWriteIsNone() {
    let whole = WriteRequest(dots: [1, 2, 3]).packet
    for count in 0..<whole.payload.count {
      let part = Packet(.write, Array(whole.payload.prefix(count)))
      #expect(WriteRequest(part, cells: 3) == nil)
    }
    #expect(WriteRequest(Packet(.key), cells: 3) == nil)
  }

  @Test func packetsAreTakenWhenTheyAreThere() throws {
    let (near, far) = try FileDescriptor.streamPair()
    defer { near.close() }
    near.setNonBlocking()
    var (stream, other) = (ByteStream(near), ByteStream(far))
    other.send(Array(Packet.key(1).bytes + Packet.key(2).bytes.prefix(11)))
    func receive() -> [Packet]? {
      guard stream.receive() else { return [] }
      return stream.packets()
    }
    #expect(receive() == [.key(1)])
    other.send(Array(Packet.key(2).bytes.dropFirst(11)))
    #expect(receive() == [.key(2)])
    other.send([0xFF, 0, 0, 0, 0, 0, 0, 0])
    #expect(receive() == nil)
    far.close()
    #expect(receive() == [])
    #expect(stream.hasEnded)
  }

  @Test func hostsAreAddresses() {
    #expect(SocketAddress(host: "127.0.0.1:9") == .loopback(port: 4110))
    #expect(SocketAddress(host: ":x") == .unix(path: "/var/lib/BrlAPI/x"))
    #expect(SocketAddress.loopback(port: 4110).host == "127.0.0.1:9")
    #expect(SocketAddress.unix(path: "/var/lib/BrlAPI/x").host == ":x")
    #expect(SocketAddress(host: "example.org:0") == nil)
    #expect(SocketAddress(host: "127.0.0.1:70000") == nil)
    #expect(SocketAddress(host: "127.0.0.1") == nil)
  }
}
