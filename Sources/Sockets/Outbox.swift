// SPDX-License-Identifier: GPL-3.0-or-later
public import Posix

/// What is still to be sent to a program.
public struct Outbox: Sendable {
  private var messages: [[UInt8]] = []
  /// Messages that are being sent together, as far as they are not gone already.
  private var sending: [UInt8] = []
  private var sent = 0
  private var sendingCount = 0
  /// How many bytes are not sent.
  public private(set) var byteCount = 0

  /// A send costs the kernel several hundred bytes besides the message: many go in one.
  private static let together = 16 << 10

  /// Nothing is to be sent.
  public init() {}

  /// How many messages are not sent whole.
  public var count: Int { messages.count + sendingCount }

  /// Whether nothing is to be sent.
  public var isEmpty: Bool { count == 0 }

  /// Puts a message behind the others.
  public mutating func append(_ message: [UInt8]) {
    messages.append(message)
    byteCount += message.count
  }

  /// Sends as much as the socket takes without waiting; false if the other end is gone.
  public mutating func send(to descriptor: FileDescriptor) -> Bool {
    while true {
      if sent == sending.count {
        guard gather() else { return true }
      }
      let result = sending.withUnsafeBytes { bytes in
        descriptor.send(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
      }
      switch result {
      case .bytes(let count):
        sent += count
        byteCount -= count
        if sent == sending.count { sendingCount = 0 }
      case .wouldBlock: return true
      case .ended, .failed: return false
      }
    }
  }

  /// Puts the next messages together; false if there are none.
  private mutating func gather() -> Bool {
    guard !messages.isEmpty else { return false }
    sending.removeAll(keepingCapacity: sending.count <= Outbox.together)
    sent = 0
    for message in messages {
      if sendingCount > 0, sending.count + message.count > Outbox.together { break }
      sending += message
      sendingCount += 1
    }
    messages.removeFirst(sendingCount)
    return true
  }
}
