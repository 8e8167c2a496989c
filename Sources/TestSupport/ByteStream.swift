// SPDX-License-Identifier: GPL-3.0-or-later
import Posix

/// A connected socket that never makes anybody wait, with what waits to be sent.
struct ByteStream: Sendable {
  /// The socket, which does not block.
  let descriptor: FileDescriptor
  /// What was received and not yet taken.
  var incoming: [UInt8] = []
  /// What could not be sent yet.
  private var outgoing: [UInt8] = []
  /// Whether the other end has closed, and everything that it sent was received.
  private(set) var hasEnded = false
  /// Whether nothing waits to be sent.
  var hasSentAll: Bool { outgoing.isEmpty }
  /// Whether the other end takes nothing any more; there may be something to receive still.
  private var isDeaf = false
  /// Whether the other end shall see an end once everything is sent.
  private var finishes = false
  /// The place in the poller's set; nil while nobody waits for this stream.
  private var index: Int?

  init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Adds it to a set; `reading` false leaves what comes where it is, and an end unseen.
  mutating func watch(_ poller: inout Poller, reading: Bool = true) {
    // Without any event poll would still report a closed end, over and over.
    let isWanted = !hasEnded && (reading || !outgoing.isEmpty)
    index =
      isWanted ? poller.add(descriptor, reading: reading, writing: !outgoing.isEmpty) : nil
  }

  /// Receives and sends what it can after a wait; whether something was received.
  mutating func serve(_ poller: Poller) -> Bool {
    guard let index else { return false }
    if poller.isWritable(index) { flush() }
    return poller.isReadable(index) && receive()
  }

  /// Sends bytes, now or as soon as the other end takes them.
  mutating func send(_ bytes: [UInt8]) {
    guard !hasEnded, !isDeaf else { return }
    outgoing += bytes
    flush()
  }

  /// Lets the other end see an end after everything that was sent.
  mutating func finish() {
    finishes = true
    flush()
  }

  /// Receives what is there; whether there was something.
  mutating func receive() -> Bool {
    var space = [UInt8](repeating: 0, count: 65_536)
    let count = incoming.count
    while true {
      switch space.withUnsafeMutableBytes({ descriptor.read(into: $0) }) {
      case .bytes(let count):
        incoming += space[..<count]
        if count == space.count { continue }
      case .wouldBlock: break
      case .ended, .failed: hasEnded = true
      }
      return incoming.count > count
    }
  }

  private mutating func flush() {
    var sent = 0
    loop: while sent < outgoing.count {
      let transfer = outgoing.withUnsafeBytes {
        descriptor.send(UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      switch transfer {
      case .bytes(let count): sent += count
      case .wouldBlock: break loop
      case .ended, .failed:
        isDeaf = true
        sent = outgoing.count
      }
    }
    outgoing.removeFirst(sent)
    if finishes, outgoing.isEmpty { descriptor.finishSending() }
  }

  /// Takes the packets of BrlAPI that are there in full; nil if what is there is none.
  mutating func packets() -> [Packet]? {
    var packets: [Packet] = []
    var taken = 0
    defer { incoming.removeFirst(taken) }
    while incoming.count - taken >= 8 {
      var header = PayloadReader(Array(incoming[taken..<taken + 8]))
      guard let size = header.number(UInt32.self), let kind = header.number(UInt32.self),
        size <= Packet.limit
      else { return nil }
      let end = taken + 8 + Int(size)
      guard incoming.count >= end else { break }
      packets.append(Packet(PacketKind(rawValue: kind), Array(incoming[taken + 8..<end])))
      taken = end
    }
    return packets
  }
}
