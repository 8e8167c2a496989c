// SPDX-License-Identifier: GPL-3.0-or-later
public import Posix

/// What is still to be sent to a program.
public struct Outbox: Sendable {
  private var messages: [[UInt8]] = []
  /// How many bytes of the first message are gone already.
  private var sent = 0

  /// Nothing is to be sent.
  public init() {}

  /// How many messages are not sent whole.
  public var count: Int { messages.count }

  /// Whether nothing is to be sent.
  public var isEmpty: Bool { messages.isEmpty }

  /// Puts a message behind the others.
  public mutating func append(_ message: [UInt8]) {
    messages.append(message)
  }

  /// Sends as much as the socket takes without waiting; false if the other end is gone.
  public mutating func send(to descriptor: FileDescriptor) -> Bool {
    while let message = messages.first {
      let result = message.withUnsafeBytes { bytes in
        descriptor.send(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
      }
      switch result {
      case .bytes(let count):
        sent += count
        if sent == message.count {
          messages.removeFirst()
          sent = 0
        }
      case .wouldBlock: return true
      case .ended, .failed: return false
      }
    }
    return true
  }
}
